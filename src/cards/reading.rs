//! Marks into an observation: indices are read, grouped with outlines into cards, and named; the rest is told as rejected.

use super::{
    DeckProfile, Detailed, Reader, ReaderError, Rejected, backs,
    candidate::{Candidate, QUALITY_ALONE, doubt_inner, doubt_opposite, echoes, once_each},
    edges,
    evidence::{Grouped, KNOWN, Read, index_quad},
    face,
    geometry::{Quad, V2, middle, width},
    glyph::{Eye, GlyphReading},
    inking,
    laying::{self, Look, Sizes},
    locate::{CardMark, IndexMark, Marks, same_index},
    naming::Naming,
    picture::Picture,
    strips::Pictured,
    together::{self, Corner, Group},
};
use crate::{
    card::Deck,
    sighting::{Observation, PicturePoint},
};

/// The index reader's output for the rank ten.
const TEN: usize = 9;
/// Below this quality a mark is no index.
const LEAST_QUALITY: f32 = 0.35;
/// Marks this hot whose reading is doubtful are moved onto the ink and read again.
const LEAST_SETTLED: f32 = 0.3;
/// So far from where an enrolled deck's indices stand (card widths and heights) one may be found.
const STANDS: f32 = 0.12;
/// A corner is surely read from here on: the card's other one stands opposite.
const SURE: f32 = 0.97;
/// A suit's middle is so far below its rank's, and both together so much higher, in heights of the rank.
const SUIT_BELOW: f32 = 0.4;
const LONGER: f32 = 1.8;
/// Two places nearer than this part of a card's width are one card's.
const SAME_CARD: f32 = 0.12;

/// Reads and names everything that was marked; `plain` says that the whole picture is looked at and shows a table of one colour, from which backs
/// stand out.
///
/// # Errors
/// When the nets can't be run.
pub(crate) fn observe(
    reader: &Reader,
    picture: &Picture<'_>,
    mut marks: Marks,
    plain: bool,
) -> Result<Detailed, ReaderError> {
    let profile = &reader.profile;
    let (backs, mut fronts): (Vec<CardMark>, Vec<CardMark>) =
        marks.cards.iter().partition(|m| m.back);
    for mark in &mut fronts {
        mark.quad = edges::sharpen(picture, &mark.quad);
    }
    let mut outlines: Vec<Quad> = fronts.iter().map(|m| m.quad).collect();
    let mut rejected = Vec::new();
    let (mut reads, sizes) = read_indices(
        reader,
        picture,
        &mut marks.indices,
        &outlines,
        &mut rejected,
    )?;
    if let (Some(sizes), Some(album)) = (&sizes, profile.album()) {
        fronts.retain(|m| sizes.fit(album, &m.quad));
        outlines = fronts.iter().map(|m| m.quad).collect();
    }
    let corners: Vec<Corner> = reads.iter().map(|r| r.corner).collect();
    let groups = grouped(profile, &corners, &outlines);
    read_opposite(reader, picture, &groups, &outlines, &mut reads)?;
    let quads: Vec<Option<Quad>> = groups
        .iter()
        .map(|g| group_outline(g, &outlines, &corners))
        .collect();
    let seen: Vec<Quad> = quads.iter().flatten().copied().collect();
    let mut faces = face::read(&reader.nets, picture, &seen)?.into_iter();
    let mut candidates = Vec::new();
    let grouped = Grouped {
        profile,
        reads: &reads,
        groups: &groups,
        quads: &quads,
    };
    for (g, group) in groups.iter().enumerate() {
        let face = quads[g].and_then(|_| faces.next());
        let heat = group.outline.map_or(0.0, |o| fronts[o].heat);
        candidates.push(grouped.candidate(g, face, heat));
    }
    if let Some(sizes) = &sizes {
        add_bare(reader, picture, sizes, &reads, &mut candidates);
    }
    doubt_inner(&mut candidates);
    doubt_opposite(&mut candidates);
    if profile.deck() != Deck::Pairs {
        rejected.extend(echoes(&mut candidates));
        once_each(&mut candidates);
    }
    told(reader, picture, &backs, candidates, rejected, plain)
}

/// What is shown of the cards that came together, and what is not and why.
fn told(
    reader: &Reader,
    picture: &Picture<'_>,
    backs: &[CardMark],
    candidates: Vec<Candidate>,
    mut rejected: Vec<Rejected>,
    plain: bool,
) -> Result<Detailed, ReaderError> {
    let named: Vec<Quad> = candidates
        .iter()
        .filter(|c| c.sighting.card.is_some())
        .filter_map(|c| c.sighting.corners.map(|q| q.map(V2::from)))
        .collect();
    let mut observation = Observation {
        backs: backs::found(&reader.nets, picture, backs, &named, plain)?,
        ..Observation::default()
    };
    for c in candidates {
        match c.verdict() {
            None => observation.sightings.push(c.sighting),
            Some(_) if c.is_back(picture, &observation.backs, &named, plain) => {
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

/// Corners and outlines as cards; an enrolled deck knows where its indices stand on them.
fn grouped(profile: &DeckProfile, corners: &[Corner], outlines: &[Quad]) -> Vec<Group> {
    let single = profile.deck() != Deck::Pairs;
    together::group(corners, outlines, single, |corner, outline| {
        let stands = |album| laying::stands(album, corner.at, outline, STANDS);
        profile.album().is_none_or(stands)
    })
}

/// Reads the marks, and whatever else stands in the corners of the outlines; with how high an enrolled deck's indices are.
fn read_indices(
    reader: &Reader,
    picture: &Picture<'_>,
    marks: &mut [IndexMark],
    outlines: &[Quad],
    rejected: &mut Vec<Rejected>,
) -> Result<(Vec<Read>, Option<Sizes>), ReaderError> {
    let profile = &reader.profile;
    let eye = Eye::new(&reader.nets, picture, &reader.profile);
    let numeral = profile.deck() == Deck::Pairs;
    if numeral {
        // The detector may have marked only the 1 of a 10; the ink tells.
        for mark in marks.iter_mut() {
            *mark = inking::settle(picture, mark, true).unwrap_or(*mark);
        }
    }
    let readings = eye.read(marks)?;
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
    if !numeral {
        // A rank alone: its suit stands below.
        let lacking = marks.iter().zip(&readings).filter(|l| l.1.lacks_suit());
        more.extend(lacking.flat_map(|l| longer(l.0)));
    }
    let second = eye.read(&mut more)?;
    let mut all: Vec<Look> = marks
        .iter()
        .copied()
        .zip(readings)
        .chain(more.into_iter().zip(second))
        .collect();
    let album = profile.album();
    let sizes = album.map(|album| Sizes::measured(album, &all, outlines));
    let alone = Sizes::alone(&all);
    all = laying::relaid(&eye, sizes.as_ref().unwrap_or(&alone), all)?;
    Ok((each_once(reader, picture, all, rejected), sizes))
}

/// The looks at each index into the clearest, as far as it is one.
fn each_once(
    reader: &Reader,
    picture: &Picture<'_>,
    mut all: Vec<Look>,
    rejected: &mut Vec<Rejected>,
) -> Vec<Read> {
    let numeral = reader.profile.deck() == Deck::Pairs;
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
            reads.push(Read::new(reader, picture, mark, reading));
        }
    }
    reads
}

/// The mark of a rank made one of rank and suit; a 9 may be a 6 the other way up.
fn longer(mark: &IndexMark) -> [IndexMark; 2] {
    [mark.up, -mark.up].map(|up| IndexMark {
        at: mark.at - up * (SUIT_BELOW * mark.height),
        up,
        height: LONGER * mark.height,
        ..*mark
    })
}

/// Reads the second corner of a card anew where the first, which is sure, says that it stands: where they disagree the detector may have laid it badly.
fn read_opposite(
    reader: &Reader,
    picture: &Picture<'_>,
    groups: &[Group],
    outlines: &[Quad],
    reads: &mut [Read],
) -> Result<(), ReaderError> {
    let mut again: Vec<usize> = Vec::new();
    let mut marks: Vec<IndexMark> = Vec::new();
    for group in groups {
        let Some(outline) = group.outline.map(|o| &outlines[o]) else {
            continue;
        };
        let corners = || group.corners.iter().map(|&c| (c, &reads[c].corner));
        let surest = corners().max_by(|a, b| a.1.sure.total_cmp(&b.1.sure));
        let Some((_, sure)) = surest.filter(|s| s.1.sure >= SURE) else {
            continue;
        };
        for (c, other) in corners() {
            if other.up.dot(sure.up) < 0.0 && (other.face != sure.face || other.sure < KNOWN) {
                let (at, up) = together::turned_over(outline, sure);
                again.push(c);
                marks.push(IndexMark {
                    at,
                    up,
                    height: sure.height,
                    ..reads[c].mark
                });
            }
        }
    }
    let eye = Eye::new(&reader.nets, picture, &reader.profile);
    let readings = eye.read(&mut marks)?;
    for ((c, mark), reading) in again.into_iter().zip(marks).zip(readings) {
        if reading.clarity() > reads[c].reading.clarity() {
            reads[c] = Read::new(reader, picture, mark, reading);
        }
    }
    Ok(())
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

/// Adds the cards of an enrolled deck that carry no index, where their pictures tell them: on outlines without a readable index, and beside
/// cards that are known, those found so among them.
fn add_bare(
    reader: &Reader,
    picture: &Picture<'_>,
    sizes: &Sizes,
    reads: &[Read],
    candidates: &mut Vec<Candidate>,
) {
    let strips = reader.known.as_ref().and_then(|k| k.strips.as_ref());
    let (Some(strips), Some(album)) = (strips, reader.profile.album()) else {
        return;
    };
    let unread = candidates.iter().filter(|c| c.quality < QUALITY_ALONE);
    let outlines = unread.filter_map(|c| c.sighting.corners.map(|q| q.map(V2::from)));
    let sized = outlines.filter_map(|q| Some(album.sized(&q, sizes.at(middle(&q))?)));
    let mut found: Vec<Pictured> = Vec::new();
    let mut fresh: Vec<Quad> = Vec::new();
    let mut keep = |told: Pictured, fresh: &mut Vec<Quad>| {
        let same = |f: &&mut Pictured| {
            f.face == told.face
                || (middle(&f.quad) - middle(&told.quad)).len() < SAME_CARD * width(&f.quad)
        };
        match found.iter_mut().find(same) {
            Some(before) if before.score >= told.score => {}
            Some(before) => *before = told,
            None => {
                fresh.push(told.quad);
                found.push(told);
            }
        }
    };
    for quad in sized {
        if let Some(told) = strips.on(picture, &quad).filter(Pictured::is_named) {
            keep(told, &mut fresh);
        }
    }
    let sure = reads.iter().filter(|r| r.corner.sure >= KNOWN);
    fresh.extend(sure.filter_map(|r| Some(album.card_under(&r.mark, sizes.at(r.mark.at)?))));
    while let Some(seed) = fresh.pop() {
        for told in strips.beside(picture, &seed) {
            if told.is_named() {
                keep(told, &mut fresh);
            }
        }
    }
    for told in found {
        candidates.retain(|c| !c.is_replaced_by(&told.quad));
        candidates.push(Candidate::pictured(&reader.profile, &told));
    }
}

/// A card that is known to lie on an outline.
pub(crate) struct Lain {
    /// The outline, told from the card's own top left where that is known.
    pub(crate) quad: Quad,
    pub(crate) naming: Naming,
    /// Its indices, where they say what it is called.
    pub(crate) indices: Vec<IndexMark>,
}

/// Reads the cards that lie on these outlines, apart from each other.
///
/// # Errors
/// When the nets can't be run.
pub(crate) fn lying(
    reader: &Reader,
    picture: &Picture<'_>,
    indices: &mut [IndexMark],
    outlines: &[Quad],
) -> Result<Vec<Lain>, ReaderError> {
    let profile = &reader.profile;
    let (mut reads, _) = read_indices(reader, picture, indices, outlines, &mut Vec::new())?;
    let corners: Vec<Corner> = reads.iter().map(|r| r.corner).collect();
    let groups = grouped(profile, &corners, outlines);
    read_opposite(reader, picture, &groups, outlines, &mut reads)?;
    let quads: Vec<Option<Quad>> = groups
        .iter()
        .map(|g| g.outline.and_then(|_| group_outline(g, outlines, &corners)))
        .collect();
    let seen: Vec<Quad> = quads.iter().flatten().copied().collect();
    let mut faces = face::read(&reader.nets, picture, &seen)?.into_iter();
    let grouped = Grouped {
        profile,
        reads: &reads,
        groups: &groups,
        quads: &quads,
    };
    let lain = |(g, quad): (usize, &Option<Quad>)| {
        let quad = (*quad)?;
        let naming = grouped.naming(g, faces.next().as_ref());
        let says_it = |r: &&Read| naming.card == Some(profile.card(r.corner.face));
        Some(Lain {
            quad,
            indices: grouped.of(g).filter(says_it).map(|r| r.mark).collect(),
            naming,
        })
    };
    Ok(quads.iter().enumerate().filter_map(lain).collect())
}

fn index_outline(mark: &IndexMark) -> Vec<PicturePoint> {
    index_quad(mark).map(PicturePoint::from).to_vec()
}
