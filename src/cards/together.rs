//! Index readings and outlines into groups, one for each card: the corners of one card belong together, and to the outline that they stand in.

use super::geometry::{Homography, Quad, V2, height, holds, middle, v2, width};

/// An index as the grouping sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// Middle of rank and suit.
    pub(crate) at: V2,
    /// Unit vector from suit to rank.
    pub(crate) up: V2,
    /// Height of rank and suit, px.
    pub(crate) height: f32,
    /// The face it reads as, in the profile's order.
    pub(crate) face: usize,
    /// How sure it is of that, 0…1.
    pub(crate) sure: f32,
}

/// What belongs to one card.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Group {
    /// Which of the outlines, if any.
    pub(crate) outline: Option<usize>,
    /// Which of the corners.
    pub(crate) corners: Vec<usize>,
}

/// Where in an outline an index stands.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    /// 0 where it fits exactly; from 1 on it doesn't.
    misfit: f32,
    /// 0…3: top-left, top-right, bottom-right, bottom-left of the outline as given.
    slot: usize,
}

/// An index is this high, as a fraction of the card's long side (jumbo indices 0.3 and more; bridge and poker 0.15…0.25).
const INDEX_HEIGHT: (f32, f32) = (0.07, 0.40);
/// Its top stands so far below the card's edge, as a fraction of the long side.
const MARGIN: f32 = 0.06;
/// Its middle stands so far from the side, as fractions of the short side.
const INSET: (f32, f32) = (0.05, 0.20);

fn place(corner: &Corner, outline: &Quad) -> Option<Place> {
    let (w, h) = (width(outline), height(outline));
    let unit = Homography::from_unit_square(outline).inverse();
    let at = unit.map(corner.at);
    let tip = unit.map(corner.at + corner.up * (corner.height * 0.5));
    let up = v2((tip.x - at.x) * w, (tip.y - at.y) * h);
    let turned = up.y > 0.0;
    let (at, up) = if turned {
        (v2(1.0 - at.x, 1.0 - at.y), -up)
    } else {
        (at, up)
    };
    let tall = 2.0 * up.len() / h;
    if tall < INDEX_HEIGHT.0 || tall > INDEX_HEIGHT.1 {
        return None;
    }
    let right = at.x > 0.5;
    let inset = if right { 1.0 - at.x } else { at.x };
    let lean = up.x.atan2(-up.y) / 0.3;
    let down = (at.y - tall * 0.5 - MARGIN) / 0.12;
    let aside = ((INSET.0 - inset).max(inset - INSET.1).max(0.0)) / 0.08;
    let misfit = (lean * lean + down * down + aside * aside).sqrt();
    let slot = usize::from(right) + if turned { 2 } else { 0 };
    (misfit < 1.0).then_some(Place { misfit, slot })
}

/// How well two corners fit as corners of one card: `None` if they don't.
fn partners(a: &Corner, b: &Corner) -> bool {
    let size = a.height.max(b.height) / a.height.min(b.height).max(1e-3);
    if size > 2.0 {
        return false;
    }
    let h = (a.height + b.height) * 0.5;
    let d = b.at - a.at;
    let (along, across) = (-d.dot(a.up), d.dot(a.up.right()));
    let facing = a.up.dot(b.up);
    if facing < -0.7 {
        // Diagonally opposite, or (four corners) at the two ends of one long side.
        let long = along > 0.8 * h && along < 11.0 * h && along.hypot(across) > 1.6 * h;
        long && across.abs() < 1.8 * along
    } else if facing > 0.8 {
        // The two ends of one short side.
        across.abs() > 1.2 * h && across.abs() < 7.0 * h && along.abs() < 0.35 * across.abs()
    } else {
        false
    }
}

/// Faces of the Pairs deck that a half turn makes nobody's: 2 3 4 5 7.
const ONE_WAY: [usize; 5] = [1, 2, 3, 4, 6];
/// Sure enough to tell which way a neighbour stands.
const TELLING: f32 = 0.95;

/// Whether the numeral beside it, in the same fan, tells that this one stands as it was read and not upside-down.
pub(crate) fn tells_upright(one: &Corner, beside: &Corner) -> bool {
    let d = beside.at - one.at;
    let (along, across) = (d.dot(one.up), d.dot(one.up.right()));
    ONE_WAY.contains(&beside.face)
        && beside.sure >= TELLING
        && one.up.dot(beside.up) > 0.9
        && (0.75..1.33).contains(&(beside.height / one.height))
        && along.abs() < 0.8 * one.height
        && across.abs() < 3.5 * one.height
}

/// Whether corners of one name can be all that shows of one card. Where the deck holds equal cards, two that stand the same way up are neighbours
/// of a fan: of a card with four the third shows as well.
fn one_card(of: &[usize], corners: &[Corner], single: bool) -> bool {
    match of {
        &[a, b] if !single => corners[a].up.dot(corners[b].up) < 0.0,
        _ => true,
    }
}

/// A corner of less is hardly read: it is no other's match, and takes no place that a read one wants.
const LEGIBLE: f32 = 0.2;
/// Two corners this sure of different names that stand side by side are neighbours of a fan; of one card one would be misread.
const BELIEVED: f32 = 0.9;

/// Whether two corners are side by side, the same way up, each sure of another name.
fn neighbours(a: &Corner, b: &Corner) -> bool {
    a.face != b.face && a.sure.min(b.sure) >= BELIEVED && a.up.dot(b.up) > 0.5
}

/// Groups corners and outlines; `stands` may know better that a corner is none of an outline's. `single` says that the deck holds every face once,
/// so that equal names near each other are one card.
pub(crate) fn group(
    corners: &[Corner],
    outlines: &[Quad],
    single: bool,
    stands: impl Fn(&Corner, &Quad) -> bool,
) -> Vec<Group> {
    let mut groups: Vec<Group> = (0..outlines.len())
        .map(|i| Group {
            outline: Some(i),
            corners: Vec::new(),
        })
        .collect();
    let mut fits: Vec<(usize, usize, Place)> = Vec::new();
    for (c, corner) in corners.iter().enumerate() {
        for (o, outline) in outlines.iter().enumerate() {
            let fit = place(corner, outline).filter(|_| stands(corner, outline));
            fits.extend(fit.map(|p| (c, o, p)));
        }
    }
    let hardly_read = |c: usize| corners[c].sure < LEGIBLE;
    fits.sort_by(|a, b| {
        let read_first = hardly_read(a.0).cmp(&hardly_read(b.0));
        read_first.then(a.2.misfit.total_cmp(&b.2.misfit))
    });
    let mut home: Vec<Option<usize>> = vec![None; corners.len()];
    let mut taken = vec![[false; 4]; outlines.len()];
    for (c, o, p) in fits {
        if home[c].is_some() || taken[o][p.slot] {
            continue;
        }
        // A second name in one outline is a contradiction only if it stands there as well as the first; else it is a neighbour's.
        let mut others = groups[o].corners.iter().map(|&k| &corners[k]);
        let stranger = others.clone().any(|k| k.face != corners[c].face);
        if stranger && (p.misfit > 0.55 || hardly_read(c)) {
            continue;
        }
        if others.any(|k| neighbours(k, &corners[c])) {
            continue;
        }
        (home[c], taken[o][p.slot]) = (Some(o), true);
        groups[o].corners.push(c);
    }
    for g in &mut groups {
        if !one_card(&g.corners, corners, single)
            && let Some(neighbour) = g.corners.pop()
        {
            home[neighbour] = None;
        }
    }
    let mut loose: Vec<usize> = (0..corners.len()).filter(|&c| home[c].is_none()).collect();
    loose.sort_by(|&a, &b| corners[b].sure.total_cmp(&corners[a].sure));
    for c in loose {
        let joins = |g: &Group| {
            !g.corners.is_empty()
                && g.corners.len() < 4
                && (single || g.outline.is_none_or(|o| holds(&outlines[o], corners[c].at)))
                && !hardly_read(c)
                && g.corners.iter().all(|&k| {
                    corners[k].face == corners[c].face && partners(&corners[k], &corners[c])
                })
                && one_card(&[&g.corners[..], &[c]].concat(), corners, single)
        };
        match groups.iter_mut().find(|g| joins(g)) {
            Some(g) => g.corners.push(c),
            None => groups.push(Group {
                outline: None,
                corners: vec![c],
            }),
        }
    }
    unite(&mut groups, corners, outlines, single);
    groups
}

/// So much larger than its outline a card may be.
const SLACK: f32 = 1.1;

/// The outline scaled about its middle.
pub(crate) fn grown(outline: &Quad, scale: f32) -> Quad {
    let c = middle(outline);
    outline.map(|p| c + (p - c) * scale)
}

/// Below this an index may have taken one suit for another.
const SUIT_DOUBTED: f32 = 0.95;

/// Whether two faces of a deck with suits are of one rank and colour: clubs and spades are the first and the last suit.
fn easily_mixed(a: usize, b: usize) -> bool {
    let black = |face: usize| matches!(face / 13, 0 | 3);
    a % 13 == b % 13 && black(a) == black(b)
}

/// Whether two readings may be of one card: the same face, or, where both doubt the suit, another of its rank and colour.
fn akin(a: &Corner, b: &Corner, single: bool) -> bool {
    let doubted = a.sure < SUIT_DOUBTED && b.sure < SUIT_DOUBTED;
    let legible = a.sure.min(b.sure) >= LEGIBLE;
    (a.face == b.face && legible) || (single && doubted && easily_mixed(a.face, b.face))
}

/// Farther than this from where it should be, as a part of its height, the other index of a card is another's; what covers half of it moves its
/// middle, and an outline is no better.
const ASTRAY: f32 = 0.65;

/// Where on its outline a card's other index stands, and which way up.
pub(crate) fn turned_over(outline: &Quad, one: &Corner) -> (V2, V2) {
    let plane = Homography::from_unit_square(outline);
    let across = |p: V2| {
        let unit = plane.inverse().map(p);
        plane.map(v2(1.0 - unit.x, 1.0 - unit.y))
    };
    let at = across(one.at);
    (at, (across(one.at + one.up * one.height) - at).unit())
}

/// Whether an index stands, turned, where this card's other one must.
pub(crate) fn opposite(outline: &Quad, one: &Corner, other: &Corner) -> bool {
    let mirrored = middle(outline) * 2.0 - one.at;
    one.up.dot(other.up) < -0.8 && (other.at - mirrored).len() < ASTRAY * one.height
}

/// Groups of one name whose corners could be one card's are one card, whatever outlines they were found in; it keeps the outline that fits best.
fn unite(groups: &mut [Group], corners: &[Corner], outlines: &[Quad], single: bool) {
    for i in 0..groups.len() {
        for j in i + 1..groups.len() {
            let of = |g: &Group| g.corners.clone();
            let (a, b) = (of(&groups[i]), of(&groups[j]));
            // Where the one says that its card's other index stands, another suit of its colour is that one, misread.
            let on = [groups[i].outline, groups[j].outline];
            let misread = |x: &Corner, y: &Corner| {
                let over = |o: usize| opposite(&outlines[o], x, y);
                single && easily_mixed(x.face, y.face) && on.into_iter().flatten().any(over)
            };
            let fits = |&x: &usize, &y: &usize| {
                let (x, y) = (&corners[x], &corners[y]);
                partners(x, y) && (akin(x, y, single) || misread(x, y))
            };
            if a.is_empty()
                || b.is_empty()
                || a.len() + b.len() > 4
                || !a.iter().all(|x| b.iter().all(|y| fits(x, y)))
            {
                continue;
            }
            let together: Vec<usize> = a.into_iter().chain(b).collect();
            if !one_card(&together, corners, single) {
                continue;
            }
            // A deck with equal cards: only corners on one outline, which may be a little off, are one card.
            let on_one = |g: &Group| {
                g.outline.is_some_and(|o| {
                    let wide = grown(&outlines[o], SLACK);
                    together.iter().all(|&c| holds(&wide, corners[c].at))
                })
            };
            if !single && !on_one(&groups[i]) && !on_one(&groups[j]) {
                continue;
            }
            let misfit = |o: Option<usize>| {
                let each = |q: &Quad| {
                    together
                        .iter()
                        .map(|&c| place(&corners[c], q).map_or(1.5, |p| p.misfit))
                        .sum::<f32>()
                };
                o.map_or(f32::MAX, |o| each(&outlines[o]))
            };
            let (keep, empty) = if misfit(groups[j].outline) < misfit(groups[i].outline) {
                (j, i)
            } else {
                (i, j)
            };
            groups[keep].corners = together;
            groups[empty].corners.clear();
        }
    }
}

/// The outline told from the card's own top-left corner, as its index has it; two-headed cards may be told either way.
pub(crate) fn upright(outline: &Quad, corner: &Corner) -> Quad {
    let top = outline[0] + outline[1] - outline[2] - outline[3];
    if top.dot(corner.up) >= 0.0 {
        *outline
    } else {
        super::geometry::half_turn(outline)
    }
}

/// The outline that two diagonally opposite corners imply; `None` if these two don't stand so.
pub(crate) fn implied(a: &Corner, b: &Corner) -> Option<Quad> {
    if a.up.dot(b.up) > -0.8 {
        return None;
    }
    let up = (a.up - b.up).unit();
    let d = b.at - a.at;
    let (along, across) = (-d.dot(up), d.dot(up.right()));
    let tall = (a.height + b.height) * 0.5;
    // The index's middle stands about 0.1 of the width from the side (a jumbo's more), its top MARGIN below the edge.
    let long = (along + tall) / (1.0 - 2.0 * MARGIN);
    let inset = (0.1 + 0.55 * (tall / long - 0.17)).clamp(0.1, 0.17);
    let short = across.abs() / (1.0 - 2.0 * inset);
    if !(1.1..1.9).contains(&(long / short.max(1e-3))) {
        return None;
    }
    let (centre, a, r) = (
        (a.at + b.at) * 0.5,
        up * (long * 0.5),
        up.right() * (short * 0.5),
    );
    Some([
        centre + a - r,
        centre + a + r,
        centre - a + r,
        centre - a - r,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(corners: &[Corner], outlines: &[Quad], single: bool) -> Vec<Group> {
        super::group(corners, outlines, single, |_, _| true)
    }

    const CARD: Quad = [v2(0.0, 0.0), v2(63.0, 0.0), v2(63.0, 88.0), v2(0.0, 88.0)];

    fn corner(x: f32, y: f32, up: f32, face: usize) -> Corner {
        Corner {
            at: v2(x, y),
            up: v2(0.0, up),
            height: 16.0,
            face,
            sure: 0.99,
        }
    }

    fn moved(mut c: Corner, x: f32) -> Corner {
        c.at.x += x;
        c
    }

    #[test]
    fn corners_find_their_outline() {
        let corners = [
            corner(6.0, 12.0, -1.0, 3),
            corner(57.0, 76.0, 1.0, 3),
            corner(30.0, 40.0, -1.0, 9),
        ];
        let groups = group(&corners, &[CARD], true);
        assert_eq!(
            groups[0],
            Group {
                outline: Some(0),
                corners: vec![0, 1]
            }
        );
        assert_eq!(
            groups[1],
            Group {
                outline: None,
                corners: vec![2]
            }
        );
    }

    #[test]
    fn corners_in_two_outlines_are_still_one_card() {
        let askew = CARD.map(|p| v2(p.x + p.y * 0.06 - 3.0, p.y - p.x * 0.06 + 2.0));
        let corners = [corner(6.0, 12.0, -1.0, 3), corner(57.0, 76.0, 1.0, 3)];
        for outlines in [[CARD, askew], [askew, CARD]] {
            let groups = group(&corners, &outlines, true);
            let whole: Vec<&Group> = groups.iter().filter(|g| g.corners.len() == 2).collect();
            assert_eq!(whole.len(), 1);
            assert_eq!(whole[0].outline.map(|o| outlines[o]), Some(CARD));
        }
    }

    #[test]
    fn sure_strangers_side_by_side_are_neighbours_of_a_fan() {
        // Two cards of a fan: the outline was found about both.
        let apart = |sure| {
            let next = Corner {
                sure,
                ..corner(52.0, 12.0, -1.0, 9)
            };
            group(&[corner(6.0, 12.0, -1.0, 3), next], &[CARD], true).len()
        };
        assert_eq!(apart(0.99), 2);
        // A doubtful one may be this card's, misread.
        assert_eq!(apart(0.6), 1);
    }

    #[test]
    fn what_is_hardly_read_is_no_other_ones_match() {
        let other = |sure| Corner {
            sure,
            ..corner(57.0, 76.0, 1.0, 3)
        };
        let told = |sure| group(&[corner(6.0, 12.0, -1.0, 3), other(sure)], &[], true).len();
        assert_eq!((told(0.01), told(0.5)), (2, 1));
    }

    #[test]
    fn only_suits_of_one_colour_are_mixed_up() {
        let of = |face, sure| Corner {
            sure,
            ..corner(0.0, 0.0, -1.0, face)
        };
        // Nine of clubs, of spades, of diamonds.
        let (clubs, spades, diamonds) = (8, 8 + 39, 8 + 13);
        assert!(akin(&of(clubs, 0.9), &of(spades, 0.8), true));
        assert!(!akin(&of(clubs, 0.9), &of(diamonds, 0.8), true));
        assert!(!akin(&of(clubs, 0.99), &of(spades, 0.8), true));
    }

    #[test]
    fn the_other_index_stands_opposite() {
        let (at, up) = turned_over(&CARD, &corner(6.0, 12.0, -1.0, 3));
        assert!((at - v2(57.0, 76.0)).len() < 1e-3 && (up - v2(0.0, 1.0)).len() < 1e-3);
    }

    #[test]
    fn corners_without_an_outline_find_each_other() {
        let one = [corner(6.0, 12.0, -1.0, 3), corner(57.0, 76.0, 1.0, 3)];
        assert_eq!(group(&one, &[], true).len(), 1);
        // Four corners, one card.
        let four = [
            one[0],
            one[1],
            corner(57.0, 12.0, -1.0, 3),
            corner(6.0, 76.0, 1.0, 3),
        ];
        assert_eq!(group(&four, &[], true).len(), 1);
        // Other names, or corners that face the same way one above the other, are other cards.
        assert_eq!(
            group(&[one[0], Corner { face: 4, ..one[1] }], &[], true).len(),
            2
        );
        assert_eq!(
            group(&[one[0], corner(6.0, 60.0, -1.0, 3)], &[], false).len(),
            2
        );
    }

    #[test]
    fn a_neighbour_of_a_fan_is_no_contradiction() {
        // The next card's index shows 9 px to the right of the outline's own.
        let corners = [
            corner(6.0, 12.0, -1.0, 3),
            moved(corner(6.0, 12.0, -1.0, 5), 16.0),
        ];
        let groups = group(&corners, &[CARD], true);
        assert_eq!(groups[0].corners, [0]);
        assert_eq!(groups.len(), 2);
    }

    #[test]
    fn equal_cards_beside_each_other_in_a_fan_are_two() {
        // The outline is guessed so wide that the next card's index stands in its other upper corner.
        let two = [corner(6.0, 12.0, -1.0, 3), corner(57.0, 12.0, -1.0, 3)];
        let all = [
            two[0],
            two[1],
            corner(57.0, 76.0, 1.0, 3),
            corner(6.0, 76.0, 1.0, 3),
        ];
        let count = |corners: &[Corner], outlines: &[Quad], single| {
            let groups = group(corners, outlines, single);
            groups.iter().filter(|g| !g.corners.is_empty()).count()
        };
        for outlines in [&[CARD][..], &[]] {
            assert_eq!(count(&two, outlines, false), 2);
            assert_eq!(count(&two, outlines, true), 1);
        }
        assert_eq!(count(&all, &[CARD], false), 1, "a card with four");
    }

    #[test]
    fn a_neighbour_tells_which_way_a_numeral_stands() {
        let six = corner(0.0, 0.0, 1.0, 5);
        assert!(tells_upright(&six, &corner(30.0, 3.0, 1.0, 4)));
        // The other way up, too far, or itself alike either way: it tells nothing.
        for (x, up, face) in [(30.0, -1.0, 4), (90.0, 1.0, 4), (30.0, 1.0, 8)] {
            assert!(!tells_upright(&six, &corner(x, 3.0, up, face)));
        }
    }

    #[test]
    fn a_narrow_outline_still_holds_both_numerals() {
        // In a deck of equal cards a second 4 beside it would be another card; this one stands 1 px outside a bad outline.
        let narrow = CARD.map(|p| v2(p.x.min(55.5), p.y));
        let second = |x: f32| corner(x, 76.0, 1.0, 3);
        let count = |x: f32| {
            let groups = group(&[corner(6.3, 12.0, -1.0, 3), second(x)], &[narrow], false);
            groups.iter().filter(|g| !g.corners.is_empty()).count()
        };
        assert_eq!(count(56.7), 1);
        assert_eq!(count(75.0), 2);
    }

    #[test]
    fn two_corners_imply_the_card() {
        let quad =
            implied(&corner(6.3, 12.0, -1.0, 3), &corner(56.7, 76.0, 1.0, 3)).expect("an outline");
        for (a, b) in quad.iter().zip(&CARD) {
            assert!((*a - *b).len() < 2.5, "{quad:?}");
        }
        assert_eq!(upright(&quad, &corner(0.0, 0.0, -1.0, 0)), quad);
    }
}
