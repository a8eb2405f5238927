//! The open tables of a game with a die, which give the values of positions.

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

/// The tables of La Guerre des Maîtres in a game's folder.
pub struct TableSet {
    /// The game as it is played, with a limit of its length.
    game: Maitres,
    ranks: Ranks,
    tables: HashMap<TableId, (Layout, OpenTable<TableId>)>,
    /// All tables, in order.
    ids: Vec<TableId>,
    most: u32,
    cache: Cache,
}

impl TableSet {
    /// Opens all tables in the game's folder within `dir`, and verifies their checksums. `None` if
    /// there are no tables.
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

    /// The tables with their statistics, and the positions of the least and the greatest
    /// probability.
    pub fn tables(&self) -> impl Iterator<Item = (TableId, Counts, [Option<Position>; 2])> {
        self.ids.iter().filter_map(|&id| {
            let counts = self.tables.get(&id)?.1.counts;
            let ends = [counts.least, counts.most];
            Some((id, counts, ends.map(|(_, number)| self.position(id, number as usize))))
        })
    }

    /// The position of a number in a table. `None` if two pieces would be on one square.
    #[must_use]
    pub fn position(&self, id: TableId, number: usize) -> Option<Position> {
        let (layout, _) = self.tables.get(&id)?;
        let squares = self.ranks.squares(layout, number).filter(|_| number < layout.len)?;
        Some(Ranks::position(&squares))
    }

    /// The count of numbers in a table. They begin with 0.
    #[must_use]
    pub fn numbers(&self, id: TableId) -> usize {
        self.tables.get(&id).map_or(0, |(layout, _)| layout.len)
    }

    /// The table value of a position in which the die is to be rolled.
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
        // The best move after the roll.
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

    /// A verdict is given only before a roll: after it the search looks at the moves itself. The
    /// game may reach its length limit first.
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
