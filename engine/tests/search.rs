//! The search as a library: repeated answers, limits, and sound lines.

use std::thread;
use std::time::{Duration, Instant};

use engine::{Answer, Opponents, Playable, Proof, Request, Searcher, Techniques, ValueBound};
use eval::{Evaluator, Value};
use games::benedictine::Benedictine;
use games::{Actor, AnyState, DrawRules, Game, Outcome, State, Tactics, with_state};

/// Decisions at all stages of three games; `registry` searches all games.
const POSITIONS: [&str; 12] = [
    "benedictine startpos",
    "benedictine 1A1A3/2A1A1G/1A5/3o3/2G1G2/2G4/1G5 g",
    "benedictine:plies=12,repetition=0 startpos moves f1-d3@b2 b7-d5",
    "benedictine GGG4/G6/G6/3o3/6A/6A/4AAA g",
    "maitres startpos moves die4",
    "maitres 3lm4/2s1s4/9/5L3/1s7/6S2/2S6/4S4/3LM1L2 b 5",
    "maitres:passage=leap 3lm4/9/2s6/9/9/9/3S5/9/4M2L1 r 3",
    "maitres:variant=annihilation 2l2l3/9/1s7/4L4/9/3s2S2/9/2S6/5L3 r 4",
    "ruches startpos moves 7@d1",
    "ruches:setup=ordered startpos",
    "ruches play b 1b3,7c4,8e4 2b9,3g6,9d5 - 0 *c4,!c4,!e4",
    "ruches:contact=jump,omit=withdraw play a 1f1,9c2,5b7 3d3,4f5,5d7,6b9 78 - -",
];

/// Decisions with three seats, for the Monte Carlo tree.
const THREE: [&str; 3] = [
    "etoile startpos",
    "etoile:misere=yes,quiet=8 startpos",
    "etoile A Aa1,KAd4,Ah4 Ba1,Bd4 Ca1,Cg3,Ch4 0 -",
];

/// Runs a test on all positions of some lists.
macro_rules! each_position {
    ($test:ident, $($positions:expr),+) => {
        for text in [].into_iter()$(.chain($positions))+ {
            let any = AnyState::parse(text).expect("a position");
            with_state!(&any, state => $test(state));
        }
    };
}

/// A searcher with an empty table of this many MiB.
fn fresh<G: Playable>(
    state: &State<G>,
    techniques: Techniques,
    mib: usize,
    threads: usize,
) -> Searcher<G> {
    let builder = Searcher::builder(state.game().clone()).techniques(techniques);
    builder.hash(mib).threads(threads).build().expect("a small table")
}

/// The answer of a new searcher.
fn ask<G: Playable>(
    state: &State<G>,
    request: &Request,
    techniques: Techniques,
    mib: usize,
    threads: usize,
) -> Answer<G::Move> {
    fresh(state, techniques, mib, threads).search(state, request)
}

/// New searchers give the same answer, and so does one that forgets its searches.
fn repeats<G: Playable>(state: &State<G>) {
    let mut used = fresh(state, Techniques::ALL, 2, 1);
    for request in [
        Request::new().depth(1),
        Request::new().depth(3),
        Request::new().nodes(777),
        Request::new().nodes(8_000),
    ] {
        let limits = *request.limits();
        let answer = || ask(state, &request, Techniques::ALL, 2, 1);
        used.forget();
        let (one, two, again) = (answer(), answer(), used.search(state, &request));
        assert_eq!(one.variations, two.variations, "{limits:?} {:?}", state.position());
        assert_eq!(one.variations, again.variations, "{limits:?} {:?}", state.position());
        let numbers = |answer: &Answer<G::Move>| {
            let numbers = (answer.value, answer.depth, answer.seldepth, answer.nodes);
            (numbers, answer.leaves, answer.hashfull)
        };
        assert_eq!(numbers(&one), numbers(&two), "{limits:?} {:?}", state.position());
        assert_eq!(numbers(&one), numbers(&again), "{limits:?} {:?}", state.position());
    }
}

#[test]
fn fixed_searches_repeat() {
    each_position!(repeats, POSITIONS, THREE);
}

fn keeps_to_nodes<G: Playable>(state: &State<G>) {
    for limit in [1, 2, 63, 64, 65, 1000, 12_345] {
        let answer = ask(state, &Request::new().nodes(limit), Techniques::ALL, 1, 1);
        assert!(answer.best().is_some(), "{:?}", state.position());
        // A search ends by itself when its value is proven.
        let settled = answer.variations[0].proof().is_some();
        assert!(answer.nodes == limit || settled && answer.nodes < limit, "{answer:?}");
        let shared = ask(state, &Request::new().nodes(limit), Techniques::ALL, 1, 2);
        assert!(shared.nodes <= limit.max(2), "{} of {limit}", shared.nodes);
    }
}

#[test]
fn node_limits_are_exact() {
    each_position!(keeps_to_nodes, POSITIONS, THREE);
}

/// The allowed delay at the end of a search. Builds without optimisation and busy machines take
/// longer.
const LATE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 60 } else { 20 });

/// Measures a time, up to three times until it is below a bound, because the machine may have other
/// work. Returns the last time.
fn retried(bound: Duration, time: impl Fn() -> Duration) -> Duration {
    let first = time();
    (0..2).fold(first, |last, _| if last < bound { last } else { time() })
}

fn stops_at_once<G: Playable>(state: &State<G>) {
    let bound = Duration::from_millis(50);
    let late = retried(bound, || {
        let request = Request::new();
        let mut searcher = fresh(state, Techniques::ALL, 4, 2);
        thread::scope(|scope| {
            let search = scope.spawn(|| {
                let answer = searcher.search(state, &request);
                (Instant::now(), answer)
            });
            thread::sleep(Duration::from_millis(40));
            let stopped = Instant::now();
            request.stop_flag().stop();
            let (ended, answer) = search.join().expect("an answer");
            assert!(answer.best().is_some());
            ended.saturating_duration_since(stopped)
        })
    });
    assert!(late < bound, "{late:?} late: {:?}", state.position());
}

#[test]
fn a_stop_flag_ends_the_search() {
    each_position!(stops_at_once, POSITIONS, THREE);
}

/// A search that is stopped before it begins still gives a legal move.
fn answers_when_stopped<G: Playable>(state: &State<G>) {
    let request = Request::new();
    request.stop_flag().stop();
    let answer = ask(state, &request, Techniques::ALL, 1, 2);
    let best = answer.best().expect("a move");
    assert!(state.is_legal(best), "{best:?} in {:?}", state.position());
}

#[test]
fn a_stopped_search_names_a_move() {
    each_position!(answers_when_stopped, POSITIONS, THREE);
}

fn keeps_to_time<G: Playable>(state: &State<G>) {
    let time = Duration::from_millis(80);
    for threads in [1, 2] {
        let taken = retried(time + LATE, || {
            let mut searcher = fresh(state, Techniques::ALL, 4, threads);
            let started = Instant::now();
            let answer = searcher.search(state, &Request::new().time(time));
            let taken = started.elapsed();
            // A proven value needs no more time; any other search uses all its time.
            let settled = answer.variations[0].exhausted || answer.value.distance().is_some();
            assert!(settled || taken >= time * 95 / 100, "{taken:?}: {:?}", state.position());
            taken
        });
        assert!(taken < time + LATE, "{taken:?}, {threads} threads: {:?}", state.position());
    }
}

#[test]
fn deadlines_are_kept() {
    each_position!(keeps_to_time, POSITIONS, THREE);
}

/// The search ends when the report function returns false.
fn ends_when_told<G: Playable>(state: &State<G>) {
    let request = Request::new();
    let mut reports = 0;
    let mut searcher = fresh(state, Techniques::ALL, 1, 1);
    let answer = searcher.search_with(state, &request, |answer| {
        reports += 1;
        assert_eq!(answer.depth, reports);
        reports < 2
    });
    assert_eq!(answer.depth, reports);
    assert!(reports <= 2);
}

#[test]
fn reports_can_end_the_search() {
    each_position!(ends_when_told, POSITIONS);
}

/// The twin: plain negamax and expectimax.
fn naive<G: Tactics, E: Evaluator<G>>(
    state: &State<G>,
    evaluator: &E,
    depth: u32,
    ply: i32,
) -> Value {
    let (game, position) = (state.game(), state.position());
    match state.actor() {
        Actor::Over(outcome) if outcome.winners().len() > 1 => Value::EVEN,
        Actor::Over(outcome) if outcome == Outcome::win(game.mover(position)) => Value::win_in(ply),
        Actor::Over(_) => Value::loss_in(ply),
        Actor::Seat(_) if depth == 0 => evaluator.estimate(game, position, game.mover(position)),
        Actor::Seat(_) => root_values(state, evaluator, depth, ply)[0].0,
        Actor::Chance if depth == 0 => evaluator.estimate(game, position, game.mover(position)),
        Actor::Chance => {
            let mut values = Vec::new();
            game.each_event(position, |event, weight| {
                let mut child = state.clone();
                child.apply_event_unchecked(event);
                values.push((naive(&child, evaluator, depth, ply), i64::from(weight)));
            });
            mean(&values)
        }
    }
}

fn mean(values: &[(Value, i64)]) -> Value {
    if values.iter().all(|(value, _)| value.is_win()) {
        return values.iter().map(|&(value, _)| value).min().expect("an event");
    }
    if values.iter().all(|(value, _)| value.is_loss()) {
        return values.iter().map(|&(value, _)| value).max().expect("an event");
    }
    let sum: i64 =
        values.iter().map(|&(value, weight)| i64::from(value.expectation()) * weight).sum();
    let total: i64 = values.iter().map(|&(_, weight)| weight).sum();
    Value::new((sum / total) as i32)
}

/// All moves with their values, best first.
fn root_values<G: Tactics, E: Evaluator<G>>(
    state: &State<G>,
    evaluator: &E,
    depth: u32,
    ply: i32,
) -> Vec<(Value, G::Move)> {
    let mover = state.game().mover(state.position());
    let mut values = Vec::new();
    state.game().each_move(state.position(), |mv| {
        let mut child = state.clone();
        child.play_unchecked(mv);
        let value = naive(&child, evaluator, depth - 1, ply + 1);
        let same = state.game().mover(child.position()) == mover;
        values.push((if same { value } else { -value }, mv));
    });
    values.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    values
}

/// Each line begins with the best move that no earlier line has.
fn ranks_lines<G: Playable>(state: &State<G>) {
    let mut searcher = fresh(state, Techniques::HORIZON, 1, 1);
    for limit in [1, 2] {
        searcher.forget();
        let answer = searcher.search(state, &Request::new().depth(limit).variations(5));
        let values = root_values(state, searcher.evaluator(), answer.depth, 0);
        assert_eq!(answer.variations.len(), values.len().min(5));
        assert_eq!(answer.value, answer.variations[0].value);
        let mut seen = Vec::new();
        for (line, &(wanted, _)) in answer.variations.iter().zip(&values) {
            let first = line.moves[0];
            assert!(!seen.contains(&first), "{first:?} twice: {:?}", state.position());
            seen.push(first);
            assert_eq!(line.value, wanted, "depth {limit} {first:?} {:?}", state.position());
            let own = values.iter().find(|(_, mv)| *mv == first).expect("a legal move");
            assert_eq!(own.0, wanted, "depth {limit} {first:?} {:?}", state.position());
        }
    }
}

#[test]
fn lines_are_ranked() {
    each_position!(ranks_lines, POSITIONS);
}

/// Lines of one report belong to one iteration, and each is at least as good as the next. A search
/// that is cut off keeps the lines that it reported last.
fn orders_lines<G: Playable>(state: &State<G>) {
    let opponents = [Opponents::Mcts, Opponents::BestReply, Opponents::Paranoid, Opponents::MaxN];
    let three = state.game().seats() > 2;
    for opponents in opponents.into_iter().take(if three { 4 } else { 1 }) {
        for (nodes, threads) in [(70, 1), (2_000, 1), (8_000, 1), (8_000, 2)] {
            let techniques = Techniques { opponents, ..Techniques::ALL };
            let mut searcher = fresh(state, techniques, 1, threads);
            let mut reported = None;
            let request = Request::new().nodes(nodes).variations(5);
            let answer = searcher.search_with(state, &request, |answer| {
                assert_ordered(state, answer);
                reported = Some(answer.variations.clone());
                true
            });
            assert_ordered(state, &answer);
            if let Some(reported) = reported.filter(|lines| threads == 1 && lines.len() > 1) {
                assert_eq!(answer.variations, reported, "{:?}", state.position());
            }
        }
    }
}

fn assert_ordered<G: Playable>(state: &State<G>, answer: &Answer<G::Move>) {
    let lines = &answer.variations;
    assert!(lines.is_sorted_by(|one, two| one.value >= two.value), "{lines:?}");
    assert_eq!((answer.best(), answer.value), (Some(lines[0].moves[0]), lines[0].value));
    for (index, line) in lines.iter().enumerate() {
        assert!(lines[..index].iter().all(|other| other.moves[0] != line.moves[0]), "{lines:?}");
    }
    if let Some(share) = answer.shares.get(state.game().mover(state.position()).index()) {
        assert_eq!(share.units(), answer.value.expectation(), "the shares of the best line");
    }
}

#[test]
fn lines_fall_in_value() {
    let more = ["etoile:players=2 startpos", "etoile:board=square8,players=2 startpos"];
    each_position!(orders_lines, POSITIONS, THREE, more);
}

/// The values that an explanation calls exact are those of a search for all lines. The others bound
/// them.
fn explains_bounds<G: Playable>(state: &State<G>) {
    let techniques = Techniques { opponents: Opponents::MaxN, ..Techniques::EXACT };
    for depth in [2, 3] {
        let all = Request::new().depth(depth).variations(1000);
        let all = ask(state, &all, techniques, 1, 1).variations;
        let request = Request::new().depth(depth).explain();
        let found = ask(state, &request, techniques, 1, 1).explanation.expect("asked for");
        for report in &found.root_moves {
            let line = all.iter().find(|line| line.moves[0] == report.mv).expect("every move");
            match report.bound {
                ValueBound::Exact => assert_eq!(report.value, line.value, "{report:?}"),
                ValueBound::Upper => assert!(report.value >= line.value, "{report:?} {line:?}"),
                ValueBound::Lower | ValueBound::Sampled => panic!("{report:?}"),
            }
        }
    }
}

#[test]
fn an_explanation_of_maxn_tells_bounds() {
    each_position!(explains_bounds, THREE);
}

/// Checks that the moves of a line are legal. Returns the actor at its end.
fn play_line<G: Tactics>(state: &State<G>, line: &[G::Move]) -> Actor {
    let mut end = state.clone();
    for &mv in line {
        assert!(matches!(end.actor(), Actor::Seat(_)), "{mv:?} in {:?}", end.position());
        assert!(end.is_legal(mv), "{mv:?} in {:?}", end.position());
        end.play_unchecked(mv);
    }
    end.actor()
}

fn lines_are_sound<G: Playable>(state: &State<G>) {
    let requests = [
        (Request::new().depth(2), Techniques::EXACT),
        (Request::new().depth(3), Techniques::EXACT),
        (Request::new().nodes(10_000), Techniques::ALL),
    ];
    lines_of_requests(state, requests);
}

fn long_lines_are_sound<G: Playable>(state: &State<G>) {
    let requests = [
        (Request::new().depth(2), Techniques::EXACT),
        (Request::new().depth(4), Techniques::EXACT),
        (Request::new().nodes(30_000), Techniques::ALL),
    ];
    lines_of_requests(state, requests);
}

fn lines_of_requests<G: Playable>(state: &State<G>, requests: [(Request, Techniques); 3]) {
    for (request, techniques) in requests {
        let answer = ask(state, &request.variations(3), techniques, 2, 1);
        for line in &answer.variations {
            assert!(!line.moves.is_empty());
            let end = play_line(state, &line.moves);
            let plies = line.moves.len() as u32;
            let (distance, turns) = match line.proof() {
                Some(Proof::Win(distance)) => (distance, plies / 2),
                Some(Proof::Loss(distance)) => (distance, plies.div_ceil(2)),
                _ => continue,
            };
            if !G::CHANCE {
                let latest = plies + state.game().delay() * turns;
                assert_eq!(latest, distance, "{line:?} {:?}", state.position());
                assert!(matches!(end, Actor::Over(_)), "{line:?} {:?}", state.position());
            }
        }
    }
}

#[test]
fn lines_can_be_played() {
    each_position!(lines_are_sound, POSITIONS, THREE);
}

#[test]
#[ignore = "long"]
fn long_lines_can_be_played() {
    each_position!(long_lines_are_sound, POSITIONS, THREE);
}

fn same_in_any_table<G: Playable>(state: &State<G>) {
    let limit = if G::CHANCE { 2 } else { 5 };
    let request = Request::new().depth(limit);
    let value = |mib, threads| ask(state, &request, Techniques::EXACT, mib, threads).value;
    let wanted = value(1, 1);
    assert_eq!(value(8, 1), wanted, "{:?}", state.position());
    assert_eq!(value(1, 2), wanted, "{:?}", state.position());
}

#[test]
fn the_size_of_the_table_changes_no_value() {
    each_position!(same_in_any_table, POSITIONS);
}

/// Table entries and estimates from other positions of the game change no value.
fn used_tables_agree<G: Playable>(states: &[State<G>], chance_depth: u32) {
    let request = Request::new().depth(if G::CHANCE { chance_depth } else { 3 });
    let wanted = |state| ask(state, &request, Techniques::EXACT, 1, 1).value;
    let wanted: Vec<_> = states.iter().map(wanted).collect();
    for threads in [1, 2] {
        let mut used = fresh(&states[0], Techniques::EXACT, 1, threads);
        for _ in 0..2 {
            for (state, &wanted) in states.iter().zip(&wanted) {
                let value = used.search(state, &request).value;
                assert_eq!(value, wanted, "{:?}", state.position());
            }
        }
    }
}

#[test]
fn a_used_table_changes_no_value() {
    used_tables(2, 2);
}

#[test]
#[ignore = "long"]
fn a_much_used_table_changes_no_value() {
    used_tables(6, 3);
}

/// Searches each position and its first successors, `most` in all, with one table. Where chance
/// acts, the depth is `chance_depth`; else it is 3.
fn used_tables(most: usize, chance_depth: u32) {
    for text in POSITIONS.into_iter().chain(THREE) {
        let any = AnyState::parse(text).expect("a position");
        with_state!(&any, state => {
            let mut states = vec![state.clone()];
            state.game().each_move(state.position(), |mv| {
                let mut next = state.clone();
                next.play_unchecked(mv);
                states.push(next);
            });
            states.retain(|state| !matches!(state.actor(), Actor::Over(_)));
            states.truncate(most);
            used_tables_agree(&states, chance_depth);
        });
    }
}

/// Where chance acts, the answer has a value and no move.
#[test]
fn chance_has_a_value() {
    for text in [
        "maitres startpos",
        "maitres 4m4/9/9/4L4/9/9/4l4/9/4M4 r -",
        "maitres:variant=annihilation 4l4/9/9/9/9/4S4/9/9/9 r -",
    ] {
        let Ok(AnyState::Maitres(state)) = AnyState::parse(text) else { panic!("{text}") };
        let mut searcher = fresh(&state, Techniques::HORIZON, 1, 1);
        let answer = searcher.search(&state, &Request::new().depth(1));
        assert!(answer.variations.is_empty() && answer.best().is_none());
        assert_eq!(answer.value, naive(&state, searcher.evaluator(), 1, 0), "{text}");
    }
}

#[test]
fn tables_that_cannot_be() {
    for mib in [0, usize::MAX, usize::MAX >> 20, 1 << 44] {
        let builder = Searcher::builder(Benedictine { draws: DrawRules::default() }).hash(mib);
        let error = builder.build().expect_err("no table");
        assert!(error.to_string().contains(&mib.to_string()), "{error}");
    }
}

/// A searcher refuses a game with other rules, because its table does not fit them.
#[test]
#[should_panic(expected = "a searcher of Benedictine")]
fn another_game_is_refused() {
    let state = |plies| {
        let game = Benedictine { draws: DrawRules { repetition: 0, plies } };
        let start = game.start();
        State::new(game, start)
    };
    let mut searcher = Searcher::new(state(10).into_game());
    searcher.search(&state(11), &Request::new().depth(1));
}
