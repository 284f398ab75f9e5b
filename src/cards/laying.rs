//! Marks into marks of the deck's own size: an enrolled deck tells how high its indices are on the card, the cards around tell how large they
//! lie; of a deck that nobody enrolled, the indices that were surely read.

use super::{
    ReaderError,
    album::Album,
    geometry::{Homography, Quad, V2, height, middle, v2, width},
    glyph::{self, Eye, GlyphReading},
    locate::IndexMark,
};

/// A mark with what the net reads there.
pub(crate) type Look = (IndexMark, GlyphReading);

/// A reading of this clarity tells how large the cards lie; from the second on its mark can't lie better.
const SURE: f32 = 0.9;
const SURELY: f32 = 0.985;
/// A mark laid anew that is read less clearly is no index of the deck.
const LEAST: f32 = 0.4;
/// So far from the deck's own place an index may stand on an outline, in card widths and heights, if the outline is to be a card's.
const STANDS: f32 = 0.07;
/// Heights differ by up to these factors from what is expected.
const HEIGHTS: std::ops::Range<f32> = 0.75..1.33;
/// So many of the nearest sizes are asked for the middle one, and of the nearest cards, if there are so many.
const NEAREST: usize = 5;
const CARDS: usize = 3;
/// Outlines of cards are as large as expected up to these factors: views are tilted.
const LARGE: std::ops::Range<f32> = 0.75..1.33;
/// Shifts of a first search, in index heights: the detector hits the middle of what it marks, but may mark the rank or the suit alone.
const ALONG: [f32; 5] = [0.0, -0.17, 0.17, -0.34, 0.34];
const ACROSS: [f32; 3] = [0.0, -0.17, 0.17];
/// Shifts, turns (rad) and factors of the height of a second.
const CLOSE: f32 = 0.08;
const TURNS: [f32; 2] = [-0.07, 0.07];
const FACTORS: [f32; 2] = [0.92, 1.09];
/// In a fan one mark may lie between two indices: these are looked for so far to either side, and must be read this clearly.
const ASIDE: f32 = 0.45;
const CLEAR: f32 = 0.95;
/// What the first search reads less clearly than this is given up.
const WORTH: f32 = 0.05;
/// Of a deck that nobody enrolled marks of less heat are not laid anew, and beside those of less nothing is looked for.
const WARM: f32 = 0.4;
const HOT: f32 = 0.5;
/// Of the warm ones, those that look less like an index than this at the first look are not either.
const NOTHING: f32 = 0.02;
/// Marks nearer than this part of an index's height are searched once.
const ONE: f32 = 0.2;
/// So many ways to lay a mark are looked at closely, of those that the small net compares.
const LIKELY: usize = 3;
/// A mark this near to a sure one (in index heights) is of the same index.
const SAME: f32 = 0.34;

/// How high the deck's indices are, place by place.
pub(crate) struct Sizes {
    /// Whether the deck was enrolled: then its indices are sought everywhere.
    enrolled: bool,
    /// By cards both of whose corners are read: exact.
    cards: Vec<(V2, f32)>,
    /// By whatever is read.
    all: Vec<(V2, f32)>,
}

impl Sizes {
    /// Measured by what is surely read: by the card it stands on where that is outlined, else by itself.
    pub(crate) fn measured(album: &Album, looks: &[Look], outlines: &[Quad]) -> Self {
        let sure = || looks.iter().filter(|l| l.1.clarity() >= SURE).map(|l| l.0);
        let tall = |q: &Quad| height(q) * album.index.tall;
        let both = |q: &&Quad| {
            let mut on = sure().filter(|m| stands(album, m.at, q, STANDS));
            let first = on.next();
            first.is_some_and(|a| on.any(|b| a.up.dot(b.up) < 0.0))
        };
        let alone = sure().map(|mark| {
            let card = outlines.iter().find(|q| stands(album, mark.at, q, STANDS));
            (mark.at, card.map_or(mark.height, tall))
        });
        Self {
            enrolled: true,
            cards: outlines
                .iter()
                .filter(both)
                .map(|q| (middle(q), tall(q)))
                .collect(),
            all: alone.collect(),
        }
    }

    /// Measured by what is surely read, where nobody knows the deck.
    pub(crate) fn alone(looks: &[Look]) -> Self {
        let sure = looks.iter().filter(|l| l.1.clarity() >= SURE);
        Self {
            enrolled: false,
            cards: Vec::new(),
            all: sure.map(|l| (l.0.at, l.0.height)).collect(),
        }
    }

    /// The height of an index at a place, px; `None` where nothing was measured.
    pub(crate) fn at(&self, place: V2) -> Option<f32> {
        let (sizes, nearest) = if self.cards.len() >= CARDS {
            (&self.cards, CARDS)
        } else {
            (&self.all, NEAREST)
        };
        let mut near = sizes.clone();
        near.sort_by(|a, b| (a.0 - place).len().total_cmp(&(b.0 - place).len()));
        near.truncate(nearest);
        near.sort_by(|a, b| a.1.total_cmp(&b.1));
        near.get(near.len() / 2).map(|n| n.1)
    }

    /// Whether an outline is as large there as the deck's cards are; anything is where nothing was measured.
    pub(crate) fn fit(&self, album: &Album, outline: &Quad) -> bool {
        self.at(middle(outline)).is_none_or(|tall| {
            let high = tall / album.index.tall;
            LARGE.contains(&(height(outline) / high))
                && LARGE.contains(&(width(outline) * album.aspect / high))
        })
    }
}

/// Whether a place on the outline is within `reach` (card widths and heights) of where the deck's indices stand.
pub(crate) fn stands(album: &Album, at: V2, outline: &Quad, reach: f32) -> bool {
    let place = Homography::from_unit_square(outline).inverse().map(at);
    let near = |x: f32, y: f32| (place - v2(x, y)).len() < reach;
    let index = album.index.at;
    let corners = [(index.x, index.y), (1.0 - index.x, 1.0 - index.y)];
    let mirrored = corners.map(|(x, y)| (1.0 - x, y));
    corners.iter().any(|c| near(c.0, c.1))
        || (album.index.four && mirrored.iter().any(|c| near(c.0, c.1)))
}

/// Lays every mark that is not surely read anew, as high as the deck's indices are there, where the net sees an index best; of a deck that nobody
/// enrolled the warm ones.
///
/// # Errors
/// When the net can't be run.
pub(crate) fn relaid(
    eye: &Eye<'_>,
    sizes: &Sizes,
    looks: Vec<Look>,
) -> Result<Vec<Look>, ReaderError> {
    let (mut kept, unsure): (Vec<Look>, Vec<Look>) =
        looks.into_iter().partition(|l| l.1.clarity() >= SURELY);
    let sure: Vec<IndexMark> = kept.iter().map(|l| l.0).collect();
    let mut marks: Vec<IndexMark> = Vec::new();
    for (mark, reading) in unsure {
        let Some(tall) = sizes.at(mark.at) else {
            kept.push((mark, reading));
            continue;
        };
        if HEIGHTS.contains(&(mark.height / tall)) {
            kept.push((mark, reading));
        }
        let hopeless = mark.heat < WARM || (mark.heat < HOT && reading.quality < NOTHING);
        if hopeless && !sizes.enrolled {
            continue;
        }
        let anew = IndexMark {
            height: tall,
            ..mark
        };
        // What is blurred reads clearly as something else in one pose or another.
        if !glyph::is_sharp(eye.picture, &anew) {
            continue;
        }
        let near = |k: &IndexMark, reach: f32| {
            k.up.dot(mark.up) > 0.5 && (k.at - mark.at).len() < reach * tall
        };
        if !sure.iter().any(|k| near(k, SAME)) && !marks.iter().any(|k| near(k, ONE)) {
            marks.push(anew);
        }
    }
    let found = sought(eye, &marks, sizes.enrolled)?;
    let (clear, found): (Vec<Look>, Vec<Look>) = found
        .into_iter()
        .partition(|l| l.0.heat > 0.0 && l.1.clarity() >= SURELY);
    kept.extend(clear);
    let marks: Vec<IndexMark> = found.into_iter().map(|l| l.0).collect();
    let close = |m: &IndexMark| {
        let shifts = [
            (0.0, 0.0),
            (CLOSE, 0.0),
            (-CLOSE, 0.0),
            (0.0, CLOSE),
            (0.0, -CLOSE),
        ];
        let scaled = |f: f32| IndexMark {
            height: m.height * f,
            ..*m
        };
        let turned = |a: f32| IndexMark {
            up: m.up.turned(a),
            ..*m
        };
        let shifts = shifts.map(|(x, a)| shifted(m, x, a));
        shifts
            .into_iter()
            .chain(FACTORS.map(scaled))
            .chain(TURNS.map(turned))
    };
    let (marks, first): (Vec<_>, Vec<_>) =
        best(eye, &marks, usize::MAX, close)?.into_iter().unzip();
    let steady = eye.steadied(&marks, &first)?;
    let least = |m: &IndexMark| if m.heat > 0.0 { LEAST } else { CLEAR };
    let anew = marks.into_iter().zip(steady);
    kept.extend(anew.filter(|l| l.1.clarity() >= least(&l.0)));
    Ok(kept)
}

/// Where around the marks indices of that height stand, each once: along the mark, and where that leaves a doubt (or everywhere) to its sides.
fn sought(eye: &Eye<'_>, marks: &[IndexMark], everywhere: bool) -> Result<Vec<Look>, ReaderError> {
    let around = |m: &IndexMark, across: &[f32], along: &[f32]| {
        let shifts = across
            .iter()
            .flat_map(|&x| along.iter().map(move |&a| (x, a)));
        let ways: Vec<IndexMark> = shifts.map(|(x, a)| shifted(m, x, a)).collect();
        ways.into_iter()
    };
    let mut looks = best(eye, marks, LIKELY, |m| around(m, &ACROSS[..1], &ALONG))?;
    // Where that leaves a doubt, also what stands to a side of the mark, or beside it. There the detector marked nothing: no heat.
    let doubt = WORTH..SURELY;
    let first = marks.iter().zip(&looks);
    let doubtful: Vec<IndexMark> = first
        .filter(|(m, l)| everywhere || (m.heat >= HOT && doubt.contains(&l.1.clarity())))
        .map(|(m, _)| *m)
        .collect();
    looks.extend(best(eye, &doubtful, LIKELY, |m| {
        around(m, &ACROSS[1..], &ALONG)
    })?);
    let beside = |m: &IndexMark| {
        [ASIDE, -ASIDE].map(|x| IndexMark {
            heat: 0.0,
            ..shifted(m, x, 0.0)
        })
    };
    let aside: Vec<IndexMark> = doubtful.iter().flat_map(beside).collect();
    let (across, along) = if everywhere {
        (&ACROSS[..], &ALONG[..])
    } else {
        (&ACROSS[..1], &ALONG[..3])
    };
    looks.extend(best(eye, &aside, LIKELY, |m| around(m, across, along))?);
    Ok(distinct(looks))
}

/// The marks that are worth a closer look, each index once.
fn distinct(mut looks: Vec<Look>) -> Vec<Look> {
    looks.retain(|l| l.1.clarity() >= WORTH);
    looks.sort_by(|a, b| b.1.clarity().total_cmp(&a.1.clarity()));
    let mut kept: Vec<Look> = Vec::new();
    for (mark, reading) in looks {
        let again =
            |(k, _): &Look| k.up.dot(mark.up) > 0.5 && (k.at - mark.at).len() < ONE * mark.height;
        if !kept.iter().any(again) {
            kept.push((mark, reading));
        }
    }
    kept
}

fn shifted(mark: &IndexMark, across: f32, along: f32) -> IndexMark {
    let by = mark.up.right() * across + mark.up * along;
    IndexMark {
        at: mark.at + by * mark.height,
        ..*mark
    }
}

/// Of the ways to lay each mark that in which the net sees an index best, and what it sees; the small net says which are likely.
fn best<I: Iterator<Item = IndexMark>>(
    eye: &Eye<'_>,
    marks: &[IndexMark],
    likely: usize,
    ways: impl Fn(&IndexMark) -> I,
) -> Result<Vec<Look>, ReaderError> {
    let all: Vec<Vec<IndexMark>> = marks.iter().map(|m| ways(m).collect()).collect();
    let mut scouted = eye.scouted(&all.concat())?.into_iter();
    let likely = all.into_iter().map(|ways| {
        let mut rated: Vec<Look> = ways.into_iter().zip(scouted.by_ref()).collect();
        rated.sort_by(|a, b| b.1.clarity().total_cmp(&a.1.clarity()));
        rated.truncate(likely);
        rated.into_iter().map(|r| r.0).collect()
    });
    let likely: Vec<Vec<IndexMark>> = likely.collect();
    let mut readings = eye.glances(&likely.concat())?.into_iter();
    let chosen = likely.into_iter().map(|ways| {
        let read = ways.into_iter().zip(readings.by_ref());
        read.max_by(|a, b| a.1.clarity().total_cmp(&b.1.clarity()))
    });
    Ok(chosen.flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::{super::album::IndexPlace, *};

    #[test]
    fn sizes_come_from_the_cards_around() {
        let album = Album {
            name: String::new(),
            aspect: 1.5,
            index: IndexPlace {
                at: v2(0.1, 0.15),
                tall: 0.2,
                four: false,
            },
            plates: Vec::new(),
        };
        let reading = |p: f32| {
            let mut r = GlyphReading {
                ranks: [0.0; glyph::RANKS],
                suits: [0.0; glyph::SUITS],
                quality: 1.0,
            };
            (r.ranks[3], r.suits[1]) = (p, 1.0);
            r
        };
        let mark = |x: f32, y: f32, tall: f32| IndexMark {
            at: v2(x, y),
            up: v2(0.0, -1.0),
            height: tall,
            heat: 0.5,
            seen_px: tall,
        };
        let card = [v2(0.0, 0.0), v2(60.0, 0.0), v2(60.0, 90.0), v2(0.0, 90.0)];
        // Of a card's corner the card is measured, of a pip in its middle the pip; what is doubtful says nothing.
        let looks = [
            (mark(6.0, 13.5, 25.0), reading(1.0)),
            (mark(400.0, 45.0, 30.0), reading(1.0)),
            (mark(8.0, 13.5, 99.0), reading(0.5)),
        ];
        let sizes = Sizes::measured(&album, &looks[..1], &[card]);
        assert_eq!(sizes.at(v2(500.0, 0.0)), Some(18.0));
        assert!(sizes.fit(&album, &card) && !sizes.fit(&album, &card.map(|p| p * 1.5)));
        let sizes = Sizes::measured(&album, &looks, &[card]);
        assert_eq!(sizes.all.len(), 2);
        assert_eq!(
            Sizes::measured(&album, &looks[2..], &[card]).at(v2(0.0, 0.0)),
            None
        );
    }
}
