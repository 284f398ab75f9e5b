//! Card faces, backs and their parts as SVG text: this project's own deck art, drawn from strokes and shapes so that no font is needed.
//!
//! Units are tenths of a millimetre; a card is 635 × 889 (poker size).

pub mod board;
pub mod plan;

use std::fmt::Write as _;

use crate::card::{Card, PairsRank, Rank, Suit};

/// A card's width in the art's units (0.1 mm).
pub const WIDTH: u32 = 635;
/// A card's height in the art's units (0.1 mm).
pub const HEIGHT: u32 = 889;

/// Strokes of a rank in a box 60 wide and 100 high; `10` is 84 wide.
fn strokes(text: &str) -> &'static str {
    match text {
        "A" => "M3 100 L30 2 L57 100 M13 67 H47",
        "2" => "M4 27 C4 -8 56 -8 56 27 C56 50 14 68 5 98 H58",
        "3" => "M5 20 C12 -9 56 -5 54 25 C52 46 36 48 25 48 C42 48 58 55 57 75 C55 107 7 106 3 79",
        "4" => "M45 100 V2 L3 70 H60",
        "5" => "M54 3 H13 L9 45 C24 34 58 38 57 68 C56 105 12 106 3 81",
        "6" => "M52 15 C36 -11 4 6 4 62 C4 115 57 109 57 68 C57 31 12 31 5 62",
        "7" => "M2 3 H57 C40 36 26 62 22 100",
        "8" => "M30 47 C-3 47 3 1 30 1 C57 1 63 47 30 47 C-9 47 -6 99 30 99 C66 99 69 47 30 47",
        "9" => "M8 85 C24 111 56 94 56 38 C56 -15 3 -9 3 32 C3 69 48 69 55 38",
        "10" => "M4 17 L20 2 V100 M59 2 C36 2 36 98 59 98 C82 98 82 2 59 2",
        "J" => "M16 3 H54 M41 3 V72 C41 108 4 106 3 75",
        "Q" => "M30 2 C-6 2 -6 97 30 97 C66 97 66 2 30 2 M32 70 L58 103",
        "K" => "M7 0 V100 M56 1 L9 58 M26 40 L58 100",
        "1" => "M13 20 L33 3 V97 M12 97 H54",
        _ => "",
    }
}

/// The text of a card's index.
fn index_text(card: Card) -> String {
    match card {
        Card::French(Rank::Ten, _) => "10".to_owned(),
        Card::French(rank, _) => rank.to_string(),
        Card::Pairs(rank) => rank.number().to_string(),
    }
}

/// A suit's outline around the origin, 100 high.
#[must_use]
pub fn suit_path(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts => {
            "M0 47 C-14 26 -50 6 -50 -20 C-50 -38 -38 -47 -26 -47 C-12 -47 -3 -37 0 -26 C3 -37 12 -47 26 -47 C38 -47 50 -38 50 -20 C50 6 14 26 0 47Z"
        }
        Suit::Diamonds => {
            "M0 -50 C9 -32 24 -14 38 0 C24 14 9 32 0 50 C-9 32 -24 14 -38 0 C-24 -14 -9 -32 0 -50Z"
        }
        Suit::Spades => {
            "M0 -50 C12 -28 48 -8 48 16 C48 40 18 42 6 24 C8 40 13 46 20 50 H-20 C-13 46 -8 40 -6 24 C-18 42 -48 40 -48 16 C-48 -8 -12 -28 0 -50Z"
        }
        Suit::Clubs => {
            "M-7 4 C-20 30 -46 26 -46 4 C-46 -16 -28 -22 -17 -14 C-30 -30 -20 -50 0 -50 C20 -50 30 -30 17 -14 C28 -22 46 -16 46 4 C46 26 20 30 7 4 C8 34 13 45 20 50 H-20 C-13 45 -8 34 -7 4Z"
        }
    }
}

/// Ink of a suit in the two-colour deck.
fn ink(suit: Suit) -> &'static str {
    if suit.is_red() { "#c3122f" } else { "#16181d" }
}

/// Ink of a Pairs rank: ten hues that stay apart in print.
fn pairs_ink(rank: PairsRank) -> &'static str {
    const INKS: [&str; 10] = [
        "#7a1f2b", "#b5472a", "#a86a12", "#6d7a1d", "#2c7a3f", "#167a78", "#1d5d94", "#3f4699",
        "#72398f", "#9c2f6b",
    ];
    INKS[usize::from(rank.number() - 1)]
}

/// A sign at a place: `size` high, turned by `turn` degrees.
fn pip(suit: Suit, x: f64, y: f64, size: f64, turn: u16) -> String {
    format!(
        r#"<path d="{}" fill="{}" transform="translate({x} {y}) rotate({turn}) scale({})"/>"#,
        suit_path(suit),
        ink(suit),
        size / 100.0
    )
}

/// A rank in strokes: its box `height` high and centred on (x, y).
fn numeral(text: &str, x: f64, y: f64, height: f64, colour: &str) -> String {
    let scale = height / 100.0;
    let wide = if text == "10" { 84.0 } else { 60.0 };
    format!(
        r#"<path d="{}" fill="none" stroke="{colour}" stroke-width="15" stroke-linecap="round" stroke-linejoin="round" transform="translate({} {}) scale({} {scale})"/>"#,
        strokes(text),
        x - wide * 0.5 * scale * 0.92,
        y - 50.0 * scale,
        scale * 0.92,
    )
}

/// Where the pips of a number card stand, in fractions of the pip field: (across, down).
fn pip_places(count: u8) -> Vec<(f64, f64)> {
    let column = |x: f64, ys: &[f64]| ys.iter().map(move |&y| (x, y)).collect::<Vec<_>>();
    let sides = |ys: &[f64]| [column(0.0, ys), column(1.0, ys)].concat();
    let middle = |ys: &[f64]| column(0.5, ys);
    let third = 1.0 / 3.0;
    match count {
        1 => middle(&[0.5]),
        2 => middle(&[0.0, 1.0]),
        3 => middle(&[0.0, 0.5, 1.0]),
        4 => sides(&[0.0, 1.0]),
        5 => [sides(&[0.0, 1.0]), middle(&[0.5])].concat(),
        6 => sides(&[0.0, 0.5, 1.0]),
        7 => [sides(&[0.0, 0.5, 1.0]), middle(&[0.25])].concat(),
        8 => [sides(&[0.0, 0.5, 1.0]), middle(&[0.25, 0.75])].concat(),
        9 => [sides(&[0.0, third, 2.0 * third, 1.0]), middle(&[0.5])].concat(),
        _ => [
            sides(&[0.0, third, 2.0 * third, 1.0]),
            middle(&[third / 2.0, 1.0 - third / 2.0]),
        ]
        .concat(),
    }
}

/// The middle of a French-suited card: pips, the ace's sign, or a court figure.
fn middle(rank: Rank, suit: Suit) -> String {
    match rank {
        Rank::Ace => pip(suit, 317.5, 444.5, 230.0, 0),
        Rank::Jack | Rank::Queen | Rank::King => court(rank, suit),
        _ => pip_places(rank.number())
            .into_iter()
            .map(|(x, y)| {
                let turn = if y > 0.5 { 180 } else { 0 };
                pip(suit, 205.0 + 225.0 * x, 165.0 + 559.0 * y, 118.0, turn)
            })
            .collect(),
    }
}

/// A court figure: a bust in a frame, twice, head to head.
fn court(rank: Rank, suit: Suit) -> String {
    let robe = if suit.is_red() {
        ["#b3263a", "#e8b23a", "#24406e"]
    } else {
        ["#24406e", "#e8b23a", "#a3283b"]
    };
    let hat = match rank {
        Rank::King => {
            r##"<path d="M232 262 L222 168 L270 214 L317 150 L364 214 L412 168 L402 262Z" fill="#e8b23a" stroke="#332a1c" stroke-width="6"/>"##
        }
        Rank::Queen => {
            r##"<path d="M240 262 C246 196 388 196 394 262Z" fill="#e8b23a" stroke="#332a1c" stroke-width="6"/><circle cx="317" cy="196" r="20" fill="#fff" stroke="#332a1c" stroke-width="6"/>"##
        }
        _ => {
            r##"<path d="M228 262 L238 204 H388 L408 238 L402 262Z" fill="#a3283b" stroke="#332a1c" stroke-width="6"/><path d="M382 214 C420 190 432 158 424 132" fill="none" stroke="#24406e" stroke-width="14"/>"##
        }
    };
    let hair = match rank {
        Rank::King => {
            r##"<path d="M262 320 C262 420 372 420 372 320 C352 372 282 372 262 320Z" fill="#5a4630"/>"##
        }
        Rank::Queen => {
            r##"<path d="M246 258 C214 330 226 402 250 430 L276 300Z M388 258 C420 330 408 402 384 430 L358 300Z" fill="#c98a2e"/>"##
        }
        _ => {
            r##"<path d="M250 258 C236 310 240 340 250 356 L268 290Z M384 258 C398 310 394 340 384 356 L366 290Z" fill="#6b4a2c"/>"##
        }
    };
    let half = format!(
        r##"<path d="M140 444.5 C150 388 214 372 262 366 L317 412 L372 366 C420 372 484 388 495 444.5Z" fill="{}" stroke="#332a1c" stroke-width="6"/>
<path d="M296 394 L317 444.5 L338 394 L317 412Z M196 384 L214 444.5 H246 L232 374Z M438 384 L420 444.5 H388 L402 374Z" fill="{}"/>
<path d="M150 430 C200 420 240 430 262 444.5 H140Z M484 430 C434 420 394 430 372 444.5 H495Z" fill="{}"/>
<ellipse cx="317" cy="306" rx="62" ry="78" fill="#f0d3b0" stroke="#332a1c" stroke-width="6"/>{hair}
<path d="M288 296 h16 M330 296 h16 M317 300 v26 M300 348 q17 12 34 0" fill="none" stroke="#332a1c" stroke-width="6" stroke-linecap="round"/>{hat}{}"##,
        robe[0],
        robe[1],
        robe[2],
        pip(suit, 190.0, 176.0, 92.0, 0),
    );
    format!(
        r##"<rect x="132" y="100" width="371" height="689" rx="12" fill="#fbf4e2" stroke="#24406e" stroke-width="5"/>{half}<g transform="rotate(180 317.5 444.5)">{half}</g>"##
    )
}

/// The middle of a Pairs card: as many gems as its number.
fn gems(rank: PairsRank) -> String {
    let colour = pairs_ink(rank);
    pip_places(rank.number())
        .into_iter()
        .fold(String::new(), |mut out, (x, y)| {
            let (x, y) = (225.0 + 185.0 * x, 220.0 + 449.0 * y);
            let _ = write!(
                out,
                r##"<g transform="translate({x} {y})"><path d="M-46 -14 L-24 -42 H24 L46 -14 L0 46Z" fill="{colour}"/><path d="M-46 -14 H46 M-24 -42 L-14 -14 L0 46 L14 -14 L24 -42" fill="none" stroke="#fff" stroke-width="4" opacity=".7"/></g>"##
            );
            out
        })
}

/// Wraps a card's art: stock with a thin grey edge.
fn sheet(inside: &str, stock: &str) -> String {
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"><rect x="1" y="1" width="633" height="887" rx="34" fill="{stock}" stroke="#c9c6bf" stroke-width="2"/>{inside}</svg>"##
    )
}

/// A card's face as a whole SVG document.
#[must_use]
pub fn face(card: Card) -> String {
    let text = index_text(card);
    let (corner, middle) = match card {
        Card::French(rank, suit) => (
            numeral(&text, 66.0, 92.0, 100.0, ink(suit)) + &pip(suit, 66.0, 196.0, 74.0, 0),
            middle(rank, suit),
        ),
        Card::Pairs(rank) => (
            numeral(&text, 92.0, 118.0, 150.0, pairs_ink(rank)),
            gems(rank),
        ),
    };
    sheet(
        &format!(r#"{middle}{corner}<g transform="rotate(180 317.5 444.5)">{corner}</g>"#),
        "#fdfcf8",
    )
}

/// The back of the deck as a whole SVG document; the two decks of a table differ in colour.
#[must_use]
pub fn back(second: bool) -> String {
    let colour = if second { "#7b2236" } else { "#1f3b63" };
    let mut lattice = String::new();
    for row in 0..12 {
        for column in 0..8 {
            let (x, y) = (
                74.0 + 69.5 * f64::from(column),
                80.0 + 66.3 * f64::from(row),
            );
            let _ = write!(
                lattice,
                r##"<path d="M{x} {} L{} {y} L{x} {} L{} {y}Z" fill="none" stroke="#f3ead2" stroke-width="5"/><circle cx="{x}" cy="{y}" r="7" fill="#e8b23a"/>"##,
                y - 33.0,
                x + 34.0,
                y + 33.0,
                x - 34.0,
            );
        }
    }
    sheet(
        &format!(
            r##"<rect x="34" y="34" width="567" height="821" rx="22" fill="{colour}"/>{lattice}<circle cx="317.5" cy="444.5" r="88" fill="{colour}" stroke="#f3ead2" stroke-width="8"/><path d="{}" fill="#e8b23a" transform="translate(317.5 444.5) scale(1.05)"/>"##,
            suit_path(Suit::Spades)
        ),
        "#fdfcf8",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;

    #[test]
    fn every_face_is_its_own_picture() {
        let mut seen = std::collections::HashSet::new();
        for card in [Deck::Full.faces(), Deck::Pairs.faces()].concat() {
            let svg = face(card);
            assert!(
                resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).is_ok(),
                "{card} isn't SVG"
            );
            assert!(seen.insert(svg), "{card} looks like another card");
        }
    }

    #[test]
    fn number_cards_show_their_number() {
        for n in 1..=10 {
            assert_eq!(pip_places(n).len(), usize::from(n));
        }
    }
}
