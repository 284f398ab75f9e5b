//! What a watcher is told, one step after the other, into its state then: with the steps since, the same facts follow from it again.

use serde::{Deserialize, Serialize};

use crate::{
    card::Card,
    frame::At,
    plays::{
        look::Look,
        track::{Standing, TrackId},
        watcher::{Fact, Rest, Watcher},
        who::View,
        zones::{Layout, LayoutError},
    },
    seat::{Seat, Seating},
    sighting::TablePoint,
};

/// One thing that a watcher is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// What was seen at one moment.
    Look(Look),
    /// A deal begins.
    NewDeal,
    /// How much table is seen, and what lengths so far are to be multiplied with.
    Resize(View, f64),
    /// Other players, or other places.
    Reseat(Seating),
    /// Other zones, and who sits where.
    Arrange(Box<Layout>, Seating),
    /// The table was not seen from the last look until then.
    Blink(At),
    /// The table is seen again after a while.
    Returned(At),
    /// The camera was moved; the table is seen where it is now.
    Shifted(At),
}

/// A card on the table as it is known, for whoever wants to see how the reading goes.
#[derive(Clone, PartialEq, Debug)]
pub struct TrackSeen {
    /// Its number.
    pub id: TrackId,
    /// Its name so far.
    pub card: Option<Card>,
    /// How far its story has come: `fresh`, `asked`, `named` or `ignored`.
    pub state: &'static str,
    /// Who laid it, if that was decided.
    pub seat: Option<Seat>,
    /// Where it lies, by the name of the zone.
    pub zone: String,
    /// How sure the newest reading was, 0…1.
    pub confidence: f32,
    /// How often it was read, as far as that is kept.
    pub readings: usize,
    /// Its outline, or a point of it where that is unknown.
    pub outline: Vec<TablePoint>,
}

impl Watcher {
    /// Takes one step; what follows from it.
    pub fn take(&mut self, step: &Step, rest: &Rest<'_>) -> Vec<Fact> {
        match step {
            Step::Look(look) => return self.see(look, rest),
            Step::NewDeal => self.new_deal(),
            Step::Resize(view, scale) => self.resize(*view, *scale),
            Step::Reseat(seating) => self.reseat(seating.clone()),
            Step::Arrange(layout, seating) => self.arrange((**layout).clone(), seating.clone()),
            Step::Blink(at) => self.blink(*at),
            Step::Returned(at) => self.returned(*at),
            Step::Shifted(at) => self.shifted(*at),
        }
        Vec::new()
    }

    /// The same as it was before it was written: its zones are known by their names again.
    ///
    /// # Errors
    /// When there is no such zone.
    pub fn named(mut self) -> Result<Self, LayoutError> {
        self.layout = self.layout.named()?;
        Ok(self)
    }

    /// The cards on the table as they are known.
    #[must_use]
    pub fn cards(&self) -> Vec<TrackSeen> {
        let cards = self.tracks.iter().map(|track| TrackSeen {
            id: track.id,
            card: track.name(),
            state: match track.standing {
                Standing::Fresh => "fresh",
                Standing::Asked => "asked",
                Standing::Named(_) => "named",
                Standing::Ignored => "ignored",
            },
            seat: track.seat,
            zone: track.place.zone.to_string(),
            confidence: track.readings.last().map_or(0.0, |r| r.confidence),
            readings: track.readings.len(),
            outline: track
                .outline
                .map_or_else(|| vec![track.spot()], |quad| quad.to_vec()),
        });
        cards.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        card::Deck,
        play::{GameName, Zone},
        plays::{Form, Layout},
    };

    /// A bundle holds the steps as they were told: dragged zones come out of it as they went in.
    #[test]
    fn dragged_zones_are_told_as_they_were_written() {
        let four: Seating = "A,B,C,D".parse().expect("a seating");
        let usual = Layout::of(GameName::Mensch);
        let round = Form::Round {
            centre: [-0.6, 0.0],
            radius: 0.3,
        };
        let dragged = usual.dragged(&[("trick".to_owned(), round)], usual.places(&four));
        let told = Step::Arrange(Box::new(dragged.expect("a layout")), four.clone());
        let written = serde_json::to_string(&told).expect("plain data");
        let step: Step = serde_json::from_str(&written).expect("its own text");
        let view = View {
            half_width_mm: 450.0,
            half_depth_mm: 250.0,
        };
        let mut watcher = Watcher::new(Deck::Short, usual, four.clone(), view);
        let at = TablePoint {
            x_mm: -300.0,
            y_mm: 10.0,
        };
        let zone = |w: &Watcher| w.layout.place(at, true, view, &four).map(|p| p.zone);
        assert_eq!(zone(&watcher), Some(Zone::Won));
        let rest = Rest {
            awaited: &[],
            likely: &|_, _| Vec::new(),
        };
        watcher.take(&step, &rest);
        assert_eq!(zone(&watcher), Some(Zone::Trick));
    }
}
