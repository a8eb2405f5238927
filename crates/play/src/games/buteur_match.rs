//! The happenings of a match of Buteur, and the flight of the ball.

use games::Step;
use games::buteur::{BLUE, Buteur, Clock, Event, Landing, Move, MoveAction, Phase, Position, RED};

use crate::happening::{Effect, Happening, HappeningKind};

/// The happenings of a step, in order.
pub(super) fn happenings(
    game: &Buteur,
    before: &Position,
    step: Step<Move, Event>,
    after: &Position,
) -> Vec<Happening> {
    let team = before.team();
    let scored = [RED, BLUE].into_iter().find(|&seat| after.goals(seat) > before.goals(seat));
    let mut found = Vec::new();
    if let Some(scored) = scored {
        found.push(Happening::new(HappeningKind::Goal, Some(scored)));
    } else {
        let kinds = match step {
            Step::Move(mv) => of_move(game, before, mv),
            Step::Event(Event::Cut(_)) if before.phase() == Phase::Penalty => {
                vec![HappeningKind::Saved]
            }
            Step::Event(Event::Cut(_)) => vec![HappeningKind::Cleared],
            Step::Event(Event::Draw(_) | Event::DrawUnseen) => Vec::new(),
        };
        let good_for = |kind| match (kind, step) {
            (HappeningKind::GoalKick | HappeningKind::ThrowIn, _) => team.other(),
            // A corner is good for the team that shot.
            (HappeningKind::Corner, _) => team.other(),
            // The team to act defends its goal at the cut.
            _ => team,
        };
        found.extend(kinds.into_iter().map(|kind| Happening::new(kind, Some(good_for(kind)))));
    }
    if after.half() > before.half() {
        found.push(Happening::new(HappeningKind::HalfTime, None));
    } else if before.clock() == Clock::Run && after.clock() == Clock::Last {
        found.push(Happening::new(HappeningKind::LastTurn, None));
    }
    let points = [RED, BLUE].map(|seat| u32::from(after.goals(seat))).to_vec();
    found.iter_mut().for_each(|happening| happening.points.clone_from(&points));
    found
}

/// The happenings of a move that makes no goal.
fn of_move(game: &Buteur, before: &Position, mv: Move) -> Vec<HappeningKind> {
    let is_shot = before.phase() == Phase::Shot;
    let second = match mv.action() {
        MoveAction::Kick => end(game, before, mv),
        MoveAction::Stop if before.clock() == Clock::Run => Some(HappeningKind::Corner),
        MoveAction::Stop | MoveAction::Concede | MoveAction::Discard => None,
    };
    let saved = is_shot && mv.action() != MoveAction::Concede;
    [saved.then_some(HappeningKind::Saved), second].into_iter().flatten().collect()
}

/// The happening at the end of a kick, if it does not end in the field.
fn end(game: &Buteur, before: &Position, mv: Move) -> Option<HappeningKind> {
    match game.landing(before, mv) {
        _ if mv.has_penalty() => Some(HappeningKind::Penalty),
        Landing::Field(_) => None,
        Landing::Shot(_) => Some(HappeningKind::Shot),
        Landing::GoalKick(_) => Some(HappeningKind::GoalKick),
        Landing::Throw(_) => Some(HappeningKind::ThrowIn),
    }
}

/// The flight of the ball in a possible move.
pub(super) fn effect(game: &Buteur, position: &Position, mv: Move) -> Option<Effect> {
    let ball: Vec<_> =
        game.flight(position, mv).into_iter().map(|place| (place.column, place.row)).collect();
    let end = match mv.action() {
        MoveAction::Kick => end(game, position, mv),
        MoveAction::Concede => Some(HappeningKind::Goal),
        MoveAction::Stop if position.clock() == Clock::Run => Some(HappeningKind::Corner),
        MoveAction::Stop => Some(HappeningKind::Saved),
        MoveAction::Discard => None,
    };
    (!ball.is_empty() || end.is_some()).then(|| Effect { ball, end, ..Effect::default() })
}
