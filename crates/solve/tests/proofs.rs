//! Proofs hold by the rules alone, with any number of threads. Damaged proofs do not hold.

use games::benedictine::Benedictine;
use games::etoile::EtoileOnStar;
use games::maitres::Maitres;
use games::ruches::Ruches;
use games::{Actor, Game, Notation, State, Tactics, random_step};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use solve::{
    Chances, CheckedProof, SolveError, SolveLimits, SolveResult, check_proof, solve, solve_on,
};

const LIMITS: SolveLimits =
    SolveLimits { time: None, nodes: Some(60_000), memory: 256, threads: 1 };

/// Positions near the ends of random games.
fn late<G: Notation>(text: &str, before: usize, games: u64) -> Vec<State<G>> {
    let start = State::<G>::parse(text).expect("a position");
    let mut buffer = Vec::new();
    let play = |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut states = vec![start.clone()];
        while !matches!(states[states.len() - 1].actor(), Actor::Over(_)) && states.len() < 500 {
            let mut state = states[states.len() - 1].clone();
            random_step(&mut state, &mut buffer, &mut rng);
            states.push(state);
        }
        states.swap_remove(states.len().saturating_sub(before + 1))
    };
    (0..games).map(play).filter(|state| matches!(state.actor(), Actor::Seat(_))).collect()
}

/// Solves positions and checks each proof. Returns how often each result occurred.
fn proofs_hold<G: Notation + Tactics>(states: &[State<G>]) -> [usize; 4] {
    let mut seen = [0; 4];
    for state in states {
        let solution = solve(state, &LIMITS, &|| false).expect("a solution");
        let text = games::format_position(state.game(), state.position());
        let proof = solution.proof(state).expect("a proof");
        let decided = solution.bounds != (SolveResult::Loss, SolveResult::Win);
        assert_eq!(proof.is_some(), decided, "{text}");
        if let Some(proof) = proof {
            let verified =
                check_proof(state, &proof).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(verified.bounds, solution.bounds, "{text}");
            assert!(verified.distance <= solution.distance, "{text}");
        }
        seen[match solution.result {
            SolveResult::Win => 0,
            SolveResult::Draw => 1,
            SolveResult::Loss => 2,
            SolveResult::Unknown => 3,
        }] += 1;
    }
    seen
}

#[test]
fn proofs_of_late_positions_hold() {
    let [wins, _, losses, _] = proofs_hold(&late::<Ruches>("ruches startpos", 5, 30));
    assert!(wins + losses > 15, "ruches: {wins} wins, {losses} losses");
    let [wins, _, losses, _] = proofs_hold(&late::<Benedictine>("benedictine startpos", 3, 30));
    assert!(wins > 5 && losses > 0, "bénédictine: {wins} wins, {losses} losses");
}

/// Seats that have lost already, others who play on, shared points.
#[test]
fn proofs_for_three_seats_hold() {
    let seen = proofs_hold(&late::<EtoileOnStar>("etoile startpos", 8, 30));
    assert!(seen[3] < 25 && seen[..3].iter().filter(|&&count| count > 0).count() >= 2, "{seen:?}");
}

/// A position of Bénédictine with a proof of more than one move, the hardest of several.
fn proven() -> (State<Benedictine>, String) {
    let mut hardest: Option<(u64, State<Benedictine>, String)> = None;
    for state in late::<Benedictine>("benedictine startpos", 5, 60) {
        let solution = solve(&state, &LIMITS, &|| false).expect("a solution");
        let harder = hardest.as_ref().is_none_or(|(nodes, ..)| solution.nodes > *nodes);
        if solution.result == SolveResult::Win && solution.distance > Some(1) && harder {
            let proof = solution.proof(&state).expect("a proof").expect("decided");
            hardest = Some((solution.nodes, state, proof));
        }
    }
    let (nodes, state, proof) = hardest.expect("a win of more than a move");
    assert!(nodes > 2000, "{nodes} positions");
    (state, proof)
}

#[test]
fn damaged_proofs_are_refused() {
    let (state, proof) = proven();
    assert!(matches!(check_proof(&state, &proof), Ok(CheckedProof { .. })));
    let lines: Vec<_> = proof.lines().collect();
    assert!(lines.len() > 4, "{proof}");
    // Every line is needed. Each check takes long, so some are left out.
    for cut in (0..lines.len()).step_by(lines.len().div_ceil(40)) {
        let mut left = lines.clone();
        left.remove(cut);
        let found = check_proof(&state, &left.join("\n"));
        let shows_a_win = found.is_ok_and(|found| found.bounds.0 == SolveResult::Win);
        assert!(!shows_a_win, "without line {}", cut + 1);
    }
    // More text, a line twice, and a claim twice.
    let more = [
        ("more text".to_owned(), "read \"text\", expected the fields of a position"),
        ("\u{1b}[2J".to_owned(), "read \"\\u{1b}[2J\", expected a move and the fields"),
        (lines[3].to_owned(), "expected each position only once"),
        (lines[2].to_owned(), "expected each claim only once"),
    ];
    for (more, words) in more {
        let error = check_proof(&state, &format!("{proof}{more}\n")).unwrap_err();
        assert_eq!(error.line, lines.len() + 1);
        assert!(error.to_string().contains(words), "{error}");
    }
    // The proof of another position.
    let mut other = state.clone();
    other.play_unchecked(state.legal_moves()[0]);
    if matches!(other.actor(), Actor::Seat(_)) {
        assert!(check_proof(&other, &proof).is_err());
    }
    // Another move where the proof has one.
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut refused = 0;
    for _ in 0..100 {
        let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let line = rng.random_range(3..changed.len());
        let (_, fields) = lines[line].split_once(' ').expect("a move and fields");
        let at = State::<Benedictine>::parse(&format!("benedictine {fields}")).expect("a position");
        let moves = at.legal_moves();
        let mv = moves[rng.random_range(0..moves.len())];
        changed[line] = format!("{} {fields}", at.game().format_move(at.position(), mv));
        refused += usize::from(check_proof(&state, &changed.join("\n")).is_err());
    }
    assert!(refused > 50, "{refused} of 100");
}

/// With one thread the same limits give the same answer. A saved state continues to the same
/// answer.
#[test]
fn a_search_goes_on() {
    let (state, _) = proven();
    let once = solve(&state, &LIMITS, &|| false).expect("a solution");
    let again = solve(&state, &LIMITS, &|| false).expect("a solution");
    assert_eq!((once.nodes, &once.line), (again.nodes, &again.line));

    let little = SolveLimits { nodes: Some(once.nodes / 2), ..LIMITS };
    let part = solve(&state, &little, &|| false).expect("a solution");
    assert_eq!(part.result, SolveResult::Unknown);
    let known = part.known(&state);
    let rest = solve_on(&state, &LIMITS, Some(&known), &|| false, |_, _| true).expect("a solution");
    assert_eq!(rest.result, SolveResult::Win);
    assert!(rest.nodes < once.nodes, "{} after {}, {} at once", rest.nodes, part.nodes, once.nodes);
    assert!(rest.proof(&state).expect("a proof").is_some());

    // A state that is damaged, or belongs to another position, is refused.
    let solve_with = |state: &State<Benedictine>, known: &str| {
        solve_on(state, &LIMITS, Some(known), &|| false, |_, _| true).err()
    };
    for place in [0, 20, known.len() / 2, known.len() - 3] {
        let mut bytes = known.clone().into_bytes();
        bytes[place] ^= 1;
        let text = String::from_utf8(bytes).expect("text");
        assert!(matches!(solve_with(&state, &text), Some(SolveError::Store(_))), "{place}");
    }
    let start = State::<Benedictine>::parse("benedictine startpos").expect("a position");
    assert!(matches!(solve_with(&start, &known), Some(SolveError::Store(_))));
}

/// Impossible numbers are refused even if the checksum is correct, and so is a text without a line.
#[test]
fn impossible_numbers_are_refused() {
    let state = State::<Benedictine>::parse("benedictine startpos").expect("a position");
    let little = SolveLimits { nodes: Some(200), ..LIMITS };
    let known = solve(&state, &little, &|| false).expect("a solution").known(&state);
    let [head, position, first, ..] = known.lines().collect::<Vec<_>>()[..] else {
        panic!("{known}")
    };
    let fields = first.splitn(6, ' ').last().expect("fields");
    let read = |body: &str| {
        let text = format!("{body}sum {:08x}\n", crc32fast::hash(body.as_bytes()));
        solve_on(&state, &little, Some(&text), &|| false, |_, _| true).err()
    };
    assert!(read(&format!("{head}\n{position}\nwin 1 1 0 1 {fields}\n")).is_none());
    for numbers in [
        "4294967295 4294967295 0 1",
        "1 1 0 18446744073709551615",
        "0 268435456 4294967295 1",
        "0 0 0 1",
        "0 7 0 1",
        "1 268435456 0 1",
    ] {
        let error = read(&format!("{head}\n{position}\nwin {numbers} {fields}\n"));
        let error = error.expect("an error").to_string();
        assert!(error.starts_with("line 3: read \"win ") && error.contains("expected"), "{error}");
    }
    for body in ["", "solve 1\n"] {
        let error = read(body).expect("an error").to_string();
        assert!(error.starts_with("line 1: ") || error.starts_with("line 2: "), "{error}");
    }
    let empty = solve_on(&state, &little, Some(""), &|| false, |_, _| true).err();
    assert!(empty.expect("an error").to_string().starts_with("line 1: read \"\", expected sum"));
}

/// When memory is short, removed entries are found again: more work, the same result.
#[test]
fn little_memory_changes_no_result() {
    let states = late::<Ruches>("ruches startpos", 6, 12);
    let tiny = SolveLimits { memory: 0, nodes: Some(400_000), ..LIMITS };
    let mut both = 0;
    for state in &states {
        let rich = solve(state, &LIMITS, &|| false).expect("a solution");
        let poor = solve(state, &tiny, &|| false).expect("a solution");
        if rich.result != SolveResult::Unknown && poor.result != SolveResult::Unknown {
            assert_eq!(rich.result, poor.result, "{:?}", state.position());
            both += 1;
        }
    }
    assert!(both > 4, "{both}");
}

/// A win that needs more moves than the game has left is not a win.
#[test]
fn the_length_of_the_game_counts() {
    let (state, _) = proven();
    let distance = solve(&state, &LIMITS, &|| false).expect("a solution").distance.expect("a win");
    let fields = state.game().format_fields(state.position());
    let with = |plies: u32| {
        let text = format!("benedictine:plies={plies} {fields}");
        let state = State::<Benedictine>::parse(&text).expect("a position");
        solve(&state, &LIMITS, &|| false).expect("a solution").result
    };
    assert_eq!(with(distance), SolveResult::Win);
    assert_ne!(with(1), SolveResult::Win);
}

/// A position that would occur for the third time is a draw, although it is won without its
/// history.
#[test]
fn repetitions_of_the_game_count() {
    let text = "etoile:players=2,quiet=0,repetition=2 A KAa1 KBc1 0 -";
    let start = State::<EtoileOnStar>::parse(text).expect("a position");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut buffer = Vec::new();
    let mut other = 0;
    for _ in 0..40 {
        let mut state = start.clone();
        for _ in 0..rng.random_range(4..40) {
            if matches!(state.actor(), Actor::Seat(_)) {
                random_step(&mut state, &mut buffer, &mut rng);
            }
        }
        if !matches!(state.actor(), Actor::Seat(_)) {
            continue;
        }
        let fresh = state.without_history();
        let [with, without] = [&state, &fresh].map(|state| {
            let solution = solve(state, &LIMITS, &|| false).expect("a solution");
            if let Some(proof) = solution.proof(state).expect("a proof") {
                assert!(check_proof(state, &proof).is_ok());
            }
            solution.result
        });
        other += usize::from(with != without);
    }
    assert!(other > 0);
}

/// Bounds become narrower with every move of look-ahead, and contain the value of plain expectimax.
#[test]
fn chances_narrow() {
    let text = "maitres 4m4/9/9/4L4/9/9/9/9/4M4 r -";
    let state = State::<Maitres>::parse(text).expect("a position");
    let mut chances = Chances::new(&state, 64).expect("a game under way");
    let mut last = (0.0, 1.0);
    for moves in 1..=3 {
        let chance = chances.deepen(&|_| false).expect("no limit");
        assert!(last.0 <= chance.low() && chance.high() <= last.1, "{chance:?}");
        last = (chance.low(), chance.high());
        // Bounds from a deeper look-ahead can be used at a smaller depth.
        let (low, high) = bounds(state.game(), state.position(), moves);
        assert!(low - 1e-9 < last.0 && last.1 < high + 1e-9, "{moves}: {last:?}, {low} {high}");
    }
    assert!(last.0 > 0.3, "{last:?}");

    // A game that ends after two moves is not searched beyond the first.
    let text = "maitres:plies=2 4m4/9/9/4L4/9/9/9/9/4M4 r -";
    let state = State::<Maitres>::parse(text).expect("a position");
    let mut chances = Chances::new(&state, 64).expect("a game under way");
    assert!(chances.deepen(&|_| false).is_some() && chances.deepen(&|_| false).is_none());
}

/// The same without optimisations: the lower and the upper bound for the first seat.
fn bounds(game: &Maitres, position: &<Maitres as Game>::Position, moves: u32) -> (f64, f64) {
    let mut results = Vec::new();
    match game.actor(position) {
        Actor::Over(outcome) => {
            let won = f64::from(u8::from(outcome.winners().contains(games::Seat::FIRST)));
            (won, won)
        }
        Actor::Chance => {
            game.each_event(position, |event, _| {
                results.push(bounds(game, &game.apply_event(position, event), moves));
            });
            let mean = |value: fn(&(f64, f64)) -> f64| results.iter().map(value).sum::<f64>() / 6.0;
            (mean(|bounds| bounds.0), mean(|bounds| bounds.1))
        }
        Actor::Seat(seat) => {
            if game.wins_now(position) {
                let won = if seat == games::Seat::FIRST { 1.0 } else { 0.0 };
                return (won, won);
            }
            if moves == 0 {
                return (0.0, 1.0);
            }
            game.each_move(position, |mv| {
                results.push(bounds(game, &game.play(position, mv), moves - 1));
            });
            let pick = |value: fn(&(f64, f64)) -> f64| {
                let values = results.iter().map(value);
                if seat == games::Seat::FIRST {
                    values.fold(0.0, f64::max)
                } else {
                    values.fold(1.0, f64::min)
                }
            };
            (pick(|bounds| bounds.0), pick(|bounds| bounds.1))
        }
    }
}
