//! The two files of a table: the codes, which are the table, and the rests, which builds of tables
//! with more pieces need.

use std::path::PathBuf;

use crate::error::Error;
use crate::file::{self, TableFile};
use crate::folder::Folder;
use crate::maitres::bounds::Bounds;
use crate::maitres::counts::Counts;
use crate::maitres::material::TableId;
use crate::maitres::ranks::{Layout, Ranks};

/// The statistics of a table's codes.
pub(crate) fn counts(ranks: &Ranks, layout: &Layout, codes: &[u16]) -> Counts {
    let mut counts = Counts::NONE;
    ranks.each_of(layout, 0..layout.len, |number, _| counts.add(number, codes[number]));
    counts
}

/// The file of the rests of a table, and the name of the game in its header. No table has this
/// name.
fn rests(folder: &Folder, id: TableId) -> (PathBuf, String) {
    (folder.path.join(format!("{id}.bounds")), format!("{} bounds", folder.game))
}

/// Whether the bounds of a table are stored, so that a build need not analyse it again.
pub(crate) fn has_bounds(folder: &Folder, id: TableId) -> bool {
    rests(folder, id).0.exists()
}

/// The bounds of a table, read from its files.
pub(crate) fn read_bounds(folder: &Folder, layout: &Layout) -> Result<Vec<Bounds>, Error> {
    let id = layout.id;
    let mut table = folder.open_exit(id, layout.len)?;
    let (path, game) = rests(folder, id);
    if !path.exists() {
        return Err(Error::no_exit(&path));
    }
    let mut rests = TableFile::open(&path, &game, id, layout.len)?;
    let bounds = table.read_all()?.into_iter().zip(rests.read_all()?);
    let bounds = bounds.map(|(code, rest)| Bounds::of(code, rest, id)).collect::<Option<_>>();
    bounds.ok_or_else(|| Error::file(&path, "bounds of another table", "those of this one"))
}

/// Writes a table and its bounds. The bounds are written first, so that a table never exists
/// without its bounds. Returns the statistics of the table, and the size of its file.
pub(crate) fn write_bounds(
    folder: &Folder,
    ranks: &Ranks,
    layout: &Layout,
    bounds: &[Bounds],
    sweeps: u32,
) -> Result<(Counts, u64), Error> {
    let mut counts = Counts { sweeps, ..Counts::NONE };
    // A number that would put two pieces on one square gets the values before it.
    let mut planes = [vec![0; bounds.len()], vec![0; bounds.len()]];
    let nothing = Bounds::UNKNOWN.settled(layout.id);
    let (mut last, mut last_rest) = (nothing.code(), nothing.rest());
    for (number, bounds) in bounds.iter().enumerate() {
        if ranks.squares(layout, number).is_some() {
            (last, last_rest) = (bounds.code(), bounds.rest());
            counts.add(number, last);
        }
        planes[0][number] = last;
        planes[1][number] = last_rest;
    }
    let (path, game) = rests(folder, layout.id);
    file::write(&path, &game, layout.id, counts, &planes[1])?;
    let table = folder.file(layout.id);
    let bytes = file::write(&table, &folder.game, layout.id, counts, &planes[0])?;
    Ok((counts, bytes))
}
