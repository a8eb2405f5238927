//! The successors of positions after each roll, as a list of words that can be read many times.
//!
//! For each number of a table the list first has the count of the words that follow. If the number
//! has no position, this count is 0. Then the six rolls follow. A roll is a word with the count of
//! its successors in the next table, and then the numbers of these successors. The word is [`WON`]
//! if a move wins; then the roll has no other words. The word has the mark [`EXITS`] if some moves
//! lead to other tables. Then the two bounds of the best of these moves follow the word, as
//! probabilities of the other player. A roll with a single successor and no exits is one word, the
//! successor's number with the mark [`ONE`].

use games::maitres::{Die, Position};
use games::{Actor, Game, Tactics};

use crate::maitres::bounds::Bounds;
use crate::maitres::quiet::QuietMoves;
use crate::maitres::ranks::{Layout, Ranks};
use crate::maitres::store::KnownBounds;

/// A move wins, so no other move matters.
const WON: u32 = 1 << 31;
/// Captures or promotions lead to other tables. The bounds of the best of these moves follow.
const EXITS: u32 = 1 << 30;
/// The roll has one successor, and this word has its number. Tables have fewer numbers than 2^29.
pub(super) const ONE: u32 = 1 << 29;
/// The rolls of a die.
const ROLLS: u8 = 6;

/// Makes lists of successors.
pub(crate) struct Successors<'a> {
    pub(crate) ranks: &'a Ranks,
    /// The tables after captures and promotions.
    pub(crate) known: &'a KnownBounds,
    /// The table after other moves.
    pub(crate) next: &'a Layout,
}

impl Successors<'_> {
    /// The list of some numbers of a table.
    pub(crate) fn list(&self, layout: &Layout, numbers: impl Iterator<Item = usize>) -> Vec<u32> {
        let mut list = Vec::new();
        for number in numbers {
            let start = list.len();
            list.push(0);
            let Some(squares) = self.ranks.squares(layout, number) else { continue };
            let position = Ranks::position(&squares);
            let quiet = QuietMoves::of(self.ranks, self.next, &squares);
            for die in 1..=ROLLS {
                self.add_roll(
                    &mut list,
                    &self.ranks.rules.apply_event(&position, Die(die)),
                    &quiet,
                );
            }
            list[start] = (list.len() - start - 1) as u32;
        }
        list
    }

    /// Adds a roll to a list.
    fn add_roll(&self, list: &mut Vec<u32>, rolled: &Position, quiet: &QuietMoves<'_>) {
        let rules = &self.ranks.rules;
        if rules.wins_now(rolled) {
            list.push(WON);
            return;
        }
        let mut exits: Option<Bounds> = None;
        let mut numbers = Vec::new();
        let mut won = false;
        rules.each_move(rolled, |mv| {
            let child = rules.play(rolled, mv);
            if let Actor::Over(_) = rules.actor(&child) {
                // A move never loses the mover's own pieces, so the other player has lost.
                won = true;
                return;
            }
            if let Some(number) = quiet.number(&child) {
                numbers.push(number as u32);
            } else {
                let (id, squares) = Ranks::locate(&child);
                let after = self.known.get(self.ranks, id, &squares);
                exits = Some(exits.map_or(after, |exits| exits.and(after)));
            }
        });
        if won {
            list.push(WON);
            return;
        }
        numbers.sort_unstable();
        numbers.dedup();
        push_roll(list, exits, numbers.into_iter());
    }
}

/// Adds a roll that does not win to a list. `exits` are the bounds of the other player after the
/// best move to other tables, and `numbers` the successors in the next table.
fn push_roll(list: &mut Vec<u32>, exits: Option<Bounds>, numbers: impl Iterator<Item = u32>) {
    let start = list.len();
    list.push(0);
    if let Some(exits) = exits {
        list[start] = EXITS;
        list.extend([exits.low, exits.high]);
    }
    let first = list.len();
    list.extend(numbers);
    list[start] |= (list.len() - first) as u32;
    if let [1, number] = list[start..] {
        list.truncate(start);
        list.push(ONE | number);
    }
}

/// The mean over the rolls of the position whose list begins here, and the rest of the list. `None`
/// if the number has no position.
pub(crate) fn mean<'a>(list: &'a [u32], next: &[Bounds]) -> (Option<Bounds>, &'a [u32]) {
    let (mut words, rest) = split_words(list);
    if words.is_empty() {
        return (None, rest);
    }
    let (mut low, mut high) = (0u64, 0u64);
    while let Some((roll, after)) = Roll::split(words) {
        let best = roll.best(next);
        low += u64::from(Bounds::ONE - best.high);
        high += u64::from(Bounds::ONE - best.low);
        words = after;
    }
    let rolls = u64::from(ROLLS);
    let mean = Bounds { low: (low / rolls) as u32, high: high.div_ceil(rolls) as u32 };
    (Some(mean), rest)
}

/// Removes moves that can never again be the best of their roll, since the lower bound of another
/// move is at least their upper bound. Removes all moves of positions whose bounds are close
/// enough. The results of the list do not change.
///
/// CITE: J. MacQueen, "A test for suboptimal actions in Markovian decision problems", 1967.
pub(crate) fn shorten(list: &[u32], bounds: &[Bounds], next: &[Bounds], enough: u32) -> Vec<u32> {
    let mut shorter = Vec::new();
    let mut list = list;
    for bounds in bounds {
        let (mut words, rest) = split_words(list);
        list = rest;
        let start = shorter.len();
        shorter.push(0);
        if bounds.width() <= enough {
            continue;
        }
        while let Some((roll, after)) = Roll::split(words) {
            roll.add_hopeful(next, &mut shorter);
            words = after;
        }
        shorter[start] = (shorter.len() - start - 1) as u32;
    }
    shorter.shrink_to_fit();
    shorter
}

/// The words of the position whose list begins here, and the rest of the list.
fn split_words(list: &[u32]) -> (&[u32], &[u32]) {
    let (&words, list) = list.split_first().expect("a word for each number");
    list.split_at(words as usize)
}

/// A roll in a list.
struct Roll<'a> {
    /// The bounds of the other player after the best move to other tables. A win is a certain loss
    /// of the other player.
    exits: Option<Bounds>,
    /// The successors in the next table. A single one may have the mark [`ONE`].
    numbers: &'a [u32],
}

impl<'a> Roll<'a> {
    /// The first roll of a list, and the rest of the list.
    #[inline]
    fn split(whole: &'a [u32]) -> Option<(Self, &'a [u32])> {
        let (&head, mut list) = whole.split_first()?;
        if head == WON {
            return Some((Self { exits: Some(Bounds::LOST), numbers: &[] }, list));
        }
        if head & ONE != 0 {
            let (numbers, list) = whole.split_at(1);
            return Some((Self { exits: None, numbers }, list));
        }
        let mut exits = None;
        if head & EXITS != 0 {
            exits = Some(Bounds { low: list[0], high: list[1] });
            list = &list[2..];
        }
        let (numbers, list) = list.split_at((head & !EXITS) as usize);
        Some((Self { exits, numbers }, list))
    }

    /// The bounds of the other player after the best move, which leaves the least.
    #[inline]
    fn best(&self, next: &[Bounds]) -> Bounds {
        let after = self.numbers.iter().map(|number| next[(number & !ONE) as usize]);
        after.fold(self.exits.unwrap_or(Bounds::WON), Bounds::and)
    }

    /// Adds the roll to a list, without the moves that cannot be better than another one.
    fn add_hopeful(&self, next: &[Bounds], list: &mut Vec<u32>) {
        if self.exits == Some(Bounds::LOST) {
            list.push(WON);
            return;
        }
        // The move with the least upper bound is kept. Of several such moves the first is kept.
        let most = self.best(next).high;
        let mut sure = false;
        let mut hopeful = |found: Bounds| {
            let surest = found.high == most && !std::mem::replace(&mut sure, true);
            surest || found.low < most
        };
        let exits = self.exits.filter(|&exits| hopeful(exits));
        let numbers = self.numbers.iter().map(|number| number & !ONE);
        push_roll(list, exits, numbers.filter(|&number| hopeful(next[number as usize])));
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const NEXT: usize = 40;

    /// Six rolls of any kind.
    fn random_list(rng: &mut ChaCha8Rng) -> Vec<u32> {
        let mut list = vec![0];
        for _ in 0..ROLLS {
            if rng.random_bool(0.1) {
                list.push(WON);
                continue;
            }
            let exits = rng.random_bool(0.3);
            let count = rng.random_range(u32::from(!exits)..6);
            list.push(count | if exits { EXITS } else { 0 });
            if exits {
                let low = rng.random_range(0..Bounds::ONE);
                list.extend([low, rng.random_range(low..=Bounds::ONE)]);
            }
            list.extend((0..count).map(|_| rng.random_range(0..NEXT as u32)));
        }
        list[0] = list.len() as u32 - 1;
        list
    }

    /// Removed moves change no result, neither now nor when the bounds are closer. In the end most
    /// moves are removed.
    #[test]
    fn shorter_lists_come_to_the_same() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let bounds = [Bounds::UNKNOWN];
        let (mut before, mut after) = (0, 0);
        for _ in 0..2000 {
            let whole = random_list(&mut rng);
            let mut list = whole.clone();
            let mut next = vec![Bounds::UNKNOWN; NEXT];
            for _ in 0..12 {
                for found in &mut next {
                    found.low += rng.random_range(0..=found.width() / 2);
                    found.high -= rng.random_range(0..=found.width() / 2);
                }
                list = shorten(&list, &bounds, &next, 0);
                assert_eq!(mean(&list, &next).0, mean(&whole, &next).0, "{whole:?} {list:?}");
            }
            assert_eq!(mean(&list, &next).1, []);
            before += whole.len();
            after += list.len();
        }
        assert!(after * 2 < before, "{after} of {before} words");
        assert_eq!(shorten(&random_list(&mut rng), &bounds, &[], Bounds::ONE), [0]);
    }
}
