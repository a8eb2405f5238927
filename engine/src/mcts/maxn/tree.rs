//! The tree for three seats: its limits of memory and simulations, and the findings at its root.

use eval::Value;
use games::{MAX_SEATS, PerSeat, Seat, sort_by_number};

use super::edge::{Child, Edge, Expansion, Puct, mean};
use crate::integer::square_root;
use crate::mcts::{Node, Step, Tree};
use crate::opponents::maxn::Shares;
use crate::parameters::Parameters;
use crate::search::units::Ply;

/// The number of simulations of a search is limited, so that visits cannot overflow.
pub(super) const MAX_SIMULATIONS: u64 = 1 << 30;

/// The evaluation of the position at the end of a path.
pub(super) enum Leaf<M> {
    /// The position was not evaluated: the tree is full, the path is too long, or the game is over
    /// there.
    NotExpanded,
    /// The game is over: the result.
    Terminal(Shares),
    /// The moves of the position, with their estimates and priors.
    Expanded(Expansion<M>),
}

/// The tree.
pub(super) struct MaxnTree<M> {
    tree: Tree<Edge<M>>,
    rule: Puct,
    /// For each move at the root, the sum of its simulations' values for each seat.
    sums: Vec<PerSeat<i64>>,
    /// The memory that it may use, in bytes, and the part that is left.
    max_bytes: usize,
    bytes_left: usize,
    /// Simulations that were started.
    pub(super) started: u64,
    /// Simulations that were finished, and the sum of the lengths of their paths.
    finished: u64,
    plies: u64,
}

impl<M: Copy + PartialEq> MaxnTree<M> {
    /// A tree with only the root. The tree may use `bytes` bytes of memory.
    pub(super) fn new(root: Expansion<M>, bytes: usize, parameters: &Parameters) -> Self {
        let exploration = i64::from(parameters.mcts_exploration);
        let mut tree = Self {
            tree: Tree::default(),
            rule: Puct {
                exploration: i64::from(Value::ONE) * exploration / 1000,
                root_seat: root.mover,
                opponent_limit: square_root(parameters.mcts_opponent_visits as u64),
            },
            sums: vec![PerSeat::default(); root.edges.len()],
            max_bytes: bytes.max(1),
            bytes_left: bytes.max(1),
            started: 0,
            finished: 0,
            plies: 0,
        };
        tree.add(root);
        tree
    }

    fn add(&mut self, Expansion { mover, edges }: Expansion<M>) -> u32 {
        let bytes = size_of::<Node>() + size_of_val(&edges[..]);
        self.bytes_left = self.bytes_left.saturating_sub(bytes);
        self.tree.add(mover, edges)
    }

    /// The part of the memory that is used, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        ((self.max_bytes - self.bytes_left) as u128 * 1000 / self.max_bytes as u128) as u32
    }

    /// The mean length of a path, rounded up; at least one.
    pub(super) fn depth(&self) -> u32 {
        self.plies.div_ceil(self.finished.max(1)).max(1) as u32
    }

    /// Starts a simulation: selects a path from the root to a move that has no node. Returns
    /// whether that node is to be expanded, or `None` if `most` simulations were started already.
    pub(super) fn select_path(&mut self, most: u64, path: &mut Vec<Step<M>>) -> Option<bool> {
        if self.started >= most {
            return None;
        }
        self.started += 1;
        path.clear();
        let mut node = 0;
        loop {
            let number = self.tree.select(node, &self.rule);
            let edge = self.tree.edge_mut(node, number);
            edge.virtual_losses += 1;
            path.push(Step { node, edge: number, mv: edge.mv });
            match edge.child {
                Child::Node(next) => node = next,
                Child::Unexpanded => {
                    return Some(self.bytes_left > 0 && path.len() < Ply::COUNT - 1);
                }
                Child::Terminal => return Some(false),
            }
        }
    }

    /// Finishes a simulation: expands the tree and backpropagates the value of the leaf.
    pub(super) fn backpropagate(&mut self, path: &[Step<M>], leaf: Leaf<M>) {
        let (Some(first), Some(last)) = (path.first(), path.last()) else { return };
        let edge = self.tree.edge_mut(last.node, last.edge);
        let mut shares = edge.estimate;
        match leaf {
            Leaf::NotExpanded => {}
            Leaf::Terminal(result) => {
                shares = result;
                edge.estimate = result;
                edge.child = Child::Terminal;
            }
            Leaf::Expanded(expansion) => {
                shares = expansion.best_estimate().unwrap_or(shares);
                // Another thread may have expanded the node meanwhile.
                if edge.child == Child::Unexpanded {
                    let node = self.add(expansion);
                    self.tree.edge_mut(last.node, last.edge).child = Child::Node(node);
                }
            }
        }
        self.tree.backpropagate(path, |mover| i64::from(shares[mover]));
        for seat in Seat::all(MAX_SEATS as u8) {
            self.sums[first.edge as usize][seat] += i64::from(shares[seat]);
        }
        self.finished += 1;
        self.plies += path.len() as u64;
    }

    /// The numbers of the moves at the root, the most visited first.
    pub(super) fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<_> = (0..self.tree.edges(0).len()).collect();
        sort_by_number(&mut ranking, |&number| {
            let (visits, value) = self.rank(0, &self.tree.edges(0)[number]);
            -((i64::from(visits) << 32) + i64::from(value.units()))
        });
        ranking
    }

    /// The visits of an edge, and its value for the mover.
    fn rank(&self, node: u32, edge: &Edge<M>) -> (u32, Value) {
        (edge.visits, edge.value(self.tree.node(node).mover))
    }

    /// A move at the root, its visits, and its value for the mover.
    pub(super) fn root_move(&self, number: usize) -> (M, u32, Value) {
        let edge = &self.tree.edges(0)[number];
        let (visits, value) = self.rank(0, edge);
        (edge.mv, visits, value)
    }

    /// The expected share of a seat after a move at the root.
    pub(super) fn share(&self, number: usize, seat: Seat) -> Value {
        let edge = &self.tree.edges(0)[number];
        mean(self.sums[number][seat] + i64::from(edge.estimate[seat]), edge.visits)
    }

    /// The principal variation after a move at the root: always the most visited move.
    pub(super) fn line(&self, first: usize) -> Vec<M> {
        let Edge { mv, mut child, .. } = self.tree.edges(0)[first];
        let mut moves = vec![mv];
        while let Child::Node(node) = child {
            let visited = self.tree.edges(node).iter().filter(|edge| edge.visits > 0);
            let Some(edge) = visited.max_by_key(|edge| self.rank(node, edge)) else { break };
            moves.push(edge.mv);
            child = edge.child;
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shares of three seats: tenths above a third.
    fn shares(tenths: [i32; 3]) -> Shares {
        let third = -Value::ONE / 3;
        let share = |seat: Seat| {
            tenths.get(seat.index()).map_or(-Value::ONE, |tenth| third + tenth * Value::ONE / 10)
        };
        PerSeat::from_fn(share)
    }

    fn position(mover: u8, moves: &[(u8, [i32; 3])]) -> Expansion<u8> {
        let edge = |&(mv, tenths)| Edge::new(mv, shares(tenths));
        Expansion::new(Seat::new(mover), moves.iter().map(edge).collect())
    }

    const ROOT: [(u8, [i32; 3]); 2] = [(1, [4, -2, -2]), (2, [2, -4, 2])];

    fn new_tree(bytes: usize, mcts_exploration: i32) -> MaxnTree<u8> {
        let parameters = Parameters { mcts_exploration, ..Parameters::DEFAULT };
        MaxnTree::new(position(0, &ROOT), bytes, &parameters)
    }

    fn path(tree: &mut MaxnTree<u8>) -> (Vec<Step<u8>>, bool) {
        let mut path = Vec::new();
        let expands = tree.select_path(u64::MAX, &mut path).expect("no end");
        (path, expands)
    }

    fn moves(path: &[Step<u8>]) -> Vec<u8> {
        path.iter().map(|step| step.mv).collect()
    }

    /// The move with the best estimate is selected first. Once a reply has refuted it, the other
    /// move is selected.
    #[test]
    fn a_reply_counts_for_all_moves_before_it() {
        let mut tree = new_tree(10_000, 100);
        let (first, expands) = path(&mut tree);
        assert_eq!((moves(&first), expands), (vec![1], true));
        tree.backpropagate(
            &first,
            Leaf::Expanded(position(1, &[(3, [0, 0, 0]), (4, [-6, 8, -2])])),
        );
        let (second, _) = path(&mut tree);
        assert_eq!(moves(&second), [2]);
        tree.backpropagate(&second, Leaf::Terminal(shares([2, -4, 2])));
        // The mean of 4 and -6 tenths; of -2 and 8.
        let values = [0, 1, 2].map(|seat| tree.share(0, Seat::new(seat)));
        let expected = [-1, 3, -2].map(|tenths| shares([tenths, 0, 0])[Seat::new(0)]);
        assert!(values.iter().zip(expected).all(|(one, two)| (one.units() - two).abs() <= 2));
        assert_eq!(tree.root_move(0), (1, 1, values[0]));
        // A terminal position is not expanded again.
        let (third, expands) = path(&mut tree);
        assert_eq!((moves(&third), expands), (vec![2], false));
        tree.backpropagate(&third, Leaf::NotExpanded);
        assert_eq!(tree.ranking(), [1, 0]);
        assert_eq!(tree.root_move(1).1, 2);
        assert_eq!(tree.line(0), [1], "none of the replies was tried");
        assert_eq!(tree.depth(), 1);
    }

    /// Simulations of other threads count as lost until they are finished.
    #[test]
    fn threads_select_different_paths() {
        let mut tree = new_tree(10_000, 100);
        let (first, _) = path(&mut tree);
        let (second, _) = path(&mut tree);
        assert_eq!((moves(&first), moves(&second)), (vec![1], vec![2]));
        let node = || Leaf::Expanded(position(1, &[(3, [4, -2, -2])]));
        tree.backpropagate(&first, node());
        tree.backpropagate(&second, node());
        assert!(
            (0..3).all(|node| tree.tree.edges(node).iter().all(|edge| edge.virtual_losses == 0))
        );
        // Two threads on one path: the second finds the node expanded.
        let nodes = tree.tree.len();
        for step in [first[0], first[0]] {
            tree.tree.edge_mut(step.node, step.edge).virtual_losses += 1;
            tree.backpropagate(&[step], node());
        }
        assert_eq!(tree.tree.len(), nodes);
    }

    /// With sixteen times the simulations the worse move gets four times the visits at a node of
    /// the root seat, and sixteen times the visits at a node of an opponent.
    #[test]
    fn opponents_do_not_converge() {
        let visits_of_worse = |mover, simulations| {
            let replies = [(3, [4, -2, -2]), (4, [0, 2, -2])];
            let mut tree = MaxnTree::new(position(0, &ROOT[..1]), 1 << 20, &Parameters::DEFAULT);
            for _ in 0..simulations {
                let (path, _) = path(&mut tree);
                let reply =
                    path.get(1).and_then(|step| replies.iter().find(|(mv, _)| *mv == step.mv));
                let leaf = match reply {
                    None => Leaf::Expanded(position(mover, &replies)),
                    Some(&(_, tenths)) => Leaf::Terminal(shares(tenths)),
                };
                tree.backpropagate(&path, leaf);
            }
            tree.tree.edges(1).iter().map(|edge| edge.visits).min()
        };
        let [own, others] = [0, 1].map(|mover| {
            let [few, many] = [1000, 16_000]
                .map(|simulations| visits_of_worse(mover, simulations).expect("a reply"));
            many / few
        });
        assert!((3..=5).contains(&own) && (14..=18).contains(&others), "{own} and {others} times");
    }

    /// A full tree adds no nodes, but its statistics are still updated.
    #[test]
    fn a_tree_keeps_to_its_memory() {
        let mut tree = new_tree(300, 1000);
        while tree.fullness() < 1000 {
            let (path, expands) = path(&mut tree);
            assert!(expands);
            tree.backpropagate(&path, Leaf::Expanded(position(0, &ROOT)));
        }
        let nodes = tree.tree.len();
        for _ in 0..10 {
            let (path, expands) = path(&mut tree);
            assert!(!expands);
            tree.backpropagate(&path, Leaf::NotExpanded);
        }
        assert_eq!(tree.tree.len(), nodes);
        let visits: u32 = tree.ranking().iter().map(|&number| tree.root_move(number).1).sum();
        assert_eq!(u64::from(visits), tree.started);
    }
}
