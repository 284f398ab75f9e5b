//! A pay-card board into SVG text: a round tray with the pot in the middle and a compartment for every pay card around it.
//!
//! Units are tenths of a millimetre, the origin in the middle of the tray.

use std::{f64::consts::TAU, fmt::Write as _};

use super::{HEIGHT, WIDTH, face, ink, numeral, pip, sheet};
use crate::{
    card::{Card, Rank, Suit},
    rules::michigan_rummy::board::{Board, Compartment, Pays},
};

/// The tray's diameter, mm: it fits on A4 and on letter paper.
pub const DIAMETER_MM: f32 = 190.0;

/// The tray's edge and the pot's, 0.1 mm.
const EDGE: f64 = 940.0;
const POT_EDGE: f64 = 250.0;

/// The height of the cards in a compartment, 0.1 mm.
const CARD_HIGH: f64 = 300.0;

/// A whole SVG document of a board. Every compartment is read from outside, so that each player has some of them upright.
#[must_use]
pub fn board(board: &Board) -> String {
    let ring: Vec<&Compartment> = board
        .compartments()
        .iter()
        .filter(|c| c.pays != Pays::Pot)
        .collect();
    let step = TAU / ring.len().max(1) as f64;
    // Beyond eight compartments the sectors are narrower than five cards.
    let fit = if ring.len() > 8 {
        (step / 2.0).tan() / (TAU / 16.0).tan()
    } else {
        1.0
    };
    let mut inside =
        format!(r##"<circle r="{EDGE}" fill="#2f6b4a" stroke="#e8b23a" stroke-width="14"/>"##);
    for (n, compartment) in (0_u16..).zip(&ring) {
        let (sin, cos) = (step * (f64::from(n) - 0.5)).sin_cos();
        let _ = write!(
            inside,
            r##"<path d="M{} {} L{} {}" stroke="#e8b23a" stroke-width="8"/><g transform="rotate({})">{}</g>"##,
            sin * POT_EDGE,
            cos * POT_EDGE,
            sin * EDGE,
            cos * EDGE,
            -(step * f64::from(n)).to_degrees(),
            fan(&cards(compartment), fit),
        );
    }
    let _ = write!(
        inside,
        r##"<circle r="{POT_EDGE}" fill="#24553a" stroke="#e8b23a" stroke-width="10"/>"##
    );
    if board.id_of(&Pays::Pot).is_some() {
        inside.push_str(&chips());
    }
    let half = f64::from(DIAMETER_MM) * 5.0;
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{0}" viewBox="-{half} -{half} {0} {0}">{inside}</svg>"#,
        2.0 * half
    )
}

/// The cards that a compartment shows, each a whole SVG document.
fn cards(compartment: &Compartment) -> Vec<String> {
    match &compartment.pays {
        Pays::Single(card) => vec![face(*card)],
        Pays::Ordered(cards) => cards.iter().map(|c| face(*c)).collect(),
        Pays::Run(ranks) => ranks.iter().map(|r| of_any_suit(*r)).collect(),
        // Five of one suit in a row say poker at a glance.
        Pays::Poker => [Rank::Ten, Rank::Jack, Rank::Queen, Rank::King, Rank::Ace]
            .map(|rank| face(Card::French(rank, Suit::Spades)))
            .into(),
        Pays::Pot => Vec::new(),
    }
}

/// A card of that rank and any suit: the rank between the four signs.
fn of_any_suit(rank: Rank) -> String {
    let text = match rank {
        Rank::Ten => "10".to_owned(),
        _ => rank.to_string(),
    };
    let signs: String = (0_u8..)
        .zip(Suit::ALL)
        .map(|(n, suit)| {
            let (across, down) = (f64::from(n % 2), f64::from(n / 2));
            pip(suit, 150.0 + 335.0 * across, 170.0 + 549.0 * down, 150.0, 0)
        })
        .collect();
    let middle = (f64::from(WIDTH) / 2.0, f64::from(HEIGHT) / 2.0);
    let number = numeral(&text, middle.0, middle.1, 300.0, ink(Suit::Spades));
    sheet(&format!("{signs}{number}"), "#fdfcf8")
}

/// Cards side by side below the middle, each over the one before, narrow enough for a sector.
fn fan(cards: &[String], fit: f64) -> String {
    let scale = fit * CARD_HIGH / f64::from(HEIGHT);
    let (wide, shift) = (f64::from(WIDTH) * scale, 62.0 * fit);
    let count = cards.len().saturating_sub(1) as f64;
    let left = -(wide + shift * count) / 2.0;
    (0_u16..)
        .zip(cards)
        .fold(String::new(), |mut out, (n, card)| {
            let x = left + shift * f64::from(n);
            let y = 560.0;
            let _ = write!(
                out,
                r#"<g transform="translate({x} {y}) scale({scale})">{card}</g>"#
            );
            out
        })
}

/// A heap of chips for the pot.
fn chips() -> String {
    const HEAP: [(f64, f64, &str); 5] = [
        (-70.0, 50.0, "#c3122f"),
        (70.0, 50.0, "#1d5d94"),
        (0.0, 84.0, "#e8b23a"),
        (-34.0, -30.0, "#fdfcf8"),
        (38.0, -46.0, "#c3122f"),
    ];
    HEAP.iter().fold(String::new(), |mut out, (x, y, colour)| {
        let _ = write!(
            out,
            r##"<g transform="translate({x} {y})"><circle r="62" fill="{colour}" stroke="#332a1c" stroke-width="5"/><circle r="42" fill="none" stroke="#332a1c" stroke-width="5" stroke-dasharray="16 17"/></g>"##
        );
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_board_is_drawn() {
        for name in ["pressman_9", "tripoley", "fundex", "boodle4"] {
            let named = Board::named(name).expect(name);
            let svg = board(&named);
            assert!(
                resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).is_ok(),
                "{name} isn't SVG"
            );
            let sectors = named.compartments().len() - usize::from(name != "boodle4");
            let drawn = svg
                .matches("stroke-width=\"8\"/><g transform=\"rotate(")
                .count();
            assert_eq!(drawn, sectors, "{name}");
        }
    }
}
