//! Cards at rest into facts: which card, whose, where; and what must be asked.

use crate::{
    card::{Card, Deck},
    frame::At,
    play::Zone,
    plays::{
        geometry::{near, overlap, share},
        look::Look,
        reading::{Opinion, opinion},
        track::{Standing, Track, TrackId},
        watcher::{Fact, Rest, Watcher},
        who::{Whose, apart},
    },
    seat::Seat,
    sighting::{Signs, TablePoint},
};

/// How long before it came to rest the hand that laid a card was over it at most, ms; who was there earlier laid another.
const REACH_BACK: u64 = 1_000;

/// A hand counts as one seat's if that much of its path fits the seat.
const CLEAR: f64 = 0.6;

/// Readings after which an index that nobody can name is asked for.
const STUBBORN: usize = 16;

/// A path this clear outweighs whose turn it is without a question.
const PLAIN: f64 = 0.8;

/// A place counts as one seat's if it is that much nearer to it than to the next, as a share of the angle between two seats: 15° at a table of
/// four.
const NEARER: f64 = 1.0 / 6.0;

/// A card nearer to the table's middle than this lies before nobody, mm.
const ASIDE_MM: f64 = 25.0;

/// No longer than this after it came to rest does a card hold back those after it, s.
const HOLD_SECS: f64 = 2.0;

/// What a card is of which the deck holds no more.
enum Again {
    /// Too early to say.
    Wait,
    /// A look back, or the card that lies there.
    Nobodys,
    /// One that cannot be there was played: a fault of the deck, which the rules will say.
    Played,
    /// The host must say.
    Doubtful,
}

/// How long a card that lay there before must lie alone to be a play and no look back, s.
const LOOK_BACK_SECS: f64 = 1.5;

/// Two cards of one name nearer than this, one over the other, are one, mm.
const TWIN_MM: f64 = 120.0;

/// A card that was taken up alone and comes to lie within this of its old place was put back, mm.
const PUT_BACK_MM: f64 = 40.0;

/// Cards that came to rest within this of each other were laid together, ms.
const TOGETHER_MS: u64 = 300;

/// From the edge of a card whose outline is known an index of the same fan lies no farther, mm.
const FAN_MM: f64 = 110.0;

/// Who laid a card, and whether the signs agree.
struct Layer {
    seat: Option<Seat>,
    doubt: bool,
}

impl Watcher {
    /// What can be told now about the cards at rest.
    pub(super) fn decide(&mut self, look: &Look, rest: &Rest<'_>) -> Vec<Fact> {
        self.find_places();
        let mut open: Vec<usize> = (0..self.tracks.len())
            .filter(|&t| matches!(self.tracks[t].standing, Standing::Fresh | Standing::Asked))
            .collect();
        open.sort_by_key(|&t| (self.tracks[t].rested, self.tracks[t].id));
        let mut facts = Vec::new();
        // Cards are told in the order in which they came to rest: one that is nearly named holds back those after it for a while.
        let mut held = None;
        for t in open {
            let track = &self.tracks[t];
            if held.is_some_and(|rested| track.rested > rested) {
                continue;
            }
            let before = facts.len();
            if self.may_tell(track, look) {
                facts.extend(self.tell(t, look, rest));
            }
            let track = &self.tracks[t];
            let nearly = track.standing == Standing::Fresh && track.name().is_some();
            if nearly && facts.len() == before && look.at.since(track.rested) < HOLD_SECS {
                held = Some(track.rested);
            }
        }
        facts
    }

    /// What can be told of one card.
    fn tell(&mut self, t: usize, look: &Look, rest: &Rest<'_>) -> Vec<Fact> {
        let track = &self.tracks[t];
        match opinion(&track.readings, look.at) {
            Opinion::Wait => Vec::new(),
            // What was asked is answered by a sure reading only; what came unseen by the host only.
            Opinion::Named { signs, .. }
                if track.standing == Standing::Asked && (track.unseen || !signs.convict()) =>
            {
                Vec::new()
            }
            Opinion::Named { card, .. } if track.unseen && self.told.contains(&card) => {
                self.told.retain(|&told| told != card);
                self.tracks[t].standing = Standing::Named(card);
                Vec::new()
            }
            Opinion::Named { card, .. } if track.unseen && self.believable(track, card) => {
                self.ask(t, vec![card], rest)
            }
            Opinion::Named { card, signs, .. }
                if !signs.convict()
                    && self.came_beside(track, rest)
                    && self.believable(track, card) =>
            {
                self.ask(t, vec![card], rest)
            }
            Opinion::Named {
                card,
                confidence,
                signs,
            } if self.believable(track, card) => self.name(t, card, confidence, signs, rest),
            Opinion::Named {
                card,
                confidence,
                signs,
            } => match self.again(track, card, signs, look.at, rest) {
                Again::Wait => Vec::new(),
                Again::Nobodys => {
                    self.tracks[t].standing = Standing::Ignored;
                    Vec::new()
                }
                Again::Played => self.name(t, card, confidence, signs, rest),
                Again::Doubtful => self.ask(t, vec![card], rest),
            },
            Opinion::Open(_) if !self.surely_a_card(track) => Vec::new(),
            Opinion::Open(choices) => self.ask(t, choices, rest),
        }
    }

    /// Whether it is an index that is first seen when another card comes to rest beside it where cards are played one by one: it may have lain there
    /// for long, and nobody knows since when.
    fn came_beside(&self, track: &Track, rest: &Rest<'_>) -> bool {
        let one_by_one = match track.place.zone {
            Zone::Front => !turns_up(rest, track.place.owner, self.together(track)),
            Zone::Trick => true,
            _ => false,
        };
        let beside = |o: &Track| {
            o.id != track.id
                && o.rested.0.abs_diff(track.rested.0) <= TOGETHER_MS
                && o.outline
                    .is_some_and(|quad| near(&quad, track.spot(), FAN_MM))
        };
        one_by_one && self.tracks.iter().any(beside)
    }

    /// Where the cards lie of which nothing is told yet, by what shows of them now: the middle of the outline, and for one of a fan that shows
    /// an index only, the place of its fan.
    fn find_places(&mut self) {
        for t in 0..self.tracks.len() {
            let track = &self.tracks[t];
            if track.standing != Standing::Fresh {
                continue;
            }
            let place = if track.outline.is_some() {
                self.layout
                    .place(track.spot(), true, self.view, &self.seating)
            } else {
                let spot = track.spot();
                self.tracks
                    .iter()
                    .filter(|o| o.rested.0.abs_diff(track.rested.0) <= TOGETHER_MS)
                    .filter(|o| o.outline.is_some_and(|quad| near(&quad, spot, FAN_MM)))
                    .min_by(|a, b| {
                        let to = |o: &Track| o.spot().distance_mm(spot);
                        to(a).total_cmp(&to(b))
                    })
                    .map(|o| o.place.clone())
            };
            if let Some(place) = place {
                self.tracks[t].place = place;
            }
        }
    }

    /// Nothing is told while a hand is over the card, nor of a card on its way.
    fn may_tell(&self, track: &Track, look: &Look) -> bool {
        let over = |p| look.under_hand(p);
        track.missing.is_none() && track.seen == look.at && share(&track.points(), over) == 0.0
    }

    /// Whether something unnamed is worth a question: a hole in the record where no card lies would mislead more than a card that is
    /// missed. An outline tells a card; an index alone must be seen again and again.
    fn surely_a_card(&self, track: &Track) -> bool {
        let whole = track.outline.is_some() && track.readings.len() >= 4;
        whole || track.readings.len() >= STUBBORN
    }

    /// Whether that name can be right by what lies or lay on the table.
    fn believable(&self, track: &Track, card: Card) -> bool {
        let lying = self
            .tracks
            .iter()
            .filter(|t| t.id != track.id && t.standing == Standing::Named(card))
            .count();
        match self.deck {
            Deck::Pairs => lying < usize::from(self.deck.copies(card).max(1)),
            _ => {
                lying == 0
                    && self
                        .taken
                        .get(&card)
                        .is_none_or(|spot| put_back(track, *spot))
            }
        }
    }

    /// What to make of a card that is read although the deck's only one lies or lay there.
    fn again(&self, track: &Track, card: Card, signs: Signs, now: At, rest: &Rest<'_>) -> Again {
        let others = || self.tracks.iter().filter(|t| t.id != track.id);
        let touches = |t: &Track| {
            t.outline
                .zip(track.outline)
                .is_none_or(|(a, b)| overlap(&a, &b))
        };
        let near_by = |t: &Track| t.spot().distance_mm(track.spot()) < TWIN_MM && touches(t);
        if self.deck == Deck::Pairs {
            return Again::Doubtful;
        }
        if others().any(|t| t.standing == Standing::Named(card) && near_by(t)) {
            return Again::Nobodys; // both corners of one card were seen at once and taken for two
        }
        if now.since(track.rested) < LOOK_BACK_SECS {
            return Again::Wait;
        }
        let lay = |t: &Track| t.name().is_some_and(|c| self.taken.contains_key(&c));
        if others().any(lay) {
            return Again::Nobodys; // a trick turned up again
        }
        let awaited = |seat| rest.awaited.iter().any(|a| a.seats.contains(&seat));
        let played = matches!(track.place.zone, Zone::Trick | Zone::Front)
            && self.layer(track, rest).seat.is_some_and(awaited);
        if played && signs.convict() {
            Again::Played
        } else {
            Again::Doubtful
        }
    }

    fn name(
        &mut self,
        t: usize,
        card: Card,
        confidence: f32,
        signs: Signs,
        rest: &Rest<'_>,
    ) -> Vec<Fact> {
        let fills = self.tracks[t].standing == Standing::Asked;
        let Some((zone, layer)) = self.laid_by(t, rest) else {
            self.tracks[t].standing = Standing::Ignored;
            return Vec::new();
        };
        self.taken.remove(&card);
        let track = &mut self.tracks[t];
        track.standing = Standing::Named(card);
        track.seat = layer.seat;
        let mut facts = vec![Fact::Laid {
            track: track.id,
            card: Some(card),
            seat: layer.seat,
            zone: zone.clone(),
            confidence,
            signs: if layer.doubt { Signs::default() } else { signs },
            fills,
        }];
        if layer.doubt && !fills {
            facts.push(Fact::Asked {
                track: track.id,
                seat: layer.seat,
                zone,
                choices: vec![card],
            });
        }
        facts
    }

    fn ask(&mut self, t: usize, mut choices: Vec<Card>, rest: &Rest<'_>) -> Vec<Fact> {
        if self.tracks[t].standing == Standing::Asked {
            return Vec::new();
        }
        let Some((zone, layer)) = self.laid_by(t, rest) else {
            self.tracks[t].standing = Standing::Ignored;
            return Vec::new();
        };
        let likely = (rest.likely)(layer.seat, &zone);
        if !likely.is_empty() {
            choices.sort_by_key(|c| !likely.contains(c));
        }
        let track = &mut self.tracks[t];
        track.standing = Standing::Asked;
        track.seat = layer.seat;
        let (track, seat) = (track.id, layer.seat);
        vec![
            hole(track, seat, zone.clone()),
            Fact::Asked {
                track,
                seat,
                zone,
                choices,
            },
        ]
    }

    /// The zone and the player of a card at rest; `None` where it is nobody's play.
    fn laid_by(&self, t: usize, rest: &Rest<'_>) -> Option<(Zone, Layer)> {
        let track = &self.tracks[t];
        let place = &track.place;
        let sure = |seat| Layer { seat, doubt: false };
        match place.zone {
            Zone::Won | Zone::Stock | Zone::Board(_) => None,
            Zone::Pile | Zone::Aside | Zone::Discard => Some((place.zone.clone(), sure(None))),
            Zone::Hand => Some((Zone::Hand, self.turned_up(track))),
            Zone::Front if turns_up(rest, place.owner, self.together(track)) => {
                Some((Zone::Hand, self.turned_up(track)))
            }
            Zone::Front | Zone::Trick => Some((place.zone.clone(), self.layer(track, rest))),
        }
    }

    /// Whose hand a card was turned up from: the seat before which it lies; in doubt where another's hand laid it.
    fn turned_up(&self, track: &Track) -> Layer {
        let seat = track.place.owner;
        let hand = self.layers_hand(track);
        let doubt = hand.is_some_and(|h| h.share >= CLEAR && Some(h.seat) != seat);
        Layer { seat, doubt }
    }

    /// Whose hand was last over a card before it came to rest. A hand that passes later didn't lay it, however late the card is named.
    fn layers_hand(&self, track: &Track) -> Option<Whose> {
        self.last_hand(&track.points(), track.rested)
    }

    /// Whose hand was last over those points until then, not long ago.
    pub(super) fn last_hand(&self, points: &[TablePoint], until: At) -> Option<Whose> {
        let since = At(until.0.saturating_sub(REACH_BACK));
        self.paths.last_over(points, (since, until), &self.seating)
    }

    /// How many cards came to rest with this one before the same seat.
    fn together(&self, track: &Track) -> usize {
        self.tracks
            .iter()
            .filter(|t| t.place == track.place || t.place.owner == track.place.owner)
            .filter(|t| t.rested.0.abs_diff(track.rested.0) <= TOGETHER_MS)
            .count()
    }

    /// Whether a card lies on that seat's side of the table's middle.
    fn lies_before(&self, track: &Track, seat: Seat) -> bool {
        let spot = track.spot();
        let (nearest, margin) = self.view.nearest(spot, &self.seating);
        nearest == seat
            && margin >= NEARER * apart(&self.seating)
            && spot.distance_mm(TablePoint::default()) >= ASIDE_MM
    }

    /// The one seat before which it lies, if it is plainly one's.
    fn before(&self, track: &Track) -> Option<Seat> {
        let plain = track.place.margin >= NEARER * apart(&self.seating);
        track.place.owner.filter(|_| plain)
    }

    /// Who laid it, by the hand's path, the place and the turn, in that order of weight.
    fn layer(&self, track: &Track, rest: &Rest<'_>) -> Layer {
        if track.unseen {
            return Layer {
                seat: self.before(track),
                doubt: true,
            };
        }
        let hand = self.layers_hand(track);
        let owner = self.before(track);
        let turn = rest.awaited.iter().find(|a| !a.seats.is_empty());
        let in_turn = |seat| turn.is_none_or(|a| a.seats.contains(&seat));
        match (hand, owner) {
            (Some(hand), Some(owner)) if hand.share >= CLEAR => Layer {
                seat: Some(hand.seat),
                doubt: hand.seat != owner,
            },
            (_, Some(owner)) => Layer {
                seat: Some(owner),
                doubt: false,
            },
            (Some(hand), None) if hand.share >= CLEAR => Layer {
                seat: Some(hand.seat),
                doubt: hand.share < PLAIN && !in_turn(hand.seat),
            },
            (Some(hand), None) if in_turn(hand.seat) => Layer {
                seat: Some(hand.seat),
                doubt: turn.is_none(),
            },
            (hand, _) => {
                let one = turn.filter(|a| a.seats.len() == 1).map(|a| a.seats[0]);
                Layer {
                    seat: one,
                    doubt: hand.is_some() || !one.is_some_and(|s| self.lies_before(track, s)),
                }
            }
        }
    }
}

/// Cards that come to rest at once before one seat, from which on they are a hand turned up and not plays.
const HANDFUL: usize = 3;

/// Whether hands are turned up now, rather than cards played one by one; `together` cards came to rest at once before the owner of that place. Who
/// isn't waited for has no hand left: a card there was played.
fn turns_up(rest: &Rest<'_>, owner: Option<Seat>, together: usize) -> bool {
    rest.awaited.first().is_some_and(|a| {
        let theirs = owner.is_none_or(|seat| a.seats.contains(&seat));
        a.zone == Some(Zone::Hand) && (a.what == "turn_up" && theirs || together >= HANDFUL)
    })
}

/// Whether a card lies again where it was taken up alone.
fn put_back(track: &Track, from: Option<TablePoint>) -> bool {
    from.is_some_and(|spot| spot.distance_mm(track.spot()) < PUT_BACK_MM)
}

fn hole(track: TrackId, seat: Option<Seat>, zone: Zone) -> Fact {
    Fact::Laid {
        track,
        card: None,
        seat,
        zone,
        confidence: 0.0,
        signs: Signs::default(),
        fills: false,
    }
}
