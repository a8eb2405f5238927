//! Checks proofs by the rules alone: no search, no table, and no code of the search that found
//! them.

use std::cell::Cell;
use std::collections::HashMap;

use games::{Actor, Notation, Seat, State, format_position};

use crate::goal::Goal;
use crate::proof::PROOF_HEAD;
use crate::solution::SolveResult;

/// The reason why a proof does not hold.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: read {read:?}, expected {expected}")]
pub struct CheckError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The text that was read.
    pub read: String,
    /// The text that was expected.
    pub expected: String,
}

fn wrong(line: usize, read: impl Into<String>, expected: impl Into<String>) -> CheckError {
    CheckError { line, read: read.into(), expected: expected.into() }
}

/// The result of a proof that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedProof {
    /// The least and the most that the player to act can force.
    pub bounds: (SolveResult, SolveResult),
    /// For a win or a loss: an upper bound of the player moves to the end, for any defence.
    pub distance: Option<u32>,
    /// The number of positions visited.
    pub positions: usize,
}

/// A claim: some seats can force their goal, or the others can prevent it.
#[derive(Clone, Copy)]
pub(crate) struct Claim {
    pub(crate) goal: Goal,
    pub(crate) reached: bool,
}

impl Claim {
    /// The text of the claim in a proof.
    pub(crate) fn text<G: Notation>(self, game: &G) -> String {
        let words = match (self.goal, self.reached) {
            (Goal::Win(_), true) => "wins",
            (Goal::Win(_), false) => "does not win",
            (Goal::Deny(_), true) => "gets nothing",
            (Goal::Deny(_), false) => "gets a share",
        };
        format!("{} {words}", game.seat_name(self.goal.seat()))
    }

    /// All claims about a seat.
    fn all(owner: Seat) -> [Self; 4] {
        let goals = [Goal::Win(owner), Goal::Deny(owner)];
        let of =
            |number: usize| Self { goal: goals[number / 2], reached: number.is_multiple_of(2) };
        [0, 1, 2, 3].map(of)
    }
}

/// Follows every line of play that the strategies of a proof allow.
///
/// # Errors
/// The first line that is malformed, or after which the claim does not hold.
#[inline(never)]
pub fn check_proof<G: Notation>(state: &State<G>, text: &str) -> Result<CheckedProof, CheckError> {
    let mut lines = (1..).zip(text.lines()).peekable();
    let (_, head) = lines.next().unwrap_or((1, ""));
    if head != PROOF_HEAD {
        return Err(wrong(1, head, PROOF_HEAD));
    }
    let (_, position) = lines.next().unwrap_or((2, ""));
    let expected = format_position(state.game(), state.position());
    if position != expected {
        return Err(wrong(2, position, expected));
    }
    let Actor::Seat(owner) = state.actor() else {
        return Err(wrong(2, position, "a position with a player to act"));
    };
    let mut verified = CheckedProof {
        bounds: (SolveResult::Loss, SolveResult::Win),
        distance: None,
        positions: 0,
    };
    let claims = Claim::all(owner).map(|claim| (claim.text(state.game()), claim));
    let mut seen = Vec::new();
    while let Some((line, text)) = lines.next() {
        let said = text.strip_prefix("claim ").unwrap_or_default();
        let Some((_, claim)) = claims.iter().find(|(text, _)| text == said) else {
            let known: Vec<_> =
                claims.iter().map(|(text, _)| format!("\"claim {text}\"")).collect();
            return Err(wrong(line, text, format!("one of {}", known.join(", "))));
        };
        if seen.contains(&text) {
            return Err(wrong(line, text, "each claim only once"));
        }
        seen.push(text);
        let mut plan = HashMap::new();
        while let Some((line, text)) = lines.next_if(|(_, text)| !text.starts_with("claim ")) {
            let Some((mv, fields)) = text.split_once(' ') else {
                return Err(wrong(line, text, "a move and the fields of a position"));
            };
            let planned = PlannedMove { mv, line, used: Cell::new(false) };
            if plan.insert(fields, planned).is_some() {
                return Err(wrong(line, text, "each position only once"));
            }
        }
        let walk = Walk { state, claim: *claim, plan, line };
        let distance = walk.check(&mut verified.positions)?;
        match (claim.goal, claim.reached) {
            (Goal::Win(_), true) => verified.bounds.0 = SolveResult::Win,
            (Goal::Win(_), false) => verified.bounds.1 = SolveResult::Draw,
            (Goal::Deny(_), true) => verified.bounds.1 = SolveResult::Loss,
            (Goal::Deny(_), false) => verified.bounds.0 = SolveResult::Draw,
        }
        if claim.reached {
            verified.distance = Some(distance);
        }
    }
    Ok(verified)
}

/// A move of a strategy.
struct PlannedMove<'a> {
    mv: &'a str,
    line: usize,
    /// Whether the strategy has led to its position.
    used: Cell<bool>,
}

/// The check of one claim.
struct Walk<'a, G: Notation> {
    state: &'a State<G>,
    claim: Claim,
    /// The strategy: the move for the fields of a position.
    plan: HashMap<&'a str, PlannedMove<'a>>,
    /// The line number of the claim.
    line: usize,
}

/// A position on the current path.
struct WalkStep<P> {
    position: P,
    /// The successors that are not checked yet.
    left: Vec<P>,
    /// The greatest number of moves to the end among the successors checked so far.
    height: u32,
}

impl<G: Notation> Walk<'_, G> {
    /// The greatest number of moves to the end, if the game certainly ends.
    fn check(&self, positions: &mut usize) -> Result<u32, CheckError> {
        // `None`: on the current path.
        let mut heights: HashMap<G::Position, Option<u32>> = HashMap::new();
        let root = self.state.game().without_idle_counters(self.state.position());
        let mut steps = vec![WalkStep { position: root, left: self.next(&root)?, height: 0 }];
        heights.insert(root, None);
        while let Some(step) = steps.last_mut() {
            let Some(next) = step.left.pop() else {
                let (position, height) = (step.position, step.height);
                heights.insert(position, Some(height));
                steps.pop();
                if let Some(before) = steps.last_mut() {
                    before.height = before.height.max(height + 1);
                }
                continue;
            };
            match heights.get(&next) {
                Some(Some(height)) => step.height = step.height.max(height + 1),
                // Endless play satisfies a claim that a goal is prevented.
                Some(None) if !self.claim.reached => (),
                Some(None) => {
                    let fields = self.state.game().format_fields(&next);
                    return Err(wrong(
                        self.line,
                        format!("a line that returns to {fields}"),
                        "an end",
                    ));
                }
                None if self.ends(&next)? => step.height = step.height.max(1),
                None => {
                    heights.insert(next, None);
                    steps.push(WalkStep { position: next, left: self.next(&next)?, height: 0 });
                }
            }
        }
        self.check_unused()?;
        *positions += heights.len();
        let height = heights[&root].unwrap_or_default();
        let left =
            self.state.history().plies_left().filter(|&left| self.claim.reached && left < height);
        match left {
            Some(left) => Err(wrong(
                self.line,
                format!("{height} moves"),
                format!("at most {left}, which are left"),
            )),
            None => Ok(height),
        }
    }

    /// Checks that the lines to which the strategy does not lead have positions, too.
    fn check_unused(&self) -> Result<(), CheckError> {
        let game = self.state.game();
        let malformed = self.plan.iter().filter(|&(&fields, planned)| {
            let fields: Vec<_> = fields.split(' ').collect();
            !planned.used.get() && game.parse_fields(&fields).is_err()
        });
        match malformed.min_by_key(|&(_, planned)| planned.line) {
            Some((&fields, planned)) => {
                Err(wrong(planned.line, fields, "the fields of a position after the move"))
            }
            None => Ok(()),
        }
    }

    /// Whether the game is over in a position. An error if it ends against the claim.
    fn ends(&self, position: &G::Position) -> Result<bool, CheckError> {
        let (game, history) = (self.state.game(), self.state.history());
        let repetition = history.rules().repetition;
        let again = || history.occurrences(game.repetition_key(position)) + 1;
        let outcome = match game.actor(position) {
            Actor::Over(outcome) => outcome,
            _ if repetition > 0 && again() >= repetition => game.drawn(position),
            _ => return Ok(false),
        };
        if self.claim.goal.is_reached(outcome) == self.claim.reached {
            return Ok(true);
        }
        let fields = game.format_fields(position);
        Err(wrong(self.line, format!("a line that ends with {fields}"), "another result"))
    }

    /// The successors of a position: by the strategy, or by every legal move.
    fn next(&self, position: &G::Position) -> Result<Vec<G::Position>, CheckError> {
        let game = self.state.game();
        let play = |mv| game.without_idle_counters(&game.play(position, mv));
        if self.claim.goal.is_tried_by(game.mover(position)) != self.claim.reached {
            let mut moves = Vec::new();
            game.list_moves(position, &mut moves);
            return Ok(moves.into_iter().map(play).collect());
        }
        let fields = game.format_fields(position);
        let Some(planned) = self.plan.get(fields.as_str()) else {
            return Err(wrong(self.line, format!("no move for {fields}"), "one"));
        };
        let &PlannedMove { mv, line, .. } = planned;
        planned.used.set(true);
        let mv = game.parse_move(position, mv).map_err(|_| wrong(line, mv, "a legal move"))?;
        Ok(vec![play(mv)])
    }
}
