//! The signs of one card into its name, or into a doubt with its choices: independent signs multiply, contradictions cancel.

use super::profile::DeckProfile;
use crate::{card::Card, sighting::Signs};

/// A sign may be wrong altogether: so much of each index reading speaks for any card at all.
const DOUBT_INDEX: f32 = 0.004;
/// The same for the middle of the card.
const DOUBT_FACE: f32 = 0.04;
/// Corners of one card are drawn alike and misread alike: n of them count as so many of one, n to this power.
const CORNERS: f32 = 0.15;
/// A name that two signs give, the index small, or a numeral of Pairs, is believed from this probability on (the readers' reliability tables are in
/// `models/*.toml`).
const NAMED: f32 = 0.95;
/// One that a single index of at least [`READABLE`] px gives. On 900 scenes of strange decks what such an index names with 0.90 to 0.95 is right in
/// 76 of 78 cases, with 0.85 to 0.90 in 43 of 51 (`models/README.md`, "The whole reader").
const NAMED_LARGE: f32 = 0.9;
/// One that two signs give, one of them such an index: corners are misread alike (a photographed ace of spades twice as of clubs, with 0.92 in all).
const NAMED_TWICE: f32 = 0.93;
/// The same for a smaller one (of 0.95 to 0.98: 69 of 75), for a card without a readable index, and for one numeral of Pairs that a half turn makes
/// another one's.
pub(crate) const NAMED_BARELY: f32 = 0.98;
/// From this height on, rank and suit together, clubs and spades are told apart well.
const READABLE: f32 = 16.0;
/// A sign agrees with a name if it gives it at least this probability by itself.
const AGREES_INDEX: f32 = 0.5;
/// The middle of the card must be surer to count as a sign of its own.
const AGREES_FACE: f32 = 0.9;
/// Choices less likely than this are not told.
const LEAST_CHOICE: f32 = 0.005;

/// A card's name as far as its signs tell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Naming {
    pub(crate) card: Option<Card>,
    /// The probability of the first choice.
    pub(crate) confidence: f32,
    pub(crate) signs: Signs,
    pub(crate) choices: Vec<(Card, f32)>,
}

/// How a card's indices stand in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Stand {
    /// The height of the tallest that is sharp and free of glare, px.
    pub(crate) tall: f32,
    /// Whether a lone 6 or 9 is known not to be the other upside-down.
    pub(crate) upright: bool,
}

/// Multiplies the signs; each is the probabilities of the profile's faces, what is missing to one speaks for nothing in particular.
pub(crate) fn name(
    profile: &DeckProfile,
    indices: &[Vec<f32>],
    face: Option<&Vec<f32>>,
    stand: Stand,
) -> Naming {
    let n = profile.faces();
    let mut logs = vec![0.0f32; n];
    let mut weigh = |sign: &Vec<f32>, doubt: f32, weight: f32| {
        let rest = (1.0 - sign.iter().sum::<f32>()).max(0.0);
        for (log, p) in logs.iter_mut().zip(sign) {
            *log += weight * ((1.0 - doubt) * (p + rest / n as f32) + doubt / n as f32).ln();
        }
    };
    // A corner that is hardly one says as much less.
    let legible = |sign: &Vec<f32>| sign.iter().sum::<f32>();
    let all: f32 = indices.iter().map(legible).sum();
    let whole = all.max(1.0).powf(CORNERS) / all.max(f32::EPSILON);
    for sign in indices {
        weigh(sign, DOUBT_INDEX, whole * legible(sign));
    }
    if let Some(sign) = face {
        weigh(sign, DOUBT_FACE, 1.0);
    }
    let joint = super::glyph::softmax(&logs, 1.0);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| joint[b].total_cmp(&joint[a]));
    let (top, confidence) = (order[0], joint[order[0]]);
    let signs = Signs {
        indices: indices
            .iter()
            .filter(|sign| sign[top] >= AGREES_INDEX)
            .count() as u8,
        face: face.is_some_and(|sign| sign[top] >= AGREES_FACE),
    };
    let turned = n < 52 && (top == 5 || top == 8) && !signs.convict() && !stand.upright;
    let enough = if turned || signs.indices == 0 {
        NAMED_BARELY
    } else if n == 52 && stand.tall >= READABLE {
        if signs.convict() {
            NAMED_TWICE
        } else {
            NAMED_LARGE
        }
    } else if n < 52 || (signs.convict() && (signs.face || stand.tall > 0.0)) {
        NAMED
    } else {
        // A small index alone, or both blurred alike.
        NAMED_BARELY
    };
    let vouched = signs.indices > 0 || signs.face;
    Naming {
        card: (confidence >= enough && vouched).then(|| profile.card(top)),
        confidence,
        signs,
        choices: order
            .iter()
            .take(5)
            .filter(|&&i| joint[i] >= LEAST_CHOICE)
            .map(|&i| (profile.card(i), joint[i]))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: Stand = Stand {
        tall: 30.0,
        upright: false,
    };

    #[test]
    fn a_small_index_must_be_surer() {
        let told = |p, tall| {
            let stand = Stand { tall, ..LARGE };
            name(&DeckProfile::french(), &[sign(52, &[(18, p)])], None, stand)
                .card
                .is_some()
        };
        assert!(told(0.93, 20.0) && !told(0.88, 20.0));
        assert!(told(0.985, 12.0) && !told(0.96, 12.0));
    }

    fn sign(n: usize, pairs: &[(usize, f32)]) -> Vec<f32> {
        let mut p = vec![0.0; n];
        pairs.iter().for_each(|&(i, v)| p[i] = v);
        p
    }

    fn told(indices: &[Vec<f32>], face: Option<&Vec<f32>>) -> (Option<String>, u8, bool) {
        let n = name(&DeckProfile::french(), indices, face, LARGE);
        (n.card.map(|c| c.to_string()), n.signs.indices, n.signs.face)
    }

    #[test]
    fn signs_multiply_and_contradictions_cancel() {
        let (six, eight) = (sign(52, &[(18, 0.995)]), sign(52, &[(20, 0.995)]));
        let vague = sign(52, &[(18, 0.7), (20, 0.25)]);
        assert_eq!(
            told(std::slice::from_ref(&six), None),
            (Some("6D".to_owned()), 1, false)
        );
        assert_eq!(
            told(&[six.clone(), six.clone()], None),
            (Some("6D".to_owned()), 2, false)
        );
        assert_eq!(told(std::slice::from_ref(&vague), None).0, None);
        assert_eq!(
            told(&[vague.clone(), vague.clone()], None),
            (None, 2, false)
        );
        assert_eq!(
            told(&[vague.clone(), six.clone()], None),
            (Some("6D".to_owned()), 2, false)
        );
        assert_eq!(told(&[six.clone(), eight.clone()], None).0, None);
        let doubt = name(
            &DeckProfile::french(),
            &[six.clone(), eight.clone()],
            None,
            LARGE,
        );
        assert_eq!(doubt.choices.len(), 2);
        let [(_, p), (_, q)] = doubt.choices[..] else {
            panic!("{doubt:?}")
        };
        // Both alike; what neither says keeps a sixth between the other fifty, for the corners of one card may err together.
        assert!((p - q).abs() < 1e-4 && (0.41..0.42).contains(&p), "{p} {q}");
        // Two corners of one deck that waver the same way are hardly more than one.
        let alike = sign(52, &[(0, 0.9), (39, 0.09)]);
        assert_eq!(told(&[alike.clone(), alike], None).0, None);
        // What is hardly an index leaves the other what it says.
        let scrap = sign(52, &[(30, 0.005)]);
        assert_eq!(
            told(&[six.clone(), scrap], None),
            (Some("6D".to_owned()), 1, false)
        );
        // The middle of the card vouches, and a sure one forbids.
        assert_eq!(
            told(std::slice::from_ref(&vague), Some(&six)),
            (Some("6D".to_owned()), 1, true)
        );
        assert_eq!(
            told(&[sign(52, &[(18, 0.97)])], Some(&sign(52, &[(20, 0.999)]))).0,
            None
        );
    }

    #[test]
    fn nothing_named_from_nothing() {
        let none = name(&DeckProfile::pairs(), &[], None, LARGE);
        assert_eq!((none.card, none.signs), (None, Signs::default()));
    }

    #[test]
    fn a_lone_6_is_named_sooner_where_it_surely_stands_upright() {
        let six = sign(10, &[(5, 0.975)]);
        let told = |upright| {
            let stand = Stand { upright, ..LARGE };
            name(
                &DeckProfile::pairs(),
                std::slice::from_ref(&six),
                None,
                stand,
            )
        };
        assert_eq!(told(false).card, None);
        assert_eq!(told(true).card, "6".parse().ok());
    }
}
