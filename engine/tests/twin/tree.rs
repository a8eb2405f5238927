//! Random trees as games.

use eval::{Evaluator, Value};
use games::{Actor, DrawRules, Game, GameMove, Key, Noisiness, Outcome, Perfect, Seat, Tactics};

/// A random tree. Each position is a number, which decides the actor, the number of branches, their
/// targets, and the value. There are few numbers, so that lines transpose.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tree {
    pub(crate) seed: u64,
    pub(crate) chance: bool,
    pub(crate) seats: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    id: u64,
    level: u8,
    side: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Way(u64);

impl GameMove for Way {
    fn bits(self) -> u64 {
        self.0
    }
}

impl Tree {
    fn hash(&self, node: &Node, salt: u64) -> u64 {
        let mut z = self.seed ^ node.id.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ salt << 32;
        z ^= u64::from(node.level) << 8 ^ u64::from(node.side.number()) << 16;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn step(&self, node: &Node, way: u64) -> Node {
        let hash = self.hash(node, 10 + way);
        // Sometimes the same seat moves again.
        let next = node.side.next(self.seats);
        let side = if hash & 0xF00 == 0 { node.side } else { next };
        Node { id: hash % 6, level: node.level + 1, side }
    }
}

impl Game for Tree {
    type Position = Node;
    type Move = Way;
    type Event = Way;
    type Information = Perfect;
    const CHANCE: bool = true;
    const MAX_SEATS: u8 = 3;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn draw_rules(&self) -> DrawRules {
        DrawRules::default()
    }

    fn start(&self) -> Node {
        Node { id: 0, level: 0, side: Seat::FIRST }
    }

    fn actor(&self, node: &Node) -> Actor {
        match self.hash(node, 1) % 24 {
            0 if node.level > 1 => Actor::Over(Outcome::win(Seat::FIRST)),
            1 if node.level > 1 => Actor::Over(Outcome::win(Seat::new(self.seats - 1))),
            2 if node.level > 1 => Actor::Over(Outcome::draw(self.seats)),
            // Chance acts at most every second level, so that depth in moves bounds the tree.
            3..9 if self.chance && node.level % 2 == 1 => Actor::Chance,
            _ => Actor::Seat(node.side),
        }
    }

    fn mover(&self, node: &Node) -> Seat {
        node.side
    }

    fn each_move(&self, node: &Node, mut visit: impl FnMut(Way)) {
        (0..1 + self.hash(node, 2) % 5).for_each(|way| visit(Way(way)));
    }

    fn play(&self, node: &Node, way: Way) -> Node {
        self.step(node, way.0)
    }

    fn each_event(&self, node: &Node, mut visit: impl FnMut(Way, u32)) {
        (0..1 + self.hash(node, 3) % 4).for_each(|way| visit(Way(way), 1 + way as u32));
    }

    fn total_weight(&self, node: &Node) -> u32 {
        let mut total = 0;
        self.each_event(node, |_, weight| total += weight);
        total
    }

    fn apply_event(&self, node: &Node, way: Way) -> Node {
        Node { side: node.side, ..self.step(node, 50 + way.0) }
    }

    fn key(&self, node: &Node) -> Key {
        Key(self.hash(node, 4))
    }
}

impl Tactics for Tree {
    const TACTICAL: bool = true;

    fn noisiness(&self, node: &Node) -> Noisiness {
        match self.hash(node, 6) % 6 {
            0 if node.level < 12 => Noisiness::Forced,
            1 if node.level < 12 => Noisiness::Optional,
            _ => Noisiness::Quiet,
        }
    }

    fn each_tactical(&self, node: &Node, mut visit: impl FnMut(Way)) {
        let forced = self.noisiness(node) == Noisiness::Forced;
        self.each_move(node, |way| {
            if forced || way.0 % 3 == 0 {
                visit(way);
            }
        });
    }

    fn wins_now(&self, node: &Node) -> bool {
        let mut wins = false;
        self.each_move(node, |way| {
            wins |= self.actor(&self.play(node, way)) == Actor::Over(Outcome::win(node.side));
        });
        wins
    }

    fn winning_weight(&self, node: &Node) -> u32 {
        let mut sum = 0;
        self.each_event(node, |way, weight| {
            let child = self.apply_event(node, way);
            let acts = matches!(self.actor(&child), Actor::Seat(_));
            sum += if acts && self.wins_now(&child) { weight } else { 0 };
        });
        sum
    }

    fn move_score(&self, _: &Node, way: Way) -> i32 {
        (way.0 % 2) as i32
    }
}

engine::searchable!(Tree, Coarse);

/// Values from a coarse scale, so that many are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coarse;

impl Evaluator<Tree> for Coarse {
    fn estimate(&self, tree: &Tree, node: &Node, seat: Seat) -> Value {
        if tree.seats == 2 {
            let steps = tree.hash(node, 5) % 21;
            let value = Value::estimate((steps as i32 - 10) * (Value::ONE / 10));
            return if seat == node.side { value } else { -value };
        }
        // Shares of three seats: two random points divide the whole. The points are so fine that
        // equal shares are rare.
        let cut = |salt| (tree.hash(node, salt) % (Value::ONE as u64 + 1)) as i32;
        let (one, two) = (cut(5).min(cut(7)), cut(5).max(cut(7)));
        let share = [one, two - one, Value::ONE - two][seat.index()];
        Value::new(2 * share - Value::ONE)
    }
}
