//! The tables that are in memory while others are built or verified, within the allowed memory.

use std::sync::Arc;

use games::etoile::Board;
use rayon::prelude::*;

use crate::error::Error;
use crate::etoile::code::Code;
use crate::etoile::material::TableId;
use crate::etoile::ranks::Ranks;
use crate::etoile::table::{DUE, EndingTable, Known, NOTHING};
use crate::folder::Folder;

/// Tables in memory, which are read from their files when they are needed.
pub(crate) struct TableStore<'a, B: Board> {
    pub(crate) ranks: &'a Ranks<B>,
    pub(crate) code: Code,
    pub(crate) folder: &'a Folder,
    pub(crate) known: Known,
    bytes: usize,
    limit: usize,
}

impl<'a, B: Board> TableStore<'a, B> {
    /// A store of at most `limit` bytes.
    pub(crate) fn new(ranks: &'a Ranks<B>, folder: &'a Folder, limit: usize) -> Self {
        let code = Code { misere: ranks.rules.rules().misere };
        Self { ranks, code, folder, known: Known::new(), bytes: 0, limit }
    }

    /// Loads some tables for work on another one, and keeps `more` bytes free.
    ///
    /// # Errors
    /// A total above the limit; damaged files.
    pub(crate) fn prepare(
        &mut self,
        table: TableId,
        wanted: &[TableId],
        more: usize,
    ) -> Result<(), Error> {
        let size = |id: &TableId| 2 * self.ranks.layout(*id).len;
        let mut wanted = wanted.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let needed = wanted.iter().map(size).sum::<usize>() + more;
        Error::check_memory(self.limit, needed, table)?;
        for &id in &wanted {
            self.fetch(id, &wanted, more)?;
        }
        self.make_room(&wanted, more);
        Ok(())
    }

    /// Reads a table. The tables that it leads to are read first, since they have the endings of
    /// its captures.
    fn fetch(&mut self, id: TableId, keep: &[TableId], more: usize) -> Result<(), Error> {
        if self.known.get(id).is_some() {
            return Ok(());
        }
        let exits = id.exits(Ranks::<B>::symmetric());
        let keep = [keep, &exits, &[id]].concat();
        for &exit in &exits {
            self.fetch(exit, &keep, more)?;
        }
        let layout = self.ranks.layout(id);
        let mut codes = self.folder.open_exit(id, layout.len)?.read_all()?;
        let (ranks, known, code) = (self.ranks, &self.known, self.code);
        codes.par_chunks_mut(layout.chunk_len()).enumerate().for_each(|(chunk, codes)| {
            let stored = codes.to_vec();
            codes.fill(NOTHING);
            ranks.each_of_chunk(&layout, chunk, |rank, sets| {
                let position = Ranks::<B>::position(id, &sets);
                let captures = known.captures(ranks, code, &position);
                let entry = stored[rank].min(NOTHING);
                codes[rank] = captures.map_or(entry, |choice| choice.best() | DUE);
            });
        });
        self.insert(Arc::new(EndingTable { layout, codes }));
        self.make_room(&keep, more);
        Ok(())
    }

    /// Adds a table to the memory.
    pub(crate) fn insert(&mut self, table: Arc<EndingTable>) {
        self.bytes += table.bytes();
        self.known.insert(table);
    }

    /// Removes the largest tables, except those in `keep`, until `more` bytes are free.
    fn make_room(&mut self, keep: &[TableId], more: usize) {
        let mut others: Vec<_> =
            self.known.all().map(|table| (table.bytes(), table.layout.id)).collect();
        others.retain(|(_, id)| !keep.contains(id));
        others.sort_unstable();
        while self.bytes + more > self.limit
            && let Some((bytes, id)) = others.pop()
        {
            self.known.remove(id);
            self.bytes -= bytes;
        }
    }
}
