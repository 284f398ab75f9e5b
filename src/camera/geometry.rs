//! Pairs of points in picture and table into the homography between them.

use crate::sighting::{PicturePoint, TablePoint};

/// Row by row, table from picture.
pub(super) type Matrix = [[f64; 3]; 3];

/// The homography that fits the pairs best (least squares of the direct linear equations); `None` for fewer than four or degenerate ones.
pub(super) fn fit(pairs: &[(PicturePoint, TablePoint)]) -> Option<Matrix> {
    if pairs.len() < 4 {
        return None;
    }
    // Picture points are brought near to 1, so that all coefficients weigh alike.
    let reach = pairs
        .iter()
        .map(|(p, _)| p.x.abs().max(p.y.abs()))
        .fold(1.0, f64::max);
    let mut normal = [[0.0; 9]; 8];
    for (p, t) in pairs {
        let (x, y) = (p.x / reach, p.y / reach);
        for (row, value) in [
            ([x, y, 1.0, 0.0, 0.0, 0.0, -x * t.x_mm, -y * t.x_mm], t.x_mm),
            ([0.0, 0.0, 0.0, x, y, 1.0, -x * t.y_mm, -y * t.y_mm], t.y_mm),
        ] {
            for i in 0..8 {
                for k in 0..8 {
                    normal[i][k] += row[i] * row[k];
                }
                normal[i][8] += row[i] * value;
            }
        }
    }
    let h = solve(normal)?;
    Some([
        [h[0] / reach, h[1] / reach, h[2]],
        [h[3] / reach, h[4] / reach, h[5]],
        [h[6] / reach, h[7] / reach, 1.0],
    ])
}

/// Eight equations in eight unknowns by elimination with pivots.
fn solve(mut m: [[f64; 9]; 8]) -> Option<[f64; 8]> {
    for col in 0..8 {
        let pivot = (col..8).max_by(|&a, &b| m[a][col].abs().total_cmp(&m[b][col].abs()))?;
        if m[pivot][col].abs() < 1e-12 {
            return None;
        }
        m.swap(col, pivot);
        let lead = m[col];
        for (row, line) in m.iter_mut().enumerate() {
            if row != col {
                let factor = line[col] / lead[col];
                for (cell, above) in line.iter_mut().zip(lead) {
                    *cell -= factor * above;
                }
            }
        }
    }
    let mut out = [0.0; 8];
    for (i, value) in out.iter_mut().enumerate() {
        *value = m[i][8] / m[i][i];
    }
    Some(out)
}

/// The mean squared distance between where the pairs lie and where the homography puts them, mm².
pub(super) fn misfit(m: &Matrix, pairs: &[(PicturePoint, TablePoint)]) -> f64 {
    let sum: f64 = pairs
        .iter()
        .map(|(p, t)| {
            let row = |r: [f64; 3]| r[0] * p.x + r[1] * p.y + r[2];
            let w = row(m[2]);
            (row(m[0]) / w - t.x_mm).powi(2) + (row(m[1]) / w - t.y_mm).powi(2)
        })
        .sum();
    sum / pairs.len() as f64
}
