//! Sound inputs of each kind, from which a fuzzer starts.

use std::fs;

use pitboss::{frame::At, line::line, play::GameName, rules, table::Table};

use crate::evenings::games;

fn texts(all: &[&str]) -> Vec<Vec<u8>> {
    all.iter().map(|t| t.as_bytes().to_vec()).collect()
}

fn file(path: &str) -> Option<Vec<u8>> {
    fs::read(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).ok()
}

/// A record's lines, a deal of the game.
fn record(game: GameName, seed: u64) -> Vec<u8> {
    let mut table = Table::new(rules::open);
    let dealer = games::seating(game).seats().next().expect("somebody");
    let facts = games::opening(game)
        .into_iter()
        .chain(games::deal(game, seed, dealer));
    for (n, event) in (0..).zip(facts) {
        table.take(At(100 * n), event).expect("a fact");
    }
    let seating = games::seating(game);
    let lines = table
        .entries()
        .iter()
        .map(|e| line(e, Some(&seating), |_| String::new()).to_string());
    lines.collect::<Vec<_>>().join("\n").into_bytes()
}

const POSITIONS: &str = r#"{"game":"mensch","examples":[{"id":1,"kind":"trick","options":{},"given":{"trump":"H","led":"S","cards":["QS","9H"]}},
{"id":2,"kind":"settle","given":{"bid":"half"}}]}"#;

const PLACEMENT: &str = "version = 1\n[picture]\nwidth = 1280\nheight = 720\n[table]\nwidth_mm = 1100.0\ndepth_mm = 640.0\n\
    corners = [[128.0, 57.6], [1152.0, 72.0], [1190.4, 684.0], [76.8, 669.6]]\n";

const RULES: &str = "[mensch]\nplain_number_success = 1\n[monster]\nmuck = \"allowed\"\n[michigan_rummy]\nboard = \"tripoley\"\n";

/// The seeds of a target; there is one at least.
pub(crate) fn of(target: &str) -> Vec<Vec<u8>> {
    match target {
        "notation" => texts(&[
            "AS",
            "TD",
            "10",
            "1",
            "H",
            "#2",
            "trick",
            "board:KC",
            "mensch",
            "michigan-rummy",
            "A@south,B@west,C@270",
            "A,B,C,D",
        ]),
        "judge" => {
            let worked = ["mensch", "monster", "michigan_rummy"]
                .map(|g| file(&format!("../shared/rules/examples_{g}.json")));
            let worked = worked.into_iter().flatten();
            texts(&[POSITIONS]).into_iter().chain(worked).collect()
        }
        "lines" => GameName::ALL
            .into_iter()
            .flat_map(|game| [record(game, 1), record(game, 3)])
            .collect(),
        "fold" => (0..12_u8)
            .map(|n| {
                (0..201)
                    .map(|k| n.wrapping_add((k * 37 / 3 % 256) as u8))
                    .collect()
            })
            .collect(),
        "layout" => GameName::ALL
            .into_iter()
            .filter_map(|game| file(&format!("calibration/{game}.toml")))
            .collect(),
        "placement" => texts(&[PLACEMENT]),
        "rules" => texts(&[RULES]),
        "journal" => ["evening_1", "journal_1"]
            .iter()
            .filter_map(|n| file(&format!("tests/fixtures/{n}.sqlite")))
            .collect(),
        #[cfg(feature = "vision")]
        "deck" => vec![pictures::deck()],
        #[cfg(feature = "vision")]
        "labels" => texts(&[
            "{\"file\":\"a.jpg\",\"set\":\"x\",\"cards\":[{\"card\":\"QH\"}],\"optional\":[\"7D\"],\"face_down\":1}\n\n{\"file\":\"b.jpg\",\"cards\":[]}",
        ]),
        #[cfg(feature = "vision")]
        "picture" => pictures::all(),
        _ => Vec::new(),
    }
}

#[cfg(feature = "vision")]
pub(crate) mod pictures {
    //! Small pictures of every kind that is read.

    use std::io::Cursor;

    use base64::{Engine as _, engine::general_purpose::STANDARD};
    use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

    /// A gradient, so that its data is no repetition.
    pub(crate) fn gradient(width: u32, height: u32) -> DynamicImage {
        let pixel = |x, y| {
            Rgb([
                (x * 7 % 256) as u8,
                (y * 5 % 256) as u8,
                ((x ^ y) % 256) as u8,
            ])
        };
        RgbImage::from_fn(width, height, pixel).into()
    }

    pub(crate) fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).expect("encodes");
        bytes.into_inner()
    }

    /// Colour, grey, with transparency, of 16 bits.
    pub(crate) fn all() -> Vec<Vec<u8>> {
        let rgb = gradient(48, 32);
        vec![
            encoded(&rgb, ImageFormat::Jpeg),
            encoded(&rgb.to_luma8().into(), ImageFormat::Jpeg),
            encoded(&rgb, ImageFormat::Png),
            encoded(&rgb.to_luma8().into(), ImageFormat::Png),
            encoded(&rgb.to_luma_alpha8().into(), ImageFormat::Png),
            encoded(&rgb.to_rgba8().into(), ImageFormat::Png),
            encoded(&rgb.to_rgb16().into(), ImageFormat::Png),
            encoded(&rgb.to_rgba16().into(), ImageFormat::Png),
        ]
    }

    /// A deck of two faces.
    pub(crate) fn deck() -> Vec<u8> {
        let jpeg = STANDARD.encode(encoded(&gradient(88, 128), ImageFormat::Jpeg));
        let mut text = "pitboss_deck = 1\nname = \"mine\"\nbase = \"french\"\naspect = 1.4\n\
            [index]\nx = 0.1\ny = 0.12\nheight = 0.14\ncorners = 2\n"
            .to_owned();
        for card in ["AS", "QH"] {
            text += &format!("[[face]]\ncard = \"{card}\"\njpeg = \"{jpeg}\"\n");
        }
        text.into_bytes()
    }
}
