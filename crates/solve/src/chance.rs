//! Games with a die: lower and upper bounds of a player's chance, from a look-ahead of some moves.

use std::collections::HashMap;

use games::{Actor, Game, Outcome, Seat, State, Tactics};

use crate::solution::{SolveError, check_open};

/// The whole point in the units of bounds: chances are multiples of it, rounded down and up.
const ONE: u64 = 1 << 40;

/// The expected share of the point with best play: a lower and an upper bound.
///
/// The lower bound is rounded down and the upper bound up, so the true value is between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    low: u64,
    high: u64,
}

impl Chance {
    const UNKNOWN: Self = Self { low: 0, high: ONE };

    /// The lower bound, from 0 to 1.
    #[must_use]
    pub fn low(self) -> f64 {
        self.low as f64 / ONE as f64
    }

    /// The upper bound, from 0 to 1.
    #[must_use]
    pub fn high(self) -> f64 {
        self.high as f64 / ONE as f64
    }

    /// Whether further moves cannot change the bounds.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.low == self.high
    }

    fn of(numerator: u32, denominator: u32) -> Self {
        let (part, whole) = (u64::from(numerator) * ONE, u64::from(denominator));
        Self { low: part / whole, high: part.div_ceil(whole) }
    }
}

/// Bounds of chances, with one more move of look-ahead each time. The game has no limit of its
/// length here: the search ends before such a limit matters.
pub struct Chances<'a, G: Game> {
    state: &'a State<G>,
    root_seat: Seat,
    moves: u32,
    /// The number of positions visited.
    nodes: u64,
    /// For each position: the bounds with the deepest look-ahead so far, and its depth in moves.
    known: HashMap<G::Position, (u32, Chance)>,
    most_known: usize,
}

/// A limit was reached before the look-ahead ended.
struct LookStopped;

impl<'a, G: Tactics> Chances<'a, G> {
    /// Bounds for the player to act or to roll. `memory` is in MiB.
    ///
    /// # Errors
    /// The game is over, or has hidden cards.
    pub fn new(state: &'a State<G>, memory: usize) -> Result<Self, SolveError> {
        check_open(state)?;
        let root_seat = state.game().mover(state.position());
        let most_known = (memory << 20) / (2 * size_of::<(G::Position, (u32, Chance))>());
        Ok(Self { state, root_seat, moves: 0, nodes: 0, known: HashMap::new(), most_known })
    }

    /// The number of positions visited.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The depth of the look-ahead, in moves.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Looks one move further ahead. `None` if it was stopped before the end, or if the game could
    /// be over by then because of its length.
    #[inline(never)]
    pub fn deepen(&mut self, stop: &dyn Fn(u64) -> bool) -> Option<Chance> {
        let moves = self.moves + 1;
        if self.state.history().plies_left().is_some_and(|left| left <= moves) {
            return None;
        }
        let found = self.look(&self.state.position().clone(), moves, stop).ok()?;
        self.moves = moves;
        Some(found)
    }

    fn look(
        &mut self,
        position: &G::Position,
        moves: u32,
        stop: &dyn Fn(u64) -> bool,
    ) -> Result<Chance, LookStopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && stop(self.nodes) {
            return Err(LookStopped);
        }
        let game = self.state.game();
        let actor = game.actor(position);
        if let Actor::Over(outcome) = actor {
            return Ok(self.share(outcome));
        }
        let before = self.known.get(position).copied();
        if let Some((looked, chance)) = before
            && (looked >= moves || chance.is_exact())
        {
            return Ok(chance);
        }
        let chance = match actor {
            Actor::Chance => self.mean(position, moves, stop)?,
            _ if game.wins_now(position) => self.share(Outcome::win(game.mover(position))),
            _ if moves == 0 => Chance::UNKNOWN,
            _ => self.best(position, moves, stop)?,
        };
        if self.known.len() >= self.most_known {
            self.known.clear();
        }
        self.known.insert(*position, (moves, chance));
        Ok(chance)
    }

    /// The share of the root seat, for an outcome.
    fn share(&self, outcome: Outcome) -> Chance {
        let (numerator, denominator) = outcome.share(self.root_seat);
        Chance::of(numerator, denominator)
    }

    fn mean(
        &mut self,
        position: &G::Position,
        moves: u32,
        stop: &dyn Fn(u64) -> bool,
    ) -> Result<Chance, LookStopped> {
        let game = self.state.game().clone();
        let mut events = Vec::new();
        game.each_event(position, |event, weight| events.push((event, weight)));
        let total = u128::from(game.total_weight(position));
        let (mut low, mut high) = (0u128, 0u128);
        for (event, weight) in events {
            let found = self.look(&game.apply_event(position, event), moves, stop)?;
            low += u128::from(weight) * u128::from(found.low);
            high += u128::from(weight) * u128::from(found.high);
        }
        Ok(Chance { low: (low / total) as u64, high: high.div_ceil(total) as u64 })
    }

    /// The root seat chooses the move that is best for it; all other seats choose the worst for it.
    fn best(
        &mut self,
        position: &G::Position,
        moves: u32,
        stop: &dyn Fn(u64) -> bool,
    ) -> Result<Chance, LookStopped> {
        let game = self.state.game().clone();
        let mine = game.mover(position) == self.root_seat;
        let mut next = Vec::new();
        game.each_move(position, |mv| next.push(game.play(position, mv)));
        // Moves that looked best with less depth come first, so that later moves can be cut off.
        next.sort_by_cached_key(|position| {
            let (low, high) =
                self.known.get(position).map_or((0, ONE), |(_, chance)| (chance.low, chance.high));
            if mine { (ONE - low, ONE - high) } else { (high, low) }
        });
        let mut best =
            if mine { Chance { low: 0, high: 0 } } else { Chance { low: ONE, high: ONE } };
        for position in &next {
            let known = self.known.get(position).map_or(Chance::UNKNOWN, |&(_, chance)| chance);
            // Bounds only become narrower. A move that cannot exceed a guaranteed value is not
            // searched again.
            let useless = if mine { known.high <= best.low } else { known.low >= best.high };
            let found = if useless { known } else { self.look(position, moves - 1, stop)? };
            best = if mine {
                Chance { low: best.low.max(found.low), high: best.high.max(found.high) }
            } else {
                Chance { low: best.low.min(found.low), high: best.high.min(found.high) }
            };
        }
        Ok(best)
    }
}
