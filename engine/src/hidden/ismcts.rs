//! Monte Carlo tree search over information sets (ISMCTS).
//!
//! Each iteration deals one world, in which it simulates once for each of the best root moves. All
//! these simulations have the same chance events (common random numbers), so they differ by the
//! moves alone.
//!
//! A node stands for all worlds that look alike to the root player. At a node of another player the
//! root player's cards do not count either, because that player does not see them. A new edge
//! begins with the estimate of its move, as if it had some visits. A new node is evaluated by a
//! rollout.
//!
//! CITE: P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE
//! Transactions on Computational Intelligence and AI in Games 4(2), 2012: the bound of a move
//! counts the iterations in which the move was available.

use eval::Value;
use games::{Actor, Hidden, Key, Noisiness, Seat};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::sampling::{RootTally, Sampler};
use super::search::Findings;
use super::thread::HiddenThread;
use crate::integer::{log2_linear, root_of_quotient};
use crate::mcts::{self, Node, SampledTree, SelectionRule, Simulator, Tree};
use crate::search::control::Stopped;
use crate::searchable::{SearchContext, Searchable};

/// A tree with this many nodes grows no more; its statistics are still updated.
const MAX_NODES: usize = 1 << 17;

/// The index of the root node, where a seat acts at the root.
const ROOT: u32 = 0;

/// A move out of a node.
#[derive(Clone, Copy)]
pub(super) struct Edge<M> {
    mv: M,
    /// The mean of its values. It is needed more often than it changes.
    mean: i32,
    visits: u64,
    /// Iterations in which the move was available.
    available: u64,
    /// The sum of the values for the seat that makes the move.
    sum: i64,
}

impl<M: Copy + PartialEq> mcts::Edge for Edge<M> {
    type Move = M;
    type Reward = i64;

    #[inline]
    fn mv(&self) -> M {
        self.mv
    }

    #[inline]
    fn count_offer(&mut self) {
        self.available += 1;
    }

    #[inline]
    fn add(&mut self, reward: i64) {
        self.visits += 1;
        self.sum += reward;
        self.mean = (self.sum / self.visits as i64) as i32;
    }
}

/// UCB1 with availability: the iterations that had a move available replace the visits of the node.
#[derive(Clone, Copy)]
struct UcbByAvailability {
    /// The weight of exploration, in units of [`Value`].
    exploration: i64,
}

impl<M> SelectionRule<Edge<M>> for UcbByAvailability {
    type Score = i64;

    #[inline]
    fn at(&self, _: Seat, _: u32) -> impl Fn(&Edge<M>) -> i64 {
        let exploration = self.exploration;
        move |edge| {
            let spread = root_of_quotient(log2_linear(edge.available) << 24, edge.visits);
            i64::from(edge.mean) + ((exploration * spread as i64) >> 16)
        }
    }
}

/// One thread with its own tree.
pub(super) struct Ismcts<'a, G: Searchable + Hidden> {
    tree: SampledTree<Edge<G::Move>>,
    worlds: Worlds<'a, G>,
    /// Deals worlds, and seeds their chance events.
    rng: ChaCha8Rng,
    /// Whether the first node is the root. It is not where chance acts at the root.
    has_root: bool,
    /// The sum of the values for the seat to act at the root, and their number.
    total: (i64, u64),
    /// The sum of the lengths of all paths.
    plies: u64,
}

/// The worlds that simulations are played in.
pub(super) struct Worlds<'a, G: Searchable + Hidden> {
    pub(super) thread: HiddenThread<'a, G>,
    /// The random numbers of the chance events in the current world.
    pub(super) luck: ChaCha8Rng,
    /// The player whose view is searched.
    player: u8,
    rule: UcbByAvailability,
    /// Simulations that reached the end of the game.
    pub(super) finished_games: u64,
}

impl<G: Searchable + Hidden> SearchContext<'_, G> {
    /// Monte Carlo tree search over information sets.
    pub(super) fn search_ismcts(
        &self,
        report: &mut dyn FnMut(&Findings<G::Move>) -> bool,
    ) -> Findings<G::Move> {
        self.sample(&self.clues(), Ismcts::new, report)
    }
}

impl<'a, G: Searchable + Hidden> Ismcts<'a, G> {
    fn new(thread: HiddenThread<'a, G>, seed: u64) -> Self {
        let context = thread.context;
        let (game, view) = (context.game, context.state.position());
        let thousandths = i64::from(context.techniques.parameters.ismcts_exploration);
        let mut worlds = Worlds {
            thread,
            luck: ChaCha8Rng::seed_from_u64(seed),
            player: game.player(view),
            rule: UcbByAvailability { exploration: i64::from(Value::ONE) * thousandths / 1000 },
            finished_games: 0,
        };
        let mut tree = SampledTree::default();
        let mut has_root = false;
        // The root is the first node. It has all moves, in an order that depends on the seed.
        if let Actor::Seat(seat) = game.actor(view) {
            let moves = context.root_moves().into_iter();
            let root = tree.tree.add(seat, moves.map(|mv| worlds.new_edge(view, mv)));
            tree.tree.set_key(root, game.key(view));
            has_root = true;
        }
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Self { tree, worlds, rng, has_root, total: (0, 0), plies: 0 }
    }

    /// The root edges to be compared in the next world: those with the highest scores.
    fn rivals(&mut self) -> Vec<u32> {
        let Node { mover, visits, .. } = self.tree.tree.node(ROOT);
        let score = self.worlds.rule.at(mover, visits);
        let root = self.tree.tree.edges_mut(ROOT);
        let mut order: Vec<_> = root.iter().map(|edge| -score(edge)).zip(0..).collect();
        order.sort_unstable();
        root.iter_mut().for_each(mcts::Edge::count_offer);
        let width = self.worlds.thread.context.techniques.parameters.ismcts_width as usize;
        order.into_iter().take(width).map(|(_, number)| number).collect()
    }

    /// Simulates once in a world, beginning with the root edge `first` where it is given.
    fn simulate(&mut self, world: G::Position, first: Option<u32>) -> Result<(), Stopped> {
        let (value, seat) = self.tree.simulate(&mut self.worlds, world, first)?;
        let value = i64::from(value.expectation());
        let reward = |mover| if mover == seat { value } else { -value };
        self.tree.backpropagate(reward);
        self.plies += self.tree.path().len() as u64;
        let context = self.worlds.thread.context;
        self.total.0 += reward(context.game.mover(context.state.position()));
        self.total.1 += 1;
        Ok(())
    }
}

impl<G: Searchable + Hidden> Worlds<'_, G> {
    /// The static evaluation of the root player's view of a world, and the seat whose value it is.
    pub(super) fn estimate(&mut self, world: &G::Position) -> (Value, Seat) {
        let game = self.thread.context.game;
        (self.thread.estimate(&game.view(world, self.player)), game.mover(world))
    }
}

impl<G: Searchable + Hidden> Simulator<Edge<G::Move>> for Worlds<'_, G> {
    type World = G::Position;

    fn until_decision(
        &mut self,
        world: &mut G::Position,
        ply: usize,
    ) -> Result<Result<Seat, (Value, Seat)>, Stopped> {
        self.play_chance(world, ply)
    }

    fn key(&self, world: &G::Position) -> Key {
        let game = self.thread.context.game;
        game.key(&game.view(&game.view(world, self.player), game.player(world)))
    }

    fn may_grow(&self, tree: &Tree<Edge<G::Move>>) -> bool {
        tree.len() < MAX_NODES
    }

    fn is_leaf(&mut self, world: &G::Position, ply: usize, is_new: bool) -> bool {
        let context = self.thread.context;
        (is_new || ply as u32 >= context.control.max_depth())
            && ply > 0
            && context.game.noisiness(world) == Noisiness::Quiet
    }

    fn list_moves(&self, world: &G::Position, moves: &mut Vec<G::Move>) {
        self.thread.context.game.each_group(world, |mv| moves.push(mv));
    }

    fn new_edge(&mut self, world: &G::Position, mv: G::Move) -> Edge<G::Move> {
        let game = self.thread.context.game;
        let mover = game.mover(world);
        let child = game.play(world, mv);
        let (value, seat) = match game.actor(&child) {
            Actor::Over(outcome) => (Value::of_outcome(outcome, mover, 0), mover),
            _ => self.estimate(&child),
        };
        let value = value.expectation();
        let mean = if seat == mover { value } else { -value };
        let prior = self.thread.context.techniques.parameters.ismcts_prior;
        let (visits, sum) = (prior as u64, i64::from(mean) * i64::from(prior));
        Edge { mv, mean, visits, available: visits, sum }
    }

    fn select(
        &mut self,
        tree: &mut Tree<Edge<G::Move>>,
        node: u32,
        _: &G::Position,
        offered: &mut [u32],
    ) -> u32 {
        tree.select_among(node, offered, &self.rule)
    }

    fn play(&self, world: &mut G::Position, mv: G::Move) {
        *world = self.thread.context.game.play(world, mv);
    }
}

impl<'a, G: Searchable + Hidden> Sampler<'a, G> for Ismcts<'a, G> {
    fn learn(&mut self) -> Result<(), Stopped> {
        let world = self.worlds.thread.deal(&mut self.rng);
        let luck = ChaCha8Rng::seed_from_u64(self.rng.random());
        if !self.has_root {
            self.worlds.luck = luck;
            return self.simulate(world, None);
        }
        for edge in self.rivals() {
            self.worlds.luck = luck.clone();
            self.simulate(world, Some(edge))?;
        }
        Ok(())
    }

    fn tallies(&self) -> Vec<RootTally<G::Move>> {
        let root = if self.has_root { self.tree.tree.edges(ROOT) } else { &[] };
        let tally =
            |edge: &Edge<G::Move>| RootTally { mv: edge.mv, visits: edge.visits, sum: edge.sum };
        root.iter().map(tally).collect()
    }

    fn total(&self) -> (i64, u64) {
        self.total
    }

    /// The mean length of a path, rounded up.
    fn depth(&self) -> u32 {
        self.plies.div_ceil(self.total.1.max(1)) as u32
    }

    fn sees_the_end(&self) -> bool {
        self.worlds.finished_games == self.total.1
    }

    fn thread(&self) -> &HiddenThread<'a, G> {
        &self.worlds.thread
    }

    fn thread_mut(&mut self) -> &mut HiddenThread<'a, G> {
        &mut self.worlds.thread
    }
}
