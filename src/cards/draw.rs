//! A reading into a picture that shows it: outlines, names, confidences, and what was rejected and why.

use std::path::Path;

use opencv::{
    core::{Mat, MatTraitConst, Point, Scalar, Vec3b, Vector},
    imgcodecs, imgproc,
};

use super::{Detailed, ReaderError};
use crate::{frame::Frame, sighting::PicturePoint};

/// Blue, green, red.
const NAMED: [f64; 3] = [60.0, 200.0, 60.0];
const UNNAMED: [f64; 3] = [0.0, 190.0, 255.0];
const BACK: [f64; 3] = [255.0, 140.0, 60.0];
const REJECTED: [f64; 3] = [150.0, 150.0, 150.0];

/// Writes the picture with the reading drawn into it; the file's ending says the format.
///
/// # Errors
/// When OpenCV can't draw or write it.
pub fn draw(frame: &Frame, detailed: &Detailed, to: &Path) -> Result<(), ReaderError> {
    let borrowed = Mat::new_rows_cols_with_bytes::<Vec3b>(
        frame.height as i32,
        frame.width as i32,
        &frame.pixels,
    )?;
    let mut sheet = Sheet {
        picture: borrowed.try_clone()?,
        text: f64::from(frame.width.max(frame.height)) / 1600.0,
    };
    for r in &detailed.rejected {
        sheet.outline(&r.outline, REJECTED, 1)?;
        if let Some(&p) = r.outline.first() {
            sheet.write(p, &r.why, REJECTED, 0.45)?;
        }
    }
    for b in &detailed.observation.backs {
        sheet.outline(&b.corners, BACK, 2)?;
        sheet.write(
            b.corners[0],
            &format!("back {:.2}", b.confidence),
            BACK,
            1.0,
        )?;
    }
    for s in &detailed.observation.sightings {
        let colour = if s.card.is_some() { NAMED } else { UNNAMED };
        if let Some(corners) = &s.corners {
            sheet.outline(corners, colour, 2)?;
        }
        let name = match s.card {
            Some(card) => format!("{card} {:.3}", s.confidence),
            None => {
                let choices: Vec<String> = s
                    .choices
                    .iter()
                    .take(3)
                    .map(|(c, p)| format!("{c} {p:.2}"))
                    .collect();
                format!("? {}", choices.join(" "))
            }
        };
        let signs = format!(
            "{name} i{}{}",
            s.signs.indices,
            if s.signs.face { "+f" } else { "" }
        );
        sheet.dot(s.anchor, colour)?;
        sheet.write(s.anchor, &signs, colour, 1.0)?;
    }
    imgcodecs::imwrite(to, &sheet.picture, &Vector::new())?;
    Ok(())
}

struct Sheet {
    picture: Mat,
    text: f64,
}

impl Sheet {
    fn outline(
        &mut self,
        points: &[PicturePoint],
        colour: [f64; 3],
        thick: i32,
    ) -> Result<(), ReaderError> {
        let points: Vector<Point> = points
            .iter()
            .map(|p| Point::new(p.x.round() as i32, p.y.round() as i32))
            .collect();
        imgproc::polylines(
            &mut self.picture,
            &points,
            true,
            scalar(colour),
            thick,
            imgproc::LINE_AA,
            0,
        )?;
        Ok(())
    }

    fn dot(&mut self, p: PicturePoint, colour: [f64; 3]) -> Result<(), ReaderError> {
        let at = Point::new(p.x.round() as i32, p.y.round() as i32);
        imgproc::circle(
            &mut self.picture,
            at,
            3,
            scalar(colour),
            -1,
            imgproc::LINE_AA,
            0,
        )?;
        Ok(())
    }

    /// Text on a dark shadow, so that it reads on any ground.
    fn write(
        &mut self,
        p: PicturePoint,
        text: &str,
        colour: [f64; 3],
        size: f64,
    ) -> Result<(), ReaderError> {
        let at = Point::new(p.x.round() as i32 + 4, p.y.round() as i32);
        let scale = (0.8 * self.text * size).max(0.28);
        for (colour, thick) in [([0.0; 3], 3), (colour, 1)] {
            imgproc::put_text(
                &mut self.picture,
                text,
                at,
                imgproc::FONT_HERSHEY_SIMPLEX,
                scale,
                scalar(colour),
                thick,
                imgproc::LINE_AA,
                false,
            )?;
        }
        Ok(())
    }
}

fn scalar(c: [f64; 3]) -> Scalar {
    Scalar::new(c[0], c[1], c[2], 0.0)
}
