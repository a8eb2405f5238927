//! Endless play: positions that refute each other in a cycle are refuted together.

use std::collections::{HashMap, VecDeque};

use games::Tactics;

use crate::prover::{Prover, Quest};

/// Infinite: some player has a move that prevents the goal.
const NEVER: u32 = u32::MAX;

/// Takes all open positions that were expanded. Assumes that the goal is reached in every unknown
/// position, and refutes the positions from which it cannot be reached even then. This is a least
/// fixed point, so an endless cycle does not reach the goal.
pub(crate) fn refute_endless<G: Tactics>(quest: &Quest<'_, G>) {
    let positions = quest.table.looked_into();
    let numbers: HashMap<_, _> = positions.iter().copied().zip(0u32..).collect();
    let mut prover = Prover::new(quest);
    // For each position: its predecessors, and the number of moves that must reach the goal before
    // the position does.
    let mut before = vec![Vec::new(); positions.len()];
    let mut missing = vec![0; positions.len()];
    let mut reaching = VecDeque::new();
    for (at, number) in positions.iter().zip(0u32..) {
        // After a stop nothing is refuted: a part of the positions allows no conclusion.
        if number.is_multiple_of(256) && (quest.stop)() {
            return;
        }
        let tries = prover.tries(&at.position);
        let (mut hopes, mut fails, mut steps) = (false, false, 0);
        for branch in prover.branches(&at.position) {
            let (known, _) = prover.look(&branch);
            if known.is_refuted() {
                fails = true;
            } else if let Some(&next) = numbers.get(&branch.at).filter(|_| !known.is_proven()) {
                before[next as usize].push(number);
                steps += 1;
            } else {
                hopes = true;
            }
        }
        missing[number as usize] = match (tries, hopes, fails) {
            (true, true, _) => 0,
            (true, false, _) => 1,
            (false, _, true) => NEVER,
            (false, _, false) => steps,
        };
        if missing[number as usize] == 0 {
            reaching.push_back(number);
        }
    }
    while let Some(number) = reaching.pop_front() {
        for &one in &before[number as usize] {
            let missing = &mut missing[one as usize];
            if *missing != NEVER && *missing > 0 {
                *missing -= 1;
                if *missing == 0 {
                    reaching.push_back(one);
                }
            }
        }
    }
    for (at, &missing) in positions.iter().zip(&missing) {
        if missing > 0 {
            quest.table.refute(at);
        }
    }
}
