//! Searchers of any game answer as those of their game.

use engine::{AnySearcher, Playable, Request, Searcher};
use games::{AnyState, Listed, State, Step, with_state};

/// One position of each type of game.
const POSITIONS: [&str; 7] = [
    "benedictine startpos moves c2-d3@f2",
    "maitres startpos moves die4",
    "ruches startpos moves 7@d1",
    "etoile startpos",
    "etoile:board=square8,players=2 startpos",
    "etoile:board=square10,players=2 startpos",
    "buteur startpos",
];

fn searcher<G: Playable>(state: &State<G>) -> Searcher<G> {
    Searcher::builder(state.game().clone()).hash(1).build().expect("1 MiB")
}

fn answers_agree<G: Playable + Listed>(any: &AnyState, state: &State<G>) {
    let request = Request::new().nodes(3_000).variations(2).explain();
    let typed = searcher(state).search(state, &request);
    let mut erased = AnySearcher::from(searcher(state));
    let mut reports = 0;
    let answer = erased.search_with(any, &request, |answer| {
        reports += 1;
        answer.depth <= 100
    });
    assert!(reports > 0 && erased.is_for(any));
    assert_eq!((answer.value, answer.nodes, answer.depth), (typed.value, typed.nodes, typed.depth));
    assert_eq!(answer.variations.len(), typed.variations.len());
    let converted = |mv| G::any_move(Step::Move(mv));
    for (line, typed) in answer.variations.iter().zip(&typed.variations) {
        let moves: Vec<_> = typed.moves.iter().copied().map(converted).collect();
        assert_eq!(
            (line.value, line.exhausted, &line.moves),
            (typed.value, typed.exhausted, &moves)
        );
    }
    let best = (answer.best(), answer.nodes);
    let (found, expected) = (answer.explanation.expect("asked"), typed.explanation.expect("asked"));
    assert_eq!(found.statistics, expected.statistics);
    let moves = |mv: &engine::RootMoveReport<G::Move>| (converted(mv.mv), mv.value, mv.nodes);
    let expected: Vec<_> = expected.root_moves.iter().map(moves).collect();
    let found: Vec<_> = found.root_moves.iter().map(|mv| (mv.mv, mv.value, mv.nodes)).collect();
    assert_eq!(found, expected);
    // Without reports the answer is the same.
    let again = AnySearcher::from(searcher(state)).search(any, &request);
    assert_eq!((again.best(), again.nodes), best);
}

#[test]
fn searchers_of_any_game_answer_as_those_of_their_game() {
    for text in POSITIONS {
        let any = AnyState::parse(text).expect("a position");
        with_state!(&any, state => answers_agree(&any, state));
    }
}

/// A searcher is bound to a game with its options.
#[test]
fn states_of_other_games_are_told_apart() {
    let state = AnyState::start("etoile:players=2,omit=must").expect("a game");
    let erased: AnySearcher = with_state!(&state, state => searcher(state).into());
    assert!(erased.is_for(&state) && erased.endings().is_none());
    for other in ["etoile", "etoile:board=square8,players=2,omit=must", "maitres"] {
        assert!(!erased.is_for(&AnyState::start(other).expect("a game")), "{other}");
    }
    assert!(format!("{erased:?}").starts_with("Searcher"));
}
