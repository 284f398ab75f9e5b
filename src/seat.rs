//! Players and where they sit: `A@south,B@west` into a [`Seating`], and seat numbers into names at the program's edge.

use std::{collections::BTreeMap, fmt, str::FromStr};

use serde::{Deserialize, Serialize, de::Error as _};
use serde_json::Value;

/// One player of an evening, by number; the text form is `#2`. The number stays with the player for the whole evening,
/// whoever sits where: where they sit, and their names, stand in the [`Seating`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl FromStr for Seat {
    type Err = SeatError;
    fn from_str(text: &str) -> Result<Self, SeatError> {
        text.strip_prefix('#')
            .and_then(|n| n.parse().ok())
            .map(Self)
            .ok_or_else(|| SeatError::Number(text.to_owned()))
    }
}

impl Serialize for Seat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// What is wrong with a list of seats.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SeatError {
    /// Not a seat number.
    #[error("`{0}` is no seat number: write # and the number, such as #2")]
    Number(String),
    /// A name that is empty, repeated or reserved.
    #[error(
        "the seat name `{0}` can't be used: names are different, not empty, not pot or bank, and don't begin with #"
    )]
    Name(String),
    /// A place that is neither a side nor degrees.
    #[error(
        "`{0}` is no place at the table: write north, east, south, west, or degrees clockwise from north"
    )]
    Place(String),
    /// Places for some seats only.
    #[error("give a place to every seat or to none")]
    SomePlaces,
    /// Too few or too many.
    #[error("{0} seats: a table has 2 to 12")]
    Count(usize),
}

/// One player at the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Who sits here.
    pub seat: Seat,
    /// The player's name as shown.
    pub name: String,
    /// Where the seat is: degrees clockwise from north as seen from above, in the table frame (180 is south).
    pub bearing: f64,
}

/// Who sits where, clockwise as seen from above.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Seating {
    places: Vec<Place>,
    /// Who sat here earlier this evening: still named, with a number that nobody else gets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    left: Vec<Place>,
}

impl Seating {
    /// A seating of these players, clockwise; their seats are numbered 0, 1, … and they stand evenly around the table,
    /// the first in the south.
    ///
    /// # Errors
    /// When a name can't be used or the number of seats is impossible.
    pub fn new<S: AsRef<str>>(names: &[S]) -> Result<Self, SeatError> {
        names
            .iter()
            .map(AsRef::as_ref)
            .collect::<Vec<_>>()
            .join(",")
            .parse()
    }

    /// A seating from places already checked elsewhere (a journal): clockwise, seats and names different.
    ///
    /// # Errors
    /// When a name or seat is repeated or the number of seats is impossible.
    pub fn from_places(places: Vec<Place>) -> Result<Self, SeatError> {
        if !(2..=12).contains(&places.len()) {
            return Err(SeatError::Count(places.len()));
        }
        for (i, place) in places.iter().enumerate() {
            let earlier = &places[..i];
            let bad = place.name.trim().is_empty()
                || matches!(place.name.as_str(), "pot" | "bank")
                || place.name.starts_with('#')
                || place.name.contains([',', '@'])
                || earlier
                    .iter()
                    .any(|p| p.name == place.name || p.seat == place.seat);
            if bad {
                return Err(SeatError::Name(place.name.clone()));
            }
        }
        let left = Vec::new();
        Ok(Self { places, left })
    }

    /// The same seating, knowing who sat at the table before.
    #[must_use]
    pub fn after(mut self, before: &Self) -> Self {
        let known = before.places.iter().chain(&before.left);
        self.left = known
            .filter(|p| self.index(p.seat).is_none())
            .cloned()
            .collect();
        self
    }

    /// The same players under the numbers that they have in `before`, by name; whoever is new gets a number that nobody had.
    #[must_use]
    pub fn numbered_after(mut self, before: &Self) -> Self {
        let taken = before.places.iter().chain(&before.left);
        let mut next = taken.map(|p| p.seat.0.saturating_add(1)).max().unwrap_or(0);
        for place in &mut self.places {
            place.seat = before.by_name(&place.name).unwrap_or(Seat(next));
            next = next.saturating_add(u8::from(place.seat == Seat(next)));
        }
        self
    }

    /// The same seating, players under other names: each key becomes its value, all at once.
    ///
    /// # Errors
    /// When a new name can't be used here, or is somebody else's.
    pub fn renamed(&self, names: &BTreeMap<String, String>) -> Result<Self, SeatError> {
        let change = |places: &[Place]| {
            let mut places = places.to_vec();
            for place in &mut places {
                if let Some(new) = names.get(&place.name) {
                    new.clone_into(&mut place.name);
                }
            }
            places
        };
        let (places, left) = (change(&self.places), change(&self.left));
        let twice = |p: &&Place| left.iter().any(|l| l.name == p.name);
        if let Some(twice) = places.iter().find(twice) {
            return Err(SeatError::Name(twice.name.clone()));
        }
        Ok(Self::from_places(places)?.with_left(left))
    }

    /// Who sat here earlier this evening.
    #[must_use]
    pub fn left(&self) -> &[Place] {
        &self.left
    }

    /// The same seating, with these as those who left.
    #[must_use]
    pub fn with_left(mut self, left: Vec<Place>) -> Self {
        self.left = left;
        self
    }

    fn known(&self, seat: Seat) -> Option<&Place> {
        let mut all = self.places.iter().chain(&self.left);
        all.find(|p| p.seat == seat)
    }

    /// The places, clockwise.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The seats, clockwise.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + '_ {
        self.places.iter().map(|p| p.seat)
    }

    /// How many sit at the table.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Never: a seating has at least two seats.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// A seat's place in the clockwise list.
    #[must_use]
    pub fn index(&self, seat: Seat) -> Option<usize> {
        self.places.iter().position(|p| p.seat == seat)
    }

    /// The next seat clockwise (to the left of `seat`); `seat` itself where it doesn't sit at the table.
    #[must_use]
    pub fn left_of(&self, seat: Seat) -> Seat {
        self.index(seat)
            .map_or(seat, |i| self.places[(i + 1) % self.places.len()].seat)
    }

    /// All seats clockwise, beginning to the left of `seat`, `seat` last.
    #[must_use]
    pub fn from_left_of(&self, seat: Seat) -> Vec<Seat> {
        let start = self.index(seat).map_or(0, |i| i + 1);
        (0..self.len())
            .map(|k| self.places[(start + k) % self.len()].seat)
            .collect()
    }

    /// The seat with that name, of those who left too.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<Seat> {
        let mut all = self.places.iter().chain(&self.left);
        all.find(|p| p.name == name).map(|p| p.seat)
    }

    /// The name of a seat, or its number where nobody ever sat there.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        self.known(seat)
            .map_or_else(|| seat.to_string(), |p| p.name.clone())
    }

    /// Replaces every seat number (`"#2"`), as value or as key, by the player's name.
    pub fn name_all(&self, value: &mut Value) {
        self.translate(value, &|text| {
            let seat = text.parse().ok()?;
            self.known(seat).map(|p| p.name.clone())
        });
    }

    /// The same within a sentence.
    #[must_use]
    pub fn name_in(&self, text: &str) -> String {
        let mut parts = text.split('#');
        let mut named = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (number, rest) = part.split_at(digits);
            let seat = format!("#{number}").parse();
            let name = seat.map_or_else(|_| format!("#{number}"), |seat| self.name(seat));
            named.extend([&name, rest]);
        }
        named
    }

    fn translate(&self, value: &mut Value, name: &impl Fn(&str) -> Option<String>) {
        match value {
            Value::String(text) => {
                if let Some(new) = name(text) {
                    *text = new;
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|v| self.translate(v, name)),
            Value::Object(map) => {
                let old = std::mem::take(map);
                for (key, mut v) in old {
                    self.translate(&mut v, name);
                    map.insert(name(&key).unwrap_or(key), v);
                }
            }
            _ => {}
        }
    }
}

impl FromStr for Seating {
    type Err = SeatError;
    fn from_str(text: &str) -> Result<Self, SeatError> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let count = parts.len();
        let mut places = Vec::with_capacity(count);
        for (i, part) in parts.iter().enumerate() {
            let (name, place) = match part.split_once('@') {
                Some((name, place)) => (name, Some(bearing(place)?)),
                None => (*part, None),
            };
            let number = u8::try_from(i).map_err(|_| SeatError::Count(count))?;
            places.push((Seat(number), name.to_owned(), place));
        }
        let placed = places.iter().filter(|p| p.2.is_some()).count();
        if placed != 0 && placed != count {
            return Err(SeatError::SomePlaces);
        }
        let spread = |i: usize| (180.0 + 360.0 * i as f64 / count as f64) % 360.0;
        let places = places
            .into_iter()
            .enumerate()
            .map(|(i, (seat, name, place))| Place {
                seat,
                name,
                bearing: place.unwrap_or_else(|| spread(i)),
            })
            .collect();
        Self::from_places(places)
    }
}

/// A side or degrees into degrees clockwise from north, 0…360.
fn bearing(text: &str) -> Result<f64, SeatError> {
    Ok(match text {
        "north" => 0.0,
        "east" => 90.0,
        "south" => 180.0,
        "west" => 270.0,
        _ => text
            .parse::<f64>()
            .ok()
            .filter(|d| d.is_finite())
            .map(|d| d.rem_euclid(360.0))
            .ok_or_else(|| SeatError::Place(text.to_owned()))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_or_spread_evenly() {
        let seating: Seating = "A@south,B@west,C@north,D@90".parse().expect("a seating");
        let bearings: Vec<f64> = seating.places().iter().map(|p| p.bearing).collect();
        assert_eq!(bearings, [180.0, 270.0, 0.0, 90.0]);
        let even: Seating = "가,나,다".parse().expect("a seating");
        assert_eq!(even.places()[1].bearing, 300.0);
        assert_eq!(seating.from_left_of(Seat(3)), [0, 1, 2, 3].map(Seat));
        assert_eq!(seating.left_of(Seat(3)), Seat(0));
    }

    #[test]
    fn bad_lists_are_refused_in_words() {
        for (text, said) in [
            (
                "A,A",
                "the seat name `A` can't be used: names are different, not empty, not pot or bank, and don't begin with #",
            ),
            (
                "A,,B",
                "the seat name `` can't be used: names are different, not empty, not pot or bank, and don't begin with #",
            ),
            (
                "A@up,B",
                "`up` is no place at the table: write north, east, south, west, or degrees clockwise from north",
            ),
            ("A@south,B", "give a place to every seat or to none"),
            ("A", "1 seats: a table has 2 to 12"),
        ] {
            assert_eq!(
                text.parse::<Seating>().expect_err("refused").to_string(),
                said
            );
        }
    }

    #[test]
    fn who_left_keeps_name_and_number() {
        let before: Seating = "Kim,Lee,Park".parse().expect("a seating");
        let mut places = before.places()[..2].to_vec();
        places[1].seat = Seat(7);
        places[1].name = "Choi".into();
        let now = Seating::from_places(places).expect("a seating");
        let now = now.after(&before);
        assert_eq!(now.seats().collect::<Vec<_>>(), [Seat(0), Seat(7)]);
        assert_eq!(now.by_name("Park"), Some(Seat(2)));
        assert_eq!(
            (now.name(Seat(1)), now.name(Seat(2))),
            ("Lee".into(), "Park".into())
        );
        let again = before.clone().after(&now);
        assert_eq!(again.left().len(), 1, "Choi left, the others are back");
    }

    #[test]
    fn another_name_is_the_same_person() {
        let before: Seating = "Kim,Lee,Park".parse().expect("a seating");
        let names = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter();
            pairs
                .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
                .collect()
        };
        let swapped = before.renamed(&names(&[("Kim", "Lee"), ("Lee", "Kim")]));
        let swapped = swapped.expect("a seating");
        assert_eq!(swapped.by_name("Lee"), Some(Seat(0)));
        let new: Seating = "Park,Kimberly".parse().expect("a seating");
        let renamed = before.renamed(&names(&[("Kim", "Kimberly")]));
        let now = new.numbered_after(&renamed.expect("a seating"));
        assert_eq!(now.seats().collect::<Vec<_>>(), [Seat(2), Seat(0)]);
        let left = now.after(&before);
        let taken = left.renamed(&names(&[("Park", "Lee")]));
        assert_eq!(taken, Err(SeatError::Name("Lee".into())), "Lee only left");
    }

    #[test]
    fn numbers_become_names_everywhere() {
        let seating: Seating = "Kim,Lee".parse().expect("a seating");
        let mut value = serde_json::json!({"seat": "#1", "balances": {"#0": 2, "pot": 1}, "proof": [7], "far": "#9"});
        seating.name_all(&mut value);
        assert_eq!(
            value,
            serde_json::json!({"seat": "Lee", "balances": {"Kim": 2, "pot": 1}, "proof": [7], "far": "#9"})
        );
        let text = "#1 owes #0 2, #9 and # 3 nothing: #1";
        assert_eq!(
            seating.name_in(text),
            "Lee owes Kim 2, #9 and # 3 nothing: Lee"
        );
    }
}
