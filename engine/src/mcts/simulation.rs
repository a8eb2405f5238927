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

    /// Finds the edges that a world offers at a node, and adds those that are new. Worlds list the
    /// moves that they share in the same order. So a new edge is inserted behind the edge of the
    /// move before it, and a move is looked for behind this edge first.
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
        let mut next = 0;
        for &mv in &self.moves {
            let (before, after) = self.tree.edges(node).split_at(next);
            let place = |edges: &[E]| edges.iter().position(|edge| edge.mv() == mv);
            let known = place(after).map(|ahead| next + ahead).or_else(|| place(before));
            let number = known.unwrap_or(next) as u32;
            if known.is_none() {
                self.tree.insert_edge(node, number, simulator.new_edge(world, mv));
                // The edges behind it have other numbers now.
                let path = self.path.iter_mut().filter(|step| step.node == node);
                let numbers = path.map(|step| &mut step.edge).chain(&mut self.offered);
                numbers.filter(|other| **other >= number).for_each(|other| *other += 1);
            }
            self.offered.push(number);
            next = number as usize + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use games::Bits;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    #[derive(Clone, Copy)]
    struct Visits {
        mv: u8,
        visits: u32,
    }

    impl Edge for Visits {
        type Move = u8;
        type Reward = ();

        fn mv(&self) -> u8 {
            self.mv
        }

        fn add(&mut self, (): ()) {
            self.visits += 1;
        }
    }

    /// The moves that are legal in a world, one set after the other, and how many were made. All
    /// worlds look alike, so one node is on the path several times.
    type Sets = ([u64; 3], usize);

    struct AllAlike;

    impl LeafEvaluation<Sets> for AllAlike {
        type Value = ();
        type Stopped = ();

        fn evaluate(&mut self, _: Sets, _: usize) -> Result<(), ()> {
            Ok(())
        }
    }

    impl Simulator<Visits> for AllAlike {
        type World = Sets;

        fn until_decision(
            &mut self,
            (sets, made): &mut Sets,
            _: usize,
        ) -> Result<Result<Seat, ()>, ()> {
            Ok(if *made < sets.len() { Ok(Seat::FIRST) } else { Err(()) })
        }

        fn key(&self, _: &Sets) -> Key {
            Key(1)
        }

        fn may_grow(&self, _: &Tree<Visits>) -> bool {
            true
        }

        fn is_leaf(&mut self, _: &Sets, _: usize, _: bool) -> bool {
            false
        }

        fn list_moves(&self, (sets, made): &Sets, moves: &mut Vec<u8>) {
            moves.extend(Bits(sets[*made]));
        }

        fn new_edge(&mut self, _: &Sets, mv: u8) -> Visits {
            Visits { mv, visits: 0 }
        }

        fn select(
            &mut self,
            tree: &mut Tree<Visits>,
            node: u32,
            (sets, made): &Sets,
            offered: &mut [u32],
        ) -> u32 {
            let moves = offered.iter().map(|&edge| tree.edges(node)[edge as usize].mv);
            assert!(moves.eq(Bits(sets[*made])), "the moves of the world, in their order");
            offered[sets[*made] as usize / 3 % offered.len()]
        }

        fn play(&self, (_, made): &mut Sets, _: u8) {
            *made += 1;
        }
    }

    #[test]
    fn paths_keep_their_edges_when_edges_are_inserted() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut tree = SampledTree::<Visits>::default();
        let mut made = [0; 40];
        for _ in 0..300 {
            let mut bit = || 1u64 << rng.random_range(0..40);
            let sets = [0; 3].map(|_: u64| bit() | bit());
            tree.simulate(&mut AllAlike, (sets, 0), None).unwrap();
            assert_eq!(tree.path().len(), 3);
            tree.path().iter().for_each(|step| made[step.mv as usize] += 1);
            tree.backpropagate(|_| ());
        }
        let edges = tree.tree.edges(tree.tree.find(Key(1)).unwrap());
        assert!(edges.len() > 30);
        assert!(edges.iter().all(|edge| edge.visits == made[edge.mv as usize]));
    }
}
