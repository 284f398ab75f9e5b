//! §1, A3, D1: the bid ladder.

#[test]
fn ladder() {
    use pitboss::{
        play::Bid,
        rules::mensch::{MenschOptions, legal_bids},
    };
    let said = |bids: &[Bid]| {
        bids.iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    for (prior, clubs, legal) in [
        (&[][..], 2, "pass half 5 6 7 solo"),
        (&[], 3, "half 5 6 7 solo"),
        (&[Bid::Half, Bid::Pass], 4, "after 5 6 7 solo"),
        (&[Bid::Half, Bid::After], 3, "pass 5 6 7 solo"),
        (&[Bid::Five], 4, "pass 5after 6 7 solo"),
        (&[Bid::Five, Bid::FiveAfter], 0, "pass 6 7 solo"),
        (&[Bid::Solo], 8, "pass"),
    ] {
        assert_eq!(
            said(&legal_bids(prior, clubs, &MenschOptions::default())),
            legal
        );
    }
}
