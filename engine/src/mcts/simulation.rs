//! Simulations in sampled worlds, where chance acts or cards are hidden.
//!
//! Each simulation plays in one world. A node stands for all worlds that look alike to a player, so
//! the edges of a node grow with the moves of the worlds that reach it.
//!
//! CITE: P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE
//! Transactions on Computational Intelligence and AI in Games 4(2), 2012.

use games::{Key, Seat};

use super::tree::{Edge, Step, Tree};

/// The evaluation of leaves.
pub trait LeafEvaluation<L> {
    /// The value of a leaf.
    type Value;
    /// The reason why a simulation is abandoned.
    type Stopped;

    /// Evaluates a leaf that lies `ply` moves below the root.
    ///
    /// # Errors
    /// The search was stopped: the simulation does not count.
    fn evaluate(&mut self, leaf: L, ply: usize) -> Result<Self::Value, Self::Stopped>;
}

/// A game that simulations are played in.
pub trait Simulator<E: Edge>: LeafEvaluation<Self::World> {
    /// A position in which everything is known.
    type World;

    /// Lets chance act until a seat does. Returns the seat, or the value of the simulation if it
    /// ends here.
    ///
    /// # Errors
    /// The search was stopped: the simulation does not count.
    fn until_decision(
        &mut self,
        world: &mut Self::World,
        ply: usize,
    ) -> Result<Result<Seat, Self::Value>, Self::Stopped>;

    /// The key of a world's node.
    fn key(&self, world: &Self::World) -> Key;

    /// Whether the tree may have one more node.
    fn may_grow(&self, tree: &Tree<E>) -> bool;

    /// Whether the simulation leaves the tree at a node before it selects a move there.
    fn is_leaf(&mut self, world: &Self::World, ply: usize, is_new: bool) -> bool;

    /// Whether a node has the same moves in all its worlds.
    fn has_same_moves(&self) -> bool {
        false
    }

    /// Lists the moves of a world.
    fn list_moves(&self, world: &Self::World, moves: &mut Vec<E::Move>);

    /// The edge of a move that is new to a node.
    fn new_edge(&mut self, world: &Self::World, mv: E::Move) -> E;

    /// Selects one of the edges whose moves are legal in the world.
    fn select(
        &mut self,
        tree: &mut Tree<E>,
        node: u32,
        world: &Self::World,
        offered: &mut [u32],
    ) -> u32;

    /// Makes a move.
    fn play(&self, world: &mut Self::World, mv: E::Move);
}

/// A tree of sampled worlds, and the path of the last simulation.
#[derive(Debug)]
pub struct SampledTree<E: Edge> {
    /// The tree.
    pub tree: Tree<E>,
    path: Vec<Step<E::Move>>,
    moves: Vec<E::Move>,
    offered: Vec<u32>,
}

impl<E: Edge> Default for SampledTree<E> {
    fn default() -> Self {
        let (path, moves, offered) = (Vec::new(), Vec::new(), Vec::new());
        Self { tree: Tree::default(), path, moves, offered }
    }
}

impl<E: Edge> SampledTree<E> {
    /// The path of the last simulation.
    #[must_use]
    pub fn path(&self) -> &[Step<E::Move>] {
        &self.path
    }

    /// Simulates once in a world: selects a path, expands the tree, and evaluates the leaf. The
    /// value is still to be backpropagated. `first` is the number of the first edge where it is
    /// given.
    ///
    /// # Errors
    /// The search was stopped: the simulation does not count.
    pub fn simulate<S: Simulator<E>>(
        &mut self,
        simulator: &mut S,
        mut world: S::World,
        first: Option<u32>,
    ) -> Result<S::Value, S::Stopped> {
        self.path.clear();
        loop {
            let ply = self.path.len();
            let seat = match simulator.until_decision(&mut world, ply)? {
                Ok(seat) => seat,
                Err(value) => return Ok(value),
            };
            let key = simulator.key(&world);
            let known = self.tree.find(key);
            if known.is_none() && !simulator.may_grow(&self.tree) {
                return simulator.evaluate(world, ply);
            }
            let node = known.unwrap_or_else(|| {
                let node = self.tree.add(seat, []);
                self.tree.set_key(node, key);
                node
            });
            if simulator.is_leaf(&world, ply, known.is_none()) {
                return simulator.evaluate(world, ply);
            }
            let edge = match first.filter(|_| ply == 0) {
                Some(edge) => edge,
                None => {
                    self.offer(simulator, node, &world, known.is_none());
                    simulator.select(&mut self.tree, node, &world, &mut self.offered)
                }
            };
            let mv = self.tree.edges(node)[edge as usize].mv();
            self.path.push(Step { node, edge, mv });
            simulator.play(&mut world, mv);
        }
    }

    /// Backpropagates the value of the last simulation; `reward` is its value for a seat.
    pub fn backpropagate(&mut self, reward: impl Fn(Seat) -> E::Reward) {
        self.tree.backpropagate(&self.path, reward);
    }

    /// Finds the edges that a world offers at a node, and adds those that are new.
    fn offer<S: Simulator<E>>(
        &mut self,
        simulator: &mut S,
        node: u32,
        world: &S::World,
        is_new: bool,
    ) {
        self.offered.clear();
        if !is_new && simulator.has_same_moves() {
            self.offered.extend(0..self.tree.edges(node).len() as u32);
            return;
        }
        self.moves.clear();
        simulator.list_moves(world, &mut self.moves);
        for &mv in &self.moves {
            let edges = self.tree.edges(node);
            let number = edges.iter().position(|edge| edge.mv() == mv).unwrap_or(edges.len());
            self.offered.push(number as u32);
            if number == edges.len() {
                self.tree.push_edge(node, simulator.new_edge(world, mv));
            }
        }
    }
}
