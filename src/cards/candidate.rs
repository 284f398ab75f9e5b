//! Cards as they come together: what is told, what is told as rejected, and what one card's pieces must not be taken for.

use super::{
    DeckProfile, Rejected, backs,
    face::FaceReading,
    geometry::{Quad, V2, holds, middle, overlap, width},
    naming::NAMED_BARELY,
    picture::Picture,
    strips::Pictured,
    together::{self, Corner},
};
use crate::{
    card::{Card, PairsRank},
    sighting::{Back, PicturePoint, Sighting, Signs},
};

/// An index alone is told as an unnamed card only if it is surely one.
pub(super) const QUALITY_ALONE: f32 = 0.8;
/// It must also have a likely name.
const LIKELY_ALONE: f32 = 0.3;
/// An outline without a readable index is told as an unnamed card from this heat on.
const CARD_ALONE: f32 = 0.45;
/// An outline is a back by its looks from here on; on a table of one colour sooner.
const BACK_BY_LOOKS: f32 = 0.7;
const BACK_ON_PLAIN: f32 = 0.6;
/// From here on even where its pattern holds something like an index.
const BACK_BY_ALL_MEANS: f32 = 0.9;
/// An outline of a card may be so much too small.
const ECHO: f32 = 1.25;
/// The middle of a card, as a part of it, where its own corners are not.
const INNER: f32 = 0.85;
/// Two names of a single deck are both believed only from here on.
const TWICE: f32 = 0.99;
/// How sure a card is that its picture tells: as sure as one without an index must be.
const BY_PICTURE: f32 = NAMED_BARELY;

/// One card as it comes together.
pub(super) struct Candidate {
    pub(super) sighting: Sighting,
    pub(super) outline: Option<Quad>,
    pub(super) indices: Vec<Corner>,
    pub(super) heat: f32,
    pub(super) quality: f32,
    pub(super) face: Option<FaceReading>,
}

impl Candidate {
    /// A card without an index that its picture tells.
    pub(super) fn pictured(profile: &DeckProfile, told: &Pictured) -> Self {
        let card = profile.card(told.face);
        Self {
            sighting: Sighting {
                card: Some(card),
                corners: Some(told.quad.map(PicturePoint::from)),
                anchor: middle(&told.quad).into(),
                confidence: BY_PICTURE,
                signs: Signs {
                    indices: 0,
                    face: true,
                },
                choices: vec![(card, BY_PICTURE)],
            },
            outline: Some(told.quad),
            indices: Vec::new(),
            heat: 1.0,
            quality: 0.0,
            face: None,
        }
    }

    /// Whether it is but an unread outline of the card that lies on this one.
    pub(super) fn is_replaced_by(&self, quad: &Quad) -> bool {
        let own = self.sighting.corners.map(|q| q.map(V2::from));
        let of_it = |own: Quad| (middle(&own) - middle(quad)).len() < 0.3 * width(quad);
        self.sighting.signs.indices == 0 && own.is_some_and(of_it)
    }

    /// Why this is not told, if it isn't.
    pub(super) fn verdict(&self) -> Option<String> {
        if self.sighting.card.is_some() {
            return None;
        }
        if self.sighting.corners.is_none() {
            if self.quality >= QUALITY_ALONE && self.sighting.confidence >= LIKELY_ALONE {
                return None;
            }
            return Some(format!(
                "an index too doubtful by itself (quality {:.2})",
                self.quality
            ));
        }
        if let Some(face) = &self.face {
            if face.back > 0.5 && self.quality < QUALITY_ALONE {
                return Some(format!("a back, not a face ({:.2})", face.back));
            }
            if face.nothing > 0.5 && self.quality < 0.5 {
                return Some(format!("nothing to read on it ({:.2})", face.nothing));
            }
        }
        (self.heat < CARD_ALONE && self.quality < 0.5)
            .then(|| format!("hardly a card (heat {:.2})", self.heat))
    }

    /// Whether this outline is a back by its looks, and none that is known; `plain` says that the table is of one colour.
    pub(super) fn is_back(
        &self,
        picture: &Picture<'_>,
        known: &[Back],
        named: &[Quad],
        plain: bool,
    ) -> bool {
        let (Some(face), Some(corners)) = (&self.face, self.sighting.corners) else {
            return false;
        };
        let least = match (self.quality < 0.5, plain) {
            (true, true) => BACK_ON_PLAIN,
            (true, false) => BACK_BY_LOOKS,
            (false, _) => BACK_BY_ALL_MEANS,
        };
        let quad = corners.map(V2::from);
        let lies_on = |b: &Back| overlap(&b.corners.map(V2::from), &quad) > 0.5;
        face.back >= least
            && !known.iter().any(lies_on)
            && backs::like_a_card(picture, &quad, named, &backs::OUTLINED)
    }

    pub(super) fn as_back(&self) -> Option<Back> {
        let confidence = self.face.as_ref().map_or(0.0, |f| f.back);
        self.sighting.corners.map(|corners| Back {
            corners,
            confidence,
        })
    }

    pub(super) fn outline_points(&self) -> Vec<PicturePoint> {
        self.outline
            .iter()
            .flatten()
            .copied()
            .map(PicturePoint::from)
            .collect()
    }
}

/// What reads as a single index in the middle of a card whose own corners agree is a pip or part of its figure; where the second index of a
/// card must stand that its first and its face name, it is that one, cut by what covers it (half an 8 looks like a Q); and a 1 on a 10 is its
/// first figure.
pub(super) fn doubt_inner(candidates: &mut [Candidate]) {
    let number = |c: &Candidate| c.sighting.card.and_then(Card::pairs).map(PairsRank::number);
    let told = candidates.iter().filter(|c| c.sighting.card.is_some());
    let cards = told.filter_map(|c| Some((c, c.sighting.corners?.map(V2::from))));
    let tens: Vec<Quad> = cards
        .clone()
        .filter(|(c, _)| number(c) == Some(10))
        .map(|(_, quad)| quad)
        .collect();
    let sure: Vec<(Quad, bool, Vec<Corner>)> = cards
        .filter(|(c, _)| c.sighting.signs.convict())
        .map(|(c, quad)| (quad, c.sighting.signs.face, c.indices.clone()))
        .collect();
    for c in candidates
        .iter_mut()
        .filter(|c| c.sighting.signs.indices < 2 && c.sighting.corners.is_none())
    {
        let on = |quad: &Quad| holds(quad, c.sighting.anchor.into());
        let clear = c.sighting.confidence >= NAMED_BARELY;
        let of_it = |(quad, bare, indices): &(Quad, bool, Vec<Corner>)| match &indices[..] {
            [] => false,
            [one] => c.indices.iter().any(|i| together::opposite(quad, one, i)),
            // Where its face is seen nothing lies on it; else another card may, if it is clearly read.
            _ => (*bare || !clear) && on(&together::grown(quad, INNER)),
        };
        let of_ten = number(c) == Some(1) && tens.iter().any(on);
        if of_ten || sure.iter().any(of_it) {
            c.sighting.card = None;
            c.quality = c.quality.min(QUALITY_ALONE - 0.01);
        }
    }
}

/// A single index opposite to the only one of an outlined card is that card's other one: where they disagree neither is believed.
pub(super) fn doubt_opposite(candidates: &mut [Candidate]) {
    let quarrel = |a: &Candidate, b: &Candidate| {
        let (Some(quad), [one], [other]) = (a.sighting.corners, &a.indices[..], &b.indices[..])
        else {
            return false;
        };
        !a.sighting.signs.convict()
            && b.sighting.corners.is_none()
            && a.sighting.card.is_some()
            && b.sighting.card.is_some()
            && a.sighting.card != b.sighting.card
            && together::opposite(&quad.map(V2::from), one, other)
    };
    let all = 0..candidates.len();
    let pairs = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
    let doubted: Vec<(usize, usize)> = pairs
        .filter(|&(a, b)| quarrel(&candidates[a], &candidates[b]))
        .collect();
    for (a, b) in doubted {
        candidates[a].sighting.card = None;
        candidates[b].sighting.card = None;
    }
}

/// Outlines without an index of their own that are a named card seen once more: the other's indices stand in them. In a fan of a deck with equal
/// cards they may be a neighbour.
pub(super) fn echoes(candidates: &mut Vec<Candidate>) -> Vec<Rejected> {
    let named: Vec<(Quad, Vec<Corner>, Option<Card>)> = candidates
        .iter()
        .filter(|c| c.sighting.card.is_some() && !c.indices.is_empty())
        .filter_map(|c| {
            let quad = c.sighting.corners?.map(V2::from);
            Some((quad, c.indices.clone(), c.sighting.card))
        })
        .collect();
    let is_echo = |c: &Candidate| {
        let Some(quad) = c.sighting.corners.filter(|_| c.indices.is_empty()) else {
            return false;
        };
        let quad = quad.map(V2::from);
        let wide = together::grown(&quad, ECHO);
        named.iter().any(|(other, indices, card)| {
            let alike = c.sighting.choices.first().map(|f| f.0) == *card;
            (indices.len() >= 2 || alike)
                && overlap(other, &quad) > 0.5
                && indices.iter().all(|i| holds(&wide, i.at))
        })
    };
    let outlines = candidates.extract_if(.., |c| is_echo(c));
    outlines
        .map(|c| Rejected {
            outline: c.outline_points(),
            why: "the outline of a named card once more".to_owned(),
        })
        .collect()
}

/// A deck holds every face once: of two cards named the same the less sure one loses its name, unless both are beyond doubt and lie apart.
pub(super) fn once_each(candidates: &mut Vec<Candidate>) {
    candidates.sort_by(|a, b| b.sighting.confidence.total_cmp(&a.sighting.confidence));
    let mut kept: Vec<Candidate> = Vec::new();
    for mut c in candidates.drain(..) {
        let twin = kept
            .iter()
            .find(|k| k.sighting.card.is_some() && k.sighting.card == c.sighting.card);
        if let Some(twin) = twin {
            let apart = match (&twin.sighting.corners, &c.sighting.corners) {
                (Some(a), Some(b)) => overlap(&a.map(V2::from), &b.map(V2::from)) < 0.3,
                _ => false,
            };
            if !(apart && twin.sighting.confidence >= TWICE && c.sighting.confidence >= TWICE) {
                c.sighting.card = None;
            }
        }
        kept.push(c);
    }
    *candidates = kept;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::geometry::v2;

    /// An index 16 px high.
    fn index(x: f32, y: f32, up: f32) -> Corner {
        Corner {
            at: v2(x, y),
            up: v2(0.0, up),
            height: 16.0,
            face: 0,
            sure: 0.99,
        }
    }

    /// A card 63 × 88 px whose top left corner lies there, with a name or none.
    fn lying(name: Option<&str>, x: f32, indices: Vec<Corner>) -> Candidate {
        let quad = [
            v2(x, 0.0),
            v2(x + 63.0, 0.0),
            v2(x + 63.0, 88.0),
            v2(x, 88.0),
        ];
        Candidate {
            sighting: Sighting {
                card: name.map(|n| n.parse().expect("a card")),
                corners: Some(quad.map(PicturePoint::from)),
                anchor: middle(&quad).into(),
                confidence: 0.5,
                signs: Signs::default(),
                choices: Vec::new(),
            },
            outline: Some(quad),
            indices,
            heat: 0.9,
            quality: 0.0,
            face: None,
        }
    }

    #[test]
    fn the_outline_of_a_named_card_seen_once_more_is_no_other_card() {
        let both = || vec![index(7.0, 12.0, -1.0), index(56.0, 76.0, 1.0)];
        let queen = || lying(Some("QD"), 0.0, both());
        let told = |other: Candidate| {
            let mut all = vec![queen(), other];
            (echoes(&mut all).len(), all.len())
        };
        assert_eq!(told(lying(None, 6.0, Vec::new())), (1, 1));
        // A card that leaves the queen's index free lies on it; one that shows an index is a card.
        assert_eq!(told(lying(None, 25.0, Vec::new())), (0, 2));
        let shown = vec![index(13.0, 12.0, -1.0)];
        assert_eq!(told(lying(None, 6.0, shown)), (0, 2));
    }

    #[test]
    fn half_an_index_of_a_known_card_is_no_other_card() {
        let eight = |indices, face| {
            let mut card = lying(Some("8H"), 0.0, vec![index(7.0, 12.0, -1.0)]);
            card.sighting.signs = Signs { indices, face };
            card
        };
        let kept = |card: Candidate, at: Corner| {
            let mut alone = lying(Some("QH"), 0.0, vec![at]);
            alone.sighting.corners = None;
            alone.sighting.anchor = at.at.into();
            alone.sighting.signs.indices = 1;
            let mut all = [card, alone];
            doubt_inner(&mut all);
            all[1].sighting.card.is_some()
        };
        // The 8's other index, its rank cut in half by the card above.
        assert!(!kept(eight(1, true), index(56.0, 70.0, 1.0)));
        // An index that stands the other way round or elsewhere is another card's; so it may be where one sign alone names the eight.
        assert!(kept(eight(1, true), index(56.0, 70.0, -1.0)));
        assert!(kept(eight(1, true), index(36.0, 70.0, 1.0)));
        assert!(kept(eight(1, false), index(56.0, 70.0, 1.0)));
    }

    #[test]
    fn two_corners_of_one_card_that_disagree_name_nothing() {
        let named = |up: f32| {
            let five = lying(Some("5"), 0.0, vec![index(7.0, 12.0, -1.0)]);
            let mut six = lying(Some("6"), 0.0, vec![index(56.0, 76.0, up)]);
            (six.sighting.corners, six.outline) = (None, None);
            let mut all = [five, six];
            doubt_opposite(&mut all);
            all.map(|c| c.sighting.card.is_some())
        };
        assert_eq!(named(1.0), [false, false]);
        // The other way up it is a neighbour's.
        assert_eq!(named(-1.0), [true, true]);
    }

    #[test]
    fn a_clear_index_on_a_card_whose_face_is_hidden_is_another_cards() {
        let kept = |face, confidence, x| {
            let both = vec![index(7.0, 12.0, -1.0), index(56.0, 76.0, 1.0)];
            let mut queen = lying(Some("QD"), 0.0, both);
            queen.sighting.signs = Signs { indices: 2, face };
            let mut alone = lying(Some("5C"), 0.0, vec![index(x, 40.0, -1.0)]);
            alone.sighting.corners = None;
            alone.sighting.anchor = v2(x, 40.0).into();
            alone.sighting.confidence = confidence;
            alone.sighting.signs.indices = 1;
            let mut all = [queen, alone];
            doubt_inner(&mut all);
            all[1].sighting.card.is_some()
        };
        // Something in a court's figure reads as an index; where the figure is hidden a card may lie there, if it is clear.
        assert!(!kept(true, 0.99, 30.0) && !kept(false, 0.9, 30.0));
        assert!(kept(false, 0.99, 30.0));
        // At the very edge stands a neighbour's.
        assert!(kept(true, 0.99, 61.0));
    }

    #[test]
    fn a_1_on_a_10_is_its_first_figure() {
        let kept = |name: &str, x: f32| {
            let mut alone = lying(Some("1"), x, vec![index(x + 50.0, 76.0, -1.0)]);
            alone.sighting.corners = None;
            alone.sighting.anchor = v2(x + 50.0, 76.0).into();
            alone.sighting.signs.indices = 1;
            let mut all = [lying(Some(name), 0.0, vec![index(7.0, 12.0, -1.0)]), alone];
            doubt_inner(&mut all);
            all[1].sighting.card.is_some()
        };
        assert!(!kept("10", 0.0));
        assert!(kept("9", 0.0) && kept("10", 40.0));
    }
}
