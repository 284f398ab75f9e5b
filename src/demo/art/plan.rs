//! A game into SVG text of its table, every kind of card in its place: what the printed procedures show.
//!
//! Units are millimetres on the table, the origin in its middle, y down.

use std::fmt::Write as _;

use super::{HEIGHT, WIDTH, back, board, face, numeral};
use crate::{
    card::Card,
    demo::{
        layout::Corner,
        scene::{CARD_MM, Pose},
    },
    marker,
    play::{GameName, Zone},
    plays::{Form, Layout, View},
    rules::michigan_rummy::board::Board,
    sighting::TablePoint,
};

/// The drawing's size, mm on the table: what the camera sees, and the players around it.
pub const SIZE_MM: (f64, f64) = (1060.0, 670.0);

/// What the camera sees of the table, half of it.
pub const VIEW: View = View {
    half_width_mm: 450.0,
    half_depth_mm: 253.0,
};

/// The seats of the drawing, degrees clockwise from north.
pub const BEARINGS: [f64; 4] = [180.0, 270.0, 0.0, 90.0];

/// Played cards in one row before a seat of four.
const ROW: usize = 9;

/// A card in its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// The zone in which it lies.
    pub zone: Zone,
    /// Which seat's, an index of `BEARINGS`; `None` for nobody's.
    pub seat: Option<usize>,
    /// Its face, or `None` face down.
    pub face: Option<Card>,
    /// Where.
    pub pose: Pose,
}

/// What is numbered in the drawing, in that order: the ids of what is said about each, and where the number stands, mm right and up.
#[must_use]
pub fn numbers(game: GameName) -> &'static [(&'static str, (f64, f64))] {
    match game {
        GameName::Monster => &[
            ("hand", (-105.0, -153.0)),
            ("pile", (82.0, 0.0)),
            ("stock", (-150.0, 66.0)),
        ],
        GameName::Mensch => &[
            ("trick", (118.0, 84.0)),
            ("won", (232.0, -153.0)),
            ("hand", (0.0, -222.0)),
        ],
        GameName::MichiganRummy => &[
            ("board", (0.0, 0.0)),
            ("aside", (-150.0, 70.0)),
            ("front", (-165.0, -153.0)),
            ("hand", (0.0, -222.0)),
        ],
    }
}

/// The cards of the drawing, those below first.
#[must_use]
pub fn spots(game: GameName) -> Vec<Spot> {
    let mut out = Vec::new();
    let mut lay = |zone: &Zone, seat: Option<usize>, faces: &str, pose: &dyn Fn(usize) -> Pose| {
        for (i, text) in faces.split(' ').enumerate() {
            out.push(Spot {
                zone: zone.clone(),
                seat,
                face: text.parse().ok(),
                pose: pose(i),
            });
        }
    };
    let corner = |seat: usize| Corner::new(BEARINGS[seat], BEARINGS.len());
    match game {
        GameName::Mensch => {
            for (seat, card) in ["QH", "9H", "AH", "KH"].iter().enumerate() {
                let out = corner(seat).point(84.0, 0.0);
                lay(&Zone::Trick, Some(seat), card, &|_| {
                    at(out.x_mm, out.y_mm, BEARINGS[seat] + 180.0)
                });
            }
            for (seat, tricks) in [(0, 2), (2, 1)] {
                for trick in 0..tricks {
                    let across = 90.0 * f64::from(trick);
                    lay(&Zone::Won, Some(seat), "- - - -", &|i| {
                        squared(corner(seat).place(&Zone::Won, i, 4), i, across)
                    });
                }
            }
        }
        GameName::Monster => {
            let stock = at(-150.0, 0.0, 0.0);
            lay(&Zone::Stock, None, "- - - - -", &|i| squared(stock, i, 0.0));
            let fans = [(70.0, -62.0), (-22.0, 0.0), (70.0, 62.0), (170.0, 0.0)];
            for (seat, (x, y)) in fans.into_iter().enumerate() {
                let pose = at(x, y, BEARINGS[seat] + 180.0);
                lay(&Zone::Pile, None, "- -", &|i| fanned(pose, i, 2));
            }
            for (seat, cards) in ["- - - -", "- - - -", "10 7 4 1", "- - - -"]
                .iter()
                .enumerate()
            {
                lay(&Zone::Hand, Some(seat), cards, &|i| {
                    corner(seat).place(&Zone::Hand, i, 4)
                });
            }
        }
        GameName::MichiganRummy => {
            let aside = at(-128.0, 0.0, 0.0);
            lay(&Zone::Aside, None, "- - - - -", &|i| squared(aside, i, 0.0));
            let played = ["3H 7H 2S 8C 9C TC", "4H 5H JC", "6H 3S QC", "8H 9H 4S KC"];
            for (seat, cards) in played.iter().enumerate() {
                // In the row nearer to the player: the first one lies between it and the board.
                lay(&Zone::Front, Some(seat), cards, &|i| {
                    corner(seat).place(&Zone::Front, i + ROW, 2 * ROW)
                });
            }
        }
    }
    out
}

fn at(x_mm: f64, y_mm: f64, turn_deg: f64) -> Pose {
    let at = TablePoint { x_mm, y_mm };
    Pose { at, turn_deg }
}

/// The `nth` card of a pile, its edge just beside the one below.
fn squared(pile: Pose, nth: usize, turn_deg: f64) -> Pose {
    let off = nth as f64 * 1.6;
    at(
        pile.at.x_mm + off,
        pile.at.y_mm + off,
        pile.turn_deg + turn_deg,
    )
}

/// The `nth` of so many cards side by side, as whoever reads them upright sees it.
fn fanned(fan: Pose, nth: usize, count: usize) -> Pose {
    let along = 24.0 * (nth as f64 - (count as f64 - 1.0) / 2.0);
    let (sin, cos) = fan.turn_deg.to_radians().sin_cos();
    at(
        fan.at.x_mm + along * cos,
        fan.at.y_mm - along * sin,
        fan.turn_deg,
    )
}

/// The drawing of a game's table.
#[must_use]
pub fn table(game: GameName) -> String {
    let (half_w, half_d) = (VIEW.half_width_mm, VIEW.half_depth_mm);
    let (wide, high) = SIZE_MM;
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="{} {} {wide} {high}"><rect x="-{half_w}" y="-{half_d}" width="{}" height="{}" rx="26" fill="#dfeae3" stroke="#1b4a3b" stroke-width="4"/>"##,
        -wide / 2.0,
        -high / 2.0,
        2.0 * half_w,
        2.0 * half_d,
    );
    for (x, y) in [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)] {
        let _ = write!(
            out,
            r##"<circle cx="{}" cy="{}" r="30" fill="#8a9a90"/>"##,
            x * (half_w + 40.0),
            y * (half_d + 40.0)
        );
    }
    for place in marker::PLACES {
        let side = marker::SIDE_MM;
        let _ = write!(
            out,
            r##"<rect x="{}" y="{}" width="{side}" height="{side}" fill="#222"/>"##,
            place.x_mm - side / 2.0,
            -place.y_mm - side / 2.0
        );
    }
    for (_, form) in Layout::of(game).fields() {
        out += &border(form);
    }
    if game == GameName::MichiganRummy {
        let mm = f64::from(board::DIAMETER_MM);
        let _ = write!(
            out,
            r#"<g transform="translate({0} {0}) scale(0.1)">{1}</g>"#,
            -mm / 2.0,
            board::board(&Board::default())
        );
    }
    for spot in spots(game) {
        let drawn = spot.face.map_or_else(|| back(false), face);
        let _ = write!(
            out,
            r#"<g transform="translate({} {}) rotate({}) scale({}) translate(-{} -{})">{drawn}</g>"#,
            spot.pose.at.x_mm,
            -spot.pose.at.y_mm,
            spot.pose.turn_deg,
            CARD_MM.0 / f64::from(WIDTH),
            f64::from(WIDTH) / 2.0,
            f64::from(HEIGHT) / 2.0,
        );
    }
    for (n, (_, (x, y))) in (1..).zip(numbers(game)) {
        out += &badge(n, *x, -y);
    }
    out + "</svg>"
}

/// The border of a zone that lies inside the table, in shares of the way to its edge.
fn border(form: Form) -> String {
    let (w, d) = (VIEW.half_width_mm, VIEW.half_depth_mm);
    let look = r##"fill="none" stroke="#1b4a3b" stroke-width="2.5" stroke-dasharray="9 8""##;
    match form {
        Form::Four(corners) => {
            let points = corners.map(|[x, y]| format!("{},{}", x * w, -y * d));
            format!(r#"<polygon points="{}" {look}/>"#, points.join(" "))
        }
        Form::Round {
            centre: [x, y],
            radius,
        } => format!(
            r#"<ellipse cx="{}" cy="{}" rx="{}" ry="{}" {look}/>"#,
            x * w,
            -y * d,
            radius * w,
            radius * d
        ),
    }
}

/// A number in a disc.
#[must_use]
pub fn badge(n: u8, x: f64, y: f64) -> String {
    let digit = numeral(&n.to_string(), x, y, 24.0, "#fff");
    format!(
        r##"<circle cx="{x}" cy="{y}" r="23" fill="#8a1c2b" stroke="#fff" stroke-width="4"/>{digit}"##
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::{Seat, Seating};

    /// What is printed is what the referee takes it for.
    #[test]
    fn every_card_of_the_drawing_lies_in_its_zone() {
        let seating: Seating = "A@south,B@west,C@north,D@east".parse().expect("a seating");
        for game in GameName::ALL {
            let layout = Layout::of(game);
            for spot in spots(game) {
                let up = spot.face.is_some();
                let place = layout.place(spot.pose.at, up, VIEW, &seating);
                let place = place.unwrap_or_else(|| panic!("{game}: {spot:?} lies nowhere"));
                assert_eq!(place.zone, spot.zone, "{game}: {spot:?}");
                if place.owner.is_some() {
                    let seat = spot.seat.map(|n| Seat(n as u8));
                    assert_eq!(place.owner, seat, "{game}: {spot:?}");
                }
                for p in spot.pose.corners() {
                    assert!(
                        p.x_mm.abs() < VIEW.half_width_mm && p.y_mm.abs() < VIEW.half_depth_mm,
                        "{game}: {spot:?} hangs over the edge"
                    );
                }
            }
            // And every zone of the layout is to be seen.
            for zone in layout.names() {
                let shown = numbers(game).iter().any(|(id, _)| *id == zone);
                assert!(shown, "{game}: nothing is said of {zone}");
            }
        }
    }

    #[test]
    fn the_drawings_are_svg() {
        for game in GameName::ALL {
            let svg = table(game);
            let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default());
            assert!(tree.is_ok(), "{game}");
        }
    }
}
