//! Any bytes as a file of exact endings, and the same with the checksums that it needs: it is refused in one line, or
//! every position of it is looked up.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use crc32fast::hash as crc32;
use games::etoile::{Etoile, Square8};
use games::{Endings, State, format_game};
use libfuzzer_sys::fuzz_target;
use tables::TableSet;

const GAME: &str = "etoile:board=square8,players=2,rules=english";

/// So many bytes stand before the header.
const HEAD: usize = 20;

type Material = ([u8; 2], [u8; 2]);
type Counts = (u64, u64, u64, Option<(u16, u64)>);
/// The header as it lies in the file: the game, the table, its length, how its positions end, the blocks.
type Header = (String, (Material, bool), u64, Counts, Vec<(u32, u32)>);

struct Place {
    game: Etoile<Square8>,
    dir: PathBuf,
    file: PathBuf,
}

/// A folder of this process with one table.
static PLACE: LazyLock<Place> = LazyLock::new(|| {
    let text = format!("{GAME} startpos");
    let game = State::<Etoile<Square8>>::parse(&text).expect("a game").into_game();
    let shared = PathBuf::from("/dev/shm");
    let place = if shared.is_dir() { shared } else { std::env::temp_dir() };
    let dir = place.join(format!("fuzz-tables-{}", std::process::id()));
    let own = dir.join(format_game(&game.without_draws()).replace(':', "-"));
    fs::create_dir_all(&own).expect("a folder");
    Place { game, file: own.join("k-k.a.table"), dir }
});

/// The same with the right checksums of the blocks and of the header, and the right lengths.
fn dressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let (header, mut blocks) = postcard::take_from_bytes::<Header>(bytes.get(HEAD..)?).ok()?;
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

fn check(bytes: &[u8]) {
    let Place { game, dir, file } = &*PLACE;
    fs::write(file, bytes).expect("a file");
    match TableSet::open(game, dir) {
        Ok(Some(set)) => {
            assert!(!set.describe().contains('\n'));
            for (id, counts, longest) in set.tables() {
                assert!(counts.positions() >= counts.wins);
                let positions = (0..set.numbers(id)).step_by(701);
                let positions = positions.filter_map(|number| set.position(id, number));
                for position in positions.chain(longest) {
                    let _ = (set.probe(&position), set.verdict(&position));
                }
            }
        }
        Ok(None) => panic!("a file is there"),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    if let Some(file) = dressed(bytes) {
        check(&file);
    }
});
