//! The tables of a game with a die, opened: what they say of a position.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use games::maitres::{Maitres, Position};
use games::{Actor, Ending, Endings, Game, Outcome, Verdict, WinChance};

use crate::cache::Cache;
use crate::error::Error;
use crate::folder::Folder;
use crate::key::TableKey;
use crate::maitres::bounds::chance;
use crate::maitres::counts::Counts;
use crate::maitres::material::{MAX_PIECES, TableId};
use crate::maitres::ranks::{Layout, Ranks};
use crate::open::OpenTable;

/// The tables of La Guerre des Maîtres that are in a game's folder.
pub struct TableSet {
    /// The game as it is played, with a limit of its length.
    game: Maitres,
    ranks: Ranks,
    tables: HashMap<TableId, (Layout, OpenTable<TableId>)>,
    /// All of them, in order.
    ids: Vec<TableId>,
    most: u32,
    cache: Cache,
}

impl TableSet {
    /// Opens all tables of a game that are in its folder within `dir`, and checks their sums;
    /// `None` where there are none.
    ///
    /// # Errors
    /// Files that are damaged, of another version or of another game.
    pub fn open(game: &Maitres, dir: &Path) -> Result<Option<Self>, Error> {
        let folder = Folder::named(dir, &game.without_draws());
        let mut ids = folder.tables::<TableId>(dir, MAX_PIECES)?;
        ids.retain(|id| id.is_of(game));
        let Some(most) = ids.iter().map(|id| id.pieces()).max() else { return Ok(None) };
        let ranks = Ranks::new(game, most);
        let mut tables = HashMap::new();
        for (slot, &id) in ids.iter().enumerate() {
            let layout = ranks.layout(id);
            let Some(file) = folder.open(id, layout.len)? else { continue };
            tables.insert(id, (layout, OpenTable::new(slot, file)?));
        }
        Ok(Some(Self { game: *game, ranks, tables, ids, most: most.into(), cache: Cache::new() }))
    }

    /// The tables, what their positions come to, and those of the least and the greatest chance.
    pub fn tables(&self) -> impl Iterator<Item = (TableId, Counts, [Option<Position>; 2])> {
        self.ids.iter().filter_map(|&id| {
            let counts = self.tables.get(&id)?.1.counts;
            let ends = [counts.least, counts.most];
            Some((id, counts, ends.map(|(_, number)| self.position(id, number as usize))))
        })
    }

    /// The position of a number in a table; `None` where pieces meet.
    #[must_use]
    pub fn position(&self, id: TableId, number: usize) -> Option<Position> {
        let (layout, _) = self.tables.get(&id)?;
        let squares = self.ranks.squares(layout, number).filter(|_| number < layout.len)?;
        Some(Ranks::position(&squares))
    }

    /// How many numbers the positions of a table have, from 0.
    #[must_use]
    pub fn numbers(&self, id: TableId) -> usize {
        self.tables.get(&id).map_or(0, |(layout, _)| layout.len)
    }

    /// What the tables say of a position where the die is to be rolled.
    fn stored(&self, position: &Position) -> Option<WinChance> {
        let (id, squares) = Ranks::locate(position);
        let (layout, table) = self.tables.get(&id)?;
        Some(chance(table.code(&self.cache, self.ranks.number(layout, &squares))?))
    }
}

impl Endings<Maitres> for TableSet {
    fn probe(&self, position: &Position) -> Option<Ending> {
        if position.occupied().count_ones() > self.most {
            return None;
        }
        let rules = &self.ranks.rules;
        match rules.actor(position) {
            Actor::Over(outcome) if outcome == Outcome::win(position.side()) => {
                return Some(Ending::Win(0));
            }
            Actor::Over(_) => return Some(Ending::Loss(0)),
            Actor::Chance => return self.stored(position).map(Ending::Chance),
            Actor::Seat(_) => {}
        }
        // The best of what the roll can be used for.
        let (mut best, mut won, mut complete) = (WinChance { low: 0, high: 0 }, false, true);
        rules.each_move(position, |mv| match self.probe(&rules.play(position, mv)) {
            Some(Ending::Chance(chance)) => best = best.or(chance.flipped()),
            Some(ending) => won |= ending == Ending::Loss(0),
            None => complete = false,
        });
        if won {
            return Some(Ending::Win(1));
        }
        complete.then_some(Ending::Chance(best))
    }

    /// Before a roll alone: after it the search itself looks at the moves. The limit of the game's
    /// length may come first.
    fn verdict(&self, position: &Position) -> Option<Verdict> {
        let rolls = self.ranks.rules.actor(position) == Actor::Chance;
        let ending = self.probe(position).filter(|_| rolls)?;
        Some(if self.game.plies == 0 { Verdict::Certain(ending) } else { Verdict::Open(ending) })
    }

    fn describe(&self) -> String {
        let positions: u64 = self.tables.values().map(|(_, table)| table.counts.positions).sum();
        format!("{} tables of up to {} pieces, {positions} positions", self.tables.len(), self.most)
    }
}

impl fmt::Debug for TableSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableSet").field("tables", &self.ids.len()).finish_non_exhaustive()
    }
}
