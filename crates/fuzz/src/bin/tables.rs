//! Any bytes as an endgame table, with and without a die, and the same with correct checksums. The
//! file is refused in one line, or every position is looked up.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use crc32fast::hash as crc32;
use games::etoile::EtoileOnSquare8;
use games::maitres::Maitres;
use games::{Endings, Game, Notation, State, format_game};
use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tablebases::{Tabled, etoile, maitres};

/// The number of bytes before the header.
const HEAD: usize = 20;

/// The header of the file: the game, the table, its length, the counts of its positions, the
/// blocks.
type Header<Table, Counts> = (String, Table, u64, Counts, Vec<(u32, u32)>);
type Counts = (u64, u64, u64, Option<(u16, u64)>);
type Material = (([u8; 2], [u8; 2]), bool);
type Force = (u8, u8, u8);
type SliceCounts = (u64, u64, (u16, u64), (u16, u64), u32);

/// A folder of this process with one table.
struct Place<G> {
    game: G,
    dir: PathBuf,
    file: PathBuf,
}

impl<G: Notation> Place<G> {
    fn new(text: &str, without_draws: impl FnOnce(&G) -> G, table: &str) -> Self {
        let game = State::<G>::parse(&format!("{text} startpos")).expect("a game").into_game();
        let shared = PathBuf::from("/dev/shm");
        let place = if shared.is_dir() { shared } else { std::env::temp_dir() };
        let dir = place.join(format!("fuzz-tables-{}-{}", G::NAME, std::process::id()));
        let own = dir.join(format_game(&without_draws(&game)).replace(':', "-"));
        fs::create_dir_all(&own).expect("a folder");
        Self { game, file: own.join(table), dir }
    }
}

static ENDINGS: LazyLock<Place<EtoileOnSquare8>> = LazyLock::new(|| {
    let text = "etoile:board=square8,players=2,rules=english";
    Place::new(text, EtoileOnSquare8::without_draws, "k-k.a.table")
});

static CHANCES: LazyLock<Place<Maitres>> =
    LazyLock::new(|| Place::new("maitres", Maitres::without_draws, "m-m.table"));

/// The same bytes with correct lengths and checksums of the blocks and the header.
fn dressed<Table, Counts>(bytes: &[u8]) -> Option<Vec<u8>>
where
    Header<Table, Counts>: Serialize + DeserializeOwned,
{
    let (header, mut blocks) =
        postcard::take_from_bytes::<Header<Table, Counts>>(bytes.get(HEAD..)?).ok()?;
    let mut header = header;
    let rest = blocks;
    let last = header.4.len().checked_sub(1)?;
    for (index, (size, sum)) in header.4.iter_mut().enumerate() {
        let most = if index == last { blocks.len() } else { blocks.len().min(*size as usize) };
        let (block, more) = blocks.split_at(most);
        (*size, *sum) = (most as u32, crc32(block));
        blocks = more;
    }
    let header = postcard::to_stdvec(&header).ok()?;
    let words = [1, header.len() as u32, crc32(&header)].map(u32::to_le_bytes).concat();
    Some([b"ENDTABLE", &words[..], &header, rest].concat())
}

/// Writes the file of a table and opens it. A refused file gives an error of one line.
fn opened<G: Tabled>(place: &Place<G>, bytes: &[u8]) -> bool {
    fs::write(&place.file, bytes).expect("a file");
    match place.game.open_tables(&place.dir) {
        Ok(Some(endings)) => {
            assert!(!endings.describe().contains('\n'));
            let lines = place.game.list_tables(&place.dir).expect("tables");
            assert!(lines.iter().all(|line| !line.contains('\n')));
            true
        }
        Ok(None) => panic!("a file is there"),
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            false
        }
    }
}

fn check_endings(bytes: &[u8]) {
    let place = &*ENDINGS;
    if !opened(place, bytes) {
        return;
    }
    let set = etoile::TableSet::open(&place.game, &place.dir).expect("tables").expect("tables");
    for (id, counts, longest) in set.tables() {
        assert!(counts.positions() >= counts.wins);
        let positions = (0..set.numbers(id)).step_by(701);
        let positions = positions.filter_map(|number| set.position(id, number));
        for position in positions.chain(longest) {
            let _ = (set.probe(&position), set.verdict(&position));
        }
    }
}

fn check_chances(bytes: &[u8]) {
    let place = &*CHANCES;
    if !opened(place, bytes) {
        return;
    }
    let set = maitres::TableSet::open(&place.game, &place.dir).expect("tables").expect("tables");
    for (id, _, ends) in set.tables() {
        let positions = (0..set.numbers(id)).step_by(701);
        let positions = positions.filter_map(|number| set.position(id, number));
        for position in positions.chain(ends.into_iter().flatten()) {
            place.game.each_event(&position, |die, _| {
                let _ = set.probe(&place.game.apply_event(&position, die));
            });
            let _ = (set.probe(&position), set.verdict(&position));
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    check_endings(bytes);
    check_chances(bytes);
    if let Some(file) = dressed::<Material, Counts>(bytes) {
        check_endings(&file);
    }
    if let Some(file) = dressed::<(Force, Force), SliceCounts>(bytes) {
        check_chances(&file);
    }
});
