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
        let played = opening_of(record, &start).ok_or(VerifyError::Opening)?;
        let is_played =
            |drawn: &Playthrough<G>| drawn.start == record.start && drawn.moves == played.moves;
        if !is_played(&openings.draw(round, streams)?)
            && !is_played(&openings.by_routes().draw(round, streams)?)
        {
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

/// The opening of a game; `None` if a part is missing or illegal.
fn opening_of<G: Notation>(record: &GameRecord, start: &State<G>) -> Option<Playthrough<G>> {
    let mut line = Playthrough::new(start.clone());
    for text in record.moves.get(..record.opening as usize)? {
        line.step(text).ok()?;
    }
    Some(line)
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

#[cfg(test)]
mod tests {
    use games::etoile::EtoileOnSquare8;
    use games::pick_move;

    use super::*;
    use crate::records::record::tests::record;

    const GAME: &str = "etoile:board=square8,landing=any,omit=must,players=2";

    /// A whole game with random moves after an opening.
    fn game_of(mut line: Playthrough<EtoileOnSquare8>, unit: u64, seed: u64) -> GameRecord {
        let opening = line.moves.len();
        let mut rng = Streams::new(seed, 0).opening();
        let outcome = loop {
            if let Actor::Over(outcome) = line.state.actor() {
                break outcome;
            }
            let (game, position) = (line.state.game(), line.state.position());
            let mv = pick_move(game, position, &mut Vec::new(), &mut rng).expect("a move");
            line.play(mv);
        };
        let chosen = line.moves.len() - opening;
        GameRecord {
            seed,
            start: line.start.clone(),
            opening: opening as u32,
            values: vec![None; chosen],
            depths: vec![None; chosen],
            nodes: vec![None; chosen],
            times: vec![0; chosen],
            plies: line.state.history().plies(),
            result: shares(outcome, 2),
            reason: Reason::of(&line.state),
            moves: line.moves,
            ..record(unit, 0)
        }
    }

    /// Records of versions that drew openings among the routes of captures are still valid.
    #[test]
    fn openings_by_routes_are_valid() {
        let mut plan =
            Plan::new(GAME, vec!["random=yes,name=a".parse().expect("a player")], 5, 1000);
        plan.kind = TournamentKind::Solo;
        plan.opening = 90;
        let schedule = Schedule::new(plan.kind, 1, 2);
        let start = State::<EtoileOnSquare8>::parse(&format!("{GAME} startpos")).expect("a start");
        let openings = Openings::random(&start, plan.opening).varied();
        let mut different = 0;
        for unit in (0..plan.units).rev() {
            let streams = Streams::new(plan.seed, unit);
            let drawn = openings.draw(unit, streams).expect("an opening");
            let before = openings.clone().by_routes().draw(unit, streams).expect("an opening");
            if drawn.moves == before.moves {
                continue;
            }
            different += 1;
            for line in [drawn, before] {
                let record = game_of(line, unit, plan.seed);
                assert_eq!(verify::<EtoileOnSquare8>(&plan, &schedule, &record), Ok(()));
                let other = GameRecord { unit: unit - 1, ..record };
                let verdict = verify::<EtoileOnSquare8>(&plan, &schedule, &other);
                assert_eq!(verdict, Err(VerifyError::Opening));
            }
            if different == 3 {
                return;
            }
        }
        panic!("{different} openings differ");
    }
}
