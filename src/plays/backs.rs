//! Face-down cards, look after look, into counts per zone and seat that held still.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    frame::At,
    play::Zone,
    plays::{
        geometry::{centre, inside_any, near, share, spread},
        look::Look,
        who::View,
        zones::Layout,
    },
    seat::{Seat, Seating},
    sighting::TablePoint,
};

/// Looks that must agree on a count.
const AGREEING: u32 = 3;

/// Seconds for which a count must hold.
const HOLD_SECS: f64 = 0.35;

/// Backs surer than this are counted.
const SURE: f32 = 0.5;

type Key = (Zone, Option<Seat>);

/// Backs that lie on the table.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Backs {
    /// Cards in a hand that was dealt whole. Only such hands are told, and that they are gone: the backs of a fan hide each other, and a
    /// count that is off by one would accuse somebody.
    full: Option<u8>,
    lying: Vec<[TablePoint; 4]>,
    #[serde(with = "pairs")]
    told: BTreeMap<Key, u8>,
    #[serde(with = "pairs")]
    waiting: BTreeMap<Key, (u8, At, u32)>,
}

/// A map whose keys are no texts as a list of pairs.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        out.collect_seq(map)
    }

    pub(super) fn deserialize<'de, K, V, D>(from: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Vec::<(K, V)>::deserialize(from).map(|pairs| pairs.into_iter().collect())
    }
}

/// A count that held still.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Count {
    pub zone: Zone,
    pub seat: Option<Seat>,
    pub count: u8,
}

impl Backs {
    /// No backs yet; `full` is what a hand holds when it is dealt, if every hand holds the same.
    pub(super) fn new(full: Option<u8>) -> Self {
        Self {
            full,
            lying: Vec::new(),
            told: BTreeMap::new(),
            waiting: BTreeMap::new(),
        }
    }

    fn tells(&self, key: &Key, count: u8) -> bool {
        key.0 != Zone::Hand || count == 0 || Some(count) == self.full
    }

    /// The outlines of what lies face down.
    pub(super) fn lying(&self) -> &[[TablePoint; 4]] {
        &self.lying
    }

    /// Lengths are `scale` times what they were taken for.
    pub(super) fn rescale(&mut self, scale: f64) {
        for p in self.lying.iter_mut().flatten() {
            p.x_mm *= scale;
            p.y_mm *= scale;
        }
    }

    /// Whether some count still waits for another look.
    pub(super) fn waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Takes a look and says which counts are new.
    pub(super) fn see(
        &mut self,
        look: &Look,
        layout: &Layout,
        view: View,
        seating: &Seating,
    ) -> Vec<Count> {
        if look.read.is_empty() {
            return Vec::new();
        }
        let hidden = |p: TablePoint| look.hands.iter().any(|h| near(&h.outline, p, 12.0));
        self.lying.retain(|quad| {
            let points = spread(quad);
            share(&points, |p| inside_any(&look.read, p)) < 0.5 || share(&points, hidden) > 0.1
        });
        for back in look.backs.iter().filter(|b| b.confidence >= SURE) {
            let middle = centre(&back.outline);
            if !self
                .lying
                .iter()
                .any(|q| centre(q).distance_mm(middle) < 10.0)
            {
                self.lying.push(back.outline);
            }
        }
        let mut counts: BTreeMap<Key, u8> = self.told.keys().map(|k| (k.clone(), 0)).collect();
        let mut covered: Vec<Key> = Vec::new();
        for quad in &self.lying {
            let Some(place) = layout.place(centre(quad), false, view, seating) else {
                continue;
            };
            let key = (place.zone, place.owner);
            if share(&spread(quad), hidden) > 0.0 {
                covered.push(key.clone());
            }
            *counts.entry(key).or_default() += 1;
        }
        self.settle(&counts, &covered, look.at)
    }

    fn settle(&mut self, counts: &BTreeMap<Key, u8>, covered: &[Key], at: At) -> Vec<Count> {
        self.waiting
            .retain(|key, (count, ..)| counts.get(key) == Some(count));
        let mut out = Vec::new();
        for (key, &count) in counts {
            if self.told.get(key) == Some(&count)
                || covered.contains(key)
                || !self.tells(key, count)
            {
                self.waiting.remove(key);
                continue;
            }
            let (_, since, looks) = self.waiting.entry(key.clone()).or_insert((count, at, 0));
            *looks += 1;
            if *looks >= AGREEING && at.since(*since) >= HOLD_SECS {
                self.waiting.remove(key);
                self.told.insert(key.clone(), count);
                out.push(Count {
                    zone: key.0.clone(),
                    seat: key.1,
                    count,
                });
            }
        }
        out
    }
}
