//! `pitboss print`: markers, decks, the pay-card board and what lies where into PDF files for a home printer.

mod pdf;
mod procedures;

use std::{fmt::Write as _, path::PathBuf, process::ExitCode};

use clap::{Args as ClapArgs, ValueEnum};

use self::pdf::Placed;
use super::unusable;
use crate::{
    card::Deck, chessboard, demo::art, marker, play::GameName, rules::michigan_rummy::board::Board,
};

/// Prints what a table needs: markers for its corners, a board to measure the lens by, a deck to play with, Michigan Rummy's board, or what lies where in each game.
#[derive(ClapArgs)]
pub struct Args {
    /// What to print
    what: What,
    /// Which deck: french (52 cards) or pairs (55 cards)
    #[arg(default_value = "french")]
    deck: PrintedDeck,
    /// Which board: pressman_9, tripoley, fundex or boodle4 [default: that of --rules]
    #[arg(long, value_name = "NAME")]
    board: Option<String>,
    /// The game whose procedures are printed [default: all three, a page each]
    #[arg(long)]
    game: Option<GameName>,
    /// House rules (TOML), for a board of one's own
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// The paper
    #[arg(long, default_value = "a4")]
    paper: Paper,
    /// The PDF file to write [default: pitboss-WHAT.pdf]
    #[arg(long, short)]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The four markers for the table's corners
    Markers,
    /// The board by which a camera's lens is measured (`pitboss calibrate lens`)
    Charuco,
    /// A deck of cards
    Deck,
    /// The board of Michigan Rummy, with a compartment for each pay card
    Board,
    /// What lies where so that the camera sees it: a page a game, in English and Korean
    Procedures,
}

#[derive(Clone, Copy, ValueEnum)]
enum PrintedDeck {
    French,
    Pairs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Paper {
    A4,
    Letter,
}

impl Paper {
    /// Width and height, mm.
    fn size_mm(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// A card's width on paper, mm.
const CARD_MM: (f32, f32) = (63.5, 88.9);

/// Writes the file and says what to do with it.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let page = args.paper.size_mm();
    let (name, pages, advice) = match args.what {
        What::Markers => (
            "pitboss-markers.pdf",
            vec![markers(page)],
            "Print at 100 %, cut out along the grey lines; 0 lies left-far, 1 right-far, 2 right-near, 3 left-near.",
        ),
        What::Charuco => (
            "pitboss-charuco.pdf",
            vec![vec![charuco(page)]],
            "Print it, lay it on something flat, and run `pitboss calibrate lens`.",
        ),
        What::Deck => (
            "pitboss-deck.pdf",
            deck(page, args.deck),
            "Print at 100 %, the last page on the back of the others, and cut.",
        ),
        What::Board => match board(args, page) {
            Ok(pages) => (
                "pitboss-board.pdf",
                pages,
                "Print at 100 % and lay it in the middle; chips go on the compartments.",
            ),
            Err(why) => return unusable(why),
        },
        What::Procedures => (
            "pitboss-procedures.pdf",
            GameName::ALL
                .into_iter()
                .filter(|game| args.game.is_none_or(|asked| asked == *game))
                .map(|game| procedures::page(game, page))
                .collect(),
            "Lay the page of the game beside the table.",
        ),
    };
    let path = args.output.clone().unwrap_or_else(|| name.into());
    let bytes = match pdf::document(page, &pages) {
        Ok(bytes) => bytes,
        Err(e) => return unusable(format_args!("can't draw {name}: {e}")),
    };
    if let Err(e) = std::fs::write(&path, bytes) {
        return unusable(format_args!("can't write {}: {e}", path.display()));
    }
    println!("{}: {} pages. {advice}", path.display(), pages.len());
    ExitCode::SUCCESS
}

/// The board that is asked for, on one page.
fn board(args: &Args, (width, height): (f32, f32)) -> Result<Vec<Vec<Placed>>, String> {
    let own = super::house_rules(args.rules.as_deref())?;
    let board = match &args.board {
        None => own.michigan_rummy.board,
        Some(name) => Board::named(name).ok_or_else(|| {
            format!("there is no board `{name}`: write pressman_9, tripoley, fundex or boodle4, or give --rules FILE")
        })?,
    };
    Ok(vec![vec![Placed {
        svg: art::board::board(&board),
        left_mm: (width - art::board::DIAMETER_MM) / 2.0,
        top_mm: (height - art::board::DIAMETER_MM) / 2.0,
        width_mm: art::board::DIAMETER_MM,
    }]])
}

/// The four markers on one page.
fn markers((width, _): (f32, f32)) -> Vec<Placed> {
    let sheet_mm = 60.0;
    let left = (width - 2.0 * sheet_mm - 20.0) / 2.0;
    (0..4u8)
        .map(|n| Placed {
            svg: marker_sheet(n),
            left_mm: left + f32::from(n % 2) * (sheet_mm + 20.0),
            top_mm: 30.0 + f32::from(n / 2) * (sheet_mm + 30.0),
            width_mm: sheet_mm,
        })
        .collect()
}

/// A marker with its white rim, in millimetres.
fn marker_sheet(number: u8) -> String {
    let cell = marker::SIDE_MM / f64::from(marker::CELLS);
    let mut cells = String::new();
    for row in 0..marker::CELLS {
        for column in 0..marker::CELLS {
            if !marker::is_white(number.into(), column, row) {
                let (x, y) = (
                    10.0 + cell * f64::from(column),
                    10.0 + cell * f64::from(row),
                );
                // A hair of overlap keeps printers from leaving white lines between the cells.
                let _ = write!(
                    cells,
                    r#"<rect x="{x}" y="{y}" width="{0}" height="{0}"/>"#,
                    cell + 0.02
                );
            }
        }
    }
    let dots: String = (0..=number)
        .map(|i| {
            format!(
                r#"<circle cx="{}" cy="55" r="1.2"/>"#,
                30.0 + 4.0 * f64::from(i)
            )
        })
        .collect();
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect x=".2" y=".2" width="59.6" height="59.6" fill="#fff" stroke="#999" stroke-width=".2"/>{cells}{dots}</svg>"##
    )
}

/// The board of squares and markers in the middle of a page.
fn charuco((width, height): (f32, f32)) -> Placed {
    let (columns, rows) = chessboard::SQUARES;
    let side = |squares: i32| f64::from(squares) * chessboard::SQUARE_MM;
    let (wide, high) = (side(columns), side(rows));
    let mut fields = String::new();
    for [x, y, w, h] in chessboard::black_fields() {
        // A hair of overlap, as for the markers.
        let _ = write!(
            fields,
            r#"<rect x="{x}" y="{y}" width="{}" height="{}"/>"#,
            w + 0.02,
            h + 0.02
        );
    }
    Placed {
        svg: format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">{fields}</svg>"#
        ),
        left_mm: (width - wide as f32) / 2.0,
        top_mm: (height - high as f32) / 2.0,
        width_mm: wide as f32,
    }
}

/// Nine cards a page, and a page of backs.
fn deck((width, height): (f32, f32), deck: PrintedDeck) -> Vec<Vec<Placed>> {
    let cards = match deck {
        PrintedDeck::French => Deck::Full.cards(),
        PrintedDeck::Pairs => Deck::Pairs.cards(),
    };
    let mut drawings: Vec<String> = cards.into_iter().map(art::face).collect();
    drawings.resize(drawings.len().next_multiple_of(9), String::new());
    drawings.extend(std::iter::repeat_n(art::back(false), 9));
    let (left, top) = (
        (width - 3.0 * CARD_MM.0) / 2.0,
        (height - 3.0 * CARD_MM.1) / 2.0,
    );
    let place = |(n, svg): (usize, &String)| Placed {
        svg: svg.clone(),
        left_mm: left + CARD_MM.0 * (n % 3) as f32,
        top_mm: top + CARD_MM.1 * (n / 3) as f32,
        width_mm: CARD_MM.0,
    };
    drawings
        .chunks(9)
        .map(|page| {
            page.iter()
                .enumerate()
                .filter(|(_, svg)| !svg.is_empty())
                .map(place)
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_drawn() {
        let page = Paper::A4.size_mm();
        assert_eq!(deck(page, PrintedDeck::French).len(), 7);
        assert_eq!(deck(page, PrintedDeck::Pairs).len(), 8);
        let asked = |name: &str| Args {
            what: What::Board,
            deck: PrintedDeck::French,
            board: Some(name.to_owned()),
            rules: None,
            game: None,
            paper: Paper::A4,
            output: None,
        };
        let drawn = board(&asked("tripoley"), page).expect("a named board");
        let bytes = pdf::document(page, &drawn).expect("the board is drawn");
        assert!(bytes.len() > 4000, "{} bytes", bytes.len());
        let refused = board(&asked("round"), page).err().expect("no such board");
        assert!(
            refused.starts_with("there is no board `round`"),
            "{refused}"
        );
        for paper in [Paper::A4, Paper::Letter] {
            let (wide, high) = paper.size_mm();
            let board = charuco((wide, high));
            // A printer leaves 6 mm blank.
            assert!(board.left_mm > 6.0 && board.top_mm > 6.0);
            let bytes = pdf::document((wide, high), &[vec![board]]).expect("the board is drawn");
            assert!(bytes.len() > 4000, "{} bytes", bytes.len());
        }
        let bytes = pdf::document(page, &[markers(page)]).expect("markers are drawn");
        assert!(
            bytes.starts_with(b"%PDF-") && bytes.len() > 4000,
            "{} bytes",
            bytes.len()
        );
    }
}
