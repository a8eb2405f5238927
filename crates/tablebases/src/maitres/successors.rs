//! What the rolls of a position lead to, as a list of numbers that can be gone over again and
//! again.
//!
//! For each position in turn stand the words: how many follow; then for each roll of the die how
//! many positions of the next table its moves lead to, with [`EXITS`] where moves lead elsewhere
//! too, and [`WON`] where one wins; then what the other can count on after the best of those; then
//! the numbers in the next table. A single number stands alone, with [`ONE`]. A number that is no
//! position has just the word 0.

use games::maitres::{Die, Position};
use games::{Actor, Game, Tactics};

use crate::maitres::bounds::Bounds;
use crate::maitres::quiet::QuietMoves;
use crate::maitres::ranks::{Layout, Ranks};
use crate::maitres::store::KnownBounds;

/// A move wins: nothing else matters.
const WON: u32 = 1 << 31;
/// Captures or promotions lead to other tables, whose best follows.
const EXITS: u32 = 1 << 30;
/// There is one move, and this is the number it leads to: tables have fewer numbers than 2^29.
pub(super) const ONE: u32 = 1 << 29;
/// The rolls of a die.
const ROLLS: u8 = 6;

/// Where moves lead to.
pub(crate) struct Successors<'a> {
    pub(crate) ranks: &'a Ranks,
    /// The tables that captures and promotions lead to.
    pub(crate) known: &'a KnownBounds,
    /// The table that other moves lead to.
    pub(crate) next: &'a Layout,
}

impl Successors<'_> {
    /// The list of some of a table's numbers.
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

    /// Adds what a roll leads to.
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
                // Whoever moves loses nothing of his own: the other has lost.
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

/// Adds a roll that does not win to a list: what the other can count on elsewhere, and numbers in
/// the next table.
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

/// What one roll after another comes to, of a position whose list begins here; and what follows the
/// list.
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

/// Takes moves out of a list that can never again be the best of their roll, since another is sure
/// of as much as they can hope for; and all of the positions whose bounds are near enough. What the
/// list comes to stays the same.
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

/// The words of the position whose list begins here, and what follows them.
fn split_words(list: &[u32]) -> (&[u32], &[u32]) {
    let (&words, list) = list.split_first().expect("a word for each number");
    list.split_at(words as usize)
}

/// What a roll leads to, as it stands in a list.
struct Roll<'a> {
    /// What the other can count on where moves lead to other tables, after the best of them for the
    /// player; nothing where one wins.
    exits: Option<Bounds>,
    /// Positions of the next table; a single one has [`ONE`] in it.
    numbers: &'a [u32],
}

impl<'a> Roll<'a> {
    /// The first roll of a list, and what follows it.
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

    /// What the other can get, where the best move goes for the least.
    #[inline]
    fn best(&self, next: &[Bounds]) -> Bounds {
        let after = self.numbers.iter().map(|number| next[(number & !ONE) as usize]);
        after.fold(self.exits.unwrap_or(Bounds::WON), Bounds::and)
    }

    /// Adds the roll to a list, without the moves that leave the other no less than another surely
    /// does.
    fn add_hopeful(&self, next: &[Bounds], list: &mut Vec<u32>) {
        if self.exits == Some(Bounds::LOST) {
            list.push(WON);
            return;
        }
        // The move that is sure to leave the least stays, and of several the first.
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

    /// What is taken out is missed neither now nor when bounds have come nearer; and most of it is
    /// taken out in the end.
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
