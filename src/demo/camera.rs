//! The simulated camera: where it hangs into the map between picture and table, and how bright each place is.

use crate::sighting::{TableMap, TablePoint};

/// A pinhole camera over the middle of the table.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// Picture width, px.
    pub width: u32,
    /// Picture height, px.
    pub height: u32,
    /// Above the table, mm.
    pub height_mm: f64,
    /// From straight down, towards the north, degrees.
    pub tilt_deg: f64,
    /// Around its own axis, degrees.
    pub roll_deg: f64,
    /// Horizontal field of view, degrees.
    pub view_deg: f64,
}

impl Camera {
    /// The map of this camera's picture.
    #[must_use]
    pub fn map(&self) -> TableMap {
        let (sin, cos) = self.tilt_deg.to_radians().sin_cos();
        let (roll_sin, roll_cos) = self.roll_deg.to_radians().sin_cos();
        let ahead = [0.0, sin, -cos];
        let (right, down) = ([1.0, 0.0, 0.0], [0.0, -cos, -sin]);
        let mix = |a: f64, b: f64| std::array::from_fn::<f64, 3, _>(|i| a * right[i] + b * down[i]);
        let (right, down) = (mix(roll_cos, roll_sin), mix(-roll_sin, roll_cos));
        let place = [0.0, -self.height_mm * sin / cos, self.height_mm];
        let (half_w, half_h) = (f64::from(self.width) / 2.0, f64::from(self.height) / 2.0);
        let focal = half_w / (self.view_deg.to_radians() / 2.0).tan();
        let row = |axis: [f64; 3], scale: f64, centre: f64| {
            let r: [f64; 3] = std::array::from_fn(|i| scale * axis[i] + centre * ahead[i]);
            [
                r[0],
                r[1],
                -(r[0] * place[0] + r[1] * place[1] + r[2] * place[2]),
            ]
        };
        TableMap::from_inverse([
            row(right, focal, half_w),
            row(down, focal, half_h),
            row(ahead, 0.0, 1.0),
        ])
        .expect("a camera above the table sees a plane")
    }
}

/// A lamp over the table and the light of the room.
#[derive(Clone, Copy, Debug)]
pub struct Light {
    /// Where the lamp hangs over the table.
    pub lamp: TablePoint,
    /// Its height, mm.
    pub lamp_mm: f64,
    /// How much of the light comes evenly from the room, 0…1.
    pub room: f64,
    /// Overall, 1 is a well-lit table.
    pub level: f64,
    /// Blue, green, red factors of the light's colour.
    pub tint: [f64; 3],
}

impl Light {
    /// How bright a white surface is there, 0…1 and a little above.
    #[must_use]
    pub fn at(&self, p: TablePoint) -> f64 {
        let d = p.distance_mm(self.lamp) / self.lamp_mm;
        self.level * (self.room + (1.0 - self.room) / (1.0 + d * d).powf(1.5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sighting::PicturePoint;

    #[test]
    fn the_middle_of_the_picture_is_the_middle_of_the_table() {
        let camera = Camera {
            width: 1280,
            height: 720,
            height_mm: 950.0,
            tilt_deg: 12.0,
            roll_deg: 2.0,
            view_deg: 50.0,
        };
        let map = camera.map();
        let middle = map.table_from_picture(PicturePoint { x: 640.0, y: 360.0 });
        assert!(
            middle.x_mm.abs() < 1e-6 && middle.y_mm.abs() < 1e-6,
            "{middle:?}"
        );
        let south = map.picture_from_table(TablePoint {
            x_mm: 0.0,
            y_mm: -100.0,
        });
        assert!(
            south.y > 420.0,
            "the south edge shows at the bottom: {south:?}"
        );
        let east = map.picture_from_table(TablePoint {
            x_mm: 100.0,
            y_mm: 0.0,
        });
        assert!(east.x > 740.0, "east is to the right: {east:?}");
    }
}
