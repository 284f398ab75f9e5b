//! The cards on the table as they are known, and each look into what changed: the stage's one owner of state.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    card::{Card, Deck},
    frame::At,
    play::{Awaited, Zone},
    plays::{
        backs::Backs,
        geometry::{CARD_LONG_MM, inside, inside_any, near, share, square},
        look::{CardSeen, Look},
        track::{Standing, Track, TrackId},
        who::{Paths, View},
        zones::Layout,
    },
    seat::{Seat, Seating},
    sighting::{Signs, TablePoint},
};

/// What the rest of the table knows at this moment, lent to the watcher.
pub struct Rest<'a> {
    /// What the referee waits for.
    pub awaited: &'a [Awaited],
    /// The cards that may lie there by what the record allows, likeliest first: it orders choices and never names.
    pub likely: &'a dyn Fn(Option<Seat>, &Zone) -> Vec<Card>,
}

/// Something that somebody did, or that must be asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// A card came to rest.
    Laid {
        /// The card on the table.
        track: TrackId,
        /// Which; `None` is a hole.
        card: Option<Card>,
        /// Who laid it.
        seat: Option<Seat>,
        /// Where.
        zone: Zone,
        /// The probability that the name is right.
        confidence: f32,
        /// The signs that named it; none where the seat is in doubt, so that nobody is accused on it.
        signs: Signs,
        /// Whether it fills the hole that was told of this card before.
        fills: bool,
    },
    /// It must be asked which card that is, or whose.
    Asked {
        /// The card on the table.
        track: TrackId,
        /// Who laid it, if known.
        seat: Option<Seat>,
        /// Where.
        zone: Zone,
        /// Likely cards, best first.
        choices: Vec<Card>,
    },
    /// A card left the table.
    Lifted {
        /// The card that was on the table.
        track: TrackId,
        /// Which, if it was known.
        card: Option<Card>,
        /// Whose hand took it.
        seat: Option<Seat>,
        /// Where it lay.
        zone: Zone,
    },
    /// Face-down cards counted.
    Backs {
        /// Whose.
        seat: Option<Seat>,
        /// Where.
        zone: Zone,
        /// How many lie there now.
        count: u8,
    },
}

impl Fact {
    /// The card on the table that it tells of.
    #[must_use]
    pub fn track(&self) -> Option<TrackId> {
        match self {
            Self::Laid { track, .. } | Self::Asked { track, .. } | Self::Lifted { track, .. } => {
                Some(*track)
            }
            Self::Backs { .. } => None,
        }
    }
}

/// What every hand holds when it is dealt; the hands of the full pack differ in size.
fn full_hand(deck: Deck) -> Option<u8> {
    match deck {
        Deck::Pairs => Some(6),
        Deck::Short => Some(8),
        Deck::Full => None,
    }
}

/// Looks in a row in which a card must be missing before it is gone.
const MISSES: u32 = 2;

/// A card under a hand that is seen farther than this from where it lay moves with it, mm.
const CARRIED_MM: f64 = 5.0;

/// A card nudged farther than this is another play, mm.
const NUDGE_MM: f64 = 120.0;

/// A card seen this near to where it should be tells that the table is where it is thought to be, mm.
const AGREES_MM: f64 = 20.0;

/// What lay there when the camera was found to be moved has come to rest by then, s.
const SETTLES_SECS: f64 = 0.35;

/// The cards on the table.
#[derive(Clone, Serialize, Deserialize)]
pub struct Watcher {
    pub(super) deck: Deck,
    pub(super) layout: Layout,
    pub(super) seating: Seating,
    pub(super) view: View,
    pub(super) paths: Paths,
    pub(super) tracks: Vec<Track>,
    pub(super) backs: Backs,
    /// Cards that lay on the table in this deal and were taken up, and where each lay that was taken up alone.
    pub(super) taken: BTreeMap<Card, Option<TablePoint>>,
    next: u64,
    looked: bool,
    /// When the table was seen again after a while in which it wasn't.
    returned: Option<At>,
    /// When the camera was found to be moved.
    shifted: Option<At>,
    /// Cards of the running deal that were told of before this watcher began.
    pub(super) told: Vec<Card>,
}

impl Watcher {
    /// A watcher of an empty table.
    #[must_use]
    pub fn new(deck: Deck, layout: Layout, seating: Seating, view: View) -> Self {
        let seating = layout.seated(&seating);
        Self {
            deck,
            layout,
            seating,
            view,
            paths: Paths::default(),
            tracks: Vec::new(),
            backs: Backs::new(full_hand(deck)),
            taken: BTreeMap::new(),
            next: 0,
            looked: false,
            returned: None,
            shifted: None,
            told: Vec::new(),
        }
    }

    /// The table is seen again after a while in which it wasn't: what differs came to rest unseen. Nobody's hand did it, and what lies there now is
    /// asked.
    pub fn returned(&mut self, at: At) {
        self.returned = Some(at);
        self.paths.forget();
    }

    /// The camera was moved and the table is seen where it is now: what comes to rest just then may have come unseen.
    pub fn shifted(&mut self, at: At) {
        self.shifted = Some(at);
    }

    /// Whether a card came to rest there while nobody looked: before the table was seen again, or just when the camera was moved, and no hand that
    /// brought it was seen.
    fn came_unseen(&self, points: &[TablePoint], rested: At) -> bool {
        if self.returned.is_some_and(|returned| rested <= returned) {
            return true;
        }
        let just = self
            .shifted
            .is_some_and(|at| rested >= at && rested.since(at) < SETTLES_SECS);
        just && self.last_hand(points, rested).is_none()
    }

    /// These cards of the running deal were told of before this watcher began.
    pub fn resume(&mut self, told: Vec<Card>) {
        self.told = told;
    }

    /// How many cards are known to lie on the table by name, and how many of them that look shows where they should be.
    #[must_use]
    pub fn agreement(&self, look: &Look) -> (usize, usize) {
        let named = |t: &&Track| matches!(t.standing, Standing::Named(_));
        let there = |t: &&Track| {
            let mut same = look.cards.iter().filter(|s| s.card == t.name());
            same.any(|s| t.moved_by(s) < AGREES_MM)
        };
        let named: Vec<&Track> = self.tracks.iter().filter(named).collect();
        let found = named.iter().filter(|t| there(t)).count();
        (named.len(), found)
    }

    /// How much table is seen, once it is known better; lengths so far are `scale` times what they were taken for.
    pub fn resize(&mut self, view: View, scale: f64) {
        self.view = view;
        let grow = |p: &mut TablePoint| {
            p.x_mm *= scale;
            p.y_mm *= scale;
        };
        for track in &mut self.tracks {
            track.outline.iter_mut().flatten().for_each(grow);
            track.anchors.iter_mut().for_each(grow);
        }
        self.backs.rescale(scale);
    }

    /// What of a picture's view counts by the layout.
    #[must_use]
    pub fn view_of(&self, picture: View) -> View {
        self.layout.view(picture)
    }

    /// Where a card that lies on the table lies, and when it came to rest there; of one that shows an index only, what is around that.
    #[must_use]
    pub fn lying(&self, track: TrackId) -> Option<([TablePoint; 4], At)> {
        let track = self.tracks.iter().find(|t| t.id == track)?;
        let around = || square(track.spot(), CARD_LONG_MM / 2.0);
        Some((track.outline.unwrap_or_else(around), track.rested))
    }

    /// Other players, or other places: from now on.
    pub fn reseat(&mut self, seating: Seating) {
        self.seating = self.layout.seated(&seating);
    }

    /// Other zones, and who sits where, from now on: what lies there already keeps its place.
    pub fn arrange(&mut self, layout: Layout, seating: Seating) {
        if let Ok(layout) = layout.named() {
            self.layout = layout;
        }
        self.reseat(seating);
    }

    /// The table was not seen from the last look until now.
    pub fn blink(&mut self, at: At) {
        self.paths.blink(at);
    }

    /// A deal begins: cards gathered earlier may lie on the table again.
    pub fn new_deal(&mut self) {
        self.taken.clear();
        self.told.clear();
    }

    /// Places that should be read again although nothing changed there: cards not yet named, or not found again.
    #[must_use]
    pub fn wanted(&self) -> Vec<Vec<TablePoint>> {
        let mut out: Vec<Vec<TablePoint>> = self
            .tracks
            .iter()
            .filter(|t| t.standing == Standing::Fresh || t.missing.is_some())
            .map(|t| match t.outline {
                Some(quad) => quad.to_vec(),
                None => square(t.spot(), CARD_LONG_MM).to_vec(),
            })
            .collect();
        if self.backs.waiting() {
            out.extend(self.backs.lying().iter().map(|q| q.to_vec()));
        }
        out
    }

    /// Takes one look at the table.
    pub fn see(&mut self, look: &Look, rest: &Rest<'_>) -> Vec<Fact> {
        self.paths
            .note(look.at, &look.hands, self.view, &self.seating);
        if rest.awaited.is_empty() {
            // No deal runs: what lay on the table may come to it again.
            self.taken.clear();
        }
        let mut facts = Vec::new();
        if !look.read.is_empty() {
            let (mut matched, fresh) = self.matched(look);
            matched.retain(|&(t, s)| !carried(&self.tracks[t], &look.cards[s], look));
            for (track, seen) in &matched {
                self.tracks[*track].read(look.at, &look.cards[*seen]);
            }
            let found: BTreeSet<usize> = matched.iter().map(|m| m.0).collect();
            facts.extend(self.gone(look, &found));
            self.join_pieces(look.at);
            for seen in fresh {
                self.begin(look, &look.cards[seen]);
            }
            let counts = self.backs.see(look, &self.layout, self.view, &self.seating);
            facts.extend(counts.into_iter().map(|c| Fact::Backs {
                seat: c.seat,
                zone: c.zone,
                count: c.count,
            }));
            self.looked = true;
        }
        facts.extend(self.decide(look, rest));
        facts
    }

    /// Which sighting is which card; the second list holds the sightings that are new cards.
    fn matched(&self, look: &Look) -> (Vec<(usize, usize)>, Vec<usize>) {
        let mut pairs = Vec::new();
        for (t, track) in self.tracks.iter().enumerate() {
            for (s, seen) in look.cards.iter().enumerate() {
                let same_name = seen.card.is_some() && seen.card == track.name();
                let quarrel = !same_name && seen.card.is_some() && track.name().is_some();
                let unique = self.deck != Deck::Pairs;
                let cost = match track.apart(seen) {
                    Some(apart) if same_name => apart,
                    Some(_)
                        if quarrel
                            && (self.replaced(track, look) || track.lies_elsewhere(seen)) =>
                    {
                        continue;
                    }
                    Some(apart) => 100.0 + apart,
                    None if same_name
                        && seen.signs.indices > 0
                        && track.index_near(seen.anchor) =>
                    {
                        100.0
                    }
                    None if track.is_piece_of(seen)
                        && changed_share(&track.points(), track.seen, look) < 0.4 =>
                    {
                        150.0
                    }
                    None if same_name && unique && self.nudged(track, seen, look) => {
                        200.0 + track.moved_by(seen)
                    }
                    None => continue,
                };
                pairs.push((cost, t, s));
            }
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let (mut taken_t, mut taken_s) = (BTreeSet::new(), BTreeSet::new());
        let mut matched = Vec::new();
        for (_, t, s) in pairs {
            if !taken_t.contains(&t) && !taken_s.contains(&s) {
                taken_t.insert(t);
                taken_s.insert(s);
                matched.push((t, s));
            }
        }
        let fresh = (0..look.cards.len())
            .filter(|s| !taken_s.contains(s))
            .filter(|s| !self.is_known(look, &look.cards[*s], &taken_t))
            .filter(|s| self.may_begin(look, &look.cards[*s]))
            .collect();
        (matched, fresh)
    }

    /// Whether a card was pushed to where it is seen now: then its old place looks different, unless it still lies on most of it.
    fn nudged(&self, track: &Track, seen: &CardSeen, look: &Look) -> bool {
        let moved = track.moved_by(seen);
        moved < NUDGE_MM
            && (moved < CARD_LONG_MM / 2.0
                || changed_share(&track.points(), track.seen, look) > 0.4)
    }

    /// Whether a sighting only shows more of a card that is known: its other corner, or a piece that its neighbours leave free.
    fn is_known(&self, look: &Look, seen: &CardSeen, found: &BTreeSet<usize>) -> bool {
        self.tracks.iter().enumerate().any(|(t, track)| {
            let same = seen.card.is_some() && seen.card == track.name();
            let near_by = self.deck != Deck::Pairs && track.moved_by(seen) < NUDGE_MM;
            if same && (near_by || track.same_index(seen).is_some()) {
                let stays =
                    found.contains(&t) || changed_share(&track.points(), track.seen, look) < 0.1;
                return !(stays && track.lies_beside(seen));
            }
            let Some(quad) = track.outline.as_ref() else {
                return false;
            };
            let there = found.contains(&t) || track.seen == look.at;
            (same || seen.card.is_none())
                && match &seen.outline {
                    None => near(quad, seen.anchor, 3.0),
                    Some(_) => there && share(&seen_points(seen), |p| inside(quad, p)) > 0.7,
                }
        })
    }

    /// What nothing was told of yet may be a piece of a card that is known: an index that nobody could name and that lies on it, or one of its own
    /// that was taken for another card.
    fn join_pieces(&mut self, now: At) {
        let lies_on = |t: &Track, card: &Track| {
            let quad = card.outline.filter(|_| card.seen == now);
            t.outline.is_none() && quad.is_some_and(|quad| inside(&quad, t.spot()))
        };
        let is_piece = |t: &Track, of: &Track| match t.name() {
            None => lies_on(t, of),
            name => {
                (of.standing != Standing::Fresh || of.id < t.id)
                    && name == of.name()
                    && t.shares_index(of)
            }
        };
        let cards = self.tracks.clone();
        self.tracks.retain(|t| {
            let others = || cards.iter().filter(|of| of.id != t.id);
            t.standing != Standing::Fresh || !others().any(|of| is_piece(t, of))
        });
        self.join_outlines();
    }

    /// A card that nobody could name, and an index that was named at one of its corners, are one card.
    fn join_outlines(&mut self) {
        let nameless = |t: &Track| {
            t.name().is_none() && matches!(t.standing, Standing::Fresh | Standing::Asked)
        };
        let mut t = 0;
        while t < self.tracks.len() {
            let card = &self.tracks[t];
            let index = (0..self.tracks.len())
                .filter(|&i| nameless(card) && self.tracks[i].name().is_some())
                .filter_map(|i| Some((i, card.corner_apart(&self.tracks[i])?)))
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .map(|(i, _)| i);
            match index {
                Some(i) if card.standing == Standing::Fresh => {
                    let outline = card.outline;
                    let index = &mut self.tracks[i];
                    index.outline = index.outline.or(outline);
                    self.tracks.remove(t);
                }
                Some(i) if self.tracks[i].standing == Standing::Fresh => {
                    let index = self.tracks[i].clone();
                    let card = &mut self.tracks[t];
                    card.anchors.extend(index.anchors);
                    card.readings.extend(index.readings);
                    card.seen = card.seen.max(index.seen);
                    card.missing = None;
                    self.tracks.remove(i);
                    t = 0;
                }
                _ => t += 1,
            }
        }
    }

    /// Whether the place of a told card changed since it was last seen, so that another card may lie on it.
    fn replaced(&self, track: &Track, look: &Look) -> bool {
        track.standing != Standing::Fresh && changed_share(&track.points(), track.seen, look) > 0.4
    }

    /// Whether a sighting that fits no known card can be a new one: only where something changed.
    fn may_begin(&self, look: &Look, seen: &CardSeen) -> bool {
        let points = seen_points(seen);
        let hands = || look.hands.iter().map(|h| &h.outline);
        let under = share(&points, |p| hands().any(|h| inside(h, p)));
        let changed = share(&points, |p| {
            look.changed.iter().any(|c| near(&c.outline, p, 4.0))
        });
        under < 0.02 && (!self.looked || changed > 0.3)
    }

    fn begin(&mut self, look: &Look, seen: &CardSeen) {
        let spot = seen
            .outline
            .as_ref()
            .map_or(seen.anchor, super::geometry::centre);
        let Some(place) = self.layout.place(spot, true, self.view, &self.seating) else {
            return;
        };
        self.next += 1;
        let points = seen_points(seen);
        let rested = look
            .changed
            .iter()
            .filter(|c| points.iter().any(|&p| inside(&c.outline, p)))
            .map(|c| c.since)
            .max()
            .unwrap_or(look.at);
        let mut track = Track {
            id: TrackId(self.next),
            standing: Standing::Fresh,
            readings: Vec::new(),
            outline: None,
            anchors: Vec::new(),
            place,
            seat: None,
            unseen: self.came_unseen(&points, rested),
            rested,
            seen: look.at,
            order: self.next,
            missing: None,
        };
        track.read(look.at, seen);
        self.tracks.push(track);
    }

    /// Cards that are no longer where they were.
    fn gone(&mut self, look: &Look, found: &BTreeSet<usize>) -> Vec<Fact> {
        let mut lost = Vec::new();
        for (t, track) in self.tracks.iter().enumerate() {
            if !found.contains(&t) && self.misses(track, look) {
                lost.push(t);
            }
        }
        let mut facts = Vec::new();
        let mut left = Vec::new();
        let mut away = BTreeSet::new();
        for t in lost {
            let (count, since) = self.tracks[t].missing.unwrap_or((0, look.at));
            self.tracks[t].missing = Some((count + 1, since));
            if count + 1 < MISSES {
                continue;
            }
            let track = &self.tracks[t];
            away.insert(track.id);
            let told = matches!(track.standing, Standing::Named(_) | Standing::Asked);
            if told {
                let hand =
                    self.paths
                        .last_over(&track.points(), (track.seen, look.at), &self.seating);
                facts.push(Fact::Lifted {
                    track: track.id,
                    card: match track.standing {
                        Standing::Named(card) => Some(card),
                        _ => None,
                    },
                    seat: hand.filter(|w| w.share > 0.55).map(|w| w.seat),
                    zone: track.place.zone.clone(),
                });
            }
            if let Standing::Named(card) = track.standing {
                left.push((card, track.spot()));
            }
        }
        let alone = left.len() == 1 && facts.len() == 1;
        self.taken.extend(
            left.into_iter()
                .map(|(card, spot)| (card, alone.then_some(spot))),
        );
        self.tracks.retain(|t| !away.contains(&t.id));
        facts
    }

    /// Whether that card should have been found in this look, and was not.
    fn misses(&self, track: &Track, look: &Look) -> bool {
        let points: Vec<TablePoint> = track
            .points()
            .into_iter()
            .filter(|&p| !self.covered(track, p))
            .collect();
        let all = track.points().len();
        let hidden = |p| look.under_hand(p);
        if points.len() * 7 < all || share(&points, hidden) > 0.0 {
            return false;
        }
        share(&points, |p| inside_any(&look.read, p)) > 0.6
            && (track.standing == Standing::Fresh || changed_share(&points, track.seen, look) > 0.5)
    }

    /// Whether something that lies higher covers that point.
    fn covered(&self, track: &Track, p: TablePoint) -> bool {
        self.tracks
            .iter()
            .filter(|t| t.order > track.order)
            .filter_map(|t| t.outline.as_ref())
            .any(|quad| inside(quad, p))
    }
}

/// The share of the points that changed after `since`.
fn changed_share(points: &[TablePoint], since: At, look: &Look) -> f64 {
    share(points, |p| {
        look.changed
            .iter()
            .any(|c| c.since > since && near(&c.outline, p, 2.0))
    })
}

/// Whether a hand carries what is seen where a told card lay: that card, or another over it. It comes to rest, or is gone, when the hand is away.
fn carried(track: &Track, seen: &CardSeen, look: &Look) -> bool {
    let quarrel = seen.card.is_some() && seen.card != track.name();
    track.standing != Standing::Fresh
        && (quarrel || track.moved_by(seen) > CARRIED_MM)
        && share(&seen_points(seen), |p| look.under_hand(p)) > 0.0
}

fn seen_points(seen: &CardSeen) -> Vec<TablePoint> {
    let quad = seen.outline.unwrap_or_else(|| square(seen.anchor, 9.0));
    super::geometry::spread(&quad)
}
