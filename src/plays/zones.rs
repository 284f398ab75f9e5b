//! A table layout (`calibration/*.toml`) into zones: a point on the table and which face is up into the zone and whose it is.

use serde::{Deserialize, Serialize};

use crate::{
    play::{GameName, Zone},
    plays::{
        spots::{Corners, holds},
        who::View,
    },
    seat::{Seat, Seating},
    sighting::TablePoint,
};

/// The versions that are read; the second knows corners, moved rings and the players' own places.
const VERSIONS: std::ops::RangeInclusive<u32> = 1..=2;

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
pub(super) enum Owner {
    #[default]
    None,
    Nearest,
}

/// One zone as a layout file writes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ZoneArea {
    pub(super) name: String,
    #[serde(skip)]
    zone: Option<Zone>,
    /// From and to, in shares of the way from the middle to the edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ring: Option<[f64; 2]>,
    /// The ring's middle, in the same shares; the table's where it isn't given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) centre: Option<[f64; 2]>,
    /// Left, near, right, far, in the same shares.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub(super) area: Option<[f64; 4]>,
    /// Four corners, clockwise as seen from above, in the same shares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) corners: Option<Corners>,
    #[serde(default)]
    face: Face,
    #[serde(default)]
    pub(super) owner: Owner,
    /// For tables with this many players only.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<Vec<usize>>,
}

impl ZoneArea {
    /// Whether a point, in shares, lies in it.
    fn holds(&self, x: f64, y: f64) -> bool {
        let [mx, my] = self.centre.unwrap_or_default();
        let ring = self
            .ring
            .is_none_or(|[from, to]| (from..to).contains(&(x - mx).hypot(y - my)));
        let boxed = self.area.is_none_or(|[left, near, right, far]| {
            (left..right).contains(&x) && (near..far).contains(&y)
        });
        ring && boxed && self.corners.is_none_or(|c| holds(&c, [x, y]))
    }
}

/// A player's own place as a layout file writes it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatArea {
    /// Clockwise as seen from above, in shares of the way from the middle to the edge.
    pub(super) corners: Corners,
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
pub(super) struct TableSize {
    width_mm: f64,
    depth_mm: f64,
}

/// A table layout: what lies where in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    pub(super) version: u32,
    pub(super) game: GameName,
    /// For how many players, where the places of the players stand in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) players: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) markers: Option<Marks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table: Option<TableSize>,
    #[serde(rename = "zone", default)]
    pub(super) zones: Vec<ZoneArea>,
    /// Where each player's cards lie, clockwise.
    #[serde(rename = "seat", default, skip_serializing_if = "Vec::is_empty")]
    pub(super) seats: Vec<SeatArea>,
}

/// Why a layout can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LayoutError {
    /// Not TOML, or not of the layout's form.
    #[error("{0}")]
    Form(String),
    /// Another version.
    #[error("layout version {0}: this program reads versions 1 and 2")]
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
    #[error("zone `{0}`: give a known name, and a ring, a box or corners")]
    Zone(String),
    /// Other zones than the game has.
    #[error("the game's zones are {wanted}, not {found}")]
    Zones {
        /// What was given.
        found: String,
        /// What there is.
        wanted: String,
    },
    /// A layout for another number of players.
    #[error("the layout is for {found} players, {wanted} play")]
    Players {
        /// Places in the layout.
        found: usize,
        /// Who plays.
        wanted: usize,
    },
    /// Corners that form no field.
    #[error(
        "the corners of {0} form no field: they go round clockwise without crossing, and none points inwards"
    )]
    Corners(Field),
    /// A field in which no card fits.
    #[error("{0} is too small: a card must fit into it")]
    Small(Field),
    /// A field whose middle lies beside the table.
    #[error("the middle of {0} lies beside the table")]
    Beside(Field),
    /// Players out of their order.
    #[error("{0} and {1} must lie clockwise around the table, each on its own side")]
    Order(Field, Field),
    /// Two players at one place.
    #[error("{0} and {1} lie over each other")]
    Overlap(Field, Field),
}

/// What lies somewhere: a zone by its name, or the place of a player by the number in the clockwise list, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// A zone.
    Zone(String),
    /// A player's place.
    Player(usize),
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Zone(name) => write!(f, "zone `{name}`"),
            Self::Player(number) => write!(f, "the place of player {number}"),
        }
    }
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

/// What lies in a player's own place is that player's: as if nobody else sat within this angle, degrees.
const PLAINLY: f64 = 90.0;

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
        if !VERSIONS.contains(&layout.version) {
            return Err(LayoutError::Version(layout.version));
        }
        if layout.game != game {
            return Err(LayoutError::Game {
                found: layout.game,
                wanted: game,
            });
        }
        layout.named()?.checked()
    }

    /// The same, if it is for so many players.
    ///
    /// # Errors
    /// When it is for others.
    pub fn for_players(self, wanted: usize) -> Result<Self, LayoutError> {
        match self.players {
            Some(found) if found != wanted => Err(LayoutError::Players { found, wanted }),
            _ => Ok(self),
        }
    }

    /// The same, its zones known by their names.
    pub(super) fn named(mut self) -> Result<Self, LayoutError> {
        for area in &mut self.zones {
            area.zone = area.name.parse().ok();
            let placed = area.ring.is_some() || area.area.is_some() || area.corners.is_some();
            if area.zone.is_none() || !placed {
                return Err(LayoutError::Zone(area.name.clone()));
            }
        }
        Ok(self)
    }

    /// The names of all zones, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.zones.iter().map(|z| z.name.as_str())
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
            players && face && z.holds(x, y)
        })?;
        let (owner, margin) = match area.owner {
            Owner::None => (None, 0.0),
            Owner::Nearest => {
                let own = self.before([x, y], seating).map(|seat| (seat, PLAINLY));
                let (seat, margin) = own.unwrap_or_else(|| view.nearest(p, seating));
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
                "version = 3\ngame = \"mensch\"",
                "layout version 3: this program reads versions 1 and 2",
            ),
            (
                "version = 1\ngame = \"monster\"",
                "the layout is for monster, the game is mensch",
            ),
            (
                "version = 1\ngame = \"mensch\"\n[[zone]]\nname = \"lap\"\nring = [0.0, 1.0]",
                "zone `lap`: give a known name, and a ring, a box or corners",
            ),
        ] {
            let error = Layout::parse(text, GameName::Mensch).expect_err("refused");
            assert_eq!(error.to_string(), said);
        }
        assert!(Layout::parse("not toml", GameName::Mensch).is_err());
    }
}
