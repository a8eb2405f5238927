//! Builds the tables that come with the program, and writes them to `crates/tablebases/own`.
//!
//! ```sh
//! cargo run --release -p tablebases --example own
//! ```

use std::error::Error;
use std::fs;
use std::path::Path;

use games::State;
use games::etoile::{Board, Etoile, Square8, Star};
use tablebases::BuildLimits;
use tablebases::etoile::{build, pack};

fn write<B: Board>(text: &str, name: &str) -> Result<(), Box<dyn Error>> {
    let game = State::<Etoile<B>>::parse(&format!("{text} startpos"))?.into_game();
    let dir = std::env::temp_dir().join(format!("own-tables-{}", std::process::id()));
    build(&game, 4, &dir, BuildLimits { memory: 2048, threads: 1 }, |_| ())?;
    let bytes = pack(&game, &dir)?;
    fs::remove_dir_all(dir)?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("own/{name}.endings"));
    fs::write(&path, &bytes)?;
    println!("{} bytes {}", path.display(), bytes.len());
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    write::<Square8>("etoile:board=square8,players=2,rules=english", "square8-english")?;
    write::<Star>("etoile:players=2", "star")
}
