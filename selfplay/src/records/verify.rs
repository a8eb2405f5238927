//! Checks records against the rules, and their starts and chance events against the seed.

use games::{Actor, Notation, State};

use crate::players::view::Playthrough;
use crate::records::error::VerifyError;
use crate::records::reason::Reason;
use crate::records::record::{GameRecord, shares};
use crate::referee::opening::Openings;
use crate::referee::streams::Streams;
use crate::schedule::plan::Plan;
use crate::schedule::seating::{Schedule, TournamentKind};

/// Replays a recorded game by the rules, with the chance events that the seed gives.
///
/// # Errors
/// The first difference between the record and the replay.
#[inline(never)]
pub fn verify<G: Notation>(
    plan: &Plan,
    schedule: &Schedule,
    record: &GameRecord,
) -> Result<(), VerifyError> {
    let resources = plan.resources()?;
    let start = State::<G>::parse_with(&record.start, &resources)?;
    let round = record.unit / schedule.units_per_round();
    let streams = Streams::new(plan.seed, round);
    let opening = record.opening as usize;
    if plan.openings.is_none() {
        let openings = Openings::random(
            &State::<G>::parse_with(&format!("{} startpos", plan.game), &resources)?,
            plan.opening,
        );
        let openings = if plan.kind == TournamentKind::Solo { openings.varied() } else { openings };
        let drawn = openings.draw(round, streams)?;
        if drawn.start != record.start || record.moves.get(..opening) != Some(&drawn.moves[..]) {
            return Err(VerifyError::Opening);
        }
    }
    let (mut line, mut dice) = (Playthrough::new(start), streams.dice());
    let mut chosen = 0;
    for (number, text) in (1..).zip(&record.moves) {
        if number > opening {
            match line.state.actor() {
                Actor::Chance => {
                    let (game, position) = (line.state.game(), line.state.position());
                    let drawn = dice.event(game, position).map(|event| game.format_event(event));
                    let expected = drawn.unwrap_or_default();
                    if expected != *text {
                        return Err(VerifyError::Chance { number, read: text.clone(), expected });
                    }
                }
                _ => chosen += 1,
            }
        }
        line.step(text).map_err(|error| VerifyError::Move { number, error })?;
    }
    let lengths =
        [record.values.len(), record.depths.len(), record.nodes.len(), record.times.len()];
    if lengths != [chosen; 4] {
        return Err(VerifyError::Figures { lengths, moves: chosen });
    }
    if ![0, chosen].contains(&record.processor.len()) {
        return Err(VerifyError::Processor { read: record.processor.len(), moves: chosen });
    }
    check_end(&line, record)
}

/// Checks that the replay ends as the record says.
fn check_end<G: Notation>(line: &Playthrough<G>, record: &GameRecord) -> Result<(), VerifyError> {
    let (state, seats) = (&line.state, line.state.game().seats());
    let plies = state.history().plies();
    if plies != record.plies {
        return Err(VerifyError::Plies { read: record.plies, expected: plies });
    }
    let shared = record.outcome();
    if shared.is_none_or(|outcome| record.result != shares(outcome, seats)) {
        return Err(VerifyError::Shares { read: record.result.clone() });
    }
    match state.actor() {
        Actor::Over(outcome) => {
            let reason = Reason::of(state);
            if (Some(outcome), reason) != (shared, record.reason) {
                return Err(VerifyError::End { shares: shares(outcome, seats), reason });
            }
        }
        _ if record.reason.is_natural() => return Err(VerifyError::NotOver),
        _ => {}
    }
    let loses = |seat: u8| record.result.get(usize::from(seat)) == Some(&0.0);
    match &record.fault {
        Some(fault) if !record.reason.is_fault() || !loses(fault.seat) => {
            Err(VerifyError::Unpunished)
        }
        None if record.reason.is_fault() => Err(VerifyError::NobodyFailed),
        _ => Ok(()),
    }
}
