//! Chance nodes: the leaves of each technique as a ratio to plain expectimax, at equal values.
//!
//! `cargo bench -p benches --bench chance`

use benches::{BenchRun, geometric_mean, opening_positions, seconds};
use engine::{Request, Searcher, Techniques};
use games::State;
use games::maitres::{Maitres, Passage, Variant};

const GAME: Maitres = Maitres { passage: Passage::Blocked, variant: Variant::Master, plies: 0 };

/// Leaves, value and seconds of a search to a depth. They include the earlier iterations, except
/// for plain expectimax, which gains nothing from them.
fn search(state: &State<Maitres>, depth: u32, techniques: Techniques) -> (u64, i32, f64) {
    let builder = Searcher::builder(GAME).techniques(techniques).hash(64);
    let mut searcher = builder.build().expect("64 MiB");
    let mut before = 0;
    let (time, answer) = seconds(|| {
        searcher.search_with(state, &Request::new().depth(depth), |answer| {
            if answer.depth + 1 == depth && !techniques.alpha_beta && !techniques.table {
                before = answer.leaves;
            }
            true
        })
    });
    (answer.leaves - before, answer.value.units(), time)
}

fn main() {
    let run = BenchRun::from_arguments();
    const PLAIN: Techniques = Techniques::PLAIN;
    const EXACT: Techniques = Techniques { quiescence: false, ..Techniques::EXACT };
    const ALPHA_BETA: Techniques =
        Techniques { alpha_beta: true, ordering: true, pvs: true, aspiration: true, ..PLAIN };
    let list = [
        ("plain expectimax", PLAIN),
        ("alpha-beta inside decisions, ordered", ALPHA_BETA),
        ("and Star1", Techniques { star1: true, ..ALPHA_BETA }),
        ("and Star1, Star2", Techniques { star1: true, star2: true, ..ALPHA_BETA }),
        ("and wins at hand, no table", Techniques { table: false, ..EXACT }),
        ("table, without Star1 and Star2", Techniques { star1: false, star2: false, ..EXACT }),
        ("table and Star1", Techniques { star2: false, ..EXACT }),
        ("everything exact: table, Star1, Star2", EXACT),
    ];
    for (depth, count) in [(2, 12), run.of((3, 6), (2, 2))] {
        println!("maitres, {depth} moves with their rolls, {count} positions, leaves over plain:");
        let states = positions(count);
        let mut plain = Vec::new();
        for (name, techniques) in list {
            let found: Vec<_> =
                states.iter().map(|state| search(state, depth, techniques)).collect();
            if plain.is_empty() {
                plain.clone_from(&found);
            }
            for (one, other) in found.iter().zip(&plain) {
                assert_eq!(one.1, other.1, "{name}: equal values");
            }
            let of = |part: fn(&(u64, i32, f64)) -> f64| {
                let ratios = found.iter().zip(&plain).map(|(one, all)| part(one) / part(all));
                geometric_mean(&ratios.collect::<Vec<_>>())
            };
            let leaves = of(|found| found.0 as f64);
            println!("  {name:<40} leaves {leaves:.4}  time {:.4}", of(|found| found.2));
        }
    }
}

/// Positions with few enough moves for plain expectimax: small rolls, and endings.
fn positions(count: usize) -> Vec<State<Maitres>> {
    let all = opening_positions(&GAME, 400);
    let small = all.into_iter().filter(|state| (2..=5).contains(&state.position().die()));
    small.skip(12).step_by(3).take(count).collect()
}
