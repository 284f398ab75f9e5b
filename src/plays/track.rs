//! One card on the table over time: where it lies, what was read of it, what was told about it.

use serde::{Deserialize, Serialize};

use crate::{
    card::Card,
    frame::At,
    plays::{
        geometry::{CARD_LONG_MM, centre, inside, near, overlap, spread, square},
        look::CardSeen,
        reading::Reading,
        zones::Place,
    },
    seat::Seat,
    sighting::TablePoint,
};

/// The number of a card on the table, new for each card that comes to rest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct TrackId(pub u64);

/// How far a card's story has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Standing {
    /// Read, but nothing told yet.
    Fresh,
    /// Told as a hole and asked for.
    Asked,
    /// Told by name.
    Named(Card),
    /// Nobody's play: a look back, a card shown around.
    Ignored,
}

/// One card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Track {
    pub id: TrackId,
    pub standing: Standing,
    pub readings: Vec<Reading>,
    /// The card's outline, once enough of it was seen.
    pub outline: Option<[TablePoint; 4]>,
    /// Where its indices were seen.
    pub anchors: Vec<TablePoint>,
    pub place: Place,
    /// Who laid it, once decided.
    pub seat: Option<Seat>,
    /// Whether it came there while nobody looked.
    pub unseen: bool,
    /// When it came to rest.
    pub rested: At,
    /// When it was last seen where it is.
    pub seen: At,
    /// Higher lies on top.
    pub order: u64,
    /// Looks in a row in which it was not where it should be, and the first of them.
    pub missing: Option<(u32, At)>,
}

/// Two positions of a card within this are the same place, mm: less than the 24 mm by which cards of a fan are apart.
const SAME_MM: f64 = 13.0;

/// An index seen again this near is the same index, mm: it is some 20 mm tall, and the reader keeps two apart from about half of that on.
const SAME_INDEX_MM: f64 = 5.0;

/// The same for the card's other index, whose place follows from its outline.
const OTHER_INDEX_MM: f64 = 8.0;

/// The middle of an index stands no farther from its corner, mm.
const CORNER_MM: f64 = 22.0;

/// Readings kept per card.
const KEPT: usize = 24;

impl Track {
    /// Points of the card: its whole area if the outline is known, else around its index.
    pub(super) fn points(&self) -> Vec<TablePoint> {
        match (&self.outline, self.anchors.first()) {
            (Some(quad), _) => spread(quad),
            (None, Some(&anchor)) => spread(&square(anchor, 9.0)),
            (None, None) => Vec::new(),
        }
    }

    /// Where the card is: the middle of its outline, or its index.
    pub(super) fn spot(&self) -> TablePoint {
        match (&self.outline, self.anchors.first()) {
            (Some(quad), _) => centre(quad),
            (None, Some(&anchor)) => anchor,
            (None, None) => TablePoint::default(),
        }
    }

    /// What it was named, or was read most lately.
    pub(super) fn name(&self) -> Option<Card> {
        match self.standing {
            Standing::Named(card) => Some(card),
            _ => self.readings.iter().rev().find_map(|r| r.card),
        }
    }

    /// How far the card as seen now lies from this one, mm, if it can be the same place.
    pub(super) fn apart(&self, seen: &CardSeen) -> Option<f64> {
        self.shift(seen).filter(|&apart| apart < SAME_MM)
    }

    /// Whether this is an index that nobody could name, or that names it too, and lies on the card seen now: a piece of the same card.
    pub(super) fn is_piece_of(&self, seen: &CardSeen) -> bool {
        self.outline.is_none()
            && (self.name().is_none() || self.name() == seen.card)
            && seen
                .outline
                .is_some_and(|quad| self.anchors.iter().any(|&a| near(&quad, a, 2.0)))
    }

    /// Where its other indices stand, by those seen: through the middle of its outline.
    fn mirrored(&self) -> impl Iterator<Item = TablePoint> + '_ {
        let middle = self.outline.map(|quad| centre(&quad));
        middle.into_iter().flat_map(move |middle| {
            self.anchors.iter().map(move |a| TablePoint {
                x_mm: 2.0 * middle.x_mm - a.x_mm,
                y_mm: 2.0 * middle.y_mm - a.y_mm,
            })
        })
    }

    /// The distance of an index to the nearest place where this card's indices are or could be.
    fn index_apart(&self, anchor: TablePoint) -> Option<f64> {
        let places = self.anchors.iter().copied().chain(self.mirrored());
        places.map(|a| a.distance_mm(anchor)).min_by(f64::total_cmp)
    }

    /// The distance between where it was and where it is seen now, whatever shows.
    pub(super) fn moved_by(&self, seen: &CardSeen) -> f64 {
        self.shift(seen).unwrap_or(CARD_LONG_MM * 4.0)
    }

    /// The same, if anything of both can be compared: an index that stayed, else the outlines, else the indices.
    fn shift(&self, seen: &CardSeen) -> Option<f64> {
        match (&self.outline, &seen.outline) {
            (Some(mine), Some(theirs)) => Some(
                self.same_index(seen)
                    .unwrap_or_else(|| centre(mine).distance_mm(centre(theirs))),
            ),
            _ => self.index_apart(seen.anchor),
        }
    }

    /// How far an index that was read lies from where this card's was, or where its other one must be, mm, if it is the same one. Outlines of
    /// covered cards are guesses that jump; an index stays where it is.
    pub(super) fn same_index(&self, seen: &CardSeen) -> Option<f64> {
        let near_one = |places: &mut dyn Iterator<Item = TablePoint>, most: f64| {
            places
                .map(|a| a.distance_mm(seen.anchor))
                .min_by(f64::total_cmp)
                .filter(|&apart| apart < most)
        };
        if seen.signs.indices == 0 {
            return None;
        }
        near_one(&mut self.anchors.iter().copied(), SAME_INDEX_MM)
            .or_else(|| near_one(&mut self.mirrored(), OTHER_INDEX_MM))
    }

    /// Whether an index stands about where one of its own does: enough to tell it from those beside it where both are read by the same name.
    pub(super) fn index_near(&self, anchor: TablePoint) -> bool {
        self.index_apart(anchor)
            .is_some_and(|apart| apart < SAME_MM)
    }

    /// Whether an index of one stands about where one of the other's does or must.
    pub(super) fn shares_index(&self, other: &Track) -> bool {
        let near = |a: &Track, b: &Track| b.anchors.iter().any(|&p| a.index_near(p));
        near(self, other) || near(other, self)
    }

    /// How far an index of another track stands from the nearest corner of this card's outline, mm, if it stands on it where an index does.
    pub(super) fn corner_apart(&self, index: &Track) -> Option<f64> {
        let quad = self.outline?;
        let anchors = index.anchors.iter().filter(|&&a| inside(&quad, a));
        let apart = anchors.flat_map(|a| quad.map(|corner| corner.distance_mm(*a)));
        apart
            .min_by(f64::total_cmp)
            .filter(|&apart| apart < CORNER_MM)
    }

    /// Whether a card that is read by two signs lies elsewhere than this one, which was told, though their indices may touch.
    pub(super) fn lies_elsewhere(&self, seen: &CardSeen) -> bool {
        let middles = self.outline.as_ref().zip(seen.outline.as_ref());
        self.standing != Standing::Fresh
            && seen.signs.convict()
            && middles.is_some_and(|(mine, theirs)| {
                centre(mine).distance_mm(centre(theirs)) > CARD_LONG_MM / 2.0
            })
    }

    /// Whether a card that is seen while this one lies there is another: beside it, in full, and read by two signs.
    pub(super) fn lies_beside(&self, seen: &CardSeen) -> bool {
        let outlines = self.outline.as_ref().zip(seen.outline.as_ref());
        seen.signs.convict() && outlines.is_some_and(|(mine, theirs)| !overlap(theirs, mine))
    }

    /// Takes one more look at it.
    pub(super) fn read(&mut self, at: At, seen: &CardSeen) {
        let moved = self.moved_by(seen);
        if let Some(outline) = seen.outline {
            self.outline = Some(outline);
        }
        if moved > SAME_MM {
            self.anchors.clear();
            if seen.outline.is_none() {
                self.outline = None;
            }
        }
        if !self
            .anchors
            .iter()
            .any(|a| a.distance_mm(seen.anchor) < 6.0)
        {
            self.anchors.push(seen.anchor);
        }
        self.readings.push(Reading::of(at, seen));
        if self.readings.len() > KEPT {
            self.readings.remove(0);
        }
        self.seen = at;
        self.missing = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{plays::geometry::square, sighting::Signs};

    fn at(x_mm: f64) -> TablePoint {
        TablePoint { x_mm, y_mm: 0.0 }
    }

    /// A card whose index was read there, with an outline guessed around another place.
    fn seen(index_mm: f64, outline_mm: f64, indices: u8) -> CardSeen {
        CardSeen {
            card: None,
            confidence: 0.9,
            signs: Signs {
                indices,
                face: false,
            },
            choices: Vec::new(),
            outline: Some(square(at(outline_mm), 30.0)),
            anchor: at(index_mm),
        }
    }

    #[test]
    fn an_index_holds_a_card_of_a_fan_whose_outline_jumps() {
        let place = Place {
            zone: crate::play::Zone::Hand,
            owner: None,
            margin: 0.0,
        };
        let mut track = Track {
            id: TrackId(1),
            standing: Standing::Fresh,
            readings: Vec::new(),
            outline: None,
            anchors: Vec::new(),
            place,
            seat: None,
            unseen: false,
            rested: At(0),
            seen: At(0),
            order: 1,
            missing: None,
        };
        track.read(At(0), &seen(0.0, 20.0, 1));
        // The outline is guessed 40 mm farther, the index stays: the same card. The next card's index doesn't.
        assert_eq!(track.apart(&seen(2.0, 60.0, 1)), Some(2.0));
        assert_eq!(track.apart(&seen(24.0, 60.0, 1)), None);
        // Its other index, through the middle of the outline, is its own as well.
        assert!(
            track
                .same_index(&seen(38.0, 90.0, 1))
                .is_some_and(|apart| apart < 8.0)
        );
        // Without an index that was read only the outline tells.
        assert_eq!(track.apart(&seen(0.0, 60.0, 0)), None);
        assert_eq!(track.apart(&seen(0.0, 28.0, 0)), Some(8.0));
        // What it knew of its index outlasts the jump.
        track.read(At(1), &seen(2.0, 60.0, 1));
        assert_eq!(track.anchors, [at(0.0)]);
    }
}
