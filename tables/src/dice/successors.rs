//! What the rolls of a position lead to, as a list of numbers that can be gone over again and again.
//!
//! For each position in turn stand the words: how many follow; then for each roll of the die how many positions of the
//! next table its moves lead to, with [`EXITS`] where moves lead elsewhere too, and [`WON`] where one wins; then the best
//! of those others, as bounds; then the numbers in the next table. A number that is no position has just the word 0.

use std::ops::Range;

use games::Tactics;
use games::maitres::Die;
use games::{Actor, Game};

use crate::dice::bounds::Bounds;
use crate::dice::ranks::{SliceLayout, SliceRanks};
use crate::dice::store::KnownBounds;

/// A move wins: nothing else matters.
const WON: u32 = 1 << 31;
/// Captures or promotions lead to other tables, whose best follows.
const EXITS: u32 = 1 << 30;
/// The rolls of a die.
const ROLLS: u8 = 6;

/// Where moves lead to.
pub(crate) struct SliceSuccessors<'a> {
    pub(crate) ranks: &'a SliceRanks,
    /// The tables that captures and promotions lead to.
    pub(crate) known: &'a KnownBounds,
    /// The table that other moves lead to.
    pub(crate) next: &'a SliceLayout,
}

impl SliceSuccessors<'_> {
    /// The list of a range of a table's numbers.
    pub(crate) fn list(&self, layout: &SliceLayout, range: Range<usize>) -> Vec<u32> {
        let mut list = Vec::new();
        for number in range {
            let start = list.len();
            list.push(0);
            let Some(squares) = self.ranks.squares(layout, number) else { continue };
            let position = SliceRanks::position(&squares);
            for die in 1..=ROLLS {
                self.add_roll(&mut list, &self.ranks.rules.happen(&position, Die(die)));
            }
            list[start] = (list.len() - start - 1) as u32;
        }
        list
    }

    /// Adds what a roll leads to.
    fn add_roll(&self, list: &mut Vec<u32>, rolled: &games::maitres::Position) {
        let rules = &self.ranks.rules;
        if rules.wins_now(rolled) {
            list.push(WON);
            return;
        }
        let start = list.len();
        list.push(0);
        let mut best: Option<Bounds> = None;
        let mut numbers = Vec::new();
        let mut won = false;
        rules.each_move(rolled, |mv| {
            let child = rules.play(rolled, mv);
            if let Actor::Over(_) = rules.actor(&child) {
                // Whoever moves loses nothing of his own: the other has lost.
                won = true;
                return;
            }
            let (id, squares) = SliceRanks::locate(&child);
            if id == self.next.id {
                numbers.push(self.ranks.number(self.next, &squares) as u32);
            } else {
                let after = self.known.get(self.ranks, id, &squares).before();
                best = Some(best.map_or(after, |best| best.or(after)));
            }
        });
        if won {
            list[start] = WON;
            return;
        }
        numbers.sort_unstable();
        numbers.dedup();
        list[start] = numbers.len() as u32;
        if let Some(best) = best {
            list[start] |= EXITS;
            list.extend([best.low, best.high]);
        }
        list.extend(numbers);
    }
}

/// What one roll after another comes to, of a position whose list begins here; and what follows the list.
pub(crate) fn mean<'a>(list: &'a [u32], next: &[Bounds]) -> (Option<Bounds>, &'a [u32]) {
    let (&words, list) = list.split_first().expect("a word for each number");
    let (mut list, rest) = list.split_at(words as usize);
    if list.is_empty() {
        return (None, rest);
    }
    let (mut low, mut high) = (0u64, 0u64);
    while let Some((&head, mut more)) = list.split_first() {
        if head == WON {
            low += u64::from(Bounds::ONE);
            high += u64::from(Bounds::ONE);
            list = more;
            continue;
        }
        // What the other can get at most and at least, where the best move goes for the least.
        let mut best = Bounds { low: Bounds::ONE, high: Bounds::ONE };
        if head & EXITS != 0 {
            best = Bounds { low: more[0], high: more[1] }.before();
            more = &more[2..];
        }
        let (numbers, after) = more.split_at((head & !EXITS) as usize);
        for &number in numbers {
            let found = next[number as usize];
            best.low = best.low.min(found.low);
            best.high = best.high.min(found.high);
        }
        low += u64::from(Bounds::ONE - best.high);
        high += u64::from(Bounds::ONE - best.low);
        list = after;
    }
    let rolls = u64::from(ROLLS);
    let mean = Bounds { low: (low / rolls) as u32, high: high.div_ceil(rolls) as u32 };
    (Some(mean), rest)
}
