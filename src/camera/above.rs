//! A frame and where the table lies in it into the table as seen from straight above.

use opencv::{
    core::{Mat, MatTraitConst as _, MatTraitConstManual as _, Scalar, Size},
    imgproc,
};

use super::jpeg;
use crate::{
    frame::{Frame, SourceError},
    sighting::TableMap,
};

/// The width of such a picture, px: cards can be recognised, and it is small enough for a phone each second.
const WIDTH: f64 = 960.0;
/// No picture is higher, px.
const HIGHEST: f64 = 1_920.0;

/// What lies within those distances of the table's middle (to the right and left, away and near; mm) as a JPEG file, the near side below.
///
/// # Errors
/// When the frame is no picture.
pub fn from_above(
    frame: &Frame,
    map: &TableMap,
    half_mm: [f64; 2],
) -> Result<Vec<u8>, SourceError> {
    let bad = |e: opencv::Error| SourceError(format!("the picture can't be turned: {e}"));
    let empty = || SourceError("the picture is empty".to_owned());
    let [wide, deep] = half_mm;
    let height = (WIDTH * deep / wide).clamp(1.0, HIGHEST).round();
    let (x, y) = (WIDTH / (2.0 * wide), height / (2.0 * deep));
    let [a, b, c] = map.matrix();
    let view_from_picture = [
        std::array::from_fn(|i| x * (a[i] + wide * c[i])),
        std::array::from_fn(|i| y * (deep * c[i] - b[i])),
        c,
    ];
    let rows: [&[f64]; 3] = [
        &view_from_picture[0],
        &view_from_picture[1],
        &view_from_picture[2],
    ];
    let flat = Mat::from_slice(&frame.pixels).map_err(bad)?;
    let rows_of_picture = i32::try_from(frame.height).map_err(|_| empty())?;
    let picture = flat.reshape(3, rows_of_picture).map_err(bad)?;
    let mut turned = Mat::default();
    imgproc::warp_perspective(
        &picture,
        &mut turned,
        &Mat::from_slice_2d(&rows).map_err(bad)?,
        Size::new(WIDTH as i32, height as i32),
        imgproc::INTER_LINEAR,
        opencv::core::BORDER_CONSTANT,
        Scalar::default(),
    )
    .map_err(bad)?;
    let seen = Frame {
        width: WIDTH as u32,
        height: height as u32,
        pixels: turned.data_bytes().map_err(bad)?.into(),
        ..frame.clone()
    };
    jpeg(&seen).ok_or_else(empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{camera::find_markers, demo::scene::Scene, frame::At, marker};

    #[test]
    fn markers_lie_where_the_table_has_them() {
        let mut scene = Scene::new(3);
        let frame = scene.picture(0, At(0), &[], &[]);
        let (wide, deep) = (480.0, 280.0);
        let jpeg = from_above(&frame, scene.map(), [wide, deep]).expect("a picture");
        let image = image::load_from_memory(&jpeg).expect("a JPEG").to_rgb8();
        assert_eq!(image.dimensions(), (960, 560));
        let seen = Frame {
            width: 960,
            height: 560,
            pixels: image.pixels().flat_map(|p| [p[2], p[1], p[0]]).collect(),
            ..frame
        };
        let markers = find_markers(&seen).expect("a picture");
        assert_eq!(markers.len(), 4);
        for found in markers {
            let sum = found
                .corners
                .iter()
                .fold((0.0, 0.0), |s, p| (s.0 + p.x, s.1 + p.y));
            let place = marker::PLACES[found.id];
            let apart = (sum.0 / 4.0 - wide - place.x_mm).hypot(sum.1 / 4.0 - deep + place.y_mm);
            assert!(apart < 2.0, "marker {}: {apart} mm", found.id);
        }
    }
}
