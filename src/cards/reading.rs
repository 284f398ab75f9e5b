//! Marks into an observation: indices are read, grouped with outlines into cards, and named; the rest is told as rejected.

use super::{
    DeckProfile, Detailed, ReaderError, Rejected, backs, edges, face,
    face::FaceReading,
    geometry::{Quad, V2, holds, middle, overlap},
    glyph,
    glyph::GlyphReading,
    inking,
    locate::{CardMark, IndexMark, Marks, same_index},
    naming,
    nets::Nets,
    picture::Picture,
    together::{self, Corner, Group},
};
use crate::{
    card::{Card, Deck},
    sighting::{Back, Observation, PicturePoint, Sighting},
};

/// The index reader's output for the rank ten.
const TEN: usize = 9;
/// Below this quality a mark is no index.
const LEAST_QUALITY: f32 = 0.35;
/// Marks this hot whose reading is doubtful are moved onto the ink and read again.
const LEAST_SETTLED: f32 = 0.3;
/// An index alone is told as an unnamed card only if it is surely one.
const QUALITY_ALONE: f32 = 0.8;
/// It must also have a likely name.
const LIKELY_ALONE: f32 = 0.3;
/// An outline without a readable index is told as an unnamed card from this heat on.
const CARD_ALONE: f32 = 0.45;
/// An outline is a back by its looks from here on.
const BACK_BY_LOOKS: f32 = 0.7;
/// From here on even where its pattern holds something like an index.
const BACK_BY_ALL_MEANS: f32 = 0.9;
/// An outline of a card may be so much too small.
const ECHO: f32 = 1.25;
/// Two names of a single deck are both believed only from here on.
const TWICE: f32 = 0.99;

/// An index that was read.
struct Read {
    mark: IndexMark,
    reading: GlyphReading,
    sign: Vec<f32>,
    corner: Corner,
}

/// One card as it comes together.
struct Candidate {
    sighting: Sighting,
    outline: Option<Quad>,
    indices: Vec<Corner>,
    heat: f32,
    quality: f32,
    face: Option<FaceReading>,
}

/// Reads and names everything that was marked.
///
/// # Errors
/// When the nets can't be run.
pub(crate) fn observe(
    nets: &Nets,
    profile: &DeckProfile,
    picture: &Picture<'_>,
    mut marks: Marks,
) -> Result<Detailed, ReaderError> {
    let (backs, fronts): (Vec<CardMark>, Vec<CardMark>) = marks.cards.iter().partition(|m| m.back);
    let outlines: Vec<Quad> = fronts
        .iter()
        .map(|m| edges::sharpen(picture, &m.quad))
        .collect();
    let mut rejected = Vec::new();
    let reads = read_indices(
        nets,
        profile,
        picture,
        &mut marks.indices,
        &outlines,
        &mut rejected,
    )?;
    let corners: Vec<Corner> = reads.iter().map(|r| r.corner).collect();
    let groups = together::group(&corners, &outlines, profile.deck() != Deck::Pairs);
    let quads: Vec<Option<Quad>> = groups
        .iter()
        .map(|g| group_outline(g, &outlines, &corners))
        .collect();
    let seen: Vec<Quad> = quads.iter().flatten().copied().collect();
    let mut faces = face::read(nets, picture, &seen)?.into_iter();
    let mut candidates = Vec::new();
    for (group, quad) in groups.iter().zip(quads) {
        let face = quad.and_then(|_| faces.next());
        let heat = group.outline.map_or(0.0, |o| fronts[o].heat);
        candidates.push(candidate(profile, &reads, group, quad, face, heat));
    }
    doubt_inner(&mut candidates);
    if profile.deck() != Deck::Pairs {
        rejected.extend(echoes(&mut candidates));
        once_each(&mut candidates);
    }
    let named: Vec<Quad> = candidates
        .iter()
        .filter(|c| c.sighting.card.is_some())
        .filter_map(|c| c.sighting.corners.map(|q| q.map(V2::from)))
        .collect();
    let mut observation = Observation {
        backs: backs::marked(picture, &backs, &named),
        ..Observation::default()
    };
    for c in candidates {
        match c.verdict() {
            None => observation.sightings.push(c.sighting),
            Some(_) if c.is_back(picture, &observation.backs, &named) => {
                observation.backs.extend(c.as_back());
            }
            Some(why) => rejected.push(Rejected {
                outline: c.outline_points(),
                why,
            }),
        }
    }
    Ok(Detailed {
        observation,
        rejected,
    })
}

/// Reads the marks, and whatever else stands in the corners of the outlines.
fn read_indices(
    nets: &Nets,
    profile: &DeckProfile,
    picture: &Picture<'_>,
    marks: &mut [IndexMark],
    outlines: &[Quad],
    rejected: &mut Vec<Rejected>,
) -> Result<Vec<Read>, ReaderError> {
    let numeral = profile.deck() == Deck::Pairs;
    if numeral {
        // The detector may have marked only the 1 of a 10; the ink tells.
        for mark in marks.iter_mut() {
            *mark = inking::settle(picture, mark, true).unwrap_or(*mark);
        }
    }
    let readings = glyph::read(nets, picture, marks)?;
    let good = |m: &IndexMark| {
        marks
            .iter()
            .zip(&readings)
            .any(|(k, r)| r.quality > QUALITY_ALONE && same_index(k, m))
    };
    let mut more: Vec<IndexMark> = outlines
        .iter()
        .flat_map(|q| inking::propose(picture, q, numeral))
        .filter(|m| !good(m))
        .collect();
    let unsure = marks
        .iter()
        .zip(&readings)
        .filter(|(m, r)| r.doubtful() && !numeral && m.heat > LEAST_SETTLED);
    more.extend(unsure.filter_map(|(m, _)| inking::settle(picture, m, false)));
    let second = glyph::read(nets, picture, &mut more)?;
    let mut all: Vec<(IndexMark, GlyphReading)> = marks
        .iter()
        .copied()
        .zip(readings)
        .chain(more.into_iter().zip(second))
        .collect();
    // Of two looks at one numeral that which sees the whole 10 wins over that which sees its 1.
    let rank = |r: &GlyphReading| {
        r.clarity()
            + if numeral && r.ranks[TEN] > 0.5 {
                1.0
            } else {
                0.0
            }
    };
    all.sort_by(|a, b| rank(&b.1).total_cmp(&rank(&a.1)));
    let again = |a: &IndexMark, b: &IndexMark| {
        same_index(a, b) || (numeral && (a.at - b.at).len() < 0.85 * a.height.max(b.height))
    };
    let mut reads: Vec<Read> = Vec::new();
    for (mark, reading) in all {
        if reads.iter().any(|r| again(&r.mark, &mark)) {
            continue;
        }
        if reading.quality < LEAST_QUALITY {
            rejected.push(Rejected {
                outline: index_outline(&mark),
                why: format!("no upright index (quality {:.2})", reading.quality),
            });
        } else {
            reads.push(Read::new(profile, mark, reading));
        }
    }
    Ok(reads)
}

impl Read {
    fn new(profile: &DeckProfile, mark: IndexMark, reading: GlyphReading) -> Self {
        let sign = profile.index_says(&reading);
        let face = (0..sign.len())
            .max_by(|&a, &b| sign[a].total_cmp(&sign[b]))
            .expect("a deck has faces");
        let corner = Corner {
            at: mark.at,
            up: mark.up,
            height: mark.height,
            face,
            sure: sign[face],
        };
        Self {
            mark,
            reading,
            sign,
            corner,
        }
    }
}

fn group_outline(group: &Group, outlines: &[Quad], corners: &[Corner]) -> Option<Quad> {
    let first = group.corners.first().map(|&c| &corners[c]);
    match (group.outline, first) {
        (Some(o), Some(corner)) => Some(together::upright(&outlines[o], corner)),
        (Some(o), None) => Some(outlines[o]),
        (None, Some(corner)) => group.corners[1..]
            .iter()
            .find_map(|&c| together::implied(corner, &corners[c])),
        (None, None) => None,
    }
}

fn candidate(
    profile: &DeckProfile,
    reads: &[Read],
    group: &Group,
    quad: Option<Quad>,
    face: Option<FaceReading>,
    heat: f32,
) -> Candidate {
    let of_group = || group.corners.iter().map(|&c| &reads[c]);
    let signs: Vec<Vec<f32>> = of_group().map(|r| r.sign.clone()).collect();
    let face_sign = face.as_ref().and_then(|f| profile.face_says(f));
    let naming = naming::name(profile, &signs, face_sign.as_ref());
    let clearest = of_group().max_by(|a, b| a.corner.sure.total_cmp(&b.corner.sure));
    let anchor = clearest.map_or_else(|| quad.map_or(V2::default(), |q| middle(&q)), |r| r.mark.at);
    Candidate {
        sighting: Sighting {
            card: naming.card,
            corners: quad.map(|q| q.map(PicturePoint::from)),
            anchor: anchor.into(),
            confidence: naming.confidence,
            signs: naming.signs,
            choices: naming.choices,
        },
        outline: quad.or_else(|| clearest.map(|r| index_quad(&r.mark))),
        indices: of_group().map(|r| r.corner).collect(),
        heat,
        quality: of_group().map(|r| r.reading.quality).fold(0.0, f32::max),
        face,
    }
}

impl Candidate {
    /// Why this is not told, if it isn't.
    fn verdict(&self) -> Option<String> {
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

    /// Whether this outline is a back by its looks, and none that is known.
    fn is_back(&self, picture: &Picture<'_>, known: &[Back], named: &[Quad]) -> bool {
        let (Some(face), Some(corners)) = (&self.face, self.sighting.corners) else {
            return false;
        };
        let least = if self.quality < 0.5 {
            BACK_BY_LOOKS
        } else {
            BACK_BY_ALL_MEANS
        };
        let quad = corners.map(V2::from);
        let lies_on = |b: &Back| overlap(&b.corners.map(V2::from), &quad) > 0.5;
        face.back >= least
            && !known.iter().any(lies_on)
            && backs::like_a_card(picture, &quad, named, backs::PRINTED)
    }

    fn as_back(&self) -> Option<Back> {
        let confidence = self.face.as_ref().map_or(0.0, |f| f.back);
        self.sighting.corners.map(|corners| Back {
            corners,
            confidence,
        })
    }

    fn outline_points(&self) -> Vec<PicturePoint> {
        self.outline
            .iter()
            .flatten()
            .copied()
            .map(PicturePoint::from)
            .collect()
    }
}

/// What reads as a single index in the middle of a card whose own corners agree is a pip or part of its figure; where the second index of a
/// card must stand that its first and its face name, it is that one, cut by what covers it (half an 8 looks like a Q).
fn doubt_inner(candidates: &mut [Candidate]) {
    let sure: Vec<(Quad, Vec<Corner>)> = candidates
        .iter()
        .filter(|c| c.sighting.card.is_some() && c.sighting.signs.convict())
        .filter_map(|c| Some((c.sighting.corners?.map(V2::from), c.indices.clone())))
        .collect();
    for c in candidates
        .iter_mut()
        .filter(|c| c.sighting.signs.indices < 2 && c.sighting.corners.is_none())
    {
        let of_it = |(quad, indices): &(Quad, Vec<Corner>)| match &indices[..] {
            [] => false,
            [one] => c.indices.iter().any(|i| together::opposite(quad, one, i)),
            _ => holds(quad, c.sighting.anchor.into()),
        };
        if sure.iter().any(of_it) {
            c.sighting.card = None;
            c.quality = c.quality.min(QUALITY_ALONE - 0.01);
        }
    }
}

/// Outlines without an index of their own that are a named card seen once more: the other's indices stand in them. In a fan of a deck with equal
/// cards they may be a neighbour.
fn echoes(candidates: &mut Vec<Candidate>) -> Vec<Rejected> {
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
fn once_each(candidates: &mut Vec<Candidate>) {
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

fn index_quad(mark: &IndexMark) -> Quad {
    let (a, r) = (
        mark.up * (mark.height * 0.5),
        mark.up.right() * (mark.height * 0.3),
    );
    let c = mark.at;
    [c + a - r, c + a + r, c - a + r, c - a - r]
}

fn index_outline(mark: &IndexMark) -> Vec<PicturePoint> {
    index_quad(mark).map(PicturePoint::from).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cards::geometry::v2, sighting::Signs};

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
}
