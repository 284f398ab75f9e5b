//! The printed board by which a lens is measured (ChArUco): its squares, and the markers in the white ones.

/// Columns and rows of squares; the corner at the top left is black.
pub const SQUARES: (i32, i32) = (5, 7);

/// A square's side, mm: the board fits on A4 and on Letter.
pub const SQUARE_MM: f64 = 35.0;

/// A marker's side, mm.
pub const MARKER_MM: f64 = 26.25;

/// Cells along a marker's side: a black rim around five by five bits.
const CELLS: i32 = 7;

/// Corners at which four squares meet.
pub const CORNERS: usize = ((SQUARES.0 - 1) * (SQUARES.1 - 1)) as usize;

/// The first markers of ArUco's DICT_5X5_100 by number, rows from the top, white is 1: no marker of a table is among them.
const BITS: [u32; 17] = [
    0b10100_01011_01100_10101_11100,
    0b00001_11000_00001_10111_00110,
    0b11010_11110_00011_10110_11101,
    0b10000_00111_00101_01111_10111,
    0b11010_11101_01101_01001_00100,
    0b11101_01000_00010_00001_01101,
    0b01101_00111_10101_11111_01100,
    0b01110_00100_00101_00011_01011,
    0b10000_11010_11000_01001_10010,
    0b10011_00010_01111_11101_00101,
    0b10011_11001_11011_10000_00011,
    0b11010_00101_10110_10110_00000,
    0b11110_01100_01010_11000_10001,
    0b00101_11100_11100_01011_00110,
    0b11111_11001_11111_00101_01000,
    0b00101_00011_11000_11011_11111,
    0b01001_01111_01001_11010_11000,
];

/// Whether the board is white at a place, mm from its top-left corner, to the right and down; beside it the paper is.
#[must_use]
pub fn is_white(x_mm: f64, y_mm: f64) -> bool {
    let (column, row) = ((x_mm / SQUARE_MM).floor(), (y_mm / SQUARE_MM).floor());
    let inside =
        (0.0..f64::from(SQUARES.0)).contains(&column) && (0.0..f64::from(SQUARES.1)).contains(&row);
    if !inside {
        return true;
    }
    let (i, j) = (column as i32, row as i32);
    if (i + j) % 2 == 0 {
        return false;
    }
    let rim = (SQUARE_MM - MARKER_MM) / 2.0;
    let cell = |v: f64, square: f64| {
        ((v - square * SQUARE_MM - rim) / MARKER_MM * f64::from(CELLS)).floor() as i32
    };
    let (u, v) = (cell(x_mm, column), cell(y_mm, row));
    if !(0..CELLS).contains(&u) || !(0..CELLS).contains(&v) {
        return true;
    }
    let bits = 1..CELLS - 1;
    let number = ((j * SQUARES.0 + i) / 2) as usize;
    bits.contains(&u) && bits.contains(&v) && BITS[number] >> (24 - ((v - 1) * 5 + u - 1)) & 1 == 1
}

/// The black fields of the board, each by its left, top, width and height, mm.
#[must_use]
pub fn black_fields() -> Vec<[f64; 4]> {
    let cell = MARKER_MM / f64::from(CELLS);
    let rim = (SQUARE_MM - MARKER_MM) / 2.0;
    let mut fields = Vec::new();
    for row in 0..SQUARES.1 {
        for column in 0..SQUARES.0 {
            let (left, top) = (f64::from(column) * SQUARE_MM, f64::from(row) * SQUARE_MM);
            if (row + column) % 2 == 0 {
                fields.push([left, top, SQUARE_MM, SQUARE_MM]);
                continue;
            }
            for (v, u) in (0..CELLS).flat_map(|v| (0..CELLS).map(move |u| (v, u))) {
                let (x, y) = (
                    left + rim + cell * f64::from(u),
                    top + rim + cell * f64::from(v),
                );
                if !is_white(x + cell / 2.0, y + cell / 2.0) {
                    fields.push([x, y, cell, cell]);
                }
            }
        }
    }
    fields
}
