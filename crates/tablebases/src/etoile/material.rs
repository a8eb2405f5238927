//! The pieces on the board, the player to act, and the order in which tables are built.

use std::fmt;
use std::str::FromStr;

use games::Seat;
use serde::{Deserialize, Serialize};

use crate::etoile::counts::Counts;
use crate::key::TableKey;

/// The greatest number of pieces in a table.
pub const MAX_PIECES: u8 = 6;

/// The number of possible tables, for arrays: each of four counts from 0 to 6, and two sides.
pub(crate) const SLOTS: usize = 7 * 7 * 7 * 7 * 2;

/// The number of pieces of both players by kind: men and kings of A, men and kings of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Material {
    /// Men of A and of B.
    pub men: [u8; 2],
    /// Kings of A and of B.
    pub kings: [u8; 2],
}

impl Material {
    /// The material of a position.
    #[inline]
    pub(crate) fn of(pieces: [u64; 2], kings: u64) -> Self {
        let count = |cells: u64| cells.count_ones() as u8;
        Self {
            men: pieces.map(|own| count(own & !kings)),
            kings: pieces.map(|own| count(own & kings)),
        }
    }

    /// The number of all pieces.
    #[must_use]
    pub fn total(self) -> u8 {
        self.men[0] + self.men[1] + self.kings[0] + self.kings[1]
    }

    /// The material with the players exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        let [a, b] = self.men;
        let [c, d] = self.kings;
        Self { men: [b, a], kings: [d, c] }
    }

    /// The number of pieces of a player.
    pub(crate) fn side(self, index: usize) -> u8 {
        self.men[index] + self.kings[index]
    }

    /// All material of two players with this number of pieces. Material with fewer men comes first,
    /// since men become kings.
    fn all(total: u8) -> Vec<Self> {
        let mut found = Vec::new();
        for first in 1..total {
            let second = total - first;
            for a in 0..=first {
                for b in 0..=second {
                    found.push(Self { men: [a, b], kings: [first - a, second - b] });
                }
            }
        }
        found.sort_unstable_by_key(|material| (material.men[0] + material.men[1], *material));
        found
    }

    /// The material that may follow after one move of `mover`, except for a plain step. The move
    /// may capture pieces, but not the last one of the other player. One man of the mover may
    /// become a king in the capture or by a step.
    fn after(self, mover: usize) -> Vec<Self> {
        let other = 1 - mover;
        let mut crowned = self;
        let mut movers = vec![self];
        if self.men[mover] > 0 {
            crowned.men[mover] -= 1;
            crowned.kings[mover] += 1;
            movers.push(crowned);
        }
        let mut found = Vec::new();
        for base in movers {
            for men in 0..=self.men[other] {
                for kings in 0..=self.kings[other] {
                    let mut next = base;
                    next.men[other] = men;
                    next.kings[other] = kings;
                    if next != self && next.side(other) > 0 {
                        found.push(next);
                    }
                }
            }
        }
        found
    }
}

impl fmt::Display for Material {
    /// The name of the material, kings before men and A before B: `kkm-k`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in 0..2 {
            for _ in 0..self.kings[side] {
                f.write_str("k")?;
            }
            for _ in 0..self.men[side] {
                f.write_str("m")?;
            }
            if side == 0 {
                f.write_str("-")?;
            }
        }
        Ok(())
    }
}

/// One table: its material and the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TableId {
    /// The material on the board.
    pub material: Material,
    /// Whether the second player is to act.
    pub second: bool,
}

impl TableId {
    /// The table of a position. If the board looks the same from both sides, the player to act is
    /// always A.
    pub(crate) fn new(material: Material, side: Seat, symmetric: bool) -> Self {
        let second = side == Seat::SECOND;
        if symmetric && second {
            Self { material: material.swapped(), second: false }
        } else {
            Self { material, second }
        }
    }

    /// The seat to act.
    #[must_use]
    pub fn side(self) -> Seat {
        if self.second { Seat::SECOND } else { Seat::FIRST }
    }

    /// The index of the table, below [`SLOTS`].
    #[inline]
    pub(crate) fn slot(self) -> usize {
        let Material { men: [a, b], kings: [c, d] } = self.material;
        let counts = [a, b, c, d].iter().fold(0, |slot, &count| slot * 7 + usize::from(count));
        2 * counts + usize::from(self.second)
    }

    /// The table that plain steps lead to.
    pub(crate) fn next(self, symmetric: bool) -> Self {
        Self::new(self.material, self.side().other(), symmetric)
    }

    /// The tables that captures and crownings lead to.
    pub(crate) fn exits(self, symmetric: bool) -> Vec<Self> {
        let after = self.material.after(self.side().index());
        after.into_iter().map(|next| Self::new(next, self.side().other(), symmetric)).collect()
    }
}

impl TableKey for TableId {
    type Counts = Counts;

    fn pieces(self) -> u8 {
        self.material.total()
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.material, if self.second { 'b' } else { 'a' })
    }
}

impl FromStr for TableId {
    type Err = ();

    /// Reads the name of a table, as `kkm-k.a`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (pieces, side) = text.rsplit_once('.').ok_or(())?;
        let (first, second) = pieces.split_once('-').ok_or(())?;
        let count = |text: &str, kind: char| text.chars().filter(|&letter| letter == kind).count();
        let counts = |kind| [count(first, kind) as u8, count(second, kind) as u8];
        if pieces.len() > usize::from(MAX_PIECES) + 1 {
            return Err(());
        }
        let material = Material { men: counts('m'), kings: counts('k') };
        let id = Self { material, second: side == "b" };
        if id.to_string() == text { Ok(id) } else { Err(()) }
    }
}

/// The tables of up to `most` pieces. A table comes after all tables that its moves lead to. Tables
/// that lead to each other by plain steps are in one unit, which has one or two tables.
pub(crate) fn units(most: u8, symmetric: bool) -> Vec<Vec<TableId>> {
    let mut found: Vec<Vec<TableId>> = Vec::new();
    for total in 2..=most {
        for material in Material::all(total) {
            let id = TableId::new(material, Seat::FIRST, symmetric);
            let next = id.next(symmetric);
            if found.iter().any(|unit| unit.contains(&id)) {
                continue;
            }
            found.push(if next == id { vec![id] } else { vec![id, next] });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each table occurs once, after all tables that it leads to.
    #[test]
    fn tables_come_after_what_they_lead_to() {
        for symmetric in [false, true] {
            let mut seen = Vec::new();
            for unit in units(4, symmetric) {
                for id in &unit {
                    for exit in id.exits(symmetric) {
                        assert!(seen.contains(&exit), "{exit} after {id}");
                    }
                    assert!(unit.contains(&id.next(symmetric)));
                }
                for id in unit {
                    assert!(!seen.contains(&id), "{id} twice");
                    assert_eq!(id.to_string().parse(), Ok(id));
                    seen.push(id);
                }
            }
            // 1-1: 4, 1-2: 6 twice, 1-3: 8 twice, 2-2: 9; on the star each with two sides.
            let tables = 4 + 2 * 6 + 2 * 8 + 9;
            assert_eq!(seen.len(), if symmetric { tables } else { 2 * tables });
        }
    }

    #[test]
    fn names_are_strict() {
        for text in ["", "k-k", "mk-k.a", "k-k.c", "k.a", "kkkk-kkk.a", "x-k.a"] {
            assert!(text.parse::<TableId>().is_err(), "{text}");
        }
    }
}
