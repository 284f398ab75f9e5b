//! A deck's profile into the text of a file that travels, and back.

use std::io::Cursor;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{ExtendedColorType, ImageFormat, ImageReader, codecs::jpeg::JpegEncoder};
use serde::{Deserialize, Serialize};

use super::{
    DeckProfile,
    album::{Album, IndexPlace, PLATE, Plate},
    geometry::v2,
};
use crate::card::Card;

/// The version of the file that this program writes.
const VERSION: u32 = 1;
/// More plates than this are no deck's.
const MOST_PLATES: usize = 200;
/// Quality of the plates' JPEG: 3 to 6 KB each.
const QUALITY: u8 = 88;

/// Why a file is no profile, in half a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeckFileError {
    /// It is something else.
    #[error("it is no deck profile ({0}); `pitboss enroll` writes one")]
    Foreign(String),
    /// A later program wrote it.
    #[error(
        "it is a deck profile of version {0}, and this program reads version 1; use the program that wrote it or enrol the deck again"
    )]
    Later(u32),
    /// Its values make no sense.
    #[error("it is damaged: {0}; enrol the deck again")]
    Damaged(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    pitboss_deck: u32,
    name: String,
    base: String,
    aspect: f32,
    index: Index,
    face: Vec<Face>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    x: f32,
    y: f32,
    height: f32,
    corners: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Face {
    card: Card,
    jpeg: String,
}

const HEAD: &str = "# A deck profile of Pitboss: `pitboss read --deck THIS_FILE …`. docs/decks.md says what stands in it.\n";

/// The text of an enrolled deck's file.
pub(crate) fn write(profile: &DeckProfile, album: &Album) -> String {
    let face = |plate: &Plate| Face {
        card: profile.card(plate.face),
        jpeg: STANDARD.encode(jpeg(&plate.pixels)),
    };
    let file = File {
        pitboss_deck: VERSION,
        name: album.name.clone(),
        base: profile.base().to_owned(),
        aspect: rounded(album.aspect),
        index: Index {
            x: rounded(album.index.at.x),
            y: rounded(album.index.at.y),
            height: rounded(album.index.tall),
            corners: album.index.corners() as u8,
        },
        face: album.plates.iter().map(face).collect(),
    };
    let text = toml::to_string(&file).expect("plain tables, texts and numbers");
    format!("{HEAD}{text}")
}

/// The profile in the text of a file.
///
/// # Errors
/// When it is none.
pub(crate) fn read(text: &str) -> Result<DeckProfile, DeckFileError> {
    let table: toml::Table = text
        .parse()
        .map_err(|_| DeckFileError::Foreign("it is not written in TOML".to_owned()))?;
    let version = table.get("pitboss_deck").and_then(toml::Value::as_integer);
    match version {
        None => {
            return Err(DeckFileError::Foreign(
                "it has no line `pitboss_deck = 1`".to_owned(),
            ));
        }
        Some(v) if v != i64::from(VERSION) => {
            return Err(DeckFileError::Later(u32::try_from(v).unwrap_or(u32::MAX)));
        }
        Some(_) => {}
    }
    let damaged = |why: String| DeckFileError::Damaged(why);
    let file: File = table
        .try_into()
        .map_err(|e: toml::de::Error| damaged(e.message().to_owned()))?;
    let base = DeckProfile::named(&file.base).map_err(|_| {
        damaged(format!(
            "there is no deck `{}` to be lettered like",
            file.base
        ))
    })?;
    let within = |what: &str, value: f32, from: f32, to: f32| {
        if (from..=to).contains(&value) {
            Ok(value)
        } else {
            Err(damaged(format!(
                "{what} is {value}, not from {from} to {to}"
            )))
        }
    };
    if file.face.is_empty() || file.face.len() > MOST_PLATES {
        return Err(damaged(format!("it shows {} faces", file.face.len())));
    }
    let plates = file.face.iter().map(|f| {
        let face = (0..base.faces())
            .find(|&i| base.card(i) == f.card)
            .ok_or_else(|| damaged(format!("the deck `{}` has no {}", file.base, f.card)))?;
        let pixels = STANDARD
            .decode(&f.jpeg)
            .ok()
            .and_then(|bytes| pixels(&bytes))
            .ok_or_else(|| damaged(format!("the picture of {} can't be decoded", f.card)))?;
        Ok(Plate { face, pixels })
    });
    let album = Album {
        name: file.name,
        aspect: within("aspect", file.aspect, 1.0, 2.5)?,
        index: IndexPlace {
            at: v2(
                within("index.x", file.index.x, 0.0, 0.5)?,
                within("index.y", file.index.y, 0.0, 0.5)?,
            ),
            tall: within("index.height", file.index.height, 0.03, 0.6)?,
            four: file.index.corners == 4,
        },
        plates: plates.collect::<Result<_, _>>()?,
    };
    Ok(base.with_album(album))
}

fn rounded(v: f32) -> f32 {
    (v * 1e4).round() / 1e4
}

fn jpeg(bgr: &[u8]) -> Vec<u8> {
    let rgb: Vec<u8> = bgr
        .chunks_exact(3)
        .flat_map(|p| [p[2], p[1], p[0]])
        .collect();
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .encode(
            &rgb,
            PLATE.0 as u32,
            PLATE.1 as u32,
            ExtendedColorType::Rgb8,
        )
        .expect("a plate of the right size in memory");
    bytes
}

/// Blue, green, red bytes of a plate; `None` where these are none.
fn pixels(jpeg: &[u8]) -> Option<Vec<u8>> {
    let reader = ImageReader::with_format(Cursor::new(jpeg), ImageFormat::Jpeg);
    let picture = reader.decode().ok()?.to_rgb8();
    let right = (picture.width() as usize, picture.height() as usize) == PLATE;
    right.then(|| picture.pixels().flat_map(|p| [p[2], p[1], p[0]]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn album() -> Album {
        let shade = |i: usize| (i / 3 % PLATE.0 * 2) as u8;
        Album {
            name: "mine".to_owned(),
            aspect: 1.4,
            index: IndexPlace {
                at: v2(0.11, 0.14),
                tall: 0.18,
                four: false,
            },
            plates: [0, 51]
                .map(|face| Plate {
                    face,
                    pixels: (0..PLATE.0 * PLATE.1 * 3).map(shade).collect(),
                })
                .to_vec(),
        }
    }

    fn text() -> String {
        let profile = DeckProfile::french().with_album(album());
        profile.text().expect("an album")
    }

    #[test]
    fn a_profile_comes_back_from_its_file() {
        let back = read(&text()).expect("a profile");
        let (was, is) = (album(), back.album().expect("an album").clone());
        assert_eq!((back.name(), back.base()), ("mine", "french"));
        assert_eq!((is.aspect, is.index), (was.aspect, was.index));
        for (a, b) in was.plates.iter().zip(&is.plates) {
            assert_eq!(a.face, b.face);
            let far = a
                .pixels
                .iter()
                .zip(&b.pixels)
                .map(|(x, y)| x.abs_diff(*y))
                .max();
            assert!(far.is_some_and(|d| d < 12), "{far:?}");
        }
        assert_eq!(DeckProfile::french().text(), None);
    }

    #[test]
    fn a_damaged_file_is_refused_in_words() {
        let whole = text();
        for (from, to, why) in [
            (
                "pitboss_deck = 1",
                "pitboss_deck = 2",
                "it is a deck profile of version 2",
            ),
            (
                "base = \"french\"",
                "base = \"tarot\"",
                "there is no deck `tarot`",
            ),
            (
                "base = \"french\"",
                "base = \"pairs\"",
                "the deck `pairs` has no AC",
            ),
            (
                "aspect = 1.4",
                "aspect = 14.0",
                "aspect is 14, not from 1 to 2.5",
            ),
            ("aspect = 1.4", "aspect = nan", "aspect is NaN"),
            (
                "jpeg = \"",
                "jpeg = \"AAAA",
                "the picture of AC can't be decoded",
            ),
            ("card = \"AC\"", "card = \"AX\"", "it is damaged"),
            ("corners = 2", "corners = 2\nfifth = 1", "it is damaged"),
        ] {
            let text = whole.replacen(from, to, 1);
            assert_ne!(text, whole, "{from}");
            let said = read(&text).expect_err(to).to_string();
            assert!(said.contains(why), "{said}");
        }
    }
}
