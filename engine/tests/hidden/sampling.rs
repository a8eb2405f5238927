//! The searches that sample worlds: a repeated search gives the same answer, no answer depends on
//! hidden cards, and they find the result of exact search.

use engine::{Limits, Request, Searcher, Techniques, Uncertainty};
use eval::Value;
use games::buteur::Buteur;
use games::{Actor, Game, Hidden, Notation, State};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{EXACT, ask_within, standard, tiny, views};

const METHODS: [Uncertainty; 3] = [Uncertainty::Views, Uncertainty::Worlds, Uncertainty::Ismcts];

fn by(uncertainty: Uncertainty) -> Techniques {
    Techniques { uncertainty, ..Techniques::ALL }
}

pub(super) fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// One thread, a seed and a number of nodes determine the answer, for two, three and four players,
/// whatever the hidden cards are. With several threads there is also an answer.
#[test]
fn an_answer_is_repeated() {
    for players in 2..=4 {
        let game = standard(players);
        let mut rng = ChaCha8Rng::seed_from_u64(players.into());
        for view in views(&game, 3, false).into_iter().step_by(13) {
            let dealt = game.resample(&view, &mut rng);
            let again = game.view(&dealt, game.player(&view));
            for uncertainty in METHODS {
                let question = (nodes(2500), by(uncertainty));
                let one = ask_within(&game, view, question, 1, 1);
                let other = ask_within(&game, again, question, 1, 1);
                let text = game.format_fields(&view);
                assert_eq!(one.variations, other.variations, "{uncertainty:?}: {text}");
                assert_eq!((one.nodes, one.value), (other.nodes, other.value), "{text}");
                assert!(one.nodes <= 2500, "{} nodes", one.nodes);
                assert!(ask_within(&game, view, question, 3, 1).best().is_some(), "{text}");
            }
        }
    }
}

/// The last turn of a level match: one card shoots, and every card that could stop the shot has
/// been played.
#[test]
fn a_forced_goal_is_found() {
    let game = standard(2);
    let own = ["L2b", "L2h", "L2r", "L3h", "N5h", "R2b", "R2h", "R2r"];
    let attackers = ["L", "N", "R"].iter().flat_map(|arrow| {
        (2..=5).flat_map(move |far| ["b", "h", "r"].map(|symbol| format!("{arrow}{far}{symbol}")))
    });
    let mut played: Vec<_> =
        attackers.filter(|card| !own.contains(&card.as_str())).skip(11).collect();
    for (card, count) in [("Cb", 2), ("Cr", 2), ("F", 9), ("G", 4), ("P", 2)] {
        played.extend(std::iter::repeat_n(card.to_owned(), count));
    }
    played.sort();
    let fields = format!("play R1 e13 2 0-0 last R {}/?8 {}", own.join("."), played.join("."));
    let fields: Vec<_> = fields.split(' ').collect();
    let view = game.parse_fields(&fields).expect("a view");
    for uncertainty in METHODS {
        let answer = ask_within(&game, view, (nodes(20_000), by(uncertainty)), 1, 1);
        let best = answer.best().expect("a move");
        assert_eq!(game.format_move(&view, best), "N5h", "{uncertainty:?}");
        assert!(answer.value.expectation() > Value::ONE / 10 * 9, "{uncertainty:?}");
    }
}

/// A player who let a shot in had no card to stop it. Only cards drawn since can stop the next
/// shot.
#[test]
fn a_goal_is_a_clue() {
    let text = "buteur shot B1 d14 1 0-0 run R Cr.F.F.L2h.N3h.N4h.N5h.R5r/?8 G.L4r.R3h moves \
                goal d8:N2b draw:? FN+N5h draw:N2h draw:L2b N3b draw:?";
    let state = State::<Buteur>::parse(text).expect("a position");
    let value = |state: &State<Buteur>, turns: &str| {
        let mut techniques = by(Uncertainty::Ismcts);
        techniques.parameters.read("inference_turns", turns).expect("a number of the search");
        let builder = Searcher::builder(state.game().clone()).techniques(techniques);
        let mut searcher = builder.hash(1).threads(1).build().expect("memory");
        searcher.search(state, &Request::from(nodes(20_000)).seed(1)).value.expectation()
    };
    let [known, unknown] = ["8", "0"].map(|turns| value(&state, turns));
    assert!(known > unknown + Value::ONE / 50, "{known} with clues, {unknown} without");
    let forgotten = value(&state.without_history(), "8");
    assert_eq!(forgotten, unknown, "no clues without a history");
}

/// Where a match ends within the horizon, the tree's value comes close to the exact value, and its
/// move is as good.
#[test]
fn the_tree_converges() {
    let game = tiny(2);
    let (mut settled, mut off, mut lost) = (0, 0, 0);
    for seed in 0..150 {
        for view in views(&game, seed, true) {
            let exact = ask_within(&game, view, (depth(3), EXACT), 1, usize::MAX);
            if exact.variations.iter().any(|variation| !variation.exhausted) {
                continue;
            }
            let tree = Techniques { uncertainty: Uncertainty::Ismcts, ..EXACT };
            let limits = Limits { nodes: Some(100_000), ..depth(3) };
            let answer = ask_within(&game, view, (limits, tree), 1, 1);
            off += i64::from((answer.value.expectation() - exact.value.expectation()).abs());
            let played = exact
                .variations
                .iter()
                .find(|variation| variation.moves[0] == answer.variations[0].moves[0]);
            let played = played.expect("all moves").value;
            lost += i64::from(exact.value.expectation() - played.expectation());
            settled += 1;
        }
    }
    let one = i64::from(Value::ONE);
    assert!(settled > 20, "{settled} say little");
    assert!(off < settled * one / 50, "off by {off} in {settled}");
    assert!(lost < settled * one / 100, "worse by {lost} in {settled}");
}

/// Where chance acts, the answer has the mean value over all events and no move, with every method.
#[test]
fn chance_has_a_value() {
    for players in 2..=4 {
        let game = standard(players);
        let start = game.start();
        assert_eq!(game.actor(&start), Actor::Chance);
        for uncertainty in METHODS {
            for limits in [nodes(300), nodes(5000), depth(1)] {
                let answer = ask_within(&game, start, (limits, by(uncertainty)), 1, 1);
                assert!(answer.variations.is_empty(), "{uncertainty:?}: {answer:?}");
                assert!(answer.nodes > 0 && answer.value.distance().is_none(), "{uncertainty:?}");
            }
        }
    }
}
