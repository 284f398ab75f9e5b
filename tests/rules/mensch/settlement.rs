//! §4, A7, A10, A11, A13, D3, D4, D6: the settlement table, every contract, trump and split of tricks, sums to nothing.

use serde_json::json;

#[test]
fn settlement() {
    use pitboss::{
        card::Suit,
        play::Bid,
        rules::mensch::{Contract, MenschOptions, Score},
        seat::Seat,
    };
    super::score(&json!({}), "half", 'C', [3, 1, 2, 2], [1, -1, 1, -1]);
    super::score(&json!({}), "after", 'C', [0, 4, 4, 0], [-2, 2, -2, 2]);
    super::score(&json!({}), "forced", 'H', [1, 4, 1, 2], [-1, 1, -1, 1]);
    super::score(&json!({}), "5", 'S', [4, 2, 1, 1], [-3, 1, 1, 1]);
    super::score(&json!({}), "5", 'C', [5, 1, 1, 1], [6, -2, -2, -2]);
    super::score(&json!({}), "6", 'D', [8, 0, 0, 0], [18, -6, -6, -6]);
    super::score(&json!({}), "7after", 'C', [8, 0, 0, 0], [12, -4, -4, -4]);
    super::score(&json!({}), "solo", 'H', [7, 1, 0, 0], [-12, 4, 4, 4]);
    super::score(&json!({}), "solo", 'C', [8, 0, 0, 0], [24, -8, -8, -8]);
    let mut tried = 0;
    let contracts = Bid::LADDER
        .iter()
        .filter_map(|b| Contract::of(b.0))
        .chain([Contract::Forced]);
    for contract in contracts {
        for trump in Suit::ALL
            .into_iter()
            .filter(|&t| contract.own_trump().is_none_or(|own| own == t))
        {
            for split in 0..9_u32.pow(3) {
                let [a, b, c] =
                    [split % 9, split / 9 % 9, split / 81].map(|n| u8::try_from(n).expect("small"));
                let Some(d) = 8_u8.checked_sub(a + b + c) else {
                    continue;
                };
                let partner = contract.has_partner().then_some(Seat(2));
                let seats = [0, 1, 2, 3].map(Seat);
                let score = Score {
                    seats,
                    declarer: Seat(0),
                    partner,
                    contract,
                    trump,
                    tricks: [a, b, c, d],
                };
                assert_eq!(
                    score.chips(&MenschOptions::default()).iter().sum::<i64>(),
                    0
                );
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 4_125, "as many as the document counts");
}
