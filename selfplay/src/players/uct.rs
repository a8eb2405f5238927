//! A Monte Carlo tree search that knows only the rules of the game, as a baseline.
//!
//! It is UCT (Kocsis and Szepesvári 2006) with a value for moves without visits (first-play
//! urgency, Gelly and Wang 2006), on the tree of [`engine::mcts`]. Each simulation adds one node
//! and then plays random moves to the end of the game. A move that wins at once is always played,
//! in the tree and in random games. Chance events are sampled.
//!
//! Each seat maximises its own share of the point, so any number of seats may play (max^n,
//! Sturtevant 2008). Where cards are hidden, each simulation deals a world that agrees with the
//! player's view, and a node stands for a view of the player (Cowling, Powley and Whitehouse 2012).

use std::convert::Infallible;

use engine::mcts::{Edge, LeafEvaluation, SampledTree, SelectionRule, Simulator, Tree};
use engine::{Limits, Moment, Parameters, Playable, StopFlag};
use games::{
    Actor, Game, Information, Key, Notation, Outcome, ParseError, PerSeat, Seat, State, Tactics,
    pick_event, pick_move,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::Error;
use crate::players::bot::{Bot, Fault, GameStart, Reply, no_move};
use crate::players::kind::{BotFactory, PlayerKind, Table};
use crate::players::limit::{Allowance, Limit};
use crate::players::settings::{Settings, Unread};
use crate::players::view::View;

/// A simulated game longer than this counts as a draw.
const LONGEST: u32 = 2_000;

/// The greatest number of edges, after which the tree grows no more.
const MAX_EDGES: usize = 1 << 22;

/// The settings of the selection rule, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UctSettings {
    /// The weight of the exploration term, relative to the mean share of the point.
    pub exploration: u32,
    /// The score of a move without visits, as a share of the point. From 100 on, moves without
    /// visits are tried before the others.
    pub first_play: u32,
}

impl UctSettings {
    /// The best settings in small matches of each game (docs/reference/measurements.md). Where
    /// cards are hidden, less exploration was better.
    #[must_use]
    pub fn of_game<G: Game>() -> Self {
        Self { exploration: if G::Information::HIDDEN { 20 } else { 40 }, first_play: 110 }
    }
}

/// UCB1: the mean share of the point, and an exploration term that falls with the visits of the
/// move.
impl<M> SelectionRule<UctEdge<M>> for UctSettings {
    type Score = f64;

    fn at(&self, _: Seat, _: u32) -> impl Fn(&UctEdge<M>) -> f64 {
        let hundredths = |number: u32| f64::from(number) / 100.0;
        let (exploration, first_play) = (hundredths(self.exploration), hundredths(self.first_play));
        move |edge| {
            if edge.visits == 0 {
                return first_play;
            }
            let visits = f64::from(edge.visits);
            // The logarithm of libm gives the same result on every machine.
            let term = (libm::log(f64::from(edge.offered)) / visits).sqrt();
            edge.points / visits + exploration * term
        }
    }
}

/// The player that searches by UCT. The defaults of its settings depend on the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uct {
    /// The weight of the exploration term, in hundredths.
    pub exploration: Option<u32>,
    /// The score of a move without visits, in hundredths.
    pub first_play: Option<u32>,
}

impl PlayerKind for Uct {
    const USAGE: &'static str = "uct=yes and exploration= and first-play=";
    const KEYS: &'static [&'static str] = &["uct", "exploration", "first-play"];
    const PROOFS: bool = false;

    fn read(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError> {
        if !unread.yes("uct")? {
            return Ok(None);
        }
        let exploration = unread.hundredths("exploration")?;
        Ok(Some(Self { exploration, first_play: unread.hundredths("first-play")? }))
    }

    fn write(&self, settings: Settings) -> Settings {
        let numbers = [("exploration", self.exploration), ("first-play", self.first_play)];
        let given = numbers.into_iter().filter_map(|(key, number)| Some((key, number?)));
        given.fold(settings.with("uct", "yes"), |settings, (key, number)| {
            settings.with(key, f64::from(number) / 100.0)
        })
    }

    fn refuses(&self, limit: Option<Limit>) -> Option<&'static str> {
        let depth = matches!(limit, Some(Limit::Depth(_)));
        depth.then_some("nodes=N (simulations), time= or tc= with uct=yes")
    }

    fn factory<G: Playable>(&self, _: &Table<'_, G>) -> Result<BotFactory<G>, Error> {
        let own = UctSettings::of_game::<G>();
        let settings = UctSettings {
            exploration: self.exploration.unwrap_or(own.exploration),
            first_play: self.first_play.unwrap_or(own.first_play),
        };
        Ok(BotFactory::new(move || UctBot { settings, rng: ChaCha8Rng::seed_from_u64(0) }))
    }
}

struct UctBot {
    settings: UctSettings,
    rng: ChaCha8Rng,
}

impl<G: Notation + Tactics> Bot<G> for UctBot {
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
        UctSimulator::new(state, self.settings, &mut self.rng)
            .search(&limits, stop)
            .ok_or_else(no_move)
    }
}

/// A move out of a node.
#[derive(Clone, Copy)]
struct UctEdge<M> {
    mv: M,
    visits: u32,
    /// The number of simulations in which the move was legal. With hidden cards, a move is not
    /// legal in every world.
    offered: u32,
    /// The sum of the points of the seat that makes the move.
    points: f64,
    /// Whether the move wins at once. With hidden cards this depends on the world, so it is not
    /// stored.
    wins: bool,
}

impl<M: Copy + PartialEq> Edge for UctEdge<M> {
    type Move = M;
    type Reward = f64;

    fn mv(&self) -> M {
        self.mv
    }

    fn count_offer(&mut self) {
        self.offered += 1;
    }

    fn add(&mut self, points: f64) {
        self.visits += 1;
        self.points += points;
    }
}

/// The search for one move.
struct UctSimulator<'a, G: Game> {
    tree: SampledTree<UctEdge<G::Move>>,
    worlds: UctWorlds<'a, G>,
}

/// The worlds of the simulations.
struct UctWorlds<'a, G: Game> {
    root: &'a State<G>,
    /// The seat of the searching player. Nodes stand for its views.
    viewer: u8,
    /// Whether anything is hidden from that player.
    hides: bool,
    settings: UctSettings,
    edges: usize,
    buffer: Vec<G::Move>,
    rng: &'a mut ChaCha8Rng,
    /// Moves and chance events of this simulation in the tree.
    steps: u32,
    /// Whether this simulation has added its node.
    expanded: bool,
}

impl<'a, G: Tactics> UctSimulator<'a, G> {
    fn new(root: &'a State<G>, settings: UctSettings, rng: &'a mut ChaCha8Rng) -> Self {
        let (game, position) = (root.game(), root.position());
        let viewer = G::Information::player(game, position);
        let hides = G::Information::hides(game, position, viewer);
        let (edges, buffer, steps, expanded) = (0, Vec::new(), 0, false);
        let worlds =
            UctWorlds { root, viewer, hides, settings, edges, buffer, rng, steps, expanded };
        Self { tree: SampledTree::default(), worlds }
    }

    /// Simulates until a limit is reached, and returns the move with the most visits.
    fn search(mut self, limits: &Limits, stop: &StopFlag) -> Option<Reply<G::Move>> {
        let root = self.worlds.key(self.worlds.root);
        let (mut simulations, mut deepest) = (0, 0);
        loop {
            deepest = deepest.max(self.simulate());
            simulations += 1;
            let full = limits.nodes.is_some_and(|nodes| simulations >= nodes);
            let late = || limits.time.is_some_and(|time| Moment::now() >= time.hard());
            let decided = self.tree.tree.find(root).is_none_or(|node| {
                let edges = self.tree.tree.edges(node);
                edges.len() == 1 || edges.iter().any(|edge| edge.wins)
            });
            if full || decided || stop.is_set() || late() {
                break;
            }
        }
        let edges = self.tree.tree.edges(self.tree.tree.find(root)?);
        let win = edges.iter().find(|edge| edge.wins);
        let best = win.or_else(|| edges.iter().rev().max_by_key(|edge| edge.visits))?;
        let share = best.points / f64::from(best.visits.max(1));
        Some(Reply {
            value: Some(2.0 * share - 1.0),
            depth: Some(deepest as u32),
            nodes: Some(simulations),
            ..Reply::bare(best.mv)
        })
    }

    /// Plays one game from the root to its end, and returns the length of its path in the tree.
    fn simulate(&mut self) -> usize {
        let UctWorlds { root, hides, .. } = self.worlds;
        let state = if hides { root.resampled(self.worlds.rng) } else { root.clone() };
        (self.worlds.steps, self.worlds.expanded) = (0, false);
        let Ok(shares) = self.tree.simulate(&mut self.worlds, state, None);
        self.tree.backpropagate(|seat| shares[seat]);
        self.tree.path().len()
    }
}

impl<G: Tactics> UctWorlds<'_, G> {
    fn apply_event(&mut self, state: &mut State<G>) {
        let event = pick_event(state.game(), state.position(), self.rng);
        state.apply_event_unchecked(event.expect("chance has an event"));
    }

    /// Plays random moves to the end of the game, and returns the share of each seat.
    fn rollout(&mut self, state: &mut State<G>) -> PerSeat<f64> {
        for _ in 0..LONGEST {
            match state.actor() {
                Actor::Over(outcome) => return shares(outcome),
                Actor::Chance => self.apply_event(state),
                Actor::Seat(seat) if state.game().wins_now(state.position()) => {
                    return shares(Outcome::win(seat));
                }
                Actor::Seat(_) => {
                    let mv = pick_move(state.game(), state.position(), &mut self.buffer, self.rng);
                    state.play_unchecked(mv.expect("a seat that acts has a move"));
                }
            }
        }
        shares(state.game().drawn(state.position()))
    }
}

impl<G: Tactics> LeafEvaluation<State<G>> for UctWorlds<'_, G> {
    type Value = PerSeat<f64>;
    type Stopped = Infallible;

    fn evaluate(&mut self, mut state: State<G>, _: usize) -> Result<PerSeat<f64>, Infallible> {
        Ok(self.rollout(&mut state))
    }
}

impl<G: Tactics> Simulator<UctEdge<G::Move>> for UctWorlds<'_, G> {
    type World = State<G>;

    fn until_decision(
        &mut self,
        state: &mut State<G>,
        _: usize,
    ) -> Result<Result<Seat, PerSeat<f64>>, Infallible> {
        while !self.expanded && self.steps < LONGEST {
            self.steps += 1;
            match state.actor() {
                Actor::Over(outcome) => return Ok(Err(shares(outcome))),
                Actor::Chance => self.apply_event(state),
                Actor::Seat(seat) => return Ok(Ok(seat)),
            }
        }
        Ok(Err(self.rollout(state)))
    }

    fn key(&self, state: &State<G>) -> Key {
        let (game, position) = (self.root.game(), state.position());
        if self.hides {
            game.key(&G::Information::view(game, position, self.viewer))
        } else {
            game.key(position)
        }
    }

    fn may_grow(&self, _: &Tree<UctEdge<G::Move>>) -> bool {
        self.edges < MAX_EDGES
    }

    /// A new node also selects its first move.
    fn is_leaf(&mut self, _: &State<G>, _: usize, is_new: bool) -> bool {
        self.expanded = is_new;
        false
    }

    fn has_same_moves(&self) -> bool {
        !self.hides
    }

    fn list_moves(&self, state: &State<G>, moves: &mut Vec<G::Move>) {
        state.game().list_moves(state.position(), moves);
    }

    fn new_edge(&mut self, _: &State<G>, mv: G::Move) -> UctEdge<G::Move> {
        self.edges += 1;
        UctEdge { mv, visits: 0, offered: 0, points: 0.0, wins: false }
    }

    fn select(
        &mut self,
        tree: &mut Tree<UctEdge<G::Move>>,
        node: u32,
        state: &State<G>,
        offered: &mut [u32],
    ) -> u32 {
        let win = if self.hides {
            let looks = state.game().wins_now(state.position());
            looks.then(|| winning(state, tree.edges(node), offered)).flatten()
        } else if self.expanded {
            let win = winning(state, tree.edges(node), offered);
            if let Some(win) = win {
                tree.edge_mut(node, win).wins = true;
            }
            win
        } else {
            (0..).zip(tree.edges(node)).find(|(_, edge)| edge.wins).map(|(number, _)| number)
        };
        win.unwrap_or_else(|| {
            // The moves are rotated at random, so that ties are broken at random.
            offered.rotate_left(self.rng.random_range(0..offered.len()));
            tree.select_among(node, offered, &self.settings)
        })
    }

    fn play(&self, state: &mut State<G>, mv: G::Move) {
        state.play_unchecked(mv);
    }
}

/// The first of the offered moves that wins at once.
fn winning<G: Game>(state: &State<G>, edges: &[UctEdge<G::Move>], offered: &[u32]) -> Option<u32> {
    let (game, position) = (state.game(), state.position());
    let Actor::Seat(seat) = game.actor(position) else { return None };
    let won = Actor::Over(Outcome::win(seat));
    let wins = |number: &u32| game.actor(&game.play(position, edges[*number as usize].mv)) == won;
    offered.iter().copied().find(wins)
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
    fn where_cards_are_hidden_it_explores_less() {
        assert_eq!(UctSettings::of_game::<Maitres>().exploration, 40);
        assert_eq!(UctSettings::of_game::<Buteur>().exploration, 20);
    }
}
