//! Where what lies, game by game and by the number of players: as the host dragged it, kept in a data folder, else as the game usually has it.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use super::Evening;
use crate::{
    phones::{SeatSpot, ZoneSpot, ZonesView, ZonesWish},
    play::GameName,
    plays::{Form, Layout, LayoutError},
    seat::Seating,
};

/// The layouts of a table.
pub struct Layouts {
    folder: PathBuf,
    /// The file of the command line: it stands for all as long as this run lasts.
    named: Option<PathBuf>,
    kept: BTreeMap<(GameName, usize), Layout>,
    changes: u64,
}

/// How many may play each game, at most: so many layouts are looked for.
const PLAYERS: std::ops::RangeInclusive<usize> = 2..=12;

impl Layouts {
    /// The layouts as they are kept in a table's data.
    ///
    /// # Errors
    /// When one can't be used, in one sentence.
    pub(super) fn open(data: &Path) -> Result<Self, String> {
        let mut layouts = Self {
            folder: data.join("calibration"),
            named: None,
            kept: BTreeMap::new(),
            changes: 0,
        };
        for game in GameName::ALL {
            for players in PLAYERS {
                let path = layouts.path(game, players);
                let said = |why: String| {
                    let file = path.display();
                    format!("{file} can't be used: {why}; mend it, or take the file away")
                };
                match fs::read_to_string(&path) {
                    Ok(text) => {
                        let layout =
                            Layout::parse(&text, game).and_then(|l| l.for_players(players));
                        let layout = layout.map_err(|e| said(e.to_string()))?;
                        layouts.kept.insert((game, players), layout);
                    }
                    Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                    Err(e) => return Err(said(e.to_string())),
                }
            }
        }
        Ok(layouts)
    }

    fn path(&self, game: GameName, players: usize) -> PathBuf {
        self.folder.join(format!("zones_{game}_{players}.toml"))
    }

    /// That file's layout stands for all, as long as this run lasts.
    pub fn name(&mut self, file: &Path) {
        self.named = Some(file.to_owned());
        self.changes += 1;
    }

    /// How often a layout was changed so far.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The layout of a game with so many players.
    ///
    /// # Errors
    /// When the file of the command line can't be used for it, in one sentence.
    pub fn of(&self, game: GameName, players: usize) -> Result<Layout, String> {
        match &self.named {
            Some(file) => {
                let layout = named(file, game)?.for_players(players);
                layout.map_err(|e| unusable(file, &e))
            }
            None => Ok(self
                .kept
                .get(&(game, players))
                .cloned()
                .unwrap_or_else(|| Layout::of(game))),
        }
    }

    /// That layout from now on, kept for the next start; `None`: as the game usually has it.
    fn lay(
        &mut self,
        game: GameName,
        players: usize,
        layout: Option<Layout>,
    ) -> Result<(), String> {
        let path = self.path(game, players);
        let kept = |done: io::Result<()>| {
            done.map_err(|e| format!("{} can't be kept: {e}", path.display()))
        };
        match layout {
            Some(layout) => {
                let beside = path.with_extension("new");
                kept(
                    fs::create_dir_all(&self.folder)
                        .and_then(|()| fs::write(&beside, layout.text()))
                        .and_then(|()| fs::rename(&beside, &path)),
                )?;
                self.kept.insert((game, players), layout);
            }
            None => {
                if path.exists() {
                    kept(fs::remove_file(&path))?;
                }
                self.kept.remove(&(game, players));
            }
        }
        self.changes += 1;
        Ok(())
    }
}

/// The table layout of a file (`calibration/*.toml`).
///
/// # Errors
/// When the file can't be read, or is no layout of that game; in one sentence.
pub fn named(file: &Path, game: GameName) -> Result<Layout, String> {
    let unread = |e| format!("the table layout {} can't be read: {e}", file.display());
    let text = fs::read_to_string(file).map_err(unread)?;
    Layout::parse(&text, game).map_err(|e| unusable(file, &e))
}

fn unusable(file: &Path, why: &LayoutError) -> String {
    format!("the table layout {} can't be used: {why}", file.display())
}

/// The game and players of an evening with their layout.
fn played(evening: &Evening) -> Result<(GameName, Seating, Layout), String> {
    let board = evening.table().board();
    let seating = evening.table().seating().cloned();
    let (Some(game), Some(seating)) = (board.game, seating) else {
        return Err("choose the game and its players first".to_owned());
    };
    let layout = evening.layouts().of(game, seating.len())?;
    Ok((game, seating, layout))
}

/// The zones of the game that is played, and the players' places, as they can be dragged.
///
/// # Errors
/// When no game is chosen yet.
pub(super) fn view(evening: &Evening) -> Result<ZonesView, String> {
    let (game, seating, layout) = played(evening)?;
    let zones = layout.fields().map(|(name, form)| spot(name, form));
    let seats = seating.places().iter().zip(layout.places(&seating));
    Ok(ZonesView {
        game,
        standard: !layout.is_dragged(),
        file: evening
            .layouts()
            .named
            .as_ref()
            .map(|f| f.display().to_string()),
        before: layout.before_players().map(str::to_owned),
        seats: seats
            .map(|(place, corners)| SeatSpot {
                name: place.name.clone(),
                corners,
            })
            .collect(),
        zones: zones.collect(),
    })
}

/// Zones and places as the host dragged them, from now on.
///
/// # Errors
/// Why not, in one sentence.
pub(super) fn set(evening: &mut Evening, wish: &ZonesWish) -> Result<(), String> {
    let (game, seating, layout) = played(evening)?;
    let players = seating.len();
    if game != wish.game || players != wish.players {
        return Err(format!(
            "{game} is played by {players} now: look at its zones first"
        ));
    }
    if let Some(file) = &evening.layouts().named {
        return Err(format!(
            "the zones come from {} (--table): start without it to drag them",
            file.display()
        ));
    }
    let layout = match (&wish.zones, &wish.seats) {
        (Some(zones), Some(seats)) => {
            let forms = zones.iter().map(|z| Ok((z.name.clone(), form(z)?)));
            let forms = forms.collect::<Result<Vec<_>, String>>()?;
            let layout = layout
                .dragged(&forms, seats.clone())
                .and_then(|l| l.for_players(players));
            Some(layout.map_err(|e| seating_named(&e.to_string(), &seating))?)
        }
        (None, None) => None,
        _ => return Err("say `zones` and `seats`, or neither for the usual ones".to_owned()),
    };
    evening.layouts.lay(game, players, layout)
}

/// A layout's sentence with the players by name.
fn seating_named(says: &str, seating: &Seating) -> String {
    // The highest number first: `player 12` isn't `player 1`.
    let places = seating.places().iter().enumerate().rev();
    places.fold(says.to_owned(), |says, (i, place)| {
        says.replace(&format!("player {}", i + 1), &place.name)
    })
}

fn spot(name: &str, form: Form) -> ZoneSpot {
    let (centre, radius, corners) = match form {
        Form::Round { centre, radius } => (Some(centre), Some(radius), None),
        Form::Four(corners) => (None, None, Some(corners)),
    };
    ZoneSpot {
        name: name.to_owned(),
        centre,
        radius,
        corners,
    }
}

fn form(spot: &ZoneSpot) -> Result<Form, String> {
    match (spot.centre, spot.radius, spot.corners) {
        (Some(centre), Some(radius), None) => Ok(Form::Round { centre, radius }),
        (None, None, Some(corners)) => Ok(Form::Four(corners)),
        _ => Err(format!(
            "zone `{}`: say its `centre` and `radius`, or its `corners`",
            spot.name
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_outlives_the_run_and_the_usual_one_comes_back() {
        let data = tempfile::tempdir().expect("a folder");
        let mut layouts = Layouts::open(data.path()).expect("nothing is kept");
        let four = Seating::new(&["A", "B", "C", "D"]).expect("a seating");
        let usual = Layout::of(GameName::Mensch);
        let round = Form::Round {
            centre: [0.2, 0.1],
            radius: 0.4,
        };
        let dragged = usual
            .dragged(&[("trick".to_owned(), round)], usual.places(&four))
            .expect("a layout");
        layouts
            .lay(GameName::Mensch, 4, Some(dragged.clone()))
            .expect("written");
        let of = |layouts: &Layouts, game, players| layouts.of(game, players).expect("a layout");
        for layouts in [&layouts, &Layouts::open(data.path()).expect("kept")] {
            assert_eq!(of(layouts, GameName::Mensch, 4), dragged);
            assert_eq!(
                of(layouts, GameName::Monster, 4),
                Layout::of(GameName::Monster)
            );
        }
        let file = data.path().join("calibration/zones_mensch_4.toml");
        let text = fs::read_to_string(&file).expect("a file");
        // The command line's file stands for all, but not for another number of players.
        layouts.name(&file);
        assert_eq!(of(&layouts, GameName::Mensch, 4), dragged);
        let refused = layouts.of(GameName::Mensch, 5).expect_err("four places");
        assert!(
            refused.ends_with("can't be used: the layout is for 4 players, 5 play"),
            "{refused}"
        );
        layouts.named = None;
        layouts.lay(GameName::Mensch, 4, None).expect("taken away");
        assert!(!file.exists());
        assert_eq!(of(&layouts, GameName::Mensch, 4), usual);
        fs::write(&file, text.replace("[0.2, 0.1]", "[2.0, 0.1]")).expect("written");
        let said = Layouts::open(data.path()).err().expect("beside the table");
        let says = "can't be used: the middle of zone `trick` lies beside the table; mend it, or take the file away";
        assert!(said.ends_with(says), "{said}");
    }

    #[test]
    fn sentences_name_the_players() {
        let names: Vec<String> = (0..12).map(|i| format!("P{i}")).collect();
        let twelve = Seating::new(&names).expect("a seating");
        let says = seating_named(
            "the place of player 1 and the place of player 12 lie over each other",
            &twelve,
        );
        assert_eq!(
            says,
            "the place of P0 and the place of P11 lie over each other"
        );
    }
}
