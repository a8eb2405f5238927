//! The pieces on the board, and the order in which tables are built.

use std::fmt;
use std::str::FromStr;

use games::maitres::{Maitres, Variant};
use serde::{Deserialize, Serialize};

use crate::key::TableKey;
use crate::maitres::counts::Counts;

/// The greatest number of pieces in a table of a game with a die, including Masters.
pub const MAX_PIECES: u8 = 4;

/// The pieces of one side by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Force {
    /// The number of Masters: 1 or 0.
    pub masters: u8,
    /// The number of larges, without the Master.
    pub larges: u8,
    /// The number of smalls.
    pub smalls: u8,
}

impl Force {
    fn total(self) -> u8 {
        self.masters + self.larges + self.smalls
    }

    /// All forces of `total` pieces.
    fn all(total: u8, masters: u8) -> impl Iterator<Item = Self> {
        let others = total - masters;
        (0..=others).map(move |smalls| Self { masters, larges: others - smalls, smalls })
    }

    /// The forces that may be left after a turn of the other player. The turn captures up to two
    /// pieces, but neither the Master nor the last piece.
    fn reduced(self) -> impl Iterator<Item = Self> {
        let pairs = (0..=2).flat_map(|larges| (0..=2 - larges).map(move |smalls| (larges, smalls)));
        pairs.filter_map(move |(larges, smalls)| {
            let larges = self.larges.checked_sub(larges)?;
            let left = Self { larges, smalls: self.smalls.checked_sub(smalls)?, ..self };
            (left.total() > 0).then_some(left)
        })
    }

    /// The forces that may follow after the player's turn, in which up to two smalls promote.
    fn promoted(self) -> impl Iterator<Item = Self> {
        let most = self.smalls.min(2);
        let promoted =
            move |count| Self { larges: self.larges + count, smalls: self.smalls - count, ..self };
        (0..=most).map(promoted)
    }
}

impl fmt::Display for Force {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, letter) in [(self.masters, "m"), (self.larges, "l"), (self.smalls, "s")] {
            f.write_str(&letter.repeat(count.into()))?;
        }
        Ok(())
    }
}

/// One table: the force of the player to roll, and that of the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TableId {
    /// The pieces of the player to roll.
    pub own: Force,
    /// The pieces of the other player.
    pub other: Force,
}

impl TableId {
    /// The table of the positions after moves that neither capture nor promote.
    pub(crate) fn next(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The tables of the positions after captures and promotions. Each has fewer pieces, or fewer
    /// smalls.
    pub(crate) fn exits(self) -> Vec<Self> {
        let after = |own| self.other.reduced().map(move |other| Self { own: other, other: own });
        let mut found: Vec<_> = self.own.promoted().flat_map(after).collect();
        found.retain(|&id| id != self.next());
        found
    }

    /// The number of pieces of the player with more pieces.
    pub(crate) fn largest_force(self) -> u8 {
        self.own.total().max(self.other.total())
    }

    /// An upper bound of the number of captures and promotions in a row.
    pub(crate) fn depth(self) -> u32 {
        u32::from(self.pieces() + self.own.smalls + self.other.smalls)
    }

    /// Whether the table belongs to a game with Masters. In such a game each side has one.
    pub(crate) fn is_of(self, rules: &Maitres) -> bool {
        let masters = masters(rules);
        self.own.masters == masters && self.other.masters == masters
    }
}

/// The number of Masters of each side.
fn masters(rules: &Maitres) -> u8 {
    match rules.variant {
        Variant::Master => 1,
        Variant::Annihilation => 0,
    }
}

impl TableKey for TableId {
    type Counts = Counts;

    fn pieces(self) -> u8 {
        self.own.total() + self.other.total()
    }
}

impl fmt::Display for TableId {
    /// The name of the table: the player to roll before the other player, Masters before larges
    /// before smalls: `mls-m`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.own, self.other)
    }
}

impl FromStr for TableId {
    type Err = ();

    /// Reads the name of a table.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (own, other) = text.split_once('-').ok_or(())?;
        if text.len() > usize::from(MAX_PIECES) + 1 || own.is_empty() || other.is_empty() {
            return Err(());
        }
        let force = |text: &str| {
            let count = |kind: char| text.chars().filter(|&letter| letter == kind).count() as u8;
            Force { masters: count('m'), larges: count('l'), smalls: count('s') }
        };
        let id = Self { own: force(own), other: force(other) };
        if id.to_string() == text { Ok(id) } else { Err(()) }
    }
}

/// The tables of up to `most` pieces. A table comes after all tables that its moves lead to. Tables
/// that lead to each other by quiet moves are in one unit, which has one or two tables.
pub(crate) fn units(rules: &Maitres, most: u8) -> Vec<Vec<TableId>> {
    let masters = masters(rules);
    let least = masters.max(1);
    let mut all = Vec::new();
    for total in 2 * least..=most {
        for own in least..=total - least {
            for own in Force::all(own, masters) {
                all.extend(
                    Force::all(total - own.total(), masters).map(|other| TableId { own, other }),
                );
            }
        }
    }
    all.retain(|id| *id <= id.next());
    all.sort_unstable_by_key(|id| (id.pieces(), id.depth(), *id));
    all.into_iter().map(|id| if id == id.next() { vec![id] } else { vec![id, id.next()] }).collect()
}

#[cfg(test)]
mod tests {
    use games::State;

    use super::*;

    /// Each table occurs once, after all tables that it leads to.
    #[test]
    fn slices_come_after_what_they_lead_to() {
        // There are tables of 2, 3 and 4 pieces. Without Masters each side has one to three pieces.
        // With Masters each side has none to two pieces beside its Master.
        for (text, count) in [
            ("maitres:variant=annihilation", 4 + 2 * 6 + 2 * 8 + 9),
            ("maitres", 1 + 2 * 2 + 2 * 3 + 4),
        ] {
            let rules = *State::<Maitres>::parse(&format!("{text} startpos")).unwrap().game();
            let mut seen = Vec::new();
            for unit in units(&rules, 4) {
                for id in &unit {
                    for exit in id.exits() {
                        assert!(seen.contains(&exit), "{exit} after {id}");
                        assert!(exit.depth() < id.depth());
                    }
                    assert!(unit.contains(&id.next()));
                }
                for id in unit {
                    assert!(!seen.contains(&id) && id.is_of(&rules), "{id}");
                    assert_eq!(id.to_string().parse(), Ok(id));
                    seen.push(id);
                }
            }
            assert_eq!(seen.len(), count, "{text}");
        }
    }

    #[test]
    fn slice_names_are_strict() {
        for text in ["", "l", "l-", "-l", "sl-l", "ll-lll", "x-l", "lm-m"] {
            assert!(text.parse::<TableId>().is_err(), "{text}");
        }
    }
}
