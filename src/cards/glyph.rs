//! Index marks into readings: which rank and suit an upright patch shows, and whether it shows an index at all.

use super::{
    DeckProfile, ReaderError,
    geometry::V2,
    locate::IndexMark,
    nets::{Net, Nets, Temperatures},
    picture::Picture,
};
use crate::card::Deck;

/// Samples of a patch.
const PATCH: (usize, usize) = (40, 48);
/// Samples that rank and suit together are high.
const HEIGHT: f32 = 29.0;
/// Rank outputs: A 2…10 J Q K B D V R 1.
pub(crate) const RANKS: usize = 18;
/// Suit outputs: clubs, diamonds, hearts, spades, none.
pub(crate) const SUITS: usize = 5;
/// The one that says that there is no suit.
const NONE: usize = SUITS - 1;
/// What looks like a suit beside a numeral of Pairs may be the picture on its card: so much of such a reading is believed.
const SUITED: f32 = 0.1;

/// An index of less [`sharpness`] is blurred (the stills have 0.23 and more, a blur of 3 px 0.14 and less).
const SHARP: f32 = 0.18;

/// What looks less like an index than this is none: no more looks are spent on it.
const LEAST_DOUBTFUL: f32 = 0.15;
/// Where the small net sees less of an index than this, the large one isn't asked.
const LEAST_SCOUTED: f32 = 0.02;
/// A rank this clear is one, even where the patch holds no suit.
const CLEAR_RANK: f32 = 0.9;
/// A suit of less than this part of its rank's contrast is washed out.
const WASHED_OUT: f32 = 0.65;
/// What stands nearer than so many samples to the sides of a patch, or to its middle, may be a neighbour's or the rank's.
const SIDES: usize = 10;
const GAP: usize = 4;
/// A mark this hot that reads as no index is tried upside-down.
const LEAST_TURNED: f32 = 0.45;

/// What one index says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GlyphReading {
    /// Probabilities of the ranks, in the net's order.
    pub(crate) ranks: [f32; RANKS],
    /// Probabilities of the deck's suits (of Pairs: none).
    pub(crate) suits: [f32; SUITS],
    /// The probability that an upright, readable index of such a deck stands there: rank and suit, or a numeral.
    pub(crate) quality: f32,
}

/// Reads the indices of one picture.
#[derive(Clone, Copy)]
pub(crate) struct Eye<'a> {
    nets: &'a Nets,
    pub(crate) picture: &'a Picture<'a>,
    /// What kind of indices its cards have.
    deck: Deck,
}

/// How a patch is laid over a mark: turned (rad), scaled, shifted (in heights, right and up).
#[derive(Clone, Copy)]
struct Pose {
    turn: f32,
    scale: f32,
    shift: (f32, f32),
}

const STRAIGHT: Pose = Pose {
    turn: 0.0,
    scale: 1.0,
    shift: (0.0, 0.0),
};

/// Tried where a first look leaves a doubt.
const JITTER: [Pose; 6] = [
    Pose {
        turn: 0.12,
        scale: 1.0,
        shift: (0.0, 0.0),
    },
    Pose {
        turn: -0.12,
        scale: 1.0,
        shift: (0.0, 0.0),
    },
    Pose {
        turn: 0.0,
        scale: 1.15,
        shift: (0.0, 0.0),
    },
    Pose {
        turn: 0.0,
        scale: 0.87,
        shift: (0.0, 0.0),
    },
    Pose {
        turn: 0.0,
        scale: 1.0,
        shift: (0.06, 0.06),
    },
    Pose {
        turn: 0.0,
        scale: 1.0,
        shift: (-0.06, -0.06),
    },
];

fn laid(mark: &IndexMark, pose: Pose) -> (V2, V2) {
    let up = mark.up.turned(pose.turn);
    let shift = up.right() * pose.shift.0 + up * pose.shift.1;
    (
        mark.at + shift * mark.height,
        up * (mark.height * pose.scale / HEIGHT),
    )
}

impl<'a> Eye<'a> {
    /// For the cards of a deck.
    pub(crate) fn new(nets: &'a Nets, picture: &'a Picture<'a>, profile: &DeckProfile) -> Self {
        let deck = profile.deck();
        Self {
            nets,
            picture,
            deck,
        }
    }

    /// Reads every mark where the small net sees something, as it stands or turned over; a doubtful one from several poses.
    /// A mark that shows an index better upside-down is turned.
    ///
    /// # Errors
    /// When the net can't be run.
    pub(crate) fn read(&self, marks: &mut [IndexMark]) -> Result<Vec<GlyphReading>, ReaderError> {
        let mut readings = self.scouted(marks)?;
        let fallen: Vec<usize> = (0..marks.len())
            .filter(|&i| readings[i].quality < 0.3 && marks[i].heat >= LEAST_TURNED)
            .collect();
        let turned = |m: &IndexMark| IndexMark { up: -m.up, ..*m };
        let others: Vec<IndexMark> = fallen.iter().map(|&i| turned(&marks[i])).collect();
        let second = self.scouted(&others)?;
        for (&i, reading) in fallen.iter().zip(second) {
            if reading.quality > readings[i].quality {
                marks[i] = turned(&marks[i]);
                readings[i] = reading;
            }
        }
        let worth: Vec<usize> = (0..marks.len())
            .filter(|&i| readings[i].quality >= LEAST_SCOUTED)
            .collect();
        let seen: Vec<IndexMark> = worth.iter().map(|&i| marks[i]).collect();
        for (&i, reading) in worth.iter().zip(self.glances(&seen)?) {
            readings[i] = reading;
        }
        let doubtful: Vec<usize> = (0..marks.len())
            .filter(|&i| readings[i].doubtful())
            .collect();
        let unsure: Vec<IndexMark> = doubtful.iter().map(|&i| marks[i]).collect();
        let first: Vec<GlyphReading> = doubtful.iter().map(|&i| readings[i]).collect();
        for (&i, reading) in doubtful.iter().zip(self.steadied(&unsure, &first)?) {
            readings[i] = reading;
        }
        Ok(readings)
    }

    /// First looks at the marks, made steady by looks from all poses.
    ///
    /// # Errors
    /// When the net can't be run.
    pub(crate) fn steadied(
        &self,
        marks: &[IndexMark],
        first: &[GlyphReading],
    ) -> Result<Vec<GlyphReading>, ReaderError> {
        let poses = marks.iter().flat_map(|m| JITTER.map(|pose| laid(m, pose)));
        let looks = self.look(poses)?;
        Ok(first
            .iter()
            .zip(looks.chunks(JITTER.len()))
            .map(|(first, looks)| first.averaged(looks))
            .collect())
    }

    /// One look at each mark, as it stands.
    ///
    /// # Errors
    /// When the net can't be run.
    pub(crate) fn glances(&self, marks: &[IndexMark]) -> Result<Vec<GlyphReading>, ReaderError> {
        self.look(marks.iter().map(|m| laid(m, STRAIGHT)))
    }

    /// The same by the small twin, in a seventh of the time: what it says compares ways to lay a mark, and names nothing.
    ///
    /// # Errors
    /// When the net can't be run.
    pub(crate) fn scouted(&self, marks: &[IndexMark]) -> Result<Vec<GlyphReading>, ReaderError> {
        self.look_with(&self.nets.scout, marks.iter().map(|m| laid(m, STRAIGHT)))
    }

    fn look(
        &self,
        poses: impl Iterator<Item = (V2, V2)>,
    ) -> Result<Vec<GlyphReading>, ReaderError> {
        self.look_with(&self.nets.glyph, poses)
    }

    fn look_with(
        &self,
        net: &Net,
        poses: impl Iterator<Item = (V2, V2)>,
    ) -> Result<Vec<GlyphReading>, ReaderError> {
        let mut values = Vec::new();
        let mut n = 0;
        for (centre, up) in poses {
            values.extend(self.picture.patch(centre, up, PATCH.0, PATCH.1));
            n += 1;
        }
        if n == 0 {
            return Ok(Vec::new());
        }
        let out = net.run([n, 3, PATCH.1, PATCH.0], values)?;
        Ok(out
            .chunks(RANKS + SUITS + 1)
            .map(|logits| GlyphReading::from_logits(logits, &self.nets.temperatures, self.deck))
            .collect())
    }
}

/// The patch at a mark, in the channel with most contrast, and that contrast.
fn plainest(picture: &Picture<'_>, mark: &IndexMark) -> (Vec<f32>, f32) {
    let (centre, up) = laid(mark, STRAIGHT);
    let patch = picture.patch(centre, up, PATCH.0, PATCH.1);
    let channels = patch.chunks(PATCH.0 * PATCH.1);
    channels
        .map(|channel| (channel.to_vec(), contrast(channel)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or_default()
}

/// From the darkest to the lightest.
fn contrast(values: &[f32]) -> f32 {
    let (least, most) = values
        .iter()
        .fold((f32::MAX, f32::MIN), |(a, b), &v| (a.min(v), b.max(v)));
    most - least
}

/// How sharp the strokes are at a mark: the steepest step from one sample to the next as a part of all contrast. A stroke is some 3 samples wide; a
/// step of 0.4 is sharp, one of 0.13 blurred over as much.
fn sharpness(picture: &Picture<'_>, mark: &IndexMark) -> f32 {
    let (channel, contrast) = plainest(picture, mark);
    let across = channel
        .chunks(PATCH.0)
        .flat_map(|row| row.windows(2).map(|w| (w[1] - w[0]).abs()));
    let down = channel
        .iter()
        .zip(&channel[PATCH.0..])
        .map(|(a, b)| (b - a).abs());
    across.chain(down).fold(0.0, f32::max) / contrast.max(1e-6)
}

/// Whether strokes can be told from each other at a mark.
pub(crate) fn is_sharp(picture: &Picture<'_>, mark: &IndexMark) -> bool {
    sharpness(picture, mark) >= SHARP
}

/// Whether glare has washed out the suit at a mark: it is much fainter than the rank above it.
pub(crate) fn is_washed_out(picture: &Picture<'_>, mark: &IndexMark) -> bool {
    let (channel, _) = plainest(picture, mark);
    let between = |rows: std::ops::Range<usize>| {
        let inner = |row: &[f32]| row[SIDES..PATCH.0 - SIDES].to_vec();
        let values: Vec<f32> = channel
            .chunks(PATCH.0)
            .take(rows.end)
            .skip(rows.start)
            .flat_map(inner)
            .collect();
        contrast(&values)
    };
    let (top, bottom) = (
        (PATCH.1 - HEIGHT as usize) / 2,
        (PATCH.1 + HEIGHT as usize) / 2,
    );
    let middle = PATCH.1 / 2;
    between(middle + GAP..bottom) < WASHED_OUT * between(top..middle)
}

/// Probabilities from logits, cooled by a temperature.
pub(crate) fn softmax(logits: &[f32], temperature: f32) -> Vec<f32> {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = logits
        .iter()
        .map(|l| ((l - top) / temperature).exp())
        .collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|p| p / sum).collect()
}

impl GlyphReading {
    fn from_logits(logits: &[f32], t: &Temperatures, deck: Deck) -> Self {
        let mut reading = Self {
            ranks: [0.0; RANKS],
            suits: [0.0; SUITS],
            quality: 1.0 / (1.0 + (-logits[RANKS + SUITS] / t.quality).exp()),
        };
        reading
            .ranks
            .copy_from_slice(&softmax(&logits[..RANKS], t.rank));
        let suits = softmax(&logits[RANKS..RANKS + SUITS], t.suit);
        if deck == Deck::Pairs {
            reading.suits[NONE] = 1.0;
            reading.quality *= SUITED + (1.0 - SUITED) * suits[NONE];
        } else {
            // A rank whose suit the patch lacks is half an index.
            let some = 1.0 - suits[NONE];
            for (told, p) in reading.suits.iter_mut().zip(&suits[..NONE]) {
                *told = p / some.max(f32::EPSILON);
            }
            reading.quality *= some;
        }
        reading
    }

    /// Whether more looks are worth their time.
    pub(crate) fn doubtful(&self) -> bool {
        let top = |p: &[f32]| p.iter().copied().fold(0.0, f32::max);
        self.quality > LEAST_DOUBTFUL
            && (self.quality < 0.9 || top(&self.ranks) < 0.97 || top(&self.suits) < 0.97)
    }

    /// Whether a rank stands there, but no suit.
    pub(crate) fn lacks_suit(&self) -> bool {
        let top = self.ranks.iter().copied().fold(0.0, f32::max);
        self.quality < 0.5 && top >= CLEAR_RANK
    }

    /// How clearly this look shows some index.
    pub(crate) fn clarity(&self) -> f32 {
        let top = |p: &[f32]| p.iter().copied().fold(0.0, f32::max);
        self.quality * top(&self.ranks) * top(&self.suits)
    }

    /// The mean of this look and others; looks that show the index clearly outweigh those that lie badly over it.
    fn averaged(&self, others: &[Self]) -> Self {
        let mut mean = Self {
            ranks: [0.0; RANKS],
            suits: [0.0; SUITS],
            quality: 0.0,
        };
        let mut sum = 0.0;
        for r in std::iter::once(self).chain(others) {
            let weight = r.clarity().powi(2) + 1e-6;
            sum += weight;
            mean.ranks
                .iter_mut()
                .zip(r.ranks)
                .for_each(|(m, p)| *m += p * weight);
            mean.suits
                .iter_mut()
                .zip(r.suits)
                .for_each(|(m, p)| *m += p * weight);
            mean.quality += r.quality * weight;
        }
        mean.ranks
            .iter_mut()
            .chain(&mut mean.suits)
            .for_each(|p| *p /= sum);
        mean.quality /= sum;
        mean
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        cards::geometry::v2,
        frame::{At, Frame},
    };

    const PLAIN: Temperatures = Temperatures {
        rank: 1.0,
        suit: 1.0,
        quality: 1.0,
        face: 1.0,
    };

    #[test]
    fn blurred_strokes_are_not_sharp() {
        // A dark stroke on paper, its edges `wide` px wide.
        let told = |wide: f32| {
            let grey = |x: u32| {
                let edge = (f32::from(x as u16) - 40.0).abs() - 6.0;
                (60.0 + 160.0 * (0.5 + edge / wide).clamp(0.0, 1.0)) as u8
            };
            let pixels: Vec<u8> = (0..80 * 80).flat_map(|i| [grey(i % 80); 3]).collect();
            let frame = Frame {
                seq: 0,
                at: At(0),
                width: 80,
                height: 80,
                pixels: Arc::from(pixels),
            };
            let mark = IndexMark {
                at: v2(40.0, 40.0),
                up: v2(0.0, -1.0),
                height: HEIGHT,
                heat: 1.0,
                seen_px: HEIGHT,
            };
            sharpness(&Picture::new(&frame).expect("a picture"), &mark)
        };
        assert!(told(2.0) > 0.4, "{}", told(2.0));
        assert!(told(9.0) < SHARP, "{}", told(9.0));
    }

    #[test]
    fn half_an_index_is_none_of_its_deck() {
        let told = |suit: usize, deck| {
            let mut logits = [0.0f32; RANKS + SUITS + 1];
            (logits[6], logits[RANKS + suit], logits[RANKS + SUITS]) = (12.0, 9.0, 6.0);
            GlyphReading::from_logits(&logits, &PLAIN, deck)
        };
        // A numeral without a suit: all of an index of Pairs, half of one of the other decks.
        let alone = told(NONE, Deck::Full);
        assert!(alone.quality < 0.1 && alone.lacks_suit());
        assert!(told(NONE, Deck::Pairs).clarity() > 0.95);
        let whole = told(3, Deck::Full);
        assert!(whole.clarity() > 0.95 && !whole.lacks_suit());
        assert!(told(3, Deck::Pairs).quality < 0.2);
    }

    #[test]
    fn logits_become_probabilities() {
        let mut logits = [0.0f32; RANKS + SUITS + 1];
        (logits[12], logits[RANKS + 2], logits[RANKS + SUITS]) = (9.0, 9.0, 3.0);
        let sure = GlyphReading::from_logits(&logits, &PLAIN, Deck::Full);
        assert!(
            sure.ranks[12] > 0.99
                && sure.suits[2] > 0.99
                && sure.quality > 0.95
                && !sure.doubtful()
        );
        let vague = GlyphReading::from_logits(&[0.0; RANKS + SUITS + 1], &PLAIN, Deck::Full);
        assert!(vague.doubtful());
        // A look that finds no index counts for nothing.
        let mean = sure.averaged(&[GlyphReading {
            quality: 0.0,
            ..vague
        }]);
        assert!(mean.ranks[12] > 0.98 && (mean.ranks.iter().sum::<f32>() - 1.0).abs() < 1e-3);
    }
}
