//! The tree: nodes, the edges out of each, and backpropagation.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use games::{Key, Seat};

use super::select::{SelectionRule, first_highest};

/// A move out of a node, and its statistics.
pub trait Edge: Copy {
    /// The moves of the game.
    type Move: Copy + PartialEq;
    /// The value of a simulation for the seat that makes the move.
    type Reward;

    /// The move.
    fn mv(&self) -> Self::Move;

    /// Counts that the move could be selected. Where worlds are sampled, not every world has it.
    fn count_offer(&mut self) {}

    /// Counts a simulation through the edge.
    fn add(&mut self, reward: Self::Reward);
}

/// A position, or all positions that look alike to a player.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The seat that selects a move.
    pub mover: Seat,
    /// Unused places after its edges.
    spare: u16,
    /// The simulations that went through it.
    pub visits: u32,
    first: u32,
    count: u32,
}

/// One move of a path.
#[derive(Clone, Copy, Debug)]
pub struct Step<M> {
    /// The number of the node.
    pub node: u32,
    /// The number of the edge among those of the node.
    pub edge: u32,
    /// The move.
    pub mv: M,
}

/// A search tree. It lies in few large pieces of memory, so it is freed at once.
#[derive(Debug)]
pub struct Tree<E> {
    nodes: Vec<Node>,
    edges: Vec<E>,
    /// Where edges lay that have moved, by the binary logarithm of their number.
    free: [Vec<u32>; 32],
    index: HashMap<Key, u32, BuildHasherDefault<KeyHasher>>,
}

impl<E> Default for Tree<E> {
    fn default() -> Self {
        let (nodes, edges, free) = Default::default();
        Self { nodes, edges, free, index: HashMap::default() }
    }
}

impl<E: Edge> Tree<E> {
    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds a node with these edges. Returns its number.
    pub fn add(&mut self, mover: Seat, edges: impl IntoIterator<Item = E>) -> u32 {
        let (number, first) = (self.nodes.len() as u32, self.edges.len());
        self.edges.extend(edges);
        let count = (self.edges.len() - first) as u32;
        self.nodes.push(Node { mover, spare: 0, visits: 0, first: first as u32, count });
        number
    }

    /// Lets [`Tree::find`] find a node by a key.
    pub fn set_key(&mut self, node: u32, key: Key) {
        self.index.insert(key, node);
    }

    /// The node of a key.
    #[must_use]
    pub fn find(&self, key: Key) -> Option<u32> {
        self.index.get(&key).copied()
    }

    /// A node.
    #[must_use]
    pub fn node(&self, node: u32) -> Node {
        self.nodes[node as usize]
    }

    fn range(&self, node: u32) -> Range<usize> {
        let Node { first, count, .. } = self.nodes[node as usize];
        first as usize..(first + count) as usize
    }

    /// The edges of a node.
    #[must_use]
    pub fn edges(&self, node: u32) -> &[E] {
        &self.edges[self.range(node)]
    }

    /// The edges of a node, to change them.
    pub fn edges_mut(&mut self, node: u32) -> &mut [E] {
        let range = self.range(node);
        &mut self.edges[range]
    }

    /// One edge of a node, to change it.
    pub fn edge_mut(&mut self, node: u32, edge: u32) -> &mut E {
        let first = self.nodes[node as usize].first;
        &mut self.edges[(first + edge) as usize]
    }

    /// Adds an edge to a node. If the edges of another node follow in memory, this node's edges
    /// move to a free place, with room to grow.
    pub fn push_edge(&mut self, node: u32, edge: E) {
        let range = self.range(node);
        let node = &mut self.nodes[node as usize];
        node.count += 1;
        if node.spare > 0 {
            node.spare -= 1;
            self.edges[range.end] = edge;
        } else if range.end == self.edges.len() {
            self.edges.push(edge);
        } else {
            let (count, capacity) = (range.len(), (range.len() + 1).next_power_of_two().max(4));
            let free = self.free[capacity.ilog2() as usize].pop();
            let first = free.unwrap_or_else(|| {
                let end = self.edges.len();
                self.edges.resize(end + capacity, edge);
                end as u32
            });
            if let Some(class) = count.checked_ilog2() {
                self.free[class as usize].push(node.first);
            }
            self.edges.copy_within(range, first as usize);
            self.edges[first as usize + count] = edge;
            node.first = first;
            node.spare = u16::try_from(capacity - count - 1).unwrap_or(u16::MAX);
        }
    }

    /// Adds an edge to a node, at a place among its edges.
    pub fn insert_edge(&mut self, node: u32, place: u32, edge: E) {
        self.push_edge(node, edge);
        self.edges_mut(node)[place as usize..].rotate_right(1);
    }

    /// The edge of a node with the highest score.
    ///
    /// # Panics
    /// A node without edges.
    pub fn select(&self, node: u32, rule: &impl SelectionRule<E>) -> u32 {
        let Node { mover, visits, .. } = self.nodes[node as usize];
        let score = rule.at(mover, visits);
        let scored = self.edges(node).iter().zip(0..).map(|(edge, number)| (number, score(edge)));
        first_highest(scored).expect("a node has an edge")
    }

    /// The edge of a node with the highest score of those offered, which it counts as offered.
    ///
    /// # Panics
    /// No edge is offered.
    pub fn select_among(
        &mut self,
        node: u32,
        offered: &[u32],
        rule: &impl SelectionRule<E>,
    ) -> u32 {
        let Node { mover, visits, .. } = self.nodes[node as usize];
        let score = rule.at(mover, visits);
        let edges = self.edges_mut(node);
        let scored = offered.iter().map(|&number| {
            let edge = &mut edges[number as usize];
            edge.count_offer();
            (number, score(edge))
        });
        first_highest(scored).expect("an edge is offered")
    }

    /// Counts a simulation in each node and edge of its path; `reward` is its value for a seat.
    pub fn backpropagate(&mut self, path: &[Step<E::Move>], reward: impl Fn(Seat) -> E::Reward) {
        for step in path {
            let node = &mut self.nodes[step.node as usize];
            node.visits += 1;
            self.edges[(node.first + step.edge) as usize].add(reward(node.mover));
        }
    }
}

/// Keys are hashes already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Sum {
        mv: u8,
        sum: i64,
    }

    impl Edge for Sum {
        type Move = u8;
        type Reward = i64;

        fn mv(&self) -> u8 {
            self.mv
        }

        fn add(&mut self, reward: i64) {
            self.sum += reward;
        }
    }

    /// The sum is the score.
    struct Greedy;

    impl SelectionRule<Sum> for Greedy {
        type Score = i64;

        fn at(&self, _: Seat, _: u32) -> impl Fn(&Sum) -> i64 {
            |edge| edge.sum
        }
    }

    fn edge(mv: u8) -> Sum {
        Sum { mv, sum: 0 }
    }

    #[test]
    fn edges_keep_their_order_where_nodes_grow_in_turn() {
        let mut tree = Tree::default();
        let nodes = [0, 1, 1].map(|seat| tree.add(Seat::new(seat), []));
        for mv in 0..100 {
            for node in nodes {
                tree.push_edge(node, edge(mv));
            }
        }
        for node in nodes {
            assert!(tree.edges(node).iter().map(Edge::mv).eq(0..100));
        }
    }

    #[test]
    fn places_that_edges_have_left_are_used_again() {
        let mut tree = Tree::default();
        for edges in [64, 32] {
            let before = tree.edges.len();
            let nodes = [0, 1].map(|seat| tree.add(Seat::new(seat), []));
            for mv in 0..edges {
                for node in nodes {
                    tree.push_edge(node, edge(mv));
                }
            }
            if before > 0 {
                let added = tree.edges.len() - before;
                assert_eq!(added, 32, "the first node grows at the end, the other in free places");
            }
        }
    }

    #[test]
    fn a_simulation_counts_for_the_seat_that_moves() {
        let mut tree = Tree::default();
        let root = tree.add(Seat::new(0), [1, 2].map(edge));
        let reply = tree.add(Seat::new(1), [3, 4].map(edge));
        assert_eq!(tree.select(root, &Greedy), 0, "the first of equals");
        let path = [Step { node: root, edge: 1, mv: 2 }, Step { node: reply, edge: 0, mv: 3 }];
        tree.backpropagate(&path, |seat| if seat == Seat::new(0) { 5 } else { -5 });
        assert_eq!(tree.edges(root)[1].sum, 5);
        assert_eq!(tree.edges(reply)[0].sum, -5);
        assert_eq!([root, reply].map(|node| tree.node(node).visits), [1, 1]);
        assert_eq!([root, reply].map(|node| tree.select(node, &Greedy)), [1, 1]);
        assert_eq!(tree.select_among(root, &[0], &Greedy), 0, "the other is not offered");
    }
}
