//! The tree: what is known of each move in it, and which path goes down next.

use eval::Value;
use games::{MAX_SEATS, PerSeat, Seat};

use super::expansion::{Child, Edge, Expansion, mean};
use crate::opponents::maxn::Shares;
use crate::parameters::Parameters;
use crate::search::units::Ply;

/// More simulations than that would be too many to count.
pub(super) const MAX_SIMULATIONS: u64 = 1 << 30;

/// The root of a number, in 2^-8.
fn square_root(number: u64) -> u64 {
    (number << 16).isqrt()
}

/// A position of the tree, its moves being some of all.
struct Node {
    mover: Seat,
    visits: u32,
    first: u32,
    count: u32,
}

/// One move of a path: the number of its node, and its own among all.
#[derive(Clone, Copy)]
pub(super) struct Step<M> {
    node: u32,
    edge: u32,
    pub(super) mv: M,
}

/// What was found after the last move of a path.
pub(super) enum Leaf<M> {
    /// Nothing new: the tree or the line may not grow.
    NotExpanded,
    /// The end of the game, and what each seat has.
    Terminal(Shares),
    /// A position with moves.
    Node(Expansion<M>),
}

/// The tree that grows from the root. It lies in few large pieces of memory, which are given back at once.
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// Of what the simulations through each move at the root have found, for each seat.
    sums: Vec<PerSeat<i64>>,
    /// Bytes that it may take, and those that are left.
    most: usize,
    bytes_left: usize,
    /// How much moves are preferred that look promising and were seldom tried.
    exploration: i64,
    /// The root of the simulations after which the others settle on nothing more, in 2^-8.
    opponent_limit: u64,
    /// Ways that were started.
    pub(super) started: u64,
    /// Those that came to an end, and their moves.
    simulations: u64,
    plies: u64,
}

impl<M: Copy> Tree<M> {
    /// A tree of the root, which may take so many bytes.
    pub(super) fn new(root: Expansion<M>, bytes: usize, parameters: &Parameters) -> Self {
        let exploration = i64::from(parameters.mcts_exploration);
        let mut tree = Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            sums: vec![PerSeat::default(); root.edges.len()],
            most: bytes.max(1),
            bytes_left: bytes.max(1),
            exploration: i64::from(Value::ONE) * exploration / 1000,
            opponent_limit: square_root(parameters.mcts_opponent_visits as u64),
            started: 0,
            simulations: 0,
            plies: 0,
        };
        tree.add(root);
        tree
    }

    fn add(&mut self, position: Expansion<M>) {
        let bytes = size_of::<Node>() + size_of_val(&position.edges[..]);
        self.bytes_left = self.bytes_left.saturating_sub(bytes);
        let (first, count) = (self.edges.len() as u32, position.edges.len() as u32);
        self.nodes.push(Node { mover: position.mover, visits: 0, first, count });
        self.edges.extend(position.edges);
    }

    /// The numbers of the moves of a node.
    fn edges_of(&self, node: u32) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[node as usize];
        first as usize..(first + count) as usize
    }

    /// How full it is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        ((self.most - self.bytes_left) as u128 * 1000 / self.most as u128) as u32
    }

    /// The mean number of moves of a path, rounded up; at least one.
    pub(super) fn depth(&self) -> u32 {
        self.plies.div_ceil(self.simulations.max(1)).max(1) as u32
    }

    /// Begins a path from the root to a move that leads out of the tree, unless so many were started already. Whether what
    /// lies child it is to be looked at.
    pub(super) fn select_path(&mut self, most: u64, path: &mut Vec<Step<M>>) -> Option<bool> {
        if self.started >= most {
            return None;
        }
        self.started += 1;
        path.clear();
        let mut node = 0;
        loop {
            let number = self.select_edge(node);
            let edge = &mut self.edges[number];
            edge.virtual_losses += 1;
            path.push(Step { node, edge: number as u32, mv: edge.mv });
            match edge.child {
                Child::Node(next) => node = next,
                Child::Unexpanded => {
                    return Some(self.bytes_left > 0 && path.len() < Ply::COUNT - 1);
                }
                Child::Terminal => return Some(false),
            }
        }
    }

    /// The move of a node with the highest bound, the first of equals.
    fn select_edge(&self, node: u32) -> usize {
        let Node { mover, visits, .. } = self.nodes[node as usize];
        let spread = (self.exploration * self.exploration_term(mover, visits) as i64) >> 8;
        let range = self.edges_of(node);
        let mut best = (i64::MIN, range.start);
        for (edge, number) in self.edges[range.clone()].iter().zip(range) {
            let bound = edge.bound(mover, spread);
            if bound > best.0 {
                best = (bound, number);
            }
        }
        best.1
    }

    /// How much more is tried after so many simulations through a node, in 2^-8: their root, as long as its mover may settle on
    /// what is best. Nobody knows that the others see what the tree sees, so after some simulations they settle on nothing more:
    /// what they try keeps its part of all simulations.
    fn exploration_term(&self, mover: Seat, visits: u32) -> u64 {
        let tried = u64::from(visits) + 1;
        let root = square_root(tried);
        if mover == self.nodes[0].mover || root <= self.opponent_limit {
            root
        } else {
            (tried << 16) / self.opponent_limit
        }
    }

    /// Learns what was found at the end of a path.
    pub(super) fn backpropagate(&mut self, path: &[Step<M>], found: Leaf<M>) {
        let (Some(first), Some(last)) = (path.first(), path.last()) else { return };
        let next = self.nodes.len() as u32;
        let edge = &mut self.edges[last.edge as usize];
        let mut shares = edge.estimate;
        match found {
            Leaf::NotExpanded => {}
            Leaf::Terminal(certain) => {
                shares = certain;
                edge.estimate = certain;
                edge.child = Child::Terminal;
            }
            Leaf::Node(position) => {
                shares = position.best_estimate().unwrap_or(shares);
                // Another thread may have been there meanwhile.
                if edge.child == Child::Unexpanded {
                    edge.child = Child::Node(next);
                    self.add(position);
                }
            }
        }
        for step in path {
            let node = &mut self.nodes[step.node as usize];
            node.visits += 1;
            let edge = &mut self.edges[step.edge as usize];
            edge.virtual_losses -= 1;
            edge.visits += 1;
            edge.sum += i64::from(shares[node.mover]);
        }
        for seat in Seat::all(MAX_SEATS as u8) {
            self.sums[first.edge as usize][seat] += i64::from(shares[seat]);
        }
        self.simulations += 1;
        self.plies += path.len() as u64;
    }

    /// The numbers of the moves at the root, those first that were tried most often.
    pub(super) fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<_> = self.edges_of(0).collect();
        ranking.sort_by_key(|&number| std::cmp::Reverse(self.rank(0, number)));
        ranking
    }

    /// How often a move was tried, and what it is worth to who makes it.
    fn rank(&self, node: u32, number: usize) -> (u32, Value) {
        let edge = &self.edges[number];
        (edge.visits, edge.value(self.nodes[node as usize].mover))
    }

    /// A move at the root: itself, how often it was tried, and what it is worth to who makes it.
    pub(super) fn root_move(&self, number: usize) -> (M, u32, Value) {
        let (visits, value) = self.rank(0, number);
        (self.edges[number].mv, visits, value)
    }

    /// What a seat can expect after a move at the root.
    pub(super) fn share(&self, number: usize, seat: Seat) -> Value {
        let edge = &self.edges[number];
        mean(self.sums[number][seat] + i64::from(edge.estimate[seat]), edge.visits)
    }

    /// A move at the root, and after it those that were tried most often.
    pub(super) fn line(&self, first: usize) -> Vec<M> {
        let mut moves = vec![self.edges[first].mv];
        let mut child = self.edges[first].child;
        while let Child::Node(node) = child {
            let tried = self.edges_of(node).filter(|&number| self.edges[number].visits > 0);
            let Some(number) = tried.max_by_key(|&number| self.rank(node, number)) else { break };
            moves.push(self.edges[number].mv);
            child = self.edges[number].child;
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What three seats can expect where one has so many tenths more than a third.
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

    fn new_tree(bytes: usize, mcts_exploration: i32) -> Tree<u8> {
        let parameters = Parameters { mcts_exploration, ..Parameters::DEFAULT };
        Tree::new(position(0, &ROOT), bytes, &parameters)
    }

    fn path(tree: &mut Tree<u8>) -> (Vec<Step<u8>>, bool) {
        let mut path = Vec::new();
        let expands = tree.select_path(u64::MAX, &mut path).expect("no end");
        (path, expands)
    }

    fn moves(path: &[Step<u8>]) -> Vec<u8> {
        path.iter().map(|step| step.mv).collect()
    }

    /// The move that expands best comes first. Once a reply has shown how bad it is, the other one; every seat
    /// is told what it can expect.
    #[test]
    fn a_reply_counts_for_all_moves_before_it() {
        let mut tree = new_tree(10_000, 100);
        let (first, expands) = path(&mut tree);
        assert_eq!((moves(&first), expands), (vec![1], true));
        tree.backpropagate(&first, Leaf::Node(position(1, &[(3, [0, 0, 0]), (4, [-6, 8, -2])])));
        let (second, _) = path(&mut tree);
        assert_eq!(moves(&second), [2]);
        tree.backpropagate(&second, Leaf::Terminal(shares([2, -4, 2])));
        // The mean of 4 and -6 tenths; of -2 and 8.
        let values = [0, 1, 2].map(|seat| tree.share(0, Seat::new(seat)));
        let expected = [-1, 3, -2].map(|tenths| shares([tenths, 0, 0])[Seat::new(0)]);
        assert!(values.iter().zip(expected).all(|(one, two)| (one.0 - two).abs() <= 2));
        assert_eq!(tree.root_move(0), (1, 1, values[0]));
        // An end is not looked at again.
        let (third, expands) = path(&mut tree);
        assert_eq!((moves(&third), expands), (vec![2], false));
        tree.backpropagate(&third, Leaf::NotExpanded);
        assert_eq!(tree.ranking(), [1, 0]);
        assert_eq!(tree.root_move(1).1, 2);
        assert_eq!(tree.line(0), [1], "none of the replies was tried");
        assert_eq!(tree.depth(), 1);
    }

    /// Ways that others are on count as lost, until they end.
    #[test]
    fn threads_go_different_ways() {
        let mut tree = new_tree(10_000, 100);
        let (first, _) = path(&mut tree);
        let (second, _) = path(&mut tree);
        assert_eq!((moves(&first), moves(&second)), (vec![1], vec![2]));
        let node = || Leaf::Node(position(1, &[(3, [4, -2, -2])]));
        tree.backpropagate(&first, node());
        tree.backpropagate(&second, node());
        assert!(tree.edges.iter().all(|edge| edge.virtual_losses == 0));
        // Two on the same path: the later one finds it known.
        let (one, two) = (Step { node: 0, ..first[0] }, first[0]);
        let nodes = tree.nodes.len();
        for step in [one, two] {
            tree.edges[step.edge as usize].virtual_losses += 1;
            tree.backpropagate(&[step], node());
        }
        assert_eq!(tree.nodes.len(), nodes);
    }

    /// Sixteen times the simulations: what is worse is tried four times as often where who searches is to act, and as often as
    /// before, for its part, where others are.
    #[test]
    fn others_settle_on_nothing() {
        let tries_of_worse = |mover, simulations| {
            let replies = [(3, [4, -2, -2]), (4, [0, 2, -2])];
            let mut tree = Tree::new(position(0, &ROOT[..1]), 1 << 20, &Parameters::DEFAULT);
            for _ in 0..simulations {
                let (path, _) = path(&mut tree);
                let reply =
                    path.get(1).and_then(|step| replies.iter().find(|(mv, _)| *mv == step.mv));
                let found = match reply {
                    None => Leaf::Node(position(mover, &replies)),
                    Some(&(_, tenths)) => Leaf::Terminal(shares(tenths)),
                };
                tree.backpropagate(&path, found);
            }
            let node = tree.edges_of(1);
            node.map(|number| tree.edges[number].visits).min()
        };
        let [own, others] = [0, 1].map(|mover| {
            let [few, many] = [1000, 16_000]
                .map(|simulations| tries_of_worse(mover, simulations).expect("a reply"));
            many / few
        });
        assert!((3..=5).contains(&own) && (14..=18).contains(&others), "{own} and {others} times");
    }

    /// A tree that is full learns on, but grows no more.
    #[test]
    fn a_tree_keeps_to_its_memory() {
        let mut tree = new_tree(300, 1000);
        while tree.fullness() < 1000 {
            let (path, expands) = path(&mut tree);
            assert!(expands);
            tree.backpropagate(&path, Leaf::Node(position(0, &ROOT)));
        }
        let nodes = tree.nodes.len();
        for _ in 0..10 {
            let (path, expands) = path(&mut tree);
            assert!(!expands);
            tree.backpropagate(&path, Leaf::NotExpanded);
        }
        assert_eq!(tree.nodes.len(), nodes);
        let visits: u32 = tree.ranking().iter().map(|&number| tree.root_move(number).1).sum();
        assert_eq!(u64::from(visits), tree.started);
    }
}
