//! The command line's players and game into the first entries of an evening, or into what is different in one that goes on.

use serde_json::Value;

use super::{Args, text};
use crate::{demo, evening::Evening, event::Event, play::GameName, seat::Seating};

/// Who sits at the simulated table if nobody else is named.
const DEMO_SEATS: &str = "Ann,Ben,Cho,Dan";

/// What the command line says about players and game; the simulated table brings its own players.
pub(super) fn read(args: &Args, demo: bool) -> Result<Option<Opening>, String> {
    match (&args.seats, &args.dealer, args.game) {
        (Some(seating), ..) => opening(args, seating).map(Some),
        (None, ..) if demo => opening(args, &DEMO_SEATS.parse().map_err(text)?).map(Some),
        (None, None, None) => Ok(None),
        _ => Err("--game and --dealer need the players: add --seats A,B,C,D".to_owned()),
    }
}

/// Enters what the command line says: all of it in a new evening, what is different in one that goes on.
pub(super) fn begin(
    evening: &mut Evening,
    opening: Option<Opening>,
    demo: bool,
) -> Result<(), String> {
    let fresh = evening.table().entries().is_empty();
    if demo {
        // The simulated table begins anew.
        evening.sweep().map_err(text)?;
    }
    // Players and game that nobody named are only for an evening that has none yet.
    let Some(Opening {
        seating,
        game,
        dealer,
        named,
    }) = opening.filter(|o| fresh || o.named != Named::Nothing)
    else {
        return Ok(());
    };
    let board = evening.table().board();
    let seating = match evening.table().seating() {
        Some(before) if named == Named::Players => seating.numbered_after(before),
        Some(before) => before.clone(),
        None => seating,
    };
    let dealer = match dealer {
        Some(name) => {
            let seat = seating.by_name(&name);
            Some(seat.ok_or_else(|| format!("nobody named `{name}` sits at the table"))?)
        }
        // At the simulated table somebody always deals first, and the record knows who.
        None if fresh && demo => demo::evening::first_dealer(&seating),
        None => None,
    };
    let moved = board.seating != seating.places();
    if moved {
        enter(evening, Event::Seated { seating })?;
    }
    // House rules that the host chose hold on, unless a file says otherwise.
    if let Some((game, options)) = game
        && (moved || board.game != Some(game) || options.is_some() || dealer.is_some())
    {
        let same = board.game == Some(game);
        let options = options.unwrap_or(if same { board.options } else { Value::Null });
        let event = Event::Game {
            game,
            options,
            dealer,
        };
        enter(evening, event)?;
    }
    Ok(())
}

fn enter(evening: &mut Evening, event: Event) -> Result<(), String> {
    evening
        .enter(evening.now(), event, None)
        .map(|_| ())
        .map_err(text)
}

/// Who plays what, as the command line says.
pub(super) struct Opening {
    seating: Seating,
    game: Option<(GameName, Option<Value>)>,
    dealer: Option<String>,
    named: Named,
}

/// What of it the command line names itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Nothing,
    Game,
    Players,
}

/// The same for these players.
fn opening(args: &Args, seating: &Seating) -> Result<Opening, String> {
    let dealer = args.dealer.as_ref();
    if let Some(name) = dealer.filter(|n| seating.by_name(n).is_none()) {
        return Err(format!("nobody named `{name}` sits at the table"));
    }
    let game = args
        .game
        .or(args.seats.is_none().then_some(GameName::Mensch));
    let mut options = None;
    if let Some(game) = game {
        if !game.players().contains(&seating.len()) {
            let (from, to) = (
                game.players().start().to_owned(),
                game.players().end().to_owned(),
            );
            let players = if from == to {
                from.to_string()
            } else {
                format!("{from} to {to}")
            };
            return Err(format!(
                "{} seats: {game} is played by {players}",
                seating.len()
            ));
        }
        if let Some(path) = &args.rules {
            options = Some(crate::commands::house_rules(Some(path))?.changed(game));
        }
    }
    let named = match (&args.seats, args.game) {
        (Some(_), _) => Named::Players,
        (None, Some(_)) => Named::Game,
        (None, None) => Named::Nothing,
    };
    Ok(Opening {
        seating: seating.clone(),
        game: game.map(|game| (game, options)),
        dealer: dealer.cloned(),
        named,
    })
}
