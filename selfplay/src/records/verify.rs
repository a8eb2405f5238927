//! Checking records against the rules, and the chance and starts that the seed gives.

use games::{Actor, Notation, State};

use crate::players::view::Line;
use crate::records::reason::Reason;
use crate::records::record::{GameRecord, shares};
use crate::referee::opening::Openings;
use crate::referee::streams::Streams;
use crate::schedule::plan::Plan;
use crate::schedule::seating::{Kind, Schedule};

/// Plays a recorded game again by the rules, with the referee's chance.
///
/// # Errors
/// The first thing in it that is not so.
pub fn verify<G: Notation>(
    plan: &Plan,
    schedule: &Schedule,
    record: &GameRecord,
) -> Result<(), String> {
    let resources = plan.resources().map_err(|error| error.to_string())?;
    let read =
        |text: &str| State::<G>::parse_with(text, &resources).map_err(|error| error.to_string());
    let start = read(&record.start)?;
    let round = record.unit / schedule.units_per_round();
    let streams = Streams::new(plan.seed, round);
    let opening = record.opening as usize;
    if plan.openings.is_none() {
        let openings = Openings::random(&read(&format!("{} startpos", plan.game))?, plan.opening);
        let openings = if plan.kind == Kind::Solo { openings.varied() } else { openings };
        let drawn = openings.draw(round, streams).map_err(|error| error.to_string())?;
        if drawn.start != record.start || record.moves.get(..opening) != Some(&drawn.moves[..]) {
            return Err("another opening than the seed gives".to_owned());
        }
    }
    let (mut line, mut dice) = (Line::new(start), streams.dice());
    let mut chosen = 0;
    for (number, text) in record.moves.iter().enumerate() {
        let wrong = |what: String| format!("move {}: {what}", number + 1);
        if number >= opening {
            match line.state.actor() {
                Actor::Chance => {
                    let State { game, position, .. } = &line.state;
                    let drawn = dice.event(game, position).map(|event| game.format_event(event));
                    let drawn = drawn.unwrap_or_default();
                    if drawn != *text {
                        return Err(wrong(format!("read {text}, expected {drawn} by the seed")));
                    }
                }
                _ => chosen += 1,
            }
        }
        line.step(text).map_err(|error| wrong(error.to_string()))?;
    }
    let lengths =
        [record.values.len(), record.depths.len(), record.nodes.len(), record.times.len()];
    if lengths != [chosen; 4] {
        return Err(format!("{lengths:?} values, depths, nodes and times for {chosen} moves"));
    }
    check_end(&line, record)
}

/// Whether the game ended as recorded.
fn check_end<G: Notation>(line: &Line<G>, record: &GameRecord) -> Result<(), String> {
    let (state, seats) = (&line.state, line.state.game.seats());
    if state.history.plies() != record.plies {
        return Err(format!("read {} plies, expected {}", record.plies, state.history.plies()));
    }
    if record.result != shares(record.outcome(), seats) {
        return Err(format!(
            "read the result {:?}, expected equal shares of one point",
            record.result
        ));
    }
    match state.actor() {
        Actor::Over(outcome) => {
            let reason = Reason::of(state);
            if (outcome, reason) != (record.outcome(), record.reason) {
                let expected = shares(outcome, seats);
                return Err(format!("ended otherwise: {expected:?} by {}", reason.words()));
            }
        }
        _ if record.reason.is_natural() => return Err("the game is not over".to_owned()),
        _ => {}
    }
    let loses = |seat: u8| record.result.get(usize::from(seat)) == Some(&0.0);
    match &record.fault {
        Some(fault) if !record.reason.is_fault() || !loses(fault.seat) => {
            Err("a failure that was not punished".to_owned())
        }
        None if record.reason.is_fault() => Err("a failure of nobody".to_owned()),
        _ => Ok(()),
    }
}
