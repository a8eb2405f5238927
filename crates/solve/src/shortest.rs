//! The shortest games: how soon a seat can win if all other seats and the die help it (a helpmate).
//! No win can be forced in fewer plies.

use std::collections::HashSet;

use games::{Actor, Game, Key, Notation, Outcome, Seat, SeatSet, State, Tactics};

use crate::solution::{SolveError, check_open, drawn_again};

/// The memory for a position: its entry in the sets, which may be half empty, and in its layer.
const fn bytes_of<P>() -> usize {
    3 * (size_of::<P>() + 8)
}

/// A game that a seat wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortGame {
    /// The winner.
    pub winner: Seat,
    /// The number of player moves.
    pub plies: u32,
    /// The moves, with the rolls between them.
    pub line: Vec<String>,
}

/// A breadth-first search for the shortest games, one ply at a time. Each position is visited when
/// it can first occur.
pub struct ShortestGames<'a, G: Game> {
    state: &'a State<G>,
    /// The layers by ply: the positions, each with the index of its predecessor in the layer
    /// before.
    layers: Vec<Vec<(G::Position, u32)>>,
    seen: HashSet<G::Position>,
    /// The positions that have occurred so often that once more is a draw.
    drawn: HashSet<Key>,
    found: SeatSet,
    most: usize,
    nodes: u64,
    /// The number of plies that were searched.
    plies: u32,
    /// Whether there is more to search.
    is_open: bool,
}

/// The next layer: each position with the index of its predecessor.
struct Layer<P> {
    next: Vec<(P, u32)>,
    won: Vec<(Seat, P, u32)>,
    /// The memory is full.
    is_full: bool,
}

/// A limit was reached before the layer was complete.
struct LayerStopped;

impl<'a, G: Tactics + Notation> ShortestGames<'a, G> {
    /// The shortest games from a position, with this memory in MiB.
    ///
    /// # Errors
    /// The game is over, or has hidden cards.
    pub fn new(state: &'a State<G>, memory: usize) -> Result<Self, SolveError> {
        check_open(state)?;
        let root = *state.position();
        let most = ((memory << 20) / bytes_of::<G::Position>()).min(u32::MAX as usize);
        Ok(Self {
            state,
            layers: vec![vec![(root, 0)]],
            seen: HashSet::from([root]),
            drawn: drawn_again(state),
            found: SeatSet::first(0),
            most,
            nodes: 0,
            plies: 0,
            is_open: true,
        })
    }

    /// The number of plies that were searched completely.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The number of positions visited.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches one ply further, and returns the games won at that ply by seats that had not won
    /// before. `None` if it was stopped, or if nothing is left to search: no position, every seat
    /// has won, the length of the game is reached, or the memory is full.
    #[inline(never)]
    pub fn deepen(&mut self, stop: &dyn Fn(u64) -> bool) -> Option<Vec<ShortGame>> {
        // Any of these ends the search for good.
        if !std::mem::take(&mut self.is_open) {
            return None;
        }
        let last = self.layers.len() - 1;
        let mut layer = Layer { next: Vec::new(), won: Vec::new(), is_full: false };
        for at in 0..self.layers[last].len() {
            let position = self.layers[last][at].0;
            self.look(&position, at as u32, &mut layer, stop).ok()?;
        }
        self.plies += 1;
        let games = layer.won.iter().map(|&(winner, end, at)| self.game(winner, end, at)).collect();
        let all = SeatSet::first(self.state.game().seats());
        let may_go_on = self.state.history().plies_left().is_none_or(|left| self.plies < left);
        self.is_open = may_go_on && !layer.is_full && !layer.next.is_empty() && self.found != all;
        self.layers.push(layer.next);
        Some(games)
    }

    /// Visits the successors of a position.
    fn look(
        &mut self,
        position: &G::Position,
        at: u32,
        layer: &mut Layer<G::Position>,
        stop: &dyn Fn(u64) -> bool,
    ) -> Result<(), LayerStopped> {
        let mut children = Vec::new();
        each_child(self.state.game(), position, |_, _, _, child| children.push(child));
        for child in children {
            self.nodes += 1;
            if stop(self.nodes) {
                return Err(LayerStopped);
            }
            let game = self.state.game();
            if let Actor::Over(outcome) = game.actor(&child) {
                let winner = Seat::all(game.seats())
                    .find(|&seat| outcome == Outcome::win(seat) && !self.found.contains(seat));
                if let Some(winner) = winner {
                    self.found = self.found.seats().chain([winner]).collect();
                    layer.won.push((winner, child, at));
                }
            } else if !self.drawn.is_empty() && self.drawn.contains(&game.repetition_key(&child)) {
                // The game is over.
            } else if !layer.is_full && self.seen.insert(child) {
                layer.next.push((child, at));
                // From here on only ends of games are searched.
                layer.is_full = self.seen.len() >= self.most;
            }
        }
        Ok(())
    }

    /// The game that leads to a successor of the last layer.
    fn game(&self, winner: Seat, end: G::Position, at: u32) -> ShortGame {
        let (mut positions, mut at) = (vec![end], at as usize);
        for layer in self.layers.iter().rev() {
            let (position, before) = layer[at];
            positions.push(position);
            at = before as usize;
        }
        positions.reverse();
        let game = self.state.game();
        let steps = positions.windows(2).flat_map(|pair| step_texts(game, &pair[0], &pair[1]));
        let line = steps.collect();
        ShortGame { winner, plies: self.layers.len() as u32, line }
    }
}

/// Calls `visit` with each position after a player's move, and after the roll before it, if there
/// is one.
fn each_child<G: Game>(
    game: &G,
    position: &G::Position,
    mut visit: impl FnMut(Option<G::Event>, &G::Position, G::Move, G::Position),
) {
    let mut moved = |event, position: &G::Position| {
        game.each_move(position, |mv| {
            let child = game.without_idle_counters(&game.play(position, mv));
            visit(event, position, mv, child);
        });
    };
    if game.actor(position) == Actor::Chance {
        game.each_event(position, |event, _| {
            moved(Some(event), &game.apply_event(position, event));
        });
    } else {
        moved(None, position);
    }
}

/// The roll, if there is one, and the move that lead from one position to the next.
fn step_texts<G: Notation>(game: &G, from: &G::Position, to: &G::Position) -> Vec<String> {
    let mut texts = Vec::new();
    each_child(game, from, |event, position, mv, child| {
        if child == *to && texts.is_empty() {
            texts.extend(event.map(|event| game.format_event(event)));
            texts.push(game.format_move(position, mv));
        }
    });
    texts
}
