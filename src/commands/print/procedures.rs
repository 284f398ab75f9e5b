//! What lies where into one printed page a game: a drawing of the table, and what is said about it in both languages.

use std::{
    fmt::Write as _,
    sync::{Arc, LazyLock},
};

use resvg::usvg::{self, Tree, fontdb::Database};

use super::pdf::Placed;
use crate::{
    demo::art::plan,
    play::GameName,
    words::{Args, Lang, say},
};

/// Noto Sans CJK KR, Regular (SIL Open Font License, `OFL.txt` beside it), cut down to ASCII, the 2,350 syllables of KS X 1001 and some signs:
/// `pyftsubset NotoSansCJK-Regular.ttc --font-number=1 --text-file=… --layout-features='' --no-hinting`. No machine needs a Korean font.
const LETTERS: &[u8] = include_bytes!("letters.otf");

/// The paper's margin and the gap between the two languages, mm.
const MARGIN_MM: f32 = 14.0;
const GAP_MM: f32 = 8.0;

/// Letter heights and line distances, mm.
const TITLE_MM: f32 = 8.0;
const TEXT_MM: f32 = 3.8;
const LINE_MM: f32 = 5.4;

/// How far what is said stands right of its number, mm.
const INDENT_MM: f32 = 8.0;

/// What is said last: what happens when the cards are turned up, or gathered.
const LAST: &str = "end";

/// A game's page.
pub(super) fn page(game: GameName, (width, _): (f32, f32)) -> Vec<Placed> {
    let inside = width - 2.0 * MARGIN_MM;
    let (wide, high) = plan::SIZE_MM;
    let drawing_high = inside * (high / wide) as f32;
    let top = MARGIN_MM + 20.0;
    let column = (inside - GAP_MM) / 2.0;
    let at = |svg: String, left_mm: f32, top_mm: f32, width_mm: f32| Placed {
        svg,
        left_mm,
        top_mm,
        width_mm,
    };
    let below = top + drawing_high + 5.0;
    vec![
        at(title(game, inside), MARGIN_MM, MARGIN_MM, inside),
        at(plan::table(game), MARGIN_MM, top, inside),
        at(said(Lang::En, game, column), MARGIN_MM, below, column),
        at(
            said(Lang::Ko, game, column),
            MARGIN_MM + column + GAP_MM,
            below,
            column,
        ),
    ]
}

/// How the letters are found.
pub(super) fn options() -> usvg::Options<'static> {
    static KNOWN: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut letters = Database::new();
        letters.load_font_data(LETTERS.to_vec());
        Arc::new(letters)
    });
    usvg::Options {
        fontdb: Arc::clone(&KNOWN),
        font_family: "Noto Sans CJK KR".into(),
        ..usvg::Options::default()
    }
}

/// The game's name, and what the page is.
fn title(game: GameName, width: f32) -> String {
    let mut out = String::new();
    let name = |lang| say(lang, &format!("game-{game}"), &Args::new());
    let what = |lang| say(lang, "procedures-all", &Args::new());
    let names = format!("{} · {}", name(Lang::En), name(Lang::Ko));
    line(&mut out, &names, 0.0, TITLE_MM, TITLE_MM);
    let both = format!("{} · {}", what(Lang::En), what(Lang::Ko));
    line(&mut out, &both, 0.0, TITLE_MM + 7.5, TEXT_MM);
    drawing(width, TITLE_MM + 10.0, &out)
}

/// Everything that is said of a game in one language, with the numbers of the drawing.
fn said(lang: Lang, game: GameName, width: f32) -> String {
    let options = options();
    let (mut out, mut down) = (String::new(), 0.0);
    let mut paragraph = |id: &str, number: Option<u8>, down: &mut f32| {
        let left = if number.is_some() { INDENT_MM } else { 0.0 };
        if let Some(n) = number {
            let disc = plan::badge(n, 0.0, 0.0);
            let _ = write!(
                out,
                r#"<g transform="translate(2.6 {}) scale(0.11)">{disc}</g>"#,
                *down + LINE_MM - TEXT_MM * 0.36
            );
        }
        for text in wrapped(&say(lang, id, &Args::new()), width - left, &options) {
            *down += LINE_MM;
            line(&mut out, &text, left, *down, TEXT_MM);
        }
        *down += 2.4;
    };
    paragraph("procedures-camera", None, &mut down);
    for (n, (what, _)) in (1..).zip(plan::numbers(game)) {
        paragraph(&format!("procedures-{game}-{what}"), Some(n), &mut down);
    }
    paragraph(&format!("procedures-{game}-{LAST}"), None, &mut down);
    drawing(width, down + 2.0, &out)
}

fn drawing(width: f32, height: f32, inside: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{inside}</svg>"#
    )
}

fn line(out: &mut String, text: &str, left: f32, down: f32, size: f32) {
    let plain = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = write!(
        out,
        r##"<text x="{left}" y="{down}" font-size="{size}" fill="#111">{plain}</text>"##
    );
}

/// A text in lines that are no wider than that, mm.
fn wrapped(text: &str, width: f32, options: &usvg::Options<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (lines.last_mut(), longer) {
            (Some(last), Some(longer)) if measured(&longer, options) <= width => *last = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// How wide a line is, mm.
fn measured(text: &str, options: &usvg::Options<'_>) -> f32 {
    let mut out = String::new();
    line(&mut out, text, 0.0, LINE_MM, TEXT_MM);
    let tree = Tree::from_str(&drawing(1000.0, 2.0 * LINE_MM, &out), options);
    tree.map_or(0.0, |tree| tree.root().abs_bounding_box().right())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_page_holds_all_that_is_said_in_both_languages() {
        let options = options();
        for paper in [(210.0, 297.0), (215.9, 279.4)] {
            for game in GameName::ALL {
                for placed in page(game, paper) {
                    let tree = Tree::from_str(&placed.svg, &options).expect("SVG");
                    let scale = placed.width_mm / tree.size().width();
                    let ink = tree.root().abs_bounding_box();
                    let right = placed.left_mm + ink.right() * scale;
                    let bottom = placed.top_mm + ink.bottom() * scale;
                    assert!(right <= paper.0 - MARGIN_MM + 0.5, "{game}: to {right} mm");
                    assert!(bottom <= paper.1 - 8.0, "{game}: down to {bottom} mm");
                }
            }
        }
    }

    #[test]
    fn there_are_letters_for_every_word() {
        let options = options();
        let ink = |c: char| {
            let mut out = String::new();
            line(&mut out, &c.to_string(), 0.0, 5.0, TEXT_MM);
            let tree = Tree::from_str(&drawing(20.0, 10.0, &out), &options).expect("SVG");
            let ink = tree.root().abs_bounding_box();
            (ink.left(), ink.top(), ink.right(), ink.bottom())
        };
        // What stands for a letter that the font lacks.
        let lacking = ink('\u{e000}');
        for lang in Lang::ALL {
            let files = lang.files();
            let (_, text) = files.iter().find(|f| f.0 == "procedures").expect("a file");
            let lines = text.lines().filter(|l| !l.starts_with('#'));
            let letters: BTreeSet<char> = lines.flat_map(str::chars).collect();
            assert!(letters.len() > 40);
            for c in letters.into_iter().filter(|c| *c != ' ') {
                assert_ne!(ink(c), lacking, "{c} ({lang:?})");
            }
        }
    }
}
