//! §2: Q♣ is the highest trump, the 7 of trumps the second. D5: the leader may lead anything.

#[test]
fn ranking() {
    use pitboss::{
        card::{Card, Suit},
        rules::mensch::{legal_cards, order, winner},
    };
    let cards = |text: &str| {
        text.split(' ')
            .map(|c| c.parse().expect(c))
            .collect::<Vec<Card>>()
    };
    assert_eq!(
        order(Suit::Hearts, Suit::Hearts),
        cards("QC 7H AH KH QH JH TH 9H 8H")
    );
    assert_eq!(
        order(Suit::Clubs, Suit::Clubs),
        cards("QC 7C AC KC JC TC 9C 8C")
    );
    assert_eq!(
        order(Suit::Clubs, Suit::Hearts),
        cards("AC KC JC TC 9C 8C 7C")
    );
    for (plays, trump, won) in [
        ("9S AS 8H QC", Suit::Hearts, 3),
        ("KC QC AC 7S", Suit::Spades, 1),
        ("AC 7C KC 8D", Suit::Clubs, 1),
        ("TD JD AS KD", Suit::Clubs, 3),
    ] {
        assert_eq!(winner(&cards(plays), trump), Some(won), "{plays}");
    }
    for (hand, led, legal) in [
        ("QC 9D 8S", "KC", "QC 9D 8S"),
        ("QC 9D 8S", "8H", "QC"),
        ("QC 9C 8S", "AC", "9C"),
    ] {
        assert_eq!(
            legal_cards(&cards(hand), led.parse().ok(), Suit::Hearts),
            cards(legal),
            "{hand} on {led}"
        );
    }
    let hand = cards("QC 9C 8S");
    assert_eq!(legal_cards(&hand, None, Suit::Hearts), hand, "led");
}
