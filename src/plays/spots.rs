//! A layout's zones and the players' own places into fields that can be dragged, and dragged fields back into a layout: checked, and written
//! for a person to read.

use std::fmt::Write as _;

use super::{
    who::{View, between},
    zones::{Field, Layout, LayoutError, Owner, SeatArea, ZoneArea},
};
use crate::{
    seat::{Seat, Seating},
    sighting::TablePoint,
};

/// Four corners, clockwise as seen from above: to the right and away, in shares of the way from the table's middle to its edge.
pub type Corners = [[f64; 2]; 4];

/// The form of a field, in the same shares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// A circle, where the table is as wide as it is deep.
    Round {
        /// Its middle.
        centre: [f64; 2],
        /// Its radius.
        radius: f64,
    },
    /// Four corners.
    Four(Corners),
}

/// The smallest field, as a share of the table's quarter: a card on a table of 90 × 50 cm.
const LEAST: f64 = 0.05;

/// Two players sit at least so far apart, degrees: half of what twelve at a table have.
const LEAST_APART: f64 = 15.0;

/// The places of players who never dragged them end so far from the middle.
const OUTER: f64 = 0.98;
/// They begin so far outside the zones in the middle.
const GAP: f64 = 0.03;
/// So often their middles are brought nearer to the players' sides: then they are there within a degree.
const CLOSER: usize = 4;
/// They take so much of the angle between two players, and of a quarter of the table at most.
const WIDTH: f64 = 0.42;

impl Layout {
    /// The zones that can be dragged: all but those that lie wherever no other does.
    pub fn fields(&self) -> impl Iterator<Item = (&str, Form)> {
        self.zones
            .iter()
            .filter_map(|z| Some((z.name.as_str(), form(z)?)))
    }

    /// The zone that a card face up has before its player, if any has.
    #[must_use]
    pub fn before_players(&self) -> Option<&str> {
        let own = self.zones.iter().find(|z| z.owner == Owner::Nearest);
        own.map(|z| z.name.as_str())
    }

    /// Whether the players' places are as somebody dragged them.
    #[must_use]
    pub fn is_dragged(&self) -> bool {
        !self.seats.is_empty()
    }

    /// Each player's own place, in the order of the seating: as they were dragged, else as they lie by themselves.
    #[must_use]
    pub fn places(&self, seating: &Seating) -> Vec<Corners> {
        if let Some(first) = self.first(seating) {
            let count = self.seats.len();
            return (0..count)
                .map(|i| self.seats[(first + i) % count].corners)
                .collect();
        }
        let inner = self
            .fields()
            .map(|(_, form)| reach(form))
            .fold(0.3, f64::max)
            + GAP;
        let inner = inner.min(OUTER - 0.3);
        let half = WIDTH * super::who::apart(seating);
        let corner = |bearing: f64, out: f64| {
            let (sin, cos) = bearing.to_radians().sin_cos();
            let most = sin.abs().max(cos.abs());
            [sin, cos].map(|v| rounded(out * v / most))
        };
        let about = |b: f64| {
            [(-half, OUTER), (half, OUTER), (half, inner), (-half, inner)]
                .map(|(d, out)| corner(b + d, out))
        };
        // The table's corners draw a field's middle aside: it is to lie where the player sits.
        let place = |b: f64| {
            let closer = |at: f64| at + (b - bearing(&about(at)) + 180.0).rem_euclid(360.0) - 180.0;
            about((0..CLOSER).fold(b, |at, _| closer(at)))
        };
        seating.places().iter().map(|p| place(p.bearing)).collect()
    }

    /// The same seating, each player where his place was dragged to.
    #[must_use]
    pub fn seated(&self, seating: &Seating) -> Seating {
        let Some(first) = self.first(seating) else {
            return seating.clone();
        };
        let count = self.seats.len();
        let mut places = seating.places().to_vec();
        for (i, place) in places.iter_mut().enumerate() {
            place.bearing = bearing(&self.seats[(first + i) % count].corners);
        }
        let left = seating.left().to_vec();
        Seating::from_places(places).map_or_else(|_| seating.clone(), |s| s.with_left(left))
    }

    /// In whose own place a point lies, in shares.
    pub(super) fn before(&self, p: [f64; 2], seating: &Seating) -> Option<Seat> {
        let first = self.first(seating)?;
        let count = self.seats.len();
        let held = (0..count).find(|&i| holds(&self.seats[(first + i) % count].corners, p))?;
        Some(seating.places()[held].seat)
    }

    /// Which of the layout's places is the first player's: the turn in which all sit nearest to where they are said to sit.
    fn first(&self, seating: &Seating) -> Option<usize> {
        let count = self.seats.len();
        if count == 0 || count != seating.len() {
            return None;
        }
        let off = |first: usize| -> f64 {
            let places = seating.places().iter().enumerate();
            let apart = places.map(|(i, p)| {
                between(bearing(&self.seats[(first + i) % count].corners), p.bearing)
            });
            apart.sum()
        };
        (0..count).min_by(|&a, &b| off(a).total_cmp(&off(b)))
    }

    /// This layout with its zones and the players' places dragged there; places clockwise, one a player.
    ///
    /// # Errors
    /// When these are not this layout's zones, a field is none, or two players lie over each other.
    pub fn dragged(
        &self,
        zones: &[(String, Form)],
        places: Vec<Corners>,
    ) -> Result<Self, LayoutError> {
        let list = |names: &mut dyn Iterator<Item = &str>| names.collect::<Vec<_>>().join(", ");
        let (found, wanted) = (
            list(&mut zones.iter().map(|z| z.0.as_str())),
            list(&mut self.fields().map(|f| f.0)),
        );
        if found != wanted {
            return Err(LayoutError::Zones { found, wanted });
        }
        let mut layout = Self {
            version: 2,
            players: Some(places.len()),
            seats: places
                .into_iter()
                .map(|corners| SeatArea {
                    corners: corners.map(|p| p.map(rounded)),
                })
                .collect(),
            ..self.clone()
        };
        let mut dragged = zones.iter().map(|z| z.1);
        for area in layout.zones.iter_mut().filter(|z| form(z).is_some()) {
            (area.ring, area.centre, area.area, area.corners) = match dragged.next() {
                Some(Form::Round { centre, radius }) => (
                    Some([0.0, rounded(radius)]),
                    Some(centre.map(rounded)),
                    None,
                    None,
                ),
                Some(Form::Four(corners)) => {
                    (None, None, None, Some(corners.map(|p| p.map(rounded))))
                }
                None => break,
            };
        }
        layout.checked()
    }

    /// The same, if every field is one.
    pub(super) fn checked(self) -> Result<Self, LayoutError> {
        for (name, form) in self.fields() {
            check(form, || Field::Zone(name.to_owned()))?;
        }
        let count = self.seats.len();
        if count > 0 && self.players != Some(count) {
            let wanted = self.players.unwrap_or_default();
            return Err(LayoutError::Players {
                found: count,
                wanted,
            });
        }
        for (i, seat) in self.seats.iter().enumerate() {
            check(Form::Four(seat.corners), || Field::Player(i + 1))?;
        }
        // Once around the table, from each player to the next.
        let bearings: Vec<f64> = self.seats.iter().map(|s| bearing(&s.corners)).collect();
        let step = |i: usize| (bearings[(i + 1) % count] - bearings[i]).rem_euclid(360.0);
        let steps: Vec<f64> = (0..count).map(step).collect();
        let turns = steps.iter().sum::<f64>() / 360.0;
        for (i, seat) in self.seats.iter().enumerate() {
            let next = (i + 1) % count;
            if count > 1 && (steps[i] < LEAST_APART || (turns > 1.5 && steps[i] > 180.0)) {
                return Err(LayoutError::Order(
                    Field::Player(i + 1),
                    Field::Player(next + 1),
                ));
            }
            for (j, other) in self.seats.iter().enumerate().skip(i + 1) {
                if overlap(&seat.corners, &other.corners) {
                    return Err(LayoutError::Overlap(
                        Field::Player(i + 1),
                        Field::Player(j + 1),
                    ));
                }
            }
        }
        Ok(self)
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> String {
        let players = self
            .players
            .map_or_else(String::new, |n| format!(" with {n} players"));
        let mut text = format!(
            "# Where what lies in {}{players}, as it was dragged into place at /host. Numbers are shares of the way from the middle of the\n\
             # table to its edge, to the right and away from the near side; the first zone that fits a card counts. Corners go clockwise as\n\
             # seen from above. `owner = \"nearest\"`: it belongs to the player in whose place it lies, else to the nearest one.\n",
            self.game
        );
        let fields = toml::to_string(self).unwrap_or_default();
        let mut seat = 0;
        for line in fields.lines() {
            if line == "[[seat]]" {
                seat += 1;
                let corners = self
                    .seats
                    .get(seat - 1)
                    .map_or(0.0, |s| bearing(&s.corners));
                let _ = writeln!(
                    text,
                    "# Player {seat}, {corners:.0} degrees clockwise from the far side."
                );
            }
            text += line;
            text.push('\n');
        }
        text
    }
}

/// The form of a zone that can be dragged.
fn form(area: &ZoneArea) -> Option<Form> {
    match (area.corners, area.area, area.ring) {
        (Some(corners), ..) => Some(Form::Four(corners)),
        (None, Some([left, near, right, far]), _) => Some(Form::Four([
            [left, far],
            [right, far],
            [right, near],
            [left, near],
        ])),
        (None, None, Some([0.0, radius])) if radius <= 1.0 => Some(Form::Round {
            centre: area.centre.unwrap_or_default(),
            radius,
        }),
        _ => None,
    }
}

/// How far a field reaches from the table's middle, along its longer sides.
fn reach(form: Form) -> f64 {
    match form {
        Form::Round { centre, radius } => centre[0].abs().max(centre[1].abs()) + radius,
        Form::Four(corners) => corners
            .iter()
            .flatten()
            .fold(0.0, |most, v| v.abs().max(most)),
    }
}

fn check(form: Form, field: impl Fn() -> Field) -> Result<(), LayoutError> {
    let (middle, area, whole) = match form {
        Form::Round { centre, radius } => {
            (centre, std::f64::consts::PI * radius * radius, radius > 0.0)
        }
        Form::Four(corners) => (middle(&corners), area(&corners), is_convex(&corners)),
    };
    if !whole || !area.is_finite() {
        return Err(LayoutError::Corners(field()));
    }
    if area < LEAST {
        return Err(LayoutError::Small(field()));
    }
    if middle.iter().any(|v| v.is_nan() || v.abs() > 1.0) {
        return Err(LayoutError::Beside(field()));
    }
    Ok(())
}

fn middle(corners: &Corners) -> [f64; 2] {
    [0, 1].map(|i| corners.iter().map(|p| p[i]).sum::<f64>() / 4.0)
}

/// Degrees clockwise from north in which the middle of a field lies, the corners of the table at 45°.
fn bearing(corners: &Corners) -> f64 {
    let [x_mm, y_mm] = middle(corners);
    let square = View {
        half_width_mm: 1.0,
        half_depth_mm: 1.0,
    };
    square.bearing(TablePoint { x_mm, y_mm })
}

/// How far `p` lies to the right of the way from `a` to `b`, times its length: positive inside a field whose corners go clockwise.
fn right_of(a: [f64; 2], b: [f64; 2], p: [f64; 2]) -> f64 {
    (b[1] - a[1]) * (p[0] - a[0]) - (b[0] - a[0]) * (p[1] - a[1])
}

fn sides(corners: &Corners) -> impl Iterator<Item = ([f64; 2], [f64; 2])> + '_ {
    (0..4).map(|i| (corners[i], corners[(i + 1) % 4]))
}

/// Whether a point lies in a field.
pub(super) fn holds(corners: &Corners, p: [f64; 2]) -> bool {
    sides(corners).all(|(a, b)| right_of(a, b, p) >= 0.0)
}

fn is_convex(corners: &Corners) -> bool {
    (0..4).all(|i| right_of(corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]) > 0.0)
}

fn area(corners: &Corners) -> f64 {
    sides(corners)
        .map(|(a, b)| (b[0] * a[1] - a[0] * b[1]) / 2.0)
        .sum()
}

/// Whether two fields lie over each other: where a side of neither has the other field on its far side.
fn overlap(one: &Corners, other: &Corners) -> bool {
    let apart = |one: &Corners, other: &Corners| {
        sides(one).any(|(a, b)| other.iter().all(|&p| right_of(a, b, p) <= 1e-9))
    };
    !apart(one, other) && !apart(other, one)
}

/// To a thousandth: a millimetre or less.
fn rounded(v: f64) -> f64 {
    (v * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{GameName, Zone};

    const PLAYERS: [(GameName, std::ops::RangeInclusive<usize>); 3] = [
        (GameName::Monster, 4..=8),
        (GameName::Mensch, 4..=4),
        (GameName::MichiganRummy, 2..=9),
    ];

    const VIEW: View = View {
        half_width_mm: 450.0,
        half_depth_mm: 253.0,
    };

    fn seating(count: usize) -> Seating {
        let names: Vec<String> = (0..count).map(|i| format!("P{i}")).collect();
        Seating::new(&names).expect("a seating")
    }

    fn zones(layout: &Layout) -> Vec<(String, Form)> {
        layout
            .fields()
            .map(|(name, form)| (name.to_owned(), form))
            .collect()
    }

    fn at([x, y]: [f64; 2]) -> TablePoint {
        TablePoint {
            x_mm: x * VIEW.half_width_mm,
            y_mm: y * VIEW.half_depth_mm,
        }
    }

    fn moved(corners: Corners, dx: f64, dy: f64) -> Corners {
        corners.map(|[x, y]| [x + dx, y + dy])
    }

    #[test]
    fn every_game_and_number_of_players_has_places_that_can_be_kept() {
        let mut tried = 0;
        for (game, counts) in PLAYERS {
            for count in counts {
                let (standard, seating) = (Layout::of(game), seating(count));
                let places = standard.places(&seating);
                let kept = standard.dragged(&zones(&standard), places.clone());
                let kept = kept.unwrap_or_else(|e| panic!("{game} {count}: {e}"));
                let read = Layout::parse(&kept.text(), game).expect("its own text");
                assert_eq!(read, kept, "{}", kept.text());
                assert_eq!(read.places(&seating), places, "{game} {count}");
                for (place, seat) in places.iter().zip(seating.seats()) {
                    let middle = at(middle(place));
                    for layout in [&standard, &kept] {
                        let found = layout.place(middle, true, VIEW, &seating).expect("a zone");
                        assert_eq!(found.owner, Some(seat), "{game} {count}: {place:?}");
                    }
                }
                for (before, now) in seating.places().iter().zip(kept.seated(&seating).places()) {
                    assert!(
                        between(before.bearing, now.bearing) < 1.0,
                        "{before:?} {now:?}"
                    );
                }
                tried += 1;
            }
        }
        assert_eq!(tried, 14);
    }

    #[test]
    fn a_card_counts_for_the_field_that_was_dragged_under_it() {
        let (standard, four) = (Layout::of(GameName::Mensch), seating(4));
        let p = at([-0.6, -0.7]);
        let place = |layout: &Layout, up| {
            let place = layout.place(p, up, VIEW, &four).expect("a zone");
            (place.zone, place.owner.map(|s| s.0))
        };
        assert_eq!(place(&standard, true).0, Zone::Won);
        let round = Form::Round {
            centre: [-0.55, -0.65],
            radius: 0.3,
        };
        let mut places = standard.places(&four);
        let layout = standard.dragged(&[("trick".to_owned(), round)], places.clone());
        assert_eq!(place(&layout.expect("a layout"), true), (Zone::Trick, None));
        // A player's place takes what lies in it, whoever else sits nearer.
        let aside = [
            [-0.95, -0.58],
            [-0.35, -0.58],
            [-0.35, -0.98],
            [-0.95, -0.98],
        ];
        let right = [[-0.1, -0.6], [0.5, -0.6], [0.5, -0.98], [-0.1, -0.98]];
        let long = [[-0.98, 0.4], [-0.58, 0.4], [-0.4, -0.95], [-0.98, -0.95]];
        for (owner, lies) in [(0, [aside, moved(places[1], 0.0, 0.2)]), (1, [right, long])] {
            (places[0], places[1]) = (lies[0], lies[1]);
            let layout = standard
                .dragged(&zones(&standard), places.clone())
                .expect("a layout");
            assert_eq!(place(&layout, false), (Zone::Won, Some(owner)));
            assert_eq!(
                layout.seated(&four).places()[0].bearing,
                bearing(&places[0])
            );
        }
    }

    #[test]
    fn places_belong_to_whoever_sits_there_now() {
        let standard = Layout::of(GameName::Mensch);
        let kept = standard
            .dragged(&zones(&standard), standard.places(&seating(4)))
            .expect("a layout");
        let other: Seating = "W@west,N@north,E@east,S@south".parse().expect("a seating");
        for (p, name) in [
            ([-0.8, 0.0], "W"),
            ([0.0, 0.8], "N"),
            ([0.8, 0.0], "E"),
            ([0.0, -0.8], "S"),
        ] {
            assert_eq!(
                kept.before(p, &other).map(|s| other.name(s)).as_deref(),
                Some(name)
            );
        }
        // Another number of players: the layout's places are nobody's.
        assert_eq!(kept.before([0.0, -0.8], &seating(5)), None);
        assert_eq!(kept.seated(&seating(5)), seating(5));
        let error = kept.for_players(5).expect_err("four places");
        assert_eq!(error.to_string(), "the layout is for 4 players, 5 play");
    }

    #[test]
    fn what_is_no_field_is_refused_in_words() {
        let (standard, four) = (Layout::of(GameName::Mensch), seating(4));
        let right = standard.places(&four);
        let said = |zones: &[(String, Form)], places: &[Corners]| {
            let error = standard
                .dragged(zones, places.to_vec())
                .expect_err("refused");
            error.to_string()
        };
        let trick = |centre, radius| vec![("trick".to_owned(), Form::Round { centre, radius })];
        let own = zones(&standard);
        let with = |i: usize, corners: Corners| {
            let mut places = right.clone();
            places[i] = corners;
            places
        };
        let [a, b, c, d] = right[1];
        for (text, says) in [
            (
                said(&trick([0.0, 0.0], 0.1), &right),
                "zone `trick` is too small: a card must fit into it",
            ),
            (
                said(&trick([1.2, 0.0], 0.4), &right),
                "the middle of zone `trick` lies beside the table",
            ),
            (
                said(&trick([0.0, 0.0], -0.4), &right),
                "the corners of zone `trick` form no field: they go round clockwise without crossing, and none points inwards",
            ),
            (said(&[], &right), "the game's zones are trick, not "),
            (
                said(&own, &with(1, [a, c, b, d])),
                "the corners of the place of player 2 form no field: they go round clockwise without crossing, and none points inwards",
            ),
            (
                said(&own, &with(1, [d, c, b, a])),
                "the corners of the place of player 2 form no field: they go round clockwise without crossing, and none points inwards",
            ),
            (
                said(&own, &with(1, moved(right[1], -0.4, 0.0))),
                "the middle of the place of player 2 lies beside the table",
            ),
            (
                said(&own, &with(1, moved(right[1], 0.3, -0.3))),
                "the place of player 1 and the place of player 2 lie over each other",
            ),
            (
                said(&own, &[right[1], right[0], right[2], right[3]]),
                "the place of player 1 and the place of player 2 must lie clockwise around the table, each on its own side",
            ),
        ] {
            assert_eq!(text, says);
        }
        let text = standard.dragged(&own, right).expect("a layout").text();
        let fewer = text.replace("players = 4", "players = 5");
        let error = Layout::parse(&fewer, GameName::Mensch).expect_err("four places");
        assert_eq!(error.to_string(), "the layout is for 4 players, 5 play");
    }
}
