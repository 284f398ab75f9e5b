//! The maps of the detector into marks: where an index stands and which way, where a card or a back lies; the same thing seen on several scales is told once.

use super::{
    geometry::{Quad, V2, overlap, v2},
    picture::Cut,
};

/// Heads of the detector (`models/README.md`).
const HEADS: usize = 14;
/// One cell of the maps is so many px of the cut.
const CELL: f32 = 4.0;
/// Index heat below which nothing is looked at; the index reader judges the rest.
const LEAST_INDEX: f32 = 0.3;
/// No picture of a table shows more; what is hottest is kept.
const MOST_INDICES: usize = 120;
/// Card and back heat below which nothing is looked at.
const LEAST_CARD: f32 = 0.3;

/// Something that looks like a corner index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexMark {
    /// The middle of rank and suit together.
    pub(crate) at: V2,
    /// Unit vector from suit to rank.
    pub(crate) up: V2,
    /// Height of rank and suit together along `up`, px.
    pub(crate) height: f32,
    /// The detector's heat, 0…1.
    pub(crate) heat: f32,
    /// The height in px of the cut it was found in.
    pub(crate) seen_px: f32,
}

/// Something that looks like a card, face up or down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CardMark {
    /// The outline; its long sides are the second and fourth.
    pub(crate) quad: Quad,
    /// The heat, 0…1.
    pub(crate) heat: f32,
    /// Whether it shows its back.
    pub(crate) back: bool,
}

/// Everything the detector marked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    pub(crate) indices: Vec<IndexMark>,
    pub(crate) cards: Vec<CardMark>,
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The marks in one cut's maps (`[14, height/4, width/4]`).
pub(crate) fn decode(cut: &Cut, maps: &[f32]) -> Marks {
    let (w, h) = (cut.width / CELL as usize, cut.height / CELL as usize);
    assert_eq!(
        maps.len(),
        HEADS * w * h,
        "the detector's maps are a quarter of its input"
    );
    let maps = Maps { w, h, maps };
    let mut marks = Marks::default();
    for (x, y, heat) in maps.peaks(0, LEAST_INDEX) {
        let at = maps.centre(1, x, y);
        let up = v2(maps.value(3, x, y), maps.value(4, x, y)).unit();
        let seen_px = 16.0 * maps.value(5, x, y).clamp(-3.0, 4.0).exp2();
        let up_picture = cut.stretched(up * seen_px);
        marks.indices.push(IndexMark {
            at: cut.picture_from_cut(at),
            up: up_picture.unit(),
            height: up_picture.len(),
            heat,
            seen_px,
        });
    }
    for (head, back) in [(6, false), (7, true)] {
        for (x, y, heat) in maps.peaks(head, LEAST_CARD) {
            let quad = maps.card(x, y);
            marks.cards.push(CardMark {
                quad: quad.map(|p| cut.picture_from_cut(p)),
                heat,
                back,
            });
        }
    }
    marks
}

struct Maps<'a> {
    w: usize,
    h: usize,
    maps: &'a [f32],
}

impl Maps<'_> {
    fn value(&self, head: usize, x: usize, y: usize) -> f32 {
        self.maps[(head * self.h + y) * self.w + x]
    }

    /// Cells whose heat is no less than any neighbour's.
    fn peaks(&self, head: usize, least: f32) -> Vec<(usize, usize, f32)> {
        let least = (least / (1.0 - least)).ln();
        let mut peaks = Vec::new();
        for y in 0..self.h {
            for x in 0..self.w {
                let v = self.value(head, x, y);
                if v < least {
                    continue;
                }
                let (x0, x1) = (x.saturating_sub(1), (x + 1).min(self.w - 1));
                let (y0, y1) = (y.saturating_sub(1), (y + 1).min(self.h - 1));
                let highest = (y0..=y1).all(|j| {
                    (x0..=x1).all(|i| {
                        let o = self.value(head, i, j);
                        // Of two equal neighbours the earlier one is the peak.
                        v > o || (v == o && (j, i) >= (y, x))
                    })
                });
                if highest {
                    peaks.push((x, y, sigmoid(v)));
                }
            }
        }
        peaks
    }

    /// Cell plus predicted offset, in px of the cut.
    fn centre(&self, head: usize, x: usize, y: usize) -> V2 {
        let d = |k| self.value(k, x, y).clamp(-2.0, 2.0);
        v2(
            (x as f32 + 0.5 + d(head)) * CELL,
            (y as f32 + 0.5 + d(head + 1)) * CELL,
        )
    }

    /// The outline, clockwise, long sides second and fourth.
    fn card(&self, x: usize, y: usize) -> Quad {
        let c = self.centre(8, x, y);
        let angle = self.value(11, x, y).atan2(self.value(10, x, y)) * 0.5;
        let long = 64.0 * self.value(12, x, y).clamp(-4.0, 5.0).exp2();
        let short = 45.0 * self.value(13, x, y).clamp(-4.0, 5.0).exp2();
        // `along` points to the top of the outline.
        let along = v2(-angle.cos(), -angle.sin());
        let (a, r) = (along * (long * 0.5), along.right() * (short * 0.5));
        [c + a - r, c + a + r, c - a + r, c - a - r]
    }
}

impl Marks {
    /// Adds another cut's marks.
    pub(crate) fn join(&mut self, other: Self) {
        self.indices.extend(other.indices);
        self.cards.extend(other.cards);
    }

    /// Adds outlines that were found without the detector: they correct its own where both see a card, and are doubtful by themselves.
    pub(crate) fn join_outlines(&mut self, outlines: Vec<(Quad, f32)>) {
        for (quad, fill) in outlines {
            let found = CardMark {
                quad,
                heat: 0.35 * fill,
                back: false,
            };
            let mut same = self
                .cards
                .iter_mut()
                .filter(|m| same_card(m, &found) && alike(&m.quad, &quad))
                .peekable();
            if same.peek().is_none() {
                drop(same);
                self.cards.push(found);
            } else {
                same.for_each(|m| m.quad = quad);
            }
        }
    }

    /// Drops the weaker of every two marks of the same thing.
    pub(crate) fn settle(&mut self) {
        let worth = |m: &IndexMark| m.heat * comfort(m.seen_px);
        self.indices.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let mut kept: Vec<IndexMark> = Vec::new();
        for m in self.indices.drain(..) {
            if !kept.iter().any(|k| same_index(k, &m)) {
                kept.push(m);
            }
        }
        kept.truncate(MOST_INDICES);
        self.indices = kept;
        self.cards.sort_by(|a, b| b.heat.total_cmp(&a.heat));
        let mut kept: Vec<CardMark> = Vec::new();
        for m in self.cards.drain(..) {
            if !kept.iter().any(|k| same_card(k, &m)) {
                kept.push(m);
            }
        }
        self.cards = kept;
    }
}

/// How far the detector is to be trusted at that index height: it was trained for 5…40 px.
fn comfort(px: f32) -> f32 {
    if px < 8.0 {
        (px / 8.0).max(0.3)
    } else if px > 36.0 {
        (36.0 / px).max(0.3)
    } else {
        1.0
    }
}

/// Whether two marks are of one index.
pub(crate) fn same_index(a: &IndexMark, b: &IndexMark) -> bool {
    // Neighbouring indices of a narrow fan stand at least about half an index height apart.
    let near = if a.up.dot(b.up) > 0.5 { 0.42 } else { 0.35 };
    (a.at - b.at).len() < near * a.height.min(b.height)
}

/// Whether two outlines bound about the same area.
fn alike(a: &Quad, b: &Quad) -> bool {
    let larger = super::geometry::area(a) / super::geometry::area(b).max(1.0);
    (0.7..1.45).contains(&larger) && overlap(a, b) > 0.8
}

fn same_card(a: &CardMark, b: &CardMark) -> bool {
    let middle = |m: &CardMark| super::geometry::middle(&m.quad);
    let short = super::geometry::width(&a.quad).min(super::geometry::width(&b.quad));
    let apart = (middle(a) - middle(b)).len();
    if apart > short {
        return false;
    }
    let along = |m: &CardMark| (m.quad[0] - m.quad[3]).unit();
    let aligned = along(a).dot(along(b)).abs() > 0.94;
    // Fanned cards share most of their area, but their middles stay apart.
    apart < 0.16 * short
        || (aligned && apart < 0.25 * short)
        || (a.back != b.back && overlap(&a.quad, &b.quad) > 0.75)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(width: usize, height: usize, step: f32) -> Cut {
        Cut {
            values: Vec::new(),
            width,
            height,
            origin: v2(100.0, 50.0),
            step: v2(step, step),
        }
    }

    fn blank(w: usize, h: usize) -> Vec<f32> {
        let mut maps = vec![0.0; HEADS * w * h];
        for head in [0, 6, 7] {
            maps[head * w * h..(head + 1) * w * h].fill(-8.0);
        }
        maps
    }

    #[test]
    fn an_index_is_told_in_picture_px() {
        let (w, h) = (16, 8);
        let mut maps = blank(w, h);
        let mut put = |head: usize, v: f32| maps[(head * h + 3) * w + 5] = v;
        for (head, v) in [
            (0, 3.0),
            (1, 0.25),
            (2, -0.25),
            (3, 2.0),
            (4, 0.0),
            (5, 1.0),
        ] {
            put(head, v);
        }
        let marks = decode(&cut(64, 32, 2.0), &maps);
        assert_eq!((marks.indices.len(), marks.cards.len()), (1, 0));
        let m = marks.indices[0];
        assert!(
            (m.at - v2(100.0 + 2.0 * 23.0, 50.0 + 2.0 * 13.0)).len() < 1e-3,
            "{m:?}"
        );
        assert!(
            (m.up - v2(1.0, 0.0)).len() < 1e-6
                && (m.height - 64.0).abs() < 1e-3
                && (m.seen_px - 32.0).abs() < 1e-3
        );
    }

    #[test]
    fn a_card_comes_with_its_long_sides_second_and_fourth() {
        let (w, h) = (16, 8);
        let mut maps = blank(w, h);
        let mut put = |head: usize, v: f32| maps[(head * h + 4) * w + 8] = v;
        // The long axis lies along x: a = 0.
        for (head, v) in [(7, 2.0), (10, 1.0), (11, 0.0), (12, 0.0), (13, 0.0)] {
            put(head, v);
        }
        let marks = decode(&cut(64, 32, 1.0), &maps);
        let m = marks.cards[0];
        assert!(m.back && super::super::geometry::area(&m.quad) > 0.0);
        assert!((super::super::geometry::height(&m.quad) - 64.0).abs() < 1e-3);
        assert!((m.quad[0] - m.quad[3] - v2(-64.0, 0.0)).len() < 1e-3);
    }

    #[test]
    fn the_same_thing_on_two_scales_is_one() {
        let index = |x: f32, heat: f32, seen_px: f32| IndexMark {
            at: v2(x, 0.0),
            up: v2(0.0, -1.0),
            height: 40.0,
            heat,
            seen_px,
        };
        let mut marks = Marks {
            indices: vec![
                index(0.0, 0.9, 60.0),
                index(3.0, 0.8, 30.0),
                index(30.0, 0.7, 30.0),
            ],
            cards: Vec::new(),
        };
        marks.settle();
        assert_eq!(
            marks.indices.iter().map(|m| m.at.x).collect::<Vec<_>>(),
            [3.0, 30.0]
        );
    }
}
