//! A table layout (`calibration/*.toml`) into zones: a point on the table and which face is up into the zone and whose it is.

use serde::{Deserialize, Serialize};

use crate::{
    play::{GameName, Zone},
    plays::who::View,
    seat::{Seat, Seating},
    sighting::TablePoint,
};

/// Which side of the cards belongs in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Face {
    /// Faces only.
    Up,
    /// Backs only.
    Down,
    /// Either.
    #[default]
    Any,
}

/// To whom a zone belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Owner {
    #[default]
    None,
    Nearest,
}

/// One zone as a layout file writes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneArea {
    name: String,
    #[serde(skip)]
    zone: Option<Zone>,
    /// From and to, in shares of the way from the middle to the edge.
    ring: Option<[f64; 2]>,
    /// Left, near, right, far, in the same shares.
    #[serde(rename = "box")]
    area: Option<[f64; 4]>,
    #[serde(default)]
    face: Face,
    #[serde(default)]
    owner: Owner,
    /// For tables with this many players only.
    players: Option<Vec<usize>>,
}

/// The printed markers, as far as the file knows them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// The side of a marker, mm.
    pub side_mm: Option<f64>,
    /// From the middle of marker 0 to the middle of marker 1, mm.
    pub width_mm: Option<f64>,
    /// From the middle of marker 0 to the middle of marker 3, mm.
    pub depth_mm: Option<f64>,
}

/// The table's own size, where the picture shows more than the table.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableSize {
    width_mm: f64,
    depth_mm: f64,
}

/// A table layout: what lies where in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    version: u32,
    game: GameName,
    markers: Option<Marks>,
    table: Option<TableSize>,
    #[serde(rename = "zone", default)]
    zones: Vec<ZoneArea>,
}

/// Why a layout can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LayoutError {
    /// Not TOML, or not of the layout's form.
    #[error("{0}")]
    Form(String),
    /// Another version.
    #[error("layout version {0}: this program reads version 1")]
    Version(u32),
    /// A layout of another game.
    #[error("the layout is for {found}, the game is {wanted}")]
    Game {
        /// What the file says.
        found: GameName,
        /// What is played.
        wanted: GameName,
    },
    /// A zone without a place, or a name that is no zone.
    #[error("zone `{0}`: give a known name, and a ring or a box")]
    Zone(String),
}

/// Where something lies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The zone.
    pub zone: Zone,
    /// Whose, where zones belong to seats.
    pub owner: Option<Seat>,
    /// How much nearer the owner is than the next seat, degrees; 0 without an owner.
    pub margin: f64,
}

impl Layout {
    /// The layout that comes with the program.
    #[must_use]
    pub fn of(game: GameName) -> Self {
        let text = match game {
            GameName::Mensch => include_str!("../../calibration/mensch.toml"),
            GameName::Monster => include_str!("../../calibration/monster.toml"),
            GameName::MichiganRummy => include_str!("../../calibration/michigan_rummy.toml"),
        };
        Self::parse(text, game).expect("the layouts in calibration/ are tried by a test")
    }

    /// A layout from its text.
    ///
    /// # Errors
    /// When the text is no layout of this game.
    pub fn parse(text: &str, game: GameName) -> Result<Self, LayoutError> {
        let layout: Self = toml::from_str(text)
            .map_err(|e| LayoutError::Form(e.to_string().replace('\n', " ")))?;
        if layout.version != 1 {
            return Err(LayoutError::Version(layout.version));
        }
        if layout.game != game {
            return Err(LayoutError::Game {
                found: layout.game,
                wanted: game,
            });
        }
        layout.named()
    }

    /// The same, its zones known by their names.
    pub(super) fn named(mut self) -> Result<Self, LayoutError> {
        for area in &mut self.zones {
            area.zone = area.name.parse().ok();
            if area.zone.is_none() || (area.ring.is_none() && area.area.is_none()) {
                return Err(LayoutError::Zone(area.name.clone()));
            }
        }
        Ok(self)
    }

    /// Every zone by its name, with its ring (from and to) and its box (left, near, right, far), in shares of the way to the edge.
    pub fn areas(&self) -> impl Iterator<Item = (&str, Option<[f64; 2]>, Option<[f64; 4]>)> {
        self.zones.iter().map(|z| (z.name.as_str(), z.ring, z.area))
    }

    /// What is known about the markers.
    #[must_use]
    pub fn markers(&self) -> Option<Marks> {
        self.markers
    }

    /// The half width and depth that shares refer to: the table's, if the file gives it, else the picture's.
    #[must_use]
    pub fn view(&self, picture: View) -> View {
        self.table.map_or(picture, |t| View {
            half_width_mm: t.width_mm / 2.0,
            half_depth_mm: t.depth_mm / 2.0,
        })
    }

    /// The zone at a point, for a card with its face up or down.
    #[must_use]
    pub fn place(&self, p: TablePoint, up: bool, view: View, seating: &Seating) -> Option<Place> {
        let (x, y) = view.shares(p);
        let area = self.zones.iter().find(|z| {
            let players = z
                .players
                .as_ref()
                .is_none_or(|n| n.contains(&seating.len()));
            let face = match z.face {
                Face::Any => true,
                Face::Up => up,
                Face::Down => !up,
            };
            let ring = z
                .ring
                .is_none_or(|[from, to]| (from..to).contains(&x.hypot(y)));
            let boxed = z.area.is_none_or(|[left, near, right, far]| {
                (left..right).contains(&x) && (near..far).contains(&y)
            });
            players && face && ring && boxed
        })?;
        let (owner, margin) = match area.owner {
            Owner::None => (None, 0.0),
            Owner::Nearest => {
                let (seat, margin) = view.nearest(p, seating);
                (Some(seat), margin)
            }
        };
        Some(Place {
            zone: area.zone.clone()?,
            owner,
            margin,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x_mm: f64, y_mm: f64) -> TablePoint {
        TablePoint { x_mm, y_mm }
    }

    #[test]
    fn every_layout_of_the_tree_is_read_and_has_its_places() {
        let view = View {
            half_width_mm: 450.0,
            half_depth_mm: 253.0,
        };
        let four: Seating = "A@south,B@west,C@north,D@east".parse().expect("a seating");
        for (game, p, up, zone, owner) in [
            (GameName::Mensch, at(20.0, -40.0), true, Zone::Trick, None),
            (
                GameName::Mensch,
                at(-350.0, -85.0),
                false,
                Zone::Won,
                Some(1),
            ),
            (
                GameName::Mensch,
                at(165.0, -190.0),
                false,
                Zone::Won,
                Some(0),
            ),
            (GameName::Monster, at(-136.0, 0.0), false, Zone::Stock, None),
            (GameName::Monster, at(84.0, 1.0), true, Zone::Pile, None),
            (
                GameName::Monster,
                at(-75.0, -170.0),
                false,
                Zone::Hand,
                Some(0),
            ),
            (
                GameName::Monster,
                at(-284.0, 75.0),
                true,
                Zone::Hand,
                Some(1),
            ),
            (
                GameName::MichiganRummy,
                at(-46.0, 158.0),
                true,
                Zone::Front,
                Some(2),
            ),
            (
                GameName::MichiganRummy,
                at(-271.0, -32.0),
                true,
                Zone::Front,
                Some(1),
            ),
            (
                GameName::MichiganRummy,
                at(10.0, 20.0),
                false,
                Zone::Aside,
                None,
            ),
        ] {
            let place = Layout::of(game).place(p, up, view, &four).expect("a place");
            assert_eq!(
                (place.zone, place.owner),
                (zone, owner.map(Seat)),
                "{game} {p:?}"
            );
        }
    }

    #[test]
    fn unusable_layouts_are_refused_in_words() {
        for (text, said) in [
            (
                "version = 2\ngame = \"mensch\"",
                "layout version 2: this program reads version 1",
            ),
            (
                "version = 1\ngame = \"monster\"",
                "the layout is for monster, the game is mensch",
            ),
            (
                "version = 1\ngame = \"mensch\"\n[[zone]]\nname = \"lap\"\nring = [0.0, 1.0]",
                "zone `lap`: give a known name, and a ring or a box",
            ),
        ] {
            let error = Layout::parse(text, GameName::Mensch).expect_err("refused");
            assert_eq!(error.to_string(), said);
        }
        assert!(Layout::parse("not toml", GameName::Mensch).is_err());
    }
}
