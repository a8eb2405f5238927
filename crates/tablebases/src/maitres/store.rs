//! The tables that are in memory while others are built, within the allowed memory.

use std::collections::HashMap;

use crate::error::Error;
use crate::folder::Folder;
use crate::maitres::bounds::Bounds;
use crate::maitres::material::TableId;
use crate::maitres::planes::read_bounds;
use crate::maitres::ranks::{Layout, Ranks, Squares};

/// The bounds of all positions of some tables.
#[derive(Default)]
pub(crate) struct KnownBounds {
    tables: HashMap<TableId, (Layout, Vec<Bounds>)>,
}

impl KnownBounds {
    /// The bounds of a position whose table is in memory.
    ///
    /// # Panics
    /// If the table is not in memory.
    #[inline]
    pub(crate) fn get(&self, ranks: &Ranks, id: TableId, squares: &Squares) -> Bounds {
        let (layout, bounds) = self.tables.get(&id).expect("all tables that this one leads to");
        bounds[ranks.number(layout, squares)]
    }
}

/// Tables in memory, which are read from their files when they are needed.
pub(crate) struct TableStore<'a> {
    pub(crate) ranks: &'a Ranks,
    pub(crate) folder: &'a Folder,
    pub(crate) known: KnownBounds,
    limit: usize,
}

impl<'a> TableStore<'a> {
    /// A store of at most `limit` bytes.
    pub(crate) fn new(ranks: &'a Ranks, folder: &'a Folder, limit: usize) -> Self {
        Self { ranks, folder, known: KnownBounds::default(), limit }
    }

    /// Loads some tables for work on another one that needs `own` bytes. Returns the bytes that are
    /// still free.
    ///
    /// # Errors
    /// A total above the limit; damaged files.
    pub(crate) fn prepare(
        &mut self,
        table: TableId,
        wanted: &[TableId],
        own: usize,
    ) -> Result<usize, Error> {
        let mut wanted = wanted.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let size = |id: &TableId| size_of::<Bounds>() * self.ranks.layout(*id).len;
        let needed = wanted.iter().map(size).sum::<usize>() + own;
        Error::check_memory(self.limit, needed, table)?;
        // Other tables are removed if their memory is needed, the largest first.
        let mut others: Vec<_> = self.known.tables.keys().copied().collect();
        others.retain(|id| !wanted.contains(id));
        others.sort_unstable_by_key(|id| (size(id), *id));
        let mut held = needed + others.iter().map(size).sum::<usize>();
        while held > self.limit
            && let Some(id) = others.pop()
        {
            held -= size(&id);
            self.known.tables.remove(&id);
        }
        for id in wanted {
            if !self.known.tables.contains_key(&id) {
                let bounds = read_bounds(self.folder, &self.ranks.layout(id))?;
                self.insert(id, bounds);
            }
        }
        Ok(self.limit - held)
    }

    /// Adds a table to the memory.
    pub(crate) fn insert(&mut self, id: TableId, bounds: Vec<Bounds>) {
        self.known.tables.insert(id, (self.ranks.layout(id), bounds));
    }
}
