//! Monte Carlo tree search over information sets.
//!
//! Each iteration deals one world. It tries the few best root moves in it, all with the same luck (common random
//! numbers): for each it goes down the tree once. So a difference in value comes from the moves, not from luck.
//! One node stands for all worlds that look alike to the player who asks. At nodes of other players his cards
//! do not count either, for they do not see them. A move new to a node begins with its estimate, as if it had
//! been tried some times; from a new node the most promising moves are played on, and what comes of them is
//! estimated.
//!
//! CITE: P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE
//! Transactions on Computational Intelligence and AI in Games 4(2), 2012: a move is compared by how
//! often it could be chosen.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use eval::Value;
use games::{Actor, Hidden, Key, Noisiness, Seat};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::edge::{Edge, KeyHasher};
use super::sampling::{RootTally, Sampler};
use super::search::Findings;
use super::thread::HiddenThread;
use crate::search::control::Stopped;
use crate::searchable::{SearchContext, Searchable};

/// The tree grows to so many nodes; then only what it holds is learned better.
const MOST_NODES: usize = 1 << 17;

/// One thread, with a tree of its own.
pub(super) struct Ismcts<'a, G: Searchable + Hidden> {
    pub(super) thread: HiddenThread<'a, G>,
    /// Deals worlds, and the luck in them.
    rng: ChaCha8Rng,
    /// What chance does in the world at hand.
    pub(super) luck: ChaCha8Rng,
    /// The player who asks.
    player: u8,
    /// Whether the first node is the root: it is none where chance acts there.
    has_root: bool,
    nodes: Vec<Vec<Edge<G::Move>>>,
    index: HashMap<Key, usize, BuildHasherDefault<KeyHasher>>,
    /// The way of this iteration: nodes, numbers of edges and who chose.
    path: Vec<(usize, usize, Seat)>,
    /// Of the values for the seat whose turn it is at the root.
    total: (i64, u64),
    /// The lengths of all ways.
    moves: u64,
    /// Worlds played to the end of the game.
    pub(super) ended: u64,
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
        let mut tree = Self {
            thread,
            rng: ChaCha8Rng::seed_from_u64(seed),
            luck: ChaCha8Rng::seed_from_u64(seed),
            player: game.player(view),
            has_root: false,
            nodes: Vec::new(),
            index: HashMap::default(),
            path: Vec::new(),
            total: (0, 0),
            moves: 0,
            ended: 0,
        };
        // The root is the first node, with all moves in an order of the seed.
        if let Actor::Seat(_) = game.actor(view) {
            let moves = context.root_moves().into_iter();
            let root = moves.map(|mv| tree.new_edge(view, mv)).collect();
            tree.has_root = true;
            tree.nodes.push(root);
            tree.index.insert(game.key(view), 0);
        }
        tree
    }

    /// The moves at the root that are to be compared in the next world: those with the highest upper bounds.
    fn rivals(&mut self) -> Vec<usize> {
        let exploration = self.exploration();
        let root = &mut self.nodes[0];
        let bounds = root.iter().map(|edge| edge.bound(exploration));
        let mut order: Vec<_> = bounds.zip(0..).map(|(bound, number)| (-bound, number)).collect();
        order.sort_unstable();
        for edge in root {
            edge.available += 1;
        }
        let width = self.thread.context.techniques.parameters.ismcts_width as usize;
        order.into_iter().take(width).map(|(_, number)| number).collect()
    }

    /// Learns what becomes of a world, where the player who asks begins with the move of number `first`.
    fn simulate(&mut self, world: G::Position, first: Option<usize>) -> Result<(), Stopped> {
        let (value, seat) = self.descend(world, first)?;
        let value = i64::from(value.expectation());
        let value_for = |mover| if mover == seat { value } else { -value };
        for &(node, number, mover) in &self.path {
            let edge = &mut self.nodes[node][number];
            edge.visits += 1;
            edge.sum += value_for(mover);
        }
        self.moves += self.path.len() as u64;
        let context = self.thread.context;
        self.total.0 += value_for(context.game.mover(context.state.position()));
        self.total.1 += 1;
        Ok(())
    }

    /// How much what was tried seldom is preferred.
    fn exploration(&self) -> i64 {
        let thousandths = self.thread.context.techniques.parameters.ismcts_exploration;
        i64::from(Value::ONE) * i64::from(thousandths) / 1000
    }

    /// Goes down the tree in a world, to a node that it adds, and on from there; the value at the end and
    /// for whom.
    fn descend(
        &mut self,
        mut world: G::Position,
        first: Option<usize>,
    ) -> Result<(Value, Seat), Stopped> {
        let context = self.thread.context;
        self.path.clear();
        loop {
            let ply = self.path.len();
            let seat = match self.until_decision(&mut world, ply)? {
                Ok(seat) => seat,
                Err(end) => return Ok(end),
            };
            let Some((node, is_new)) = self.node_of(&world) else {
                return self.rollout(world, ply);
            };
            let beyond = is_new || ply as u32 >= context.control.max_depth();
            if beyond && ply > 0 && context.game.noisiness(&world) == Noisiness::Quiet {
                return self.rollout(world, ply);
            }
            let first = first.filter(|_| ply == 0);
            let number = first.unwrap_or_else(|| self.select(node, &world));
            self.path.push((node, number, seat));
            world = context.game.play(&world, self.nodes[node][number].mv);
        }
    }

    /// The estimate of what the player who asks sees of a world, and for whom it speaks.
    pub(super) fn estimate(&mut self, world: &G::Position) -> (Value, Seat) {
        let game = self.thread.context.game;
        (self.thread.estimate(&game.view(world, self.player)), game.mover(world))
    }

    /// The node of a world and whether it is new, unless the tree is full.
    fn node_of(&mut self, world: &G::Position) -> Option<(usize, bool)> {
        let game = self.thread.context.game;
        let seen = game.view(&game.view(world, self.player), game.player(world));
        let next = self.nodes.len();
        let key = game.key(&seen);
        match self.index.get(&key) {
            Some(&node) => Some((node, false)),
            None if next >= MOST_NODES => None,
            None => {
                self.index.insert(key, next);
                self.nodes.push(Vec::new());
                Some((next, true))
            }
        }
    }

    /// The number of the edge in a node with the highest upper bound among those possible in a world.
    fn select(&mut self, node: usize, world: &G::Position) -> usize {
        let game = self.thread.context.game;
        let mut best: Option<(i64, usize)> = None;
        let exploration = self.exploration();
        let mut edges = std::mem::take(&mut self.nodes[node]);
        let mut consider = |number: usize, edge: &mut Edge<G::Move>| {
            edge.available += 1;
            let bound = edge.bound(exploration);
            if best.is_none_or(|(highest, _)| bound > highest) {
                best = Some((bound, number));
            }
        };
        game.each_group(world, |mv| {
            let known = edges.iter().position(|edge| edge.mv == mv);
            let number = known.unwrap_or_else(|| {
                edges.push(self.new_edge(world, mv));
                edges.len() - 1
            });
            consider(number, &mut edges[number]);
        });
        self.nodes[node] = edges;
        best.map_or(0, |(_, number)| number)
    }

    fn new_edge(&mut self, world: &G::Position, mv: G::Move) -> Edge<G::Move> {
        let game = self.thread.context.game;
        let mover = game.mover(world);
        let child = game.play(world, mv);
        let (value, seat) = match game.actor(&child) {
            Actor::Over(outcome) => (Value::of_outcome(outcome, mover, 0), mover),
            _ => self.estimate(&child),
        };
        let value = i64::from(value.expectation());
        let sum = if seat == mover { value } else { -value };
        let prior = self.thread.context.techniques.parameters.ismcts_prior;
        let tries = prior as u64;
        Edge { mv, visits: tries, available: tries, sum: sum * i64::from(prior) }
    }
}

impl<'a, G: Searchable + Hidden> Sampler<'a, G> for Ismcts<'a, G> {
    fn learn(&mut self) -> Result<(), Stopped> {
        let world = self.thread.deal(&mut self.rng);
        let luck = ChaCha8Rng::seed_from_u64(self.rng.random());
        if !self.has_root {
            self.luck = luck;
            return self.simulate(world, None);
        }
        for number in self.rivals() {
            self.luck = luck.clone();
            self.simulate(world, Some(number))?;
        }
        Ok(())
    }

    fn tallies(&self) -> Vec<RootTally<G::Move>> {
        let tally =
            |edge: &Edge<G::Move>| RootTally { mv: edge.mv, visits: edge.visits, sum: edge.sum };
        self.nodes.first().filter(|_| self.has_root).into_iter().flatten().map(tally).collect()
    }

    fn total(&self) -> (i64, u64) {
        self.total
    }

    /// The mean length of the ways, rounded up.
    fn depth(&self) -> u32 {
        self.moves.div_ceil(self.total.1.max(1)) as u32
    }

    fn sees_the_end(&self) -> bool {
        self.ended == self.total.1
    }

    fn thread(&self) -> &HiddenThread<'a, G> {
        &self.thread
    }

    fn thread_mut(&mut self) -> &mut HiddenThread<'a, G> {
        &mut self.thread
    }
}
