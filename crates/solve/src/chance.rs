//! Games with a die: what a player's chance is at least and at most, as far as some moves show.

use std::collections::HashMap;

use games::{Actor, Game, Outcome, Seat, State, Tactics};

use crate::solution::{SolveError, check_open};

/// The whole point in the units of bounds: chances are multiples of it, rounded down and up.
const ONE: u64 = 1 << 40;

/// What a player gets on the average with best play: at least and at most so much of the point.
///
/// Each is a rounded sum of fractions, away from the other: the truth lies between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    low: u64,
    high: u64,
}

impl Chance {
    const UNKNOWN: Self = Self { low: 0, high: ONE };

    /// The share of the point, from 0 to 1, at least.
    #[must_use]
    pub fn low(self) -> f64 {
        self.low as f64 / ONE as f64
    }

    /// The share of the point, from 0 to 1, at most.
    #[must_use]
    pub fn high(self) -> f64 {
        self.high as f64 / ONE as f64
    }

    /// Whether no more moves can tell more.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.low == self.high
    }

    fn of(numerator: u32, denominator: u32) -> Self {
        let (part, whole) = (u64::from(numerator) * ONE, u64::from(denominator));
        Self { low: part / whole, high: part.div_ceil(whole) }
    }
}

/// Chances by the moves that are looked ahead, one more each time, in the game without a limit of its length: where that
/// comes near, there is nothing more to see.
pub struct Chances<'a, G: Game> {
    state: &'a State<G>,
    root_seat: Seat,
    moves: u32,
    /// Positions looked at so far.
    nodes: u64,
    /// By position: what was found with the most moves ahead so far, and how many these are.
    known: HashMap<G::Position, (u32, Chance)>,
    most_known: usize,
}

/// A limit came before the end of a look ahead.
struct LookStopped;

impl<'a, G: Tactics> Chances<'a, G> {
    /// The chances of the player to act or to roll; `memory` in MiB.
    ///
    /// # Errors
    /// A game that is over, a game with hidden cards.
    pub fn new(state: &'a State<G>, memory: usize) -> Result<Self, SolveError> {
        check_open(state)?;
        let root_seat = state.game().mover(state.position());
        let most_known = (memory << 20) / (2 * size_of::<(G::Position, (u32, Chance))>());
        Ok(Self { state, root_seat, moves: 0, nodes: 0, known: HashMap::new(), most_known })
    }

    /// Positions looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Moves that were looked ahead.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Looks one move further ahead; none if it was stopped before the end, or the game may be over by then.
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

    /// What the root seat gets of a game that ended so.
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

    /// The root seat takes what is best for him, all others what is worst.
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
        // What looked best with fewer moves comes first, so that others may be left out.
        next.sort_by_cached_key(|position| {
            let (low, high) =
                self.known.get(position).map_or((0, ONE), |(_, chance)| (chance.low, chance.high));
            if mine { (ONE - low, ONE - high) } else { (high, low) }
        });
        let mut best =
            if mine { Chance { low: 0, high: 0 } } else { Chance { low: ONE, high: ONE } };
        for position in &next {
            let known = self.known.get(position).map_or(Chance::UNKNOWN, |&(_, chance)| chance);
            // A chance only narrows: what cannot be better than what is sure is not looked at again.
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
