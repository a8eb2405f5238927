//! Compares the search with hidden cards with its slow twin. The twin lists every possible hand of
//! a player and every possible draw. Also checks that no answer depends on hidden cards.

mod sampling;

use std::collections::BTreeMap;

use engine::{Answer, Limits, Request, Searcher, Techniques, Uncertainty, ValueBound};
use eval::{Evaluator, Linear, Value, Weights};
use games::buteur::{Buteur, Move, Pack, Phase, Position};
use games::{Actor, Game, Hidden, Notation, Options, State, random_step};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn tiny(players: u8) -> Buteur {
    let pack = Pack::parse(include_str!("../packs/tiny.toml")).expect("a pack");
    let packs = games::Resources::default().with_pack(pack);
    let options = format!("pack=tiny,players={players}");
    let options = Options::parse_with(Buteur::OPTIONS, Some(&options), &packs).expect("options");
    Buteur::from_options(&options).expect("a game")
}

fn standard(players: u8) -> Buteur {
    let options = format!("players={players}");
    let options = Options::parse(Buteur::OPTIONS, Some(&options)).expect("options");
    Buteur::from_options(&options).expect("a game")
}

/// The views of the players to act in a random match; if `late`, only of its second half.
fn views(game: &Buteur, seed: u64, late: bool) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = State::new(game.clone(), game.start());
    let mut views = Vec::new();
    let mut buffer = Vec::new();
    while random_step(&mut state, &mut buffer, &mut rng).is_none() {
        let acts = matches!(state.actor(), Actor::Seat(_));
        if acts && (!late || state.position().half() == 2) {
            views.push(game.view(state.position(), game.player(state.position())));
        }
    }
    views
}

fn ask(game: &Buteur, view: Position, question: (u32, Techniques), threads: usize) -> Answer<Move> {
    let (depth, techniques) = question;
    ask_within(game, view, (sampling::depth(depth), techniques), threads, 1)
}

fn ask_within(
    game: &Buteur,
    view: Position,
    (limits, techniques): (Limits, Techniques),
    threads: usize,
    count: usize,
) -> Answer<Move> {
    let state = State::new(game.clone(), view);
    let builder = Searcher::builder(game.clone()).techniques(techniques);
    let mut searcher = builder.hash(1).threads(threads).build().expect("memory");
    searcher.search(&state, &Request::from(limits).variations(count).seed(1))
}

/// The expected result of a view for the seat whose turn it is.
fn twin(game: &Buteur, view: &Position, depth: u32, evaluator: &Linear) -> i32 {
    match game.actor(view) {
        Actor::Over(outcome) => {
            match (outcome.winners().len(), outcome.winners().contains(game.mover(view))) {
                (2, _) => 0,
                (_, true) => Value::ONE,
                (_, false) => -Value::ONE,
            }
        }
        Actor::Chance => {
            let mut events = Vec::new();
            game.each_event(view, |event, weight| events.push((event, weight)));
            // At the horizon, draws with many different cards are estimated; cuts are played.
            let cut = game.format_event(events[0].0).starts_with("cut:");
            if depth == 0 && !cut && events.len() > 2 {
                return evaluator.estimate(game, view, game.mover(view)).units();
            }
            let (mut sum, mut total) = (0, 0);
            for (event, weight) in events {
                let child = game.apply_event(view, event);
                let value = i64::from(twin(game, &child, depth, evaluator));
                let sign = if game.mover(&child) == game.mover(view) { 1 } else { -1 };
                sum += sign * value * i64::from(weight);
                total += i64::from(weight);
            }
            (sum / total) as i32
        }
        Actor::Seat(_) if depth == 0 && view.phase() != Phase::Shot => {
            evaluator.estimate(game, view, game.mover(view)).units()
        }
        Actor::Seat(_) => {
            let mut values: BTreeMap<Move, i32> = BTreeMap::new();
            let hands = hands(game, view);
            let mut sum = 0;
            for dealt in &hands {
                let mut best = i32::MIN;
                game.each_move(dealt, |mv| {
                    let value = *values.entry(mv).or_insert_with(|| {
                        let child = game.play(view, mv);
                        let value = twin(game, &child, depth.saturating_sub(1), evaluator);
                        if game.mover(&child) == game.mover(view) { value } else { -value }
                    });
                    best = best.max(value);
                });
                sum += i64::from(best);
            }
            (sum / hands.len() as i64) as i32
        }
    }
}

/// The view with each possible hand of the player to act, once for each way to deal the hand.
fn hands(game: &Buteur, view: &Position) -> Vec<Position> {
    let player = game.player(view);
    if !game.hides(view, player) {
        return vec![*view];
    }
    let unseen: Vec<&str> = view
        .unseen()
        .iter()
        .flat_map(|(kind, count)| {
            std::iter::repeat_n(&*game.pack.cards()[kind.index()].name, count.into())
        })
        .collect();
    let size = u32::from(view.hand(player as usize).count());
    let fields = game.format_fields(view);
    (0..1u32 << unseen.len())
        .filter(|set| set.count_ones() == size)
        .map(|set| {
            let cards = (0..unseen.len()).filter(|&card| set >> card & 1 != 0);
            let cards: Vec<_> = cards.map(|card| unseen[card]).collect();
            let cards = if cards.is_empty() { "-".to_owned() } else { cards.join(".") };
            let mut words: Vec<String> = fields.split(' ').map(str::to_owned).collect();
            let mut all: Vec<String> = words[7].split('/').map(str::to_owned).collect();
            all[player as usize] = cards;
            words[7] = all.join("/");
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            game.parse_fields(&words).expect("a position")
        })
        .collect()
}

/// Exact search: every event and every hand.
const EXACT: Techniques = Techniques::EXACT;

/// The search over views, with all techniques.
const VIEWS: Techniques = Techniques { uncertainty: Uncertainty::Views, ..Techniques::ALL };

#[test]
fn the_twin_agrees() {
    let mut compared = 0;
    for players in 2..=4 {
        let game = tiny(players);
        let evaluator = Linear::new(&Weights::default_for(&game));
        for seed in 0..8 {
            for view in views(&game, seed, false) {
                for depth in 1..=2 {
                    let found = ask(&game, view, (depth, EXACT), 1).value.expectation();
                    let text = format!("depth {depth}, {}", game.format_fields(&view));
                    assert_eq!(found, twin(&game, &view, depth, &evaluator), "{text}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 200, "{compared} searches say little");
}

#[test]
fn the_end_of_a_match_is_exact() {
    let game = tiny(2);
    let evaluator = Linear::new(&Weights::default_for(&game));
    let mut settled = 0;
    for seed in 0..300 {
        for view in views(&game, seed, true) {
            if view.stock() > 2 {
                continue;
            }
            let answer = ask(&game, view, (4, EXACT), 1);
            let text = game.format_fields(&view);
            if answer.variations[0].exhausted {
                let value = twin(&game, &view, 4, &evaluator);
                assert_eq!(answer.value.expectation(), value, "{text}");
                settled += 1;
            }
        }
    }
    assert!(settled > 20, "{settled} say little");
}

/// The same view and seed give the same answer, whatever the hidden cards are. With several
/// threads, only the value must be the same.
#[test]
fn nothing_hidden_matters() {
    for players in 2..=4 {
        let game = standard(players);
        for (index, view) in views(&game, 7, false).into_iter().step_by(9).enumerate() {
            let mut rng = ChaCha8Rng::seed_from_u64(index as u64);
            let player = game.player(&view);
            let text = game.format_fields(&view);
            let wanted = ask(&game, view, (1, VIEWS), 1);
            for _ in 0..3 {
                let dealt = game.resample(&view, &mut rng);
                let answer = ask(&game, game.view(&dealt, player), (1, VIEWS), 1);
                assert_eq!(answer.variations, wanted.variations, "{text}");
                assert_eq!(answer.nodes, wanted.nodes, "{text}");
            }
            let together = ask(&game, view, (1, VIEWS), 2);
            assert_eq!(together.value, wanted.value, "{text}");
        }
    }
}

/// The nodes of a search with bounds and of one without. Values and moves are the same.
fn nodes_with_and_without_bounds(game: &Buteur, view: Position, depth: u32) -> (u64, u64) {
    let plain = Techniques { alpha_beta: false, ..EXACT };
    let [found, wanted] = [EXACT, plain].map(|techniques| ask(game, view, (depth, techniques), 1));
    let text = game.format_fields(&view);
    assert_eq!(found.value, wanted.value, "{text}");
    assert_eq!(found.variations[0].moves, wanted.variations[0].moves, "{text}");
    (found.nodes, wanted.nodes)
}

#[test]
fn bounds_change_no_value() {
    let mut compared = 0;
    for players in 2..=4 {
        let game = tiny(players);
        for view in (0..20).flat_map(|seed| views(&game, seed, false)) {
            nodes_with_and_without_bounds(&game, view, 3);
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared} searches say little");
}

#[test]
fn bounds_save_nodes_near_the_end() {
    let game = standard(2);
    let late = (0..40).flat_map(|seed| views(&game, seed, true)).filter(|view| view.stock() <= 4);
    let nodes = late.map(|view| nodes_with_and_without_bounds(&game, view, 3));
    let (with, without) = nodes.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    assert!(4 * with < 3 * without, "{with} nodes with bounds, {without} without");
}

/// Values that the explanation of an exact search calls exact are those of a search for all lines.
/// The others bound them.
#[test]
fn an_explanation_tells_bounds() {
    let game = tiny(2);
    let (mut exact, mut bounds) = (0, 0);
    for view in (5..9).flat_map(|seed| views(&game, seed, true)) {
        let all = ask_within(&game, view, (sampling::depth(2), EXACT), 1, usize::MAX).variations;
        for threads in [1, 2] {
            let builder = Searcher::builder(game.clone()).techniques(EXACT).threads(threads);
            let request = Request::new().depth(2).seed(1).explain();
            let state = State::new(game.clone(), view);
            let answer = builder.hash(1).build().expect("memory").search(&state, &request);
            for report in &answer.explanation.expect("asked for").root_moves {
                let line = all.iter().find(|line| line.moves[0] == report.mv).expect("every move");
                match report.bound {
                    ValueBound::Exact => assert_eq!(report.value, line.value, "{report:?}"),
                    ValueBound::Upper => assert!(report.value >= line.value, "{report:?} {line:?}"),
                    ValueBound::Lower | ValueBound::Sampled => panic!("{report:?}"),
                }
                let count =
                    if report.bound == ValueBound::Exact { &mut exact } else { &mut bounds };
                *count += 1;
            }
        }
    }
    assert!(exact > 20 && bounds > 20, "{exact} exact values, {bounds} bounds");
}

/// A view's value by sampled worlds or events is no exact value.
#[test]
fn an_explanation_tells_samples() {
    let game = standard(2);
    let view = views(&game, 3, false)[0];
    for uncertainty in [Uncertainty::Views, Uncertainty::Worlds, Uncertainty::Ismcts] {
        let builder = Searcher::builder(game.clone());
        let builder = builder.adjust(|techniques| techniques.uncertainty = uncertainty);
        let request = Request::new().nodes(2_000).explain();
        let state = State::new(game.clone(), view);
        let answer = builder.hash(1).build().expect("memory").search(&state, &request);
        let moves = answer.explanation.expect("asked for").root_moves;
        assert!(moves.iter().all(|found| found.bound == ValueBound::Sampled), "{moves:?}");
    }
}

/// With every method, each line is at least as good as the next.
#[test]
fn lines_fall_in_value() {
    let game = standard(2);
    for view in views(&game, 4, false).into_iter().step_by(7) {
        for uncertainty in [Uncertainty::Views, Uncertainty::Worlds, Uncertainty::Ismcts] {
            for nodes in [300, 3_000] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let techniques = Techniques { uncertainty, ..Techniques::ALL };
                let answer = ask_within(&game, view, (limits, techniques), 1, 8);
                let lines = &answer.variations;
                assert!(lines.is_sorted_by(|one, two| one.value >= two.value), "{lines:?}");
                assert_eq!(answer.value, lines[0].value);
            }
        }
    }
}
