//! The tables that come with the program: up to [`PIECES`] pieces, with A to act. The ending of a
//! position with B to act follows from those of its moves.
//!
//! They are in one file for each game, `crates/tablebases/own/NAME.endings`, which is compiled in:
//! a list (postcard) of the tables in the order of [`ids`], each with its counts and its codes. A
//! code has one byte. `cargo run --release -p tablebases --example own` writes the files.

use std::path::Path;
use std::sync::OnceLock;

use games::etoile::{Board, Etoile};
use games::format_game;

use crate::error::Error;
use crate::etoile::counts::Counts;
use crate::etoile::material::{TableId, units};
use crate::etoile::ranks::Ranks;
use crate::folder::Folder;
use crate::open::OwnTable;

/// The number of pieces of the greatest tables.
pub(crate) const PIECES: u8 = 4;

/// The compression level of `zstd`. The files are written once, so it may be slow.
const LEVEL: i32 = 19;

/// The tables of a game, in the order of [`ids`].
struct OwnGame {
    /// The game without draws.
    game: &'static str,
    packed: &'static [u8],
    tables: OnceLock<Vec<(Counts, OwnTable)>>,
}

impl OwnGame {
    const fn new(game: &'static str, packed: &'static [u8]) -> Self {
        Self { game, packed, tables: OnceLock::new() }
    }

    fn tables(&'static self) -> &'static [(Counts, OwnTable)] {
        self.tables.get_or_init(|| {
            let read = postcard::from_bytes::<Vec<(Counts, &'static [u8])>>(self.packed);
            let tables = read.unwrap_or_default().into_iter();
            tables.map(|(counts, packed)| (counts, OwnTable::new(packed))).collect()
        })
    }
}

static GAMES: [OwnGame; 2] = [
    OwnGame::new(
        "etoile:omit=must,players=2,quiet=0,repetition=0",
        include_bytes!("../../own/star.endings"),
    ),
    OwnGame::new(
        "etoile:board=square8,players=2,quiet=0,repetition=0,rules=english",
        include_bytes!("../../own/square8-english.endings"),
    ),
];

/// The tables that come with the program, if a game has them.
fn ids<B: Board>() -> impl Iterator<Item = TableId> {
    units(PIECES, Ranks::<B>::symmetric()).into_iter().flatten().filter(|id| !id.second)
}

/// The tables of a game that come with the program; `None` if there are none.
pub(crate) fn own_tables<B: Board>(
    game: &Etoile<B>,
) -> Option<impl Iterator<Item = (TableId, Counts, &'static OwnTable)>> {
    let name = format_game(&game.without_draws());
    let tables = GAMES.iter().find(|own| own.game == name)?.tables();
    Some(ids::<B>().zip(tables).map(|(id, (counts, table))| (id, *counts, table)))
}

/// The contents of the file with the tables in the game's folder within `dir`.
///
/// # Errors
/// Missing or damaged files.
pub fn pack<B: Board>(game: &Etoile<B>, dir: &Path) -> Result<Vec<u8>, Error> {
    let (folder, ranks) = (Folder::named(dir, &game.without_draws()), Ranks::new(game, PIECES));
    let mut tables = Vec::new();
    for id in ids::<B>() {
        let path = folder.file(id);
        let mut file = folder.open_exit(id, ranks.layout(id).len)?;
        let codes = file.read_all()?.into_iter().map(u8::try_from).collect::<Result<Vec<_>, _>>();
        let codes = codes.map_err(|_| {
            Error::file(&path, "an ending of more than 254 plies", "endings that a byte can hold")
        })?;
        let packed = zstd::bulk::compress(&codes, LEVEL);
        tables.push((file.header.counts, packed.map_err(|error| Error::write(&path, error))?));
    }
    postcard::to_stdvec(&tables)
        .map_err(|error| Error::write(dir, std::io::Error::other(error.to_string())))
}

#[cfg(test)]
mod tests {
    use games::etoile::{Square8, Star};
    use games::{Endings, State};
    use rayon::prelude::*;

    use super::*;
    use crate::BuildLimits;
    use crate::etoile::{TableSet, build};

    /// Every position of up to `most` pieces has the ending that a build gives it.
    fn are_as_built<B: Board>(text: &str, most: u8) {
        let game = State::<Etoile<B>>::parse(&format!("{text} startpos")).unwrap().into_game();
        let name = format!("tables-own-{most}-{}-{}", B::NAME, std::process::id());
        let dir = std::env::temp_dir().join(name);
        build(&game, most, &dir, BuildLimits { memory: 1024, threads: 2 }, |_| ()).unwrap();
        let built = TableSet::open(&game, &dir).unwrap().expect("tables");
        let own = TableSet::own(&game).expect("tables");
        assert_eq!(own.tables().count(), ids::<B>().count());
        let ranks = Ranks::new(&game, most);
        for (id, ..) in built.tables() {
            let layout = ranks.layout(id);
            (0..layout.chunks()).into_par_iter().for_each(|chunk| {
                ranks.each_of_chunk(&layout, chunk, |_, sets| {
                    let position = Ranks::<B>::position(id, &sets);
                    let (found, expected) = (own.probe(&position), built.probe(&position));
                    assert!(found == expected && found.is_some(), "{id} {position:?} {found:?}");
                });
            });
        }
        for (id, counts, _) in own.tables() {
            let as_built = built.tables().find(|&(other, ..)| other == id);
            assert!(as_built.is_none_or(|(_, as_built, _)| as_built == counts), "{id}");
        }
        std::fs::remove_dir_all(dir).unwrap();
    }

    const STAR: &str = "etoile:players=2,quiet=40";
    const ENGLISH: &str = "etoile:board=square8,players=2,rules=english";

    #[test]
    fn small_tables_are_as_built() {
        are_as_built::<Star>(STAR, 2);
        are_as_built::<Square8>(ENGLISH, 3);
    }

    #[test]
    #[ignore = "long"]
    fn all_tables_are_as_built() {
        are_as_built::<Star>(STAR, PIECES);
        are_as_built::<Square8>(ENGLISH, PIECES);
    }

    #[test]
    fn other_games_have_none() {
        for text in ["etoile:players=2,rules=german", "etoile", "etoile:players=2,misere=yes"] {
            let game = State::<Etoile<Star>>::parse(&format!("{text} startpos")).unwrap();
            assert!(own_tables(game.game()).is_none(), "{text}");
        }
    }
}
