//! The choice of a player whose cards are hidden: exact chances of each move over all hands that he
//! may hold.

use std::sync::LazyLock;

use super::cards::{Cards, Hand};
use super::moves::{Move, MoveAction, idle_kinds};
use super::position::{Clock, Position};
use super::rules::Buteur;

/// The cards that a hand must not hold if none of a set of moves is possible.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Excluded {
    /// Cards that make a move possible alone.
    alone: u64,
    /// Cards that make a move possible with a free kick, with a penalty, with both.
    with_free_kick: u64,
    with_penalty: u64,
    with_both: u64,
}

/// Counts hands of a given size from the unseen cards.
struct Counter<'a> {
    unseen: &'a Cards,
    size: u8,
    free_kicks: u64,
    penalties: u64,
}

impl Counter<'_> {
    /// The hands without any card of a set of kinds.
    fn without(&self, kinds: u64) -> u64 {
        let left = u32::from(self.unseen.total()) - self.unseen.count_of(kinds);
        choose(left, self.size)
    }

    /// The number of hands with which none of the excluded moves is possible. It is the sum over
    /// hands without free kicks and penalties, with one of the two kinds, and with both.
    fn none_of(&self, excluded: &Excluded) -> u64 {
        let (free, penalty) = (self.free_kicks, self.penalties);
        let alone = excluded.alone;
        let mut hands = self.without(alone | free | penalty);
        if free != 0 {
            let kinds = alone | excluded.with_free_kick | penalty;
            hands += self.without(kinds) - self.without(kinds | free);
        }
        if penalty != 0 {
            let kinds = alone | excluded.with_penalty | free;
            hands += self.without(kinds) - self.without(kinds | penalty);
        }
        if free != 0 && penalty != 0 {
            let kinds =
                alone | excluded.with_free_kick | excluded.with_penalty | excluded.with_both;
            hands += self.without(kinds) + self.without(kinds | free | penalty);
            hands -= self.without(kinds | free) + self.without(kinds | penalty);
        }
        hands
    }
}

impl Buteur {
    /// Calls `visit`, for each of the ranked moves, with the number of hands in which it is the
    /// first possible move. Returns the number of all hands. A move stands for all moves with the
    /// same effect.
    pub(super) fn each_first_choice(
        &self,
        position: &Position,
        ranked: &[Move],
        mut visit: impl FnMut(usize, u64),
    ) -> u64 {
        let hand: Hand = position.hands[self.hand_to_act(position)];
        let classes = self.pack.classes();
        let here = position.unseen.kinds();
        let counter = Counter {
            unseen: &position.unseen,
            size: hand.count(),
            free_kicks: classes.free_kicks & here,
            penalties: classes.penalties & here,
        };
        let mut excluded = Excluded::default();
        let mut rest = counter.without(0);
        let all = rest;
        let mut stuck = None;
        for (index, mv) in ranked.iter().enumerate() {
            match mv.action() {
                MoveAction::Concede if position.clock == Clock::Run => {
                    // A player without a better move can always let the ball in.
                    visit(index, rest);
                    return all;
                }
                MoveAction::Concede => visit(index, counter.without(classes.stoppers() & here)),
                MoveAction::Discard => {
                    let kinds = stuck.unwrap_or(!idle_kinds(self, position) & here);
                    let more = kinds | mv.kind().map_or(0, super::CardKind::bit);
                    visit(index, counter.without(kinds) - counter.without(more));
                    stuck = Some(more);
                }
                MoveAction::Kick | MoveAction::Stop => {
                    excluded.add(self, *mv, here);
                    let left = counter.none_of(&excluded);
                    if left < rest {
                        visit(index, rest - left);
                    }
                    rest = left;
                }
            }
        }
        all
    }
}

impl Excluded {
    /// Cards that make a move possible alone.
    pub(super) fn add_alone(&mut self, kinds: u64) {
        self.alone |= kinds;
    }

    /// Whether one of the moves is possible with cards of these kinds.
    pub(super) fn is_met_by(&self, rules: &Buteur, kinds: u64) -> bool {
        let classes = rules.pack.classes();
        let (free_kick, penalty) = (kinds & classes.free_kicks, kinds & classes.penalties);
        kinds & self.alone != 0
            || free_kick != 0 && kinds & self.with_free_kick != 0
            || penalty != 0 && kinds & self.with_penalty != 0
            || free_kick != 0 && penalty != 0 && kinds & self.with_both != 0
    }

    /// Adds a move, with any of the given kinds.
    pub(super) fn add(&mut self, rules: &Buteur, mv: Move, here: u64) {
        let free_kick = mv.free_kick().is_some();
        match mv.kind() {
            None => self.alone |= rules.pack.classes().free_kicks,
            Some(kind) => {
                let kinds = rules.pack.alike(kind) & here;
                *match (free_kick, mv.has_penalty()) {
                    (false, false) => &mut self.alone,
                    (true, false) => &mut self.with_free_kick,
                    (false, true) => &mut self.with_penalty,
                    (true, true) => &mut self.with_both,
                } |= kinds;
            }
        }
    }
}

/// The binomial coefficient: the number of ways to choose `count` of `total` cards.
fn choose(total: u32, count: u8) -> u64 {
    WAYS[(total as usize) * WIDTH + count as usize]
}

const WIDTH: usize = Hand::MOST as usize + 1;

static WAYS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut ways = vec![0; 256 * WIDTH];
    for total in 0..256 {
        ways[total * WIDTH] = 1;
        for count in 1..WIDTH.min(total + 1) {
            let before = (total - 1) * WIDTH + count;
            ways[total * WIDTH + count] = ways[before - 1] + ways[before];
        }
    }
    ways
});
