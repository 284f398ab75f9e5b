//! The four markers that tell the camera where the table is: their numbers, bits and usual places.

use crate::sighting::TablePoint;

/// The black square of a printed marker, mm.
pub const SIDE_MM: f64 = 40.0;

/// Cells along a side: a black rim around four by four bits.
pub const CELLS: i32 = 6;

/// The first four markers of ArUco's DICT_4X4_50 by number, rows from the top, white is 1, as OpenCV's dictionary lists them.
pub const BITS: [u16; 4] = [
    0b1011_0101_0011_0010,
    0b0000_1111_1001_1010,
    0b0011_0011_0010_1101,
    0b1001_1001_0100_0110,
];

/// Where the simulated table's markers lie: left-far, right-far, right-near, left-near. A real table's file says its own.
pub const PLACES: [TablePoint; 4] = [
    TablePoint {
        x_mm: -360.0,
        y_mm: 200.0,
    },
    TablePoint {
        x_mm: 360.0,
        y_mm: 200.0,
    },
    TablePoint {
        x_mm: 360.0,
        y_mm: -200.0,
    },
    TablePoint {
        x_mm: -360.0,
        y_mm: -200.0,
    },
];

/// Whether a cell of a marker is white; cells count from the top-left, the rim is black.
#[must_use]
pub fn is_white(number: usize, column: i32, row: i32) -> bool {
    let inner = (1..CELLS - 1).contains(&column) && (1..CELLS - 1).contains(&row);
    inner && BITS[number] >> (15 - ((row - 1) * 4 + column - 1)) & 1 == 1
}
