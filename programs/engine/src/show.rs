//! `engine show`.

use std::io::{IsTerminal, Write, stdout};

use cli::Failure;
use games::{Actor, AnyState, Notation, Outcome, Paint, Seat, State, format_position, with_state};

/// Draws a position.
pub(crate) fn run(any: &AnyState) -> Result<(), Failure> {
    let plain = !stdout().is_terminal()
        || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let paint = if plain { Paint::Plain } else { Paint::Colour };
    let text = with_state!(any, state => picture(state, paint));
    stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn picture<G: Notation>(state: &State<G>, paint: Paint) -> String {
    let (game, position) = (state.game(), state.position());
    let act = match state.actor() {
        Actor::Seat(_) => format!("{} to act", game.player_name(position)),
        Actor::Chance => {
            let mut events = Vec::new();
            game.each_event(position, |event, _| events.push(game.format_event(event)));
            format!("chance to act for {}: {}", game.player_name(position), events.join(" "))
        }
        Actor::Over(outcome) => format!("game over: {}", result_words(game, outcome)),
    };
    format!("{}{act}\n{}\n", game.diagram(position, paint), format_position(game, position))
}

fn result_words<G: Notation>(game: &G, outcome: Outcome) -> String {
    let winners: Vec<_> = Seat::all(game.seats())
        .filter(|&seat| outcome.winners().contains(seat))
        .map(|seat| game.seat_name(seat))
        .collect();
    if winners.len() == 1 { format!("{} wins", winners[0]) } else { "a draw".to_owned() }
}
