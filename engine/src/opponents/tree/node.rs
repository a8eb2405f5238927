//! The tree: what is known of each move in it, and which way goes down next.

use eval::Value;
use games::{MAX_SEATS, PerSeat, Seat};

use super::expansion::{Beyond, Expansion, ShareMove, mean};
use crate::opponents::maxn::Shares;
use crate::parameters::Parameters;
use crate::search::units::Ply;

/// More ways than that would be too many to count.
pub(super) const MOST_WAYS: u64 = 1 << 30;

/// The root of a number, in 2^-8.
fn square_root(number: u64) -> u64 {
    (number << 16).isqrt()
}

/// A position of the tree, its moves being some of all.
struct ShareNode {
    mover: Seat,
    visits: u32,
    first: u32,
    count: u32,
}

/// One move of a way: the number of its node, and its own among all.
#[derive(Clone, Copy)]
pub(super) struct WayStep<M> {
    node: u32,
    choice: u32,
    pub(super) mv: M,
}

/// What was found after the last move of a way.
pub(super) enum Discovery<M> {
    /// Nothing new: the tree or the line may not grow.
    Nothing,
    /// The end of the game, and what each seat has.
    End(Shares),
    /// A position with moves.
    Position(Expansion<M>),
}

/// The tree that grows from the root. It lies in few large pieces of memory, which are given back at once.
pub(super) struct ShareTree<M> {
    nodes: Vec<ShareNode>,
    choices: Vec<ShareMove<M>>,
    /// Of what the ways through each move at the root have found, for each seat.
    sums: Vec<PerSeat<i64>>,
    /// Bytes that it may take, and those that are left.
    most: usize,
    room: usize,
    /// How much moves are preferred that look promising and were seldom tried.
    exploration: i64,
    /// The root of the ways after which the others settle on nothing more, in 2^-8.
    doubt: u64,
    /// Ways that were begun.
    pub(super) begun: u64,
    /// Those that came to an end, and their moves.
    ways: u64,
    plies: u64,
}

impl<M: Copy> ShareTree<M> {
    /// A tree of the root, which may take so many bytes.
    pub(super) fn new(root: Expansion<M>, bytes: usize, parameters: &Parameters) -> Self {
        let exploration = i64::from(parameters.mcts_exploration);
        let mut tree = Self {
            nodes: Vec::new(),
            choices: Vec::new(),
            sums: vec![PerSeat::default(); root.choices.len()],
            most: bytes.max(1),
            room: bytes.max(1),
            exploration: i64::from(Value::ONE) * exploration / 1000,
            doubt: square_root(parameters.mcts_opponent_visits as u64),
            begun: 0,
            ways: 0,
            plies: 0,
        };
        tree.add(root);
        tree
    }

    fn add(&mut self, position: Expansion<M>) {
        let bytes = size_of::<ShareNode>() + size_of_val(&position.choices[..]);
        self.room = self.room.saturating_sub(bytes);
        let (first, count) = (self.choices.len() as u32, position.choices.len() as u32);
        self.nodes.push(ShareNode { mover: position.mover, visits: 0, first, count });
        self.choices.extend(position.choices);
    }

    /// The numbers of the moves of a node.
    fn choices_of(&self, node: u32) -> std::ops::Range<usize> {
        let ShareNode { first, count, .. } = self.nodes[node as usize];
        first as usize..(first + count) as usize
    }

    /// How full it is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        ((self.most - self.room) as u128 * 1000 / self.most as u128) as u32
    }

    /// The mean number of moves of a way, rounded up; at least one.
    pub(super) fn depth(&self) -> u32 {
        self.plies.div_ceil(self.ways.max(1)).max(1) as u32
    }

    /// Begins a way from the root to a move that leads out of the tree, unless so many were begun already. Whether what
    /// lies beyond it is to be looked at.
    pub(super) fn begin(&mut self, most: u64, way: &mut Vec<WayStep<M>>) -> Option<bool> {
        if self.begun >= most {
            return None;
        }
        self.begun += 1;
        way.clear();
        let mut node = 0;
        loop {
            let number = self.select(node);
            let choice = &mut self.choices[number];
            choice.pending += 1;
            way.push(WayStep { node, choice: number as u32, mv: choice.mv });
            match choice.beyond {
                Beyond::Node(next) => node = next,
                Beyond::Unknown => return Some(self.room > 0 && way.len() < Ply::COUNT - 1),
                Beyond::End => return Some(false),
            }
        }
    }

    /// The move of a node with the highest bound, the first of equals.
    fn select(&self, node: u32) -> usize {
        let ShareNode { mover, visits, .. } = self.nodes[node as usize];
        let spread = (self.exploration * self.urge(mover, visits) as i64) >> 8;
        let range = self.choices_of(node);
        let mut best = (i64::MIN, range.start);
        for (choice, number) in self.choices[range.clone()].iter().zip(range) {
            let bound = choice.bound(mover, spread);
            if bound > best.0 {
                best = (bound, number);
            }
        }
        best.1
    }

    /// How much more is tried after so many ways through a node, in 2^-8: their root, as long as its mover may settle on
    /// what is best. Nobody knows that the others see what the tree sees, so after some ways they settle on nothing more:
    /// what they try keeps its part of all ways.
    fn urge(&self, mover: Seat, visits: u32) -> u64 {
        let tried = u64::from(visits) + 1;
        let root = square_root(tried);
        if mover == self.nodes[0].mover || root <= self.doubt {
            root
        } else {
            (tried << 16) / self.doubt
        }
    }

    /// Learns what was found at the end of a way.
    pub(super) fn learn(&mut self, way: &[WayStep<M>], found: Discovery<M>) {
        let (Some(first), Some(last)) = (way.first(), way.last()) else { return };
        let next = self.nodes.len() as u32;
        let choice = &mut self.choices[last.choice as usize];
        let mut shares = choice.estimate;
        match found {
            Discovery::Nothing => {}
            Discovery::End(certain) => {
                shares = certain;
                choice.estimate = certain;
                choice.beyond = Beyond::End;
            }
            Discovery::Position(position) => {
                shares = position.best_estimate().unwrap_or(shares);
                // Another thread may have been there meanwhile.
                if choice.beyond == Beyond::Unknown {
                    choice.beyond = Beyond::Node(next);
                    self.add(position);
                }
            }
        }
        for step in way {
            let node = &mut self.nodes[step.node as usize];
            node.visits += 1;
            let choice = &mut self.choices[step.choice as usize];
            choice.pending -= 1;
            choice.visits += 1;
            choice.sum += i64::from(shares[node.mover]);
        }
        for seat in Seat::all(MAX_SEATS as u8) {
            self.sums[first.choice as usize][seat] += i64::from(shares[seat]);
        }
        self.ways += 1;
        self.plies += way.len() as u64;
    }

    /// The numbers of the moves at the root, those first that were tried most often.
    pub(super) fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<_> = self.choices_of(0).collect();
        ranking.sort_by_key(|&number| std::cmp::Reverse(self.rank(0, number)));
        ranking
    }

    /// How often a move was tried, and what it is worth to who makes it.
    fn rank(&self, node: u32, number: usize) -> (u32, Value) {
        let choice = &self.choices[number];
        (choice.visits, choice.value(self.nodes[node as usize].mover))
    }

    /// A move at the root: itself, how often it was tried, and what it is worth to who makes it.
    pub(super) fn root_move(&self, number: usize) -> (M, u32, Value) {
        let (visits, value) = self.rank(0, number);
        (self.choices[number].mv, visits, value)
    }

    /// What a seat can expect after a move at the root.
    pub(super) fn share(&self, number: usize, seat: Seat) -> Value {
        let choice = &self.choices[number];
        mean(self.sums[number][seat] + i64::from(choice.estimate[seat]), choice.visits)
    }

    /// A move at the root, and after it those that were tried most often.
    pub(super) fn line(&self, first: usize) -> Vec<M> {
        let mut moves = vec![self.choices[first].mv];
        let mut beyond = self.choices[first].beyond;
        while let Beyond::Node(node) = beyond {
            let tried = self.choices_of(node).filter(|&number| self.choices[number].visits > 0);
            let Some(number) = tried.max_by_key(|&number| self.rank(node, number)) else { break };
            moves.push(self.choices[number].mv);
            beyond = self.choices[number].beyond;
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
        let choice = |&(mv, tenths)| ShareMove::new(mv, shares(tenths));
        Expansion::new(Seat::new(mover), moves.iter().map(choice).collect())
    }

    const ROOT: [(u8, [i32; 3]); 2] = [(1, [4, -2, -2]), (2, [2, -4, 2])];

    fn new_tree(bytes: usize, mcts_exploration: i32) -> ShareTree<u8> {
        let parameters = Parameters { mcts_exploration, ..Parameters::DEFAULT };
        ShareTree::new(position(0, &ROOT), bytes, &parameters)
    }

    fn way(tree: &mut ShareTree<u8>) -> (Vec<WayStep<u8>>, bool) {
        let mut way = Vec::new();
        let looks = tree.begin(u64::MAX, &mut way).expect("no end");
        (way, looks)
    }

    fn moves(way: &[WayStep<u8>]) -> Vec<u8> {
        way.iter().map(|step| step.mv).collect()
    }

    /// The move that looks best comes first. Once a reply has shown how bad it is, the other one; every seat
    /// is told what it can expect.
    #[test]
    fn a_reply_counts_for_all_moves_before_it() {
        let mut tree = new_tree(10_000, 100);
        let (first, looks) = way(&mut tree);
        assert_eq!((moves(&first), looks), (vec![1], true));
        tree.learn(&first, Discovery::Position(position(1, &[(3, [0, 0, 0]), (4, [-6, 8, -2])])));
        let (second, _) = way(&mut tree);
        assert_eq!(moves(&second), [2]);
        tree.learn(&second, Discovery::End(shares([2, -4, 2])));
        // The mean of 4 and -6 tenths; of -2 and 8.
        let values = [0, 1, 2].map(|seat| tree.share(0, Seat::new(seat)));
        let expected = [-1, 3, -2].map(|tenths| shares([tenths, 0, 0])[Seat::new(0)]);
        assert!(values.iter().zip(expected).all(|(one, two)| (one.0 - two).abs() <= 2));
        assert_eq!(tree.root_move(0), (1, 1, values[0]));
        // An end is not looked at again.
        let (third, looks) = way(&mut tree);
        assert_eq!((moves(&third), looks), (vec![2], false));
        tree.learn(&third, Discovery::Nothing);
        assert_eq!(tree.ranking(), [1, 0]);
        assert_eq!(tree.root_move(1).1, 2);
        assert_eq!(tree.line(0), [1], "none of the replies was tried");
        assert_eq!(tree.depth(), 1);
    }

    /// Ways that others are on count as lost, until they end.
    #[test]
    fn threads_go_different_ways() {
        let mut tree = new_tree(10_000, 100);
        let (first, _) = way(&mut tree);
        let (second, _) = way(&mut tree);
        assert_eq!((moves(&first), moves(&second)), (vec![1], vec![2]));
        let node = || Discovery::Position(position(1, &[(3, [4, -2, -2])]));
        tree.learn(&first, node());
        tree.learn(&second, node());
        assert!(tree.choices.iter().all(|choice| choice.pending == 0));
        // Two on the same way: the later one finds it known.
        let (one, two) = (WayStep { node: 0, ..first[0] }, first[0]);
        let nodes = tree.nodes.len();
        for step in [one, two] {
            tree.choices[step.choice as usize].pending += 1;
            tree.learn(&[step], node());
        }
        assert_eq!(tree.nodes.len(), nodes);
    }

    /// Sixteen times the ways: what is worse is tried four times as often where who searches is to act, and as often as
    /// before, for its part, where others are.
    #[test]
    fn others_settle_on_nothing() {
        let tries_of_worse = |mover, ways| {
            let replies = [(3, [4, -2, -2]), (4, [0, 2, -2])];
            let mut tree = ShareTree::new(position(0, &ROOT[..1]), 1 << 20, &Parameters::DEFAULT);
            for _ in 0..ways {
                let (way, _) = way(&mut tree);
                let reply =
                    way.get(1).and_then(|step| replies.iter().find(|(mv, _)| *mv == step.mv));
                let found = match reply {
                    None => Discovery::Position(position(mover, &replies)),
                    Some(&(_, tenths)) => Discovery::End(shares(tenths)),
                };
                tree.learn(&way, found);
            }
            let node = tree.choices_of(1);
            node.map(|number| tree.choices[number].visits).min()
        };
        let [own, others] = [0, 1].map(|mover| {
            let [few, many] =
                [1000, 16_000].map(|ways| tries_of_worse(mover, ways).expect("a reply"));
            many / few
        });
        assert!((3..=5).contains(&own) && (14..=18).contains(&others), "{own} and {others} times");
    }

    /// A tree that is full learns on, but grows no more.
    #[test]
    fn a_tree_keeps_to_its_memory() {
        let mut tree = new_tree(300, 1000);
        while tree.fullness() < 1000 {
            let (way, looks) = way(&mut tree);
            assert!(looks);
            tree.learn(&way, Discovery::Position(position(0, &ROOT)));
        }
        let nodes = tree.nodes.len();
        for _ in 0..10 {
            let (way, looks) = way(&mut tree);
            assert!(!looks);
            tree.learn(&way, Discovery::Nothing);
        }
        assert_eq!(tree.nodes.len(), nodes);
        let visits: u32 = tree.ranking().iter().map(|&number| tree.root_move(number).1).sum();
        assert_eq!(u64::from(visits), tree.begun);
    }
}
