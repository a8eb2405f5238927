//! The open tables of a game, which give the endings of positions.

use std::fmt;
use std::path::Path;

use games::etoile::{Board, Etoile, Omission, Position};
use games::{Actor, Ending, Endings, Game, Outcome, Seat, Verdict};

use crate::cache::Cache;
use crate::error::Error;
use crate::etoile::code::Code;
use crate::etoile::counts::Counts;
use crate::etoile::folder;
use crate::etoile::material::{MAX_PIECES, SLOTS, TableId};
use crate::etoile::own::{PIECES, own_tables};
use crate::etoile::ranks::{Layout, Ranks, Sets};
use crate::open::OpenTable;

/// The tables of a game of two players: from its folder, or those that come with the program.
pub struct TableSet<B: Board> {
    /// The game as it is played, with its draws.
    game: Etoile<B>,
    ranks: Ranks<B>,
    code: Code,
    /// By table index: the layout of a table, and its codes.
    tables: Vec<Option<(Layout, OpenTable<TableId>)>>,
    ids: Vec<TableId>,
    most: u32,
    /// Whether the tables come with the program.
    is_own: bool,
    cache: Cache,
}

impl<B: Board> TableSet<B> {
    /// Opens all tables in the game's folder within `dir`, and verifies their checksums. `None` if
    /// there are no tables.
    ///
    /// # Errors
    /// A game of three players; files that are damaged, of another version or of another game.
    pub fn open(game: &Etoile<B>, dir: &Path) -> Result<Option<Self>, Error> {
        let folder = folder(dir, game)?;
        let ids: Vec<TableId> = folder.tables(dir, MAX_PIECES)?;
        let Some(most) = ids.iter().map(|id| id.material.total()).max() else { return Ok(None) };
        let mut set = Self::empty(game, most);
        for &id in &ids {
            let layout = set.ranks.layout(id);
            let Some(file) = folder.open(id, layout.len)? else { continue };
            set.insert(id, layout, OpenTable::new(id.slot(), file)?);
        }
        Ok(Some(set))
    }

    /// The tables that come with the program; `None` if there are none of the game.
    #[must_use]
    pub fn own(game: &Etoile<B>) -> Option<Self> {
        let mut set = Self { is_own: true, ..Self::empty(game, PIECES) };
        for (id, counts, table) in own_tables(game)? {
            set.insert(id, set.ranks.layout(id), OpenTable::own(counts, table));
        }
        Some(set)
    }

    /// A set without tables.
    fn empty(game: &Etoile<B>, most: u8) -> Self {
        let ranks = Ranks::new(game, most);
        let mut tables = Vec::new();
        tables.resize_with(SLOTS, || None);
        Self {
            game: *game,
            code: Code { misere: ranks.rules.rules().misere },
            ranks,
            tables,
            ids: Vec::new(),
            most: most.into(),
            is_own: false,
            cache: Cache::new(),
        }
    }

    fn insert(&mut self, id: TableId, layout: Layout, table: OpenTable<TableId>) {
        self.tables[id.slot()] = Some((layout, table));
        self.ids.push(id);
    }

    /// The tables with their counts, and for each a position of the longest distance.
    pub fn tables(&self) -> impl Iterator<Item = (TableId, Counts, Option<Position>)> {
        self.ids.iter().filter_map(|&id| {
            let counts = self.tables[id.slot()].as_ref()?.1.counts;
            let longest = counts.longest.and_then(|(_, number)| self.position(id, number as usize));
            Some((id, counts, longest))
        })
    }

    /// The position of a number in a table. `None` if two pieces would be on one cell.
    #[must_use]
    pub fn position(&self, id: TableId, number: usize) -> Option<Position> {
        let (layout, _) = self.tables[id.slot()].as_ref()?;
        let (chunk, wanted) = (number / layout.chunk_len(), number % layout.chunk_len());
        let mut found = None;
        if chunk < layout.chunks() {
            self.ranks.each_of_chunk(layout, chunk, |rank, sets| {
                if rank == wanted {
                    found = Some(Ranks::<B>::position(id, &sets));
                }
            });
        }
        found
    }

    /// The count of numbers in a table. They begin with 0.
    #[must_use]
    pub fn numbers(&self, id: TableId) -> usize {
        self.tables[id.slot()].as_ref().map_or(0, |(layout, _)| layout.len)
    }

    /// The ending of a position that has an entry.
    fn stored(&self, id: TableId, sets: &Sets) -> Option<Ending> {
        let (layout, table) = self.tables[id.slot()].as_ref()?;
        let code = table.code(&self.cache, self.ranks.number(layout, sets))?;
        Some(self.code.ending(code))
    }

    /// The best ending of a position's moves; `None` if one of them is unknown.
    fn best(&self, position: &Position) -> Option<Ending> {
        let rules = &self.ranks.rules;
        let mut best: Option<Ending> = None;
        let mut complete = true;
        rules.each_move(position, |mv| {
            let child = rules.play(position, mv);
            let same = child.side() == position.side();
            match self.probe(&child) {
                Some(ending) => best = best.max(Some(ending.before(same))),
                None => complete = false,
            }
        });
        if complete { best.or_else(|| self.end(position)) } else { None }
    }

    /// The ending of a position in which the game is over.
    fn end(&self, position: &Position) -> Option<Ending> {
        let Actor::Over(outcome) = self.ranks.rules.actor(position) else { return None };
        let won = outcome == Outcome::win(position.side());
        Some(if won { Ending::Win(0) } else { Ending::Loss(0) })
    }

    /// Whether a win or loss is certain in the game as it was played so far. Then neither quiet
    /// turns nor repetitions can make it a draw.
    fn is_certain(&self, position: &Position, distance: u16) -> bool {
        let (quiet, distance) = (u32::from(position.quiet()), u32::from(distance));
        // The winner's best moves never repeat a position. So a draw by repetition needs a
        // position that occurred in the game so far, at least once less than the rule's limit. It
        // must have occurred since the last turn that was not quiet, since positions before that
        // turn cannot recur. A position recurs after four plies at the earliest.
        let repetition = self.game.rules().repetition;
        let repeats = repetition > 0 && quiet > 4 * repetition.saturating_sub(2);
        let Some(limit) = self.game.quiet_limit(position) else { return !repeats };
        // A turn that resets the count uses one ply of the distance. After it the limit may be
        // lower.
        let least = if self.game.rules().quiet.is_some() { limit } else { LEAST_LIMIT };
        let last = self.is_of_last_limit(position);
        !repeats && quiet + distance <= limit && (last || distance <= least + 1)
    }

    /// Whether the limit of quiet turns cannot become lower.
    fn is_of_last_limit(&self, position: &Position) -> bool {
        self.game.rules().quiet.is_some()
            || position.all().count_ones() == 3 && position.kings() == position.all()
    }
}

/// The lowest limit of quiet turns in the rules, counted for both players together.
const LEAST_LIMIT: u32 = 20;

impl<B: Board> Endings<Etoile<B>> for TableSet<B> {
    fn probe(&self, position: &Position) -> Option<Ending> {
        if position.all().count_ones() > self.most {
            return None;
        }
        if position.omission() == Omission::None {
            if Seat::all(2).any(|seat| position.pieces(seat) == 0) {
                return self.end(position);
            }
            if !self.ranks.rules.has_capture(position) {
                let (id, sets) = Ranks::<B>::locate(position);
                // The tables that come with the program have A to act.
                let follows = self.is_own && id.second;
                return if follows { self.best(position) } else { self.stored(id, &sets) };
            }
        }
        // Captures, and answers to an omission.
        self.best(position)
    }

    fn verdict(&self, position: &Position) -> Option<Verdict> {
        let ending = self.probe(position)?;
        Some(match ending.distance() {
            Some(distance) if !self.is_certain(position, distance) => Verdict::Open(ending),
            _ => Verdict::Certain(ending),
        })
    }

    fn describe(&self) -> String {
        let tables = self.tables.iter().flatten().count();
        let positions: u64 =
            self.tables.iter().flatten().map(|(_, table)| table.counts.positions()).sum();
        format!("{tables} tables of up to {} pieces, {positions} positions", self.most)
    }
}

impl<B: Board> fmt::Debug for TableSet<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableSet").field("tables", &self.ids.len()).finish_non_exhaustive()
    }
}
