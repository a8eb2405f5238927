//! Proofs and endgame tables agree.

use games::etoile::{Board, Etoile, Square8, Star};
use games::{Actor, Ending, Endings, State, random_step};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use solve::{SolveLimits, SolveResult, check_proof, solve};
use tablebases::Tabled;
use tablebases::etoile::{TableSet, build};

/// Positions with few pieces, from random moves.
fn positions<B: Board>(start: &State<Etoile<B>>, count: usize, seed: u64) -> Vec<State<Etoile<B>>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut buffer = Vec::new();
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = start.clone();
        while matches!(state.actor(), Actor::Seat(_)) && state.history().plies() < 400 {
            random_step(&mut state, &mut buffer, &mut rng);
            if rng.random_bool(0.2) && matches!(state.actor(), Actor::Seat(_)) {
                found.push(state.without_history());
            }
        }
    }
    found.truncate(count);
    found
}

fn agree<B: Board>(starts: &[String], pieces: u8, count: usize, limits: &SolveLimits)
where
    Etoile<B>: Tabled,
{
    let first = State::<Etoile<B>>::parse(&starts[0]).expect("a position");
    let dir = std::env::temp_dir().join(format!(
        "solve-{}-{}-{pieces}-{}",
        std::process::id(),
        B::NAME,
        limits.threads
    ));
    let memory = tablebases::BuildLimits { memory: 256, threads: 2 };
    build(first.game(), pieces, &dir, memory, |_| ()).expect("tables");
    let set = TableSet::open(first.game(), &dir).expect("tables").expect("tables");
    let (mut seen, mut open) = ([0; 3], 0);
    for (seed, start) in (1..).zip(starts) {
        let start = State::<Etoile<B>>::parse(start).expect("a position");
        for state in positions(&start, count, seed) {
            let Some(ending) = set.probe(state.position()) else { continue };
            let solution = solve(&state, limits, &|| false).expect("a solution");
            if solution.result == SolveResult::Unknown {
                open += 1;
                continue;
            }
            let text = games::format_position(state.game(), state.position());
            assert_eq!(solution.result.word(), ending.word(), "{text}");
            if let (Some(found), Some(shortest)) = (solution.distance, ending.distance()) {
                assert!(found >= u32::from(shortest), "{text}: {found}, {shortest}");
                assert_eq!(solution.line.len(), found as usize, "{text}");
            }
            let proof = solution.proof(&state).expect("a proof").expect("decided");
            let verified = check_proof(&state, &proof).expect("a proof that holds");
            assert_eq!(verified.bounds, (solution.result, solution.result), "{text}");
            seen[match ending {
                Ending::Win(_) => 0,
                Ending::Draw => 1,
                Ending::Loss(_) => 2,
                Ending::Chance(_) => panic!("no dice here"),
            }] += 1;
        }
    }
    std::fs::remove_dir_all(&dir).expect("a folder");
    assert!(open * 10 < seen.iter().sum(), "{open} undecided of {seen:?}");
    assert!(seen.iter().all(|&count| count > 6), "wins, draws, losses: {seen:?}");
}

/// Kings move to and fro without end, so refutations depend on repeated positions.
#[test]
fn endless_play_on_64_squares() {
    let rules = "etoile:board=square8,players=2,rules=english,quiet=0,repetition=0";
    let fields = ["A Kc3 Ka1 0 -", "A Kc3 Ke5,Kg3 0 -", "B c3,Ke1 Kg7 0 -", "A b2 g7 0 -"];
    let starts = fields.map(|fields| format!("{rules} {fields}"));
    let limits = SolveLimits { nodes: Some(4_000_000), memory: 1024, ..SolveLimits::default() };
    agree::<Square8>(&starts, 3, 20, &limits);
}

#[test]
#[ignore = "long"]
fn endless_play_on_the_star_with_two_threads() {
    let rules = "etoile:players=2,quiet=0,repetition=0";
    let fields = ["A KAa1 KBc1 0 -", "A Ab4 Ba1 0 -"];
    let starts = fields.map(|fields| format!("{rules} {fields}"));
    let limits =
        SolveLimits { nodes: Some(4_000_000), memory: 1024, threads: 2, ..SolveLimits::default() };
    agree::<Star>(&starts, 2, 50, &limits);
}
