//! A Monte Carlo tree search that knows nothing but the rules, to measure others by.
//!
//! UCT (Kocsis and Szepesvári 2006) with a value for moves not yet tried (first-play urgency, Gelly and Wang 2006). Each
//! simulation follows the tree, adds one node, and plays on at random to the end; wins in one are taken in the tree
//! and beyond. Chance is sampled. Seats share the point as the game has it, and each chooses by its own share, so any number
//! of them may play (max^n, Sturtevant 2008). Where something is hidden, each simulation deals a world that fits
//! what the player sees, and nodes are what he would see (information set tree search, Cowling, Powley and Whitehouse 2012).

use std::collections::HashMap;
use std::time::Instant;

use engine::{Limits, Parameters, StopFlag};
use games::{
    Actor, Game, Information, Key, Notation, Outcome, PerSeat, Seat, State, Tactics, pick_event,
    pick_move,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::players::baselines::no_move;
use crate::players::bot::{Bot, Fault, GameStart, Reply};
use crate::players::limit::Allowance;
use crate::players::view::View;

/// A game that takes longer in a simulation counts as drawn.
const LONGEST: u32 = 2_000;

/// Moves that a tree remembers; one that is full grows no more.
const MAX_EDGES: usize = 1 << 22;

/// What steers the choice of moves in the tree, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UctSettings {
    /// The weight of curiosity beside the mean share of the point.
    pub exploration: u32,
    /// The share of the point that a move not yet tried counts as; with 100 or more all moves are tried first.
    pub first_play: u32,
}

impl UctSettings {
    /// The best of small matches for each game of the list (docs/reference/measurements.md): where cards are hidden it was
    /// less curious than elsewhere.
    #[must_use]
    pub fn of_game<G: Game>() -> Self {
        Self { exploration: if G::Information::HIDDEN { 20 } else { 40 }, first_play: 110 }
    }
}

/// A player that searches so.
pub(crate) struct UctPlayer {
    settings: UctSettings,
    rng: ChaCha8Rng,
}

impl UctPlayer {
    pub(crate) fn new(settings: UctSettings) -> Self {
        Self { settings, rng: ChaCha8Rng::seed_from_u64(0) }
    }
}

impl<G: Notation + Tactics> Bot<G> for UctPlayer {
    fn begin(&mut self, _: &G, start: GameStart) -> Result<(), Fault> {
        self.rng = start.random;
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let limits = allowance.limits(view.seat, &Parameters::DEFAULT);
        let state = &view.playthrough.state;
        UctTree::new(state, self.settings, &mut self.rng).grow(&limits, stop).ok_or_else(no_move)
    }
}

/// A move in the tree.
struct Edge<M> {
    mv: M,
    visits: u32,
    /// How often it could be chosen: not all moves that others may have are possible in each world.
    offered: u32,
    /// The points that the seat that moves made.
    points: f64,
}

/// A position as the player sees it.
struct UctNode<M> {
    edges: Vec<Edge<M>>,
    /// A move that wins at once.
    win: Option<usize>,
}

/// The way of a simulation: nodes, the numbers of their moves, and who moved.
type Path = Vec<(Key, usize, Seat)>;

/// The tree of one move.
struct UctTree<'a, G: Game> {
    root: &'a State<G>,
    /// Whose view the nodes are.
    viewer: u8,
    /// Whether that is not all.
    hides: bool,
    settings: UctSettings,
    nodes: HashMap<Key, UctNode<G::Move>>,
    edges: usize,
    buffer: Vec<G::Move>,
    rng: &'a mut ChaCha8Rng,
}

impl<'a, G: Tactics> UctTree<'a, G> {
    fn new(root: &'a State<G>, settings: UctSettings, rng: &'a mut ChaCha8Rng) -> Self {
        let (game, position) = (root.game(), root.position());
        let viewer = G::Information::player(game, position);
        let hides = G::Information::hides(game, position, viewer);
        let (nodes, buffer) = (HashMap::new(), Vec::new());
        Self { root, viewer, hides, settings, nodes, edges: 0, buffer, rng }
    }

    /// Simulates until a limit is reached, and tells the move that was chosen most often.
    fn grow(mut self, limits: &Limits, stop: &StopFlag) -> Option<Reply<G::Move>> {
        let root = self.key(self.root.position());
        let (mut simulations, mut deepest) = (0, 0);
        loop {
            deepest = deepest.max(self.simulate());
            simulations += 1;
            let full = limits.nodes.is_some_and(|nodes| simulations >= nodes);
            let late = || limits.time.is_some_and(|time| Instant::now() >= time.hard());
            let decided = self
                .nodes
                .get(&root)
                .is_none_or(|node| node.win.is_some() || node.edges.len() == 1);
            if full || decided || stop.is_set() || late() {
                break;
            }
        }
        let node = self.nodes.get(&root)?;
        let best = match node.win {
            Some(win) => &node.edges[win],
            None => node.edges.iter().rev().max_by_key(|edge| edge.visits)?,
        };
        let share = best.points / f64::from(best.visits.max(1));
        Some(Reply {
            value: Some(2.0 * share - 1.0),
            depth: Some(deepest as u32),
            nodes: Some(simulations),
            ..Reply::bare(best.mv)
        })
    }

    fn key(&self, position: &G::Position) -> Key {
        let game = self.root.game();
        if self.hides {
            game.key(&G::Information::view(game, position, self.viewer))
        } else {
            game.key(position)
        }
    }

    /// One game from the root to its end; how far it was in the tree.
    fn simulate(&mut self) -> usize {
        let root = self.root;
        let mut state = if self.hides { root.resampled(self.rng) } else { root.clone() };
        let mut path = Path::new();
        let shares = self.descend(&mut state, &mut path);
        for &(key, edge, seat) in &path {
            let node = self.nodes.get_mut(&key).expect("a node of the way");
            node.edges[edge].visits += 1;
            node.edges[edge].points += shares[seat];
        }
        path.len()
    }

    /// Follows the tree, adds a node, and plays to the end from there: what each seat gets.
    fn descend(&mut self, state: &mut State<G>, path: &mut Path) -> PerSeat<f64> {
        for _ in 0..LONGEST {
            let seat = match state.actor() {
                Actor::Over(outcome) => return shares(outcome),
                Actor::Chance => {
                    apply_random_event(state, self.rng);
                    continue;
                }
                Actor::Seat(seat) => seat,
            };
            let key = self.key(state.position());
            let known = self.nodes.contains_key(&key);
            if !known && self.edges >= MAX_EDGES {
                break;
            }
            let (edge, wins) = self.choose(key, state, seat);
            path.push((key, edge, seat));
            if wins {
                return shares(Outcome::win(seat));
            }
            state.play(self.nodes[&key].edges[edge].mv);
            if !known {
                break;
            }
        }
        self.play_out(state)
    }

    /// The move of a node to follow, and whether it wins at once. A node that is not there is made.
    fn choose(&mut self, key: Key, state: &State<G>, seat: Seat) -> (usize, bool) {
        let mut offers = self.offers(key, state, seat);
        if let Some(win) = self.win(key, state, seat, &offers) {
            return (win, true);
        }
        // Of equals any may be the first.
        let first = self.rng.random_range(0..offers.len());
        offers.rotate_left(first);
        let node = self.nodes.get_mut(&key).expect("a node that was made");
        let mut best = (f64::NEG_INFINITY, 0);
        for place in offers {
            let edge = &mut node.edges[place];
            edge.offered += 1;
            let urgency = urgency(edge, self.settings);
            if urgency > best.0 {
                best = (urgency, place);
            }
        }
        (best.1, false)
    }

    /// The moves of a node that are possible in this world.
    fn offers(&mut self, key: Key, state: &State<G>, seat: Seat) -> Vec<usize> {
        if let Some(node) = self.nodes.get(&key).filter(|_| !self.hides) {
            return (0..node.edges.len()).collect();
        }
        let new = || UctNode { edges: Vec::new(), win: None };
        let node = self.nodes.entry(key).or_insert_with(new);
        let mut offers = Vec::new();
        state.game().each_move(state.position(), |mv| {
            let known = node.edges.iter().position(|edge| edge.mv == mv);
            offers.push(known.unwrap_or(node.edges.len()));
            if known.is_none() {
                node.edges.push(Edge { mv, visits: 0, offered: 0, points: 0.0 });
                self.edges += 1;
            }
        });
        if !self.hides {
            node.win = winning(state, seat, &node.edges, &offers);
        }
        offers
    }

    /// A move of a node that wins at once.
    fn win(&self, key: Key, state: &State<G>, seat: Seat, offers: &[usize]) -> Option<usize> {
        let node = &self.nodes[&key];
        // Where something is hidden it may win in one world and not in another.
        let looks = self.hides && state.game().wins_now(state.position());
        if looks { winning(state, seat, &node.edges, offers) } else { node.win }
    }

    /// Random moves to the end.
    fn play_out(&mut self, state: &mut State<G>) -> PerSeat<f64> {
        for _ in 0..LONGEST {
            match state.actor() {
                Actor::Over(outcome) => return shares(outcome),
                Actor::Chance => apply_random_event(state, self.rng),
                Actor::Seat(seat) if state.game().wins_now(state.position()) => {
                    return shares(Outcome::win(seat));
                }
                Actor::Seat(_) => {
                    let mv = pick_move(state.game(), state.position(), &mut self.buffer, self.rng);
                    state.play(mv.expect("a seat that acts has a move"));
                }
            }
        }
        shares(state.game().drawn(state.position()))
    }
}

/// The first of the offered moves that wins at once.
fn winning<G: Game>(
    state: &State<G>,
    seat: Seat,
    edges: &[Edge<G::Move>],
    offers: &[usize],
) -> Option<usize> {
    let (game, position) = (state.game(), state.position());
    let won = Actor::Over(Outcome::win(seat));
    let wins = |place: &usize| game.actor(&game.play(position, edges[*place].mv)) == won;
    offers.iter().copied().find(wins)
}

/// How much a move is to be tried (UCB1): its mean, and more the less is known of it.
fn urgency<M>(edge: &Edge<M>, settings: UctSettings) -> f64 {
    let hundredths = |number: u32| f64::from(number) / 100.0;
    if edge.visits == 0 {
        return hundredths(settings.first_play);
    }
    let visits = f64::from(edge.visits);
    // The same logarithm on every machine.
    let curiosity = (libm::log(f64::from(edge.offered)) / visits).sqrt();
    edge.points / visits + hundredths(settings.exploration) * curiosity
}

fn apply_random_event<G: Game>(state: &mut State<G>, rng: &mut ChaCha8Rng) {
    let event = pick_event(state.game(), state.position(), rng);
    state.apply_event(event.expect("chance has an event"));
}

fn shares(outcome: Outcome) -> PerSeat<f64> {
    let mut shares = PerSeat::default();
    for seat in outcome.winners().seats() {
        let (points, of) = outcome.share(seat);
        shares[seat] = f64::from(points) / f64::from(of);
    }
    shares
}

#[cfg(test)]
mod tests {
    use games::buteur::Buteur;
    use games::maitres::Maitres;

    use super::*;

    #[test]
    fn where_cards_are_hidden_it_is_less_curious() {
        assert_eq!(UctSettings::of_game::<Maitres>().exploration, 40);
        assert_eq!(UctSettings::of_game::<Buteur>().exploration, 20);
    }
}
