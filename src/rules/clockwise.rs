//! Seats in clockwise order into the order in which they act.

use crate::seat::Seat;

/// All seats clockwise, beginning to the left of that one, which comes last.
#[must_use]
pub fn from_left_of(seats: &[Seat], of: Seat) -> Vec<Seat> {
    let start = seats.iter().position(|s| *s == of).map_or(0, |i| i + 1);
    let (before, after) = seats.split_at(start);
    [after, before].concat()
}

/// All seats clockwise, beginning with that one.
#[must_use]
pub fn from(seats: &[Seat], first: Seat) -> Vec<Seat> {
    let start = seats.iter().position(|s| *s == first).unwrap_or(0);
    let (before, after) = seats.split_at(start);
    [after, before].concat()
}

/// The next seat clockwise.
#[must_use]
pub fn left_of(seats: &[Seat], of: Seat) -> Seat {
    from_left_of(seats, of).first().copied().unwrap_or(of)
}
