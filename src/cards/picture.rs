//! A frame into what the nets look at: planes of it at any scale, and upright patches cut from full resolution.

use opencv::{
    core::{Mat, MatTraitConst, MatTraitConstManual, Rect, Size, Vec3b},
    imgproc,
};

use super::{
    ReaderError,
    geometry::{Homography, Quad, V2, v2},
};
use crate::frame::Frame;

/// A frame and its halvings, each half as wide and high as the one before.
pub(crate) struct Picture<'f> {
    frame: &'f Frame,
    halvings: Vec<Plane>,
}

/// Blue, green, red bytes, rows from the top.
struct Plane {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// A borrowed plane with its size.
#[derive(Clone, Copy)]
struct View<'a> {
    width: usize,
    height: usize,
    pixels: &'a [u8],
}

/// A part of the picture at some scale, as a net takes it.
pub(crate) struct Cut {
    /// `[1, 3, height, width]`, red, green, blue planes, 0…1.
    pub(crate) values: Vec<f32>,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Where its top-left corner lies in the picture, px.
    pub(crate) origin: V2,
    /// Picture px per pixel of the cut, along x and y.
    pub(crate) step: V2,
}

impl Cut {
    /// A point of the cut (px) in the picture.
    pub(crate) fn picture_from_cut(&self, p: V2) -> V2 {
        v2(
            self.origin.x + p.x * self.step.x,
            self.origin.y + p.y * self.step.y,
        )
    }

    /// A displacement of the cut in the picture.
    pub(crate) fn stretched(&self, d: V2) -> V2 {
        v2(d.x * self.step.x, d.y * self.step.y)
    }
}

impl<'f> Picture<'f> {
    /// Takes the frame in; halvings are made down to about 64 px.
    ///
    /// # Errors
    /// When the frame is empty or its bytes don't fit its size.
    pub(crate) fn new(frame: &'f Frame) -> Result<Self, ReaderError> {
        let (width, height) = (frame.width as usize, frame.height as usize);
        if width < 8 || height < 8 || frame.pixels.len() != width * height * 3 {
            return Err(ReaderError::Frame {
                width,
                height,
                bytes: frame.pixels.len(),
            });
        }
        let mut picture = Self {
            frame,
            halvings: Vec::new(),
        };
        while picture.smallest().width.min(picture.smallest().height) >= 64 {
            let half = halve(picture.smallest());
            picture.halvings.push(half);
        }
        Ok(picture)
    }

    /// Width and height, px.
    pub(crate) fn size(&self) -> V2 {
        v2(self.frame.width as f32, self.frame.height as f32)
    }

    fn view(&self, halving: usize) -> View<'_> {
        match halving.checked_sub(1) {
            None => View {
                width: self.frame.width as usize,
                height: self.frame.height as usize,
                pixels: &self.frame.pixels,
            },
            Some(i) => {
                let plane = &self.halvings[i];
                View {
                    width: plane.width,
                    height: plane.height,
                    pixels: &plane.pixels,
                }
            }
        }
    }

    fn smallest(&self) -> View<'_> {
        self.view(self.halvings.len())
    }

    /// The halving on which one sample per `step` picture px neither skips nor repeats many pixels.
    fn halving_for(&self, step: f32) -> usize {
        let halvings = step.max(1.0).log2().floor() as usize;
        halvings.min(self.halvings.len())
    }

    /// The rectangle (picture px) as a net's input at about `scale` cut px per picture px, sides rounded to multiples of 32.
    ///
    /// # Errors
    /// When OpenCV refuses to resize.
    pub(crate) fn cut(&self, from: V2, to: V2, scale: f32) -> Result<Cut, ReaderError> {
        let round = |len: f32| ((len * scale / 32.0).round().max(1.0) as usize) * 32;
        let halving = self.halving_for(1.0 / scale);
        let shrink = (1 << halving) as f32;
        let view = self.view(halving);
        let x0 = ((from.x / shrink) as usize).min(view.width - 2);
        let y0 = ((from.y / shrink) as usize).min(view.height - 2);
        let x1 = ((to.x / shrink).ceil() as usize).clamp(x0 + 1, view.width);
        let y1 = ((to.y / shrink).ceil() as usize).clamp(y0 + 1, view.height);
        let (width, height) = (
            round((x1 - x0) as f32 * shrink),
            round((y1 - y0) as f32 * shrink),
        );
        let whole = Mat::new_rows_cols_with_bytes::<Vec3b>(
            view.height as i32,
            view.width as i32,
            view.pixels,
        )?;
        let part = whole.roi(Rect::new(
            x0 as i32,
            y0 as i32,
            (x1 - x0) as i32,
            (y1 - y0) as i32,
        ))?;
        let mut small = Mat::default();
        let mode = if width < x1 - x0 {
            imgproc::INTER_AREA
        } else {
            imgproc::INTER_LINEAR
        };
        imgproc::resize(
            &part,
            &mut small,
            Size::new(width as i32, height as i32),
            0.0,
            0.0,
            mode,
        )?;
        Ok(Cut {
            values: planes(small.data_bytes()?, width * height),
            width,
            height,
            origin: v2(x0 as f32 * shrink, y0 as f32 * shrink),
            step: v2(
                (x1 - x0) as f32 * shrink / width as f32,
                (y1 - y0) as f32 * shrink / height as f32,
            ),
        })
    }

    /// An upright patch of `width`×`height` samples around `centre`; `up` is the displacement in the picture of one sample upwards.
    pub(crate) fn patch(&self, centre: V2, up: V2, width: usize, height: usize) -> Vec<f32> {
        let halving = self.halving_for(up.len());
        let right = up.right();
        let (cx, cy) = ((width as f32 - 1.0) * 0.5, (height as f32 - 1.0) * 0.5);
        self.sampled(halving, width, height, |x, y| {
            centre + right * (x - cx) - up * (y - cy)
        })
    }

    /// The part `from`…`to` (0…1, in the quad's own frame) of what the quad bounds, rectified to `width`×`height` samples.
    pub(crate) fn rectified(
        &self,
        quad: &Quad,
        from: V2,
        to: V2,
        width: usize,
        height: usize,
    ) -> Vec<f32> {
        let map = Homography::from_unit_square(quad);
        let side = super::geometry::width(quad).max(super::geometry::height(quad) * 0.6);
        let halving = self.halving_for(side * (to.x - from.x) / width as f32);
        let (w, h) = (width as f32, height as f32);
        self.sampled(halving, width, height, |x, y| {
            map.map(v2(
                from.x + (x + 0.5) / w * (to.x - from.x),
                from.y + (y + 0.5) / h * (to.y - from.y),
            ))
        })
    }

    /// Brightness (mean of the channels, 0…255) at a picture point, sampled at that halving.
    pub(crate) fn brightness(&self, halving: usize, p: V2) -> f32 {
        let halving = halving.min(self.halvings.len());
        let shrink = (1 << halving) as f32;
        let rgb = bilinear(self.view(halving), p.x / shrink - 0.5, p.y / shrink - 0.5);
        (rgb[0] + rgb[1] + rgb[2]) / 3.0
    }

    /// The least of the three channels, at the first halving whose long side is below `long`: white stays bright, ink and most
    /// tables are dark. Bytes, width, height, and picture px per pixel.
    pub(crate) fn whiteness(&self, long: usize) -> (Vec<u8>, usize, usize, f32) {
        let small = |&h: &usize| self.view(h).width.max(self.view(h).height) < long;
        let halving = (0..=self.halvings.len())
            .find(small)
            .unwrap_or(self.halvings.len());
        let view = self.view(halving);
        let bytes = view
            .pixels
            .chunks_exact(3)
            .map(|p| p[0].min(p[1]).min(p[2]))
            .collect();
        (bytes, view.width, view.height, (1 << halving) as f32)
    }

    /// The least of the three channels on a part of what the quad bounds, rectified; `from`…`to` as in [`Self::rectified`].
    pub(crate) fn rectified_whiteness(
        &self,
        quad: &Quad,
        from: V2,
        to: V2,
        width: usize,
        height: usize,
    ) -> Vec<u8> {
        let map = Homography::from_unit_square(quad);
        let halving =
            self.halving_for(super::geometry::width(quad) * (to.x - from.x) / width as f32);
        let (view, shrink) = (self.view(halving), 1.0 / (1 << halving) as f32);
        let (w, h) = (width as f32, height as f32);
        let mut bytes = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let unit = v2(
                    from.x + (x as f32 + 0.5) / w * (to.x - from.x),
                    from.y + (y as f32 + 0.5) / h * (to.y - from.y),
                );
                let p = map.map(unit) * shrink;
                let rgb = bilinear(view, p.x - 0.5, p.y - 0.5);
                bytes.push(rgb[0].min(rgb[1]).min(rgb[2]) as u8);
            }
        }
        bytes
    }

    /// What the quad bounds, rectified to interleaved blue, green, red bytes.
    pub(crate) fn rectified_pixels(&self, quad: &Quad, width: usize, height: usize) -> Vec<u8> {
        let map = Homography::from_unit_square(quad);
        let halving = self.halving_for(super::geometry::width(quad) / width as f32);
        let (view, shrink) = (self.view(halving), 1.0 / (1 << halving) as f32);
        let mut bytes = Vec::with_capacity(width * height * 3);
        for y in 0..height {
            for x in 0..width {
                let unit = v2(
                    (x as f32 + 0.5) / width as f32,
                    (y as f32 + 0.5) / height as f32,
                );
                let p = map.map(unit) * shrink;
                let rgb = bilinear(view, p.x - 0.5, p.y - 0.5);
                bytes.extend([rgb[2] as u8, rgb[1] as u8, rgb[0] as u8]);
            }
        }
        bytes
    }

    /// How far each pixel's colour lies from the table's (the commonest, channel by channel), at the first halving whose long side is
    /// below `long`. Bytes, width, height, and picture px per pixel.
    pub(crate) fn strangeness(&self, long: usize) -> (Vec<u8>, usize, usize, f32) {
        let small = |&h: &usize| self.view(h).width.max(self.view(h).height) < long;
        let halving = (0..=self.halvings.len())
            .find(small)
            .unwrap_or(self.halvings.len());
        let view = self.view(halving);
        let table: [u8; 3] = std::array::from_fn(|k| {
            let mut counts = [0usize; 256];
            let channel = view.pixels.iter().skip(k).step_by(3);
            channel.for_each(|&b| counts[usize::from(b)] += 1);
            let half = view.width * view.height / 2;
            let mut sum = 0;
            let median = counts.iter().position(|&n| {
                sum += n;
                sum > half
            });
            median.unwrap_or(0) as u8
        });
        let far = |p: &[u8]| (0..3).map(|k| p[k].abs_diff(table[k])).max().unwrap_or(0);
        let bytes = view.pixels.chunks_exact(3).map(far).collect();
        (bytes, view.width, view.height, (1 << halving) as f32)
    }

    /// Red, green, blue planes of samples at picture points, normalised to mean 0 and about unit spread over all of them.
    fn sampled(
        &self,
        halving: usize,
        width: usize,
        height: usize,
        at: impl Fn(f32, f32) -> V2,
    ) -> Vec<f32> {
        let (view, shrink) = (self.view(halving), 1.0 / (1 << halving) as f32);
        let n = width * height;
        let mut values = vec![0.0f32; 3 * n];
        for y in 0..height {
            for x in 0..width {
                let p = at(x as f32, y as f32) * shrink;
                let rgb = bilinear(view, p.x - 0.5, p.y - 0.5);
                let i = y * width + x;
                values[i] = rgb[0];
                values[n + i] = rgb[1];
                values[2 * n + i] = rgb[2];
            }
        }
        normalise(&mut values);
        values
    }
}

/// `(v - mean) / (spread + 0.03)` on the scale 0…1, over all values.
fn normalise(values: &mut [f32]) {
    let n = values.len() as f32;
    let mean = values.iter().sum::<f32>() / n;
    let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / n;
    let scale = 1.0 / (variance.sqrt() + 0.03 * 255.0);
    for v in values {
        *v = (*v - mean) * scale;
    }
}

/// Red, green, blue at a point between pixel centres (at whole numbers); the border repeats.
fn bilinear(view: View<'_>, x: f32, y: f32) -> [f32; 3] {
    let x = x.clamp(0.0, (view.width - 1) as f32);
    let y = y.clamp(0.0, (view.height - 1) as f32);
    let (x0, y0) = (x as usize, y as usize);
    let (fx, fy) = (x - x0 as f32, y - y0 as f32);
    let (x1, y1) = ((x0 + 1).min(view.width - 1), (y0 + 1).min(view.height - 1));
    let at = |x: usize, y: usize| {
        let i = (y * view.width + x) * 3;
        &view.pixels[i..i + 3]
    };
    let (a, b, c, d) = (at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1));
    let mix = |k: usize| {
        let top = f32::from(a[k]) * (1.0 - fx) + f32::from(b[k]) * fx;
        let bottom = f32::from(c[k]) * (1.0 - fx) + f32::from(d[k]) * fx;
        top * (1.0 - fy) + bottom * fy
    };
    [mix(2), mix(1), mix(0)]
}

/// Interleaved blue, green, red bytes into planes of red, green, blue, 0…1.
fn planes(bgr: &[u8], n: usize) -> Vec<f32> {
    let mut values = vec![0.0f32; 3 * n];
    let (red, rest) = values.split_at_mut(n);
    let (green, blue) = rest.split_at_mut(n);
    for (i, p) in bgr.chunks_exact(3).enumerate() {
        red[i] = f32::from(p[2]) * (1.0 / 255.0);
        green[i] = f32::from(p[1]) * (1.0 / 255.0);
        blue[i] = f32::from(p[0]) * (1.0 / 255.0);
    }
    values
}

/// Each pixel of the half is the mean of four; an odd last row or column falls away.
fn halve(view: View<'_>) -> Plane {
    let (width, height) = (view.width / 2, view.height / 2);
    let mut pixels = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        let top = &view.pixels[2 * y * view.width * 3..][..width * 6];
        let bottom = &view.pixels[(2 * y + 1) * view.width * 3..][..width * 6];
        for (t, b) in top.chunks_exact(6).zip(bottom.chunks_exact(6)) {
            for k in 0..3 {
                let sum =
                    u16::from(t[k]) + u16::from(t[k + 3]) + u16::from(b[k]) + u16::from(b[k + 3]);
                pixels.push(((sum + 2) >> 2) as u8);
            }
        }
    }
    Plane {
        width,
        height,
        pixels,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::frame::At;

    fn ramp(width: u32, height: u32) -> Frame {
        let pixels: Vec<u8> = (0..height)
            .flat_map(|y| (0..width).flat_map(move |x| [0, y as u8, x as u8]))
            .collect();
        Frame {
            seq: 0,
            at: At(0),
            width,
            height,
            pixels: Arc::from(pixels),
        }
    }

    #[test]
    fn a_cut_knows_where_it_came_from() {
        let frame = ramp(200, 160);
        let picture = Picture::new(&frame).expect("a picture");
        let cut = picture
            .cut(v2(40.0, 32.0), v2(168.0, 128.0), 0.5)
            .expect("a cut");
        assert_eq!((cut.width, cut.height), (64, 64));
        let (x, y) = (20usize, 50usize);
        let p = cut.picture_from_cut(v2(x as f32 + 0.5, y as f32 + 0.5));
        let red = cut.values[y * 64 + x] * 255.0;
        let green = cut.values[64 * 64 + y * 64 + x] * 255.0;
        assert!(
            (red - (p.x - 0.5)).abs() < 1.0 && (green - (p.y - 0.5)).abs() < 1.0,
            "{red} {green} {p:?}"
        );
    }

    #[test]
    fn a_patch_stands_upright() {
        let frame = ramp(200, 160);
        let picture = Picture::new(&frame).expect("a picture");
        // Up in the patch is to the left in the picture: red must grow downwards.
        let patch = picture.patch(v2(100.0, 80.0), v2(-1.0, 0.0), 40, 48);
        let red = |x: usize, y: usize| patch[y * 40 + x];
        assert!(red(20, 47) > red(20, 0) && (red(0, 20) - red(39, 20)).abs() < 1e-3);
    }

    #[test]
    fn a_frame_that_lies_about_its_size_is_refused() {
        let mut frame = ramp(20, 20);
        frame.width = 21;
        assert!(Picture::new(&frame).is_err());
    }
}
