//! The time of a probe: `cargo test --release -p tablebases -- --ignored --nocapture`.

use std::hint::black_box;
use std::time::Instant;

use games::Endings;
use games::etoile::Square8;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tablebases::etoile::{TableSet, build};

use crate::common::{LIMITS, folder, game};

#[test]
#[ignore = "a measurement"]
fn probes_from_the_cache() {
    let game = game::<Square8>("etoile:board=square8,players=2,rules=english");
    let dir = folder("speed");
    build(&game, 4, &dir, LIMITS, |_| ()).expect("tables");
    let set = TableSet::open(&game, &dir).expect("tables").expect("tables");
    let ids: Vec<_> = set.tables().map(|(id, ..)| id).collect();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    while positions.len() < 100_000 {
        let id = ids[random.random_range(0..ids.len())];
        positions.extend(set.position(id, random.random_range(0..set.numbers(id))));
    }
    for round in ["from the files", "from the cache"] {
        let started = Instant::now();
        for position in &positions {
            black_box(set.probe(position).expect("an ending"));
        }
        let each = started.elapsed().as_secs_f64() / positions.len() as f64;
        println!("{:.2} microseconds a probe {round}", each * 1e6);
    }
}
