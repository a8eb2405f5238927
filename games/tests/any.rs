//! States and moves of any game behave as those of the typed game, in random games of all variants.

use std::collections::HashMap;

use games::{
    Actor, AnyMove, AnyState, Information, Listed, Paint, PlayError, State, Step, format_game,
    with_state,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const VARIANTS: &str = include_str!("../variants.txt");
const STEPS: usize = 120;

/// The moves or the events, one of which comes next.
fn choices(state: &AnyState) -> Vec<AnyMove> {
    let events = state.chances().into_iter().map(|(event, _)| event);
    state.legal_moves().into_iter().chain(events).collect()
}

/// Calls `test` with the states of a random game of each variant.
fn each_state(mut test: impl FnMut(&AnyState, &mut ChaCha8Rng)) {
    for (seed, variant) in VARIANTS.lines().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
        let mut state = AnyState::start(variant).expect("a variant");
        for _ in 0..STEPS {
            test(&state, &mut rng);
            let choices = choices(&state);
            if choices.is_empty() {
                break;
            }
            state.play(choices[rng.random_range(0..choices.len())]).expect("a legal move");
        }
    }
}

fn agrees<G: Listed>(any: &AnyState, state: &State<G>) {
    let (game, position) = (state.game(), state.position());
    assert_eq!(G::state(any), Some(state));
    assert_eq!(any.actor(), state.actor());
    assert_eq!(any.mover(), game.mover(position));
    assert_eq!(any.player(), G::Information::player(game, position));
    assert_eq!(any.info().name, G::NAME);
    assert_eq!(any.game_text(), format_game(game));
    assert_eq!(any.option_values(), game.option_values());
    assert_eq!(any.diagram(Paint::Plain), game.diagram(position, Paint::Plain));
    assert_eq!(any.result().is_some(), matches!(state.actor(), Actor::Over(_)));
    assert_eq!(any.text(), state.text());
    let typed = state.legal_moves().into_iter().map(|mv| G::any_move(Step::Move(mv)));
    assert_eq!(any.legal_moves(), typed.collect::<Vec<_>>());
    assert_eq!(any.chances().len(), state.legal_events().len());
    assert_eq!(*any, G::any_state(state.clone()));
    for player in 0..any.players() {
        let seen = any.view(player).expect("a player");
        assert_eq!(seen, G::any_state(state.seen_by(player)));
        assert_eq!(seen.view(player), Some(seen.clone()), "a view of a view");
        assert!(!any.hides(player) && !seen.hides(player), "nobody's own cards are hidden");
        let other = (player + 1) % any.players();
        assert!(any.has_hidden() || !seen.hides(other));
    }
    assert_eq!(any.view(any.players()), None);
}

#[test]
fn states_of_any_game_are_states_of_their_game() {
    each_state(|any, _| with_state!(any, state => agrees(any, state)));
}

/// Numbers and texts of moves can be read back, and no two moves have the same number.
#[test]
fn moves_come_back_from_their_bits_and_texts() {
    let mut known: HashMap<u128, AnyMove> = HashMap::new();
    each_state(|state, rng| {
        let mut last = None;
        for mv in choices(state) {
            assert_eq!(AnyMove::from_bits(mv.bits()), Some(mv));
            assert_eq!(*known.entry(mv.bits()).or_insert(mv), mv, "one number, one move");
            assert!(state.is_legal(mv));
            if rng.random_bool(0.1) {
                let text = state.move_text(mv).expect("a legal move");
                assert_eq!(state.parse_move(&text), Ok(mv), "{text}");
            }
            assert_ne!(last.replace(mv), Some(mv));
        }
    });
    // Other numbers are of no move, or of one with that number.
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let (mut moves, bits) = (0, known.into_keys().collect::<Vec<_>>());
    for _ in 0..200_000 {
        let changed = bits[rng.random_range(0..bits.len())] ^ 1 << rng.random_range(0..128);
        if let Some(mv) = AnyMove::from_bits(changed) {
            assert_eq!(mv.bits(), changed);
            moves += 1;
        }
    }
    assert!((1_000..150_000).contains(&moves), "{moves} changed numbers are of moves");
}

/// A refused move changes nothing.
#[test]
fn moves_of_other_positions_and_games_are_refused() {
    let start = AnyState::start("benedictine").expect("a game");
    let mut state = start.clone();
    let mv = state.legal_moves()[0];
    state.play(mv).expect("a legal move");
    assert_ne!(state, start);
    let before = state.clone();
    assert!(!state.is_legal(mv));
    assert!(matches!(state.play(mv), Err(PlayError::Illegal(_))));
    assert!(matches!(state.move_text(mv), Err(PlayError::Illegal(_))));
    for other in ["maitres", "etoile"] {
        let other = AnyState::start(other).expect("a game");
        let error = state.play(choices(&other)[0]).expect_err("a move of another game");
        assert!(matches!(error, PlayError::OtherGame(_)));
        assert!(error.to_string().ends_with("expected a move of this game"), "{error}");
    }
    // The boards of one game, too.
    let star = AnyState::start("etoile:omit=must,players=2").expect("a game").legal_moves()[0];
    let square = AnyState::start("etoile:board=square8,players=2").expect("a game");
    assert!(!square.is_legal(star));
    assert_eq!(state, before);
}

/// States with the same position are equal only if they remember the same past.
#[test]
fn equality_includes_the_past() {
    let start = AnyState::parse("benedictine startpos").expect("a state");
    let mut state = start.clone();
    for text in "b1-a1 b7-a7 a1-b1 a7-b7".split(' ') {
        state.try_step(text).expect("a legal move");
    }
    assert_eq!(state.text(), start.text());
    assert_ne!(state, start, "it is the second occurrence");
    let again = "benedictine startpos moves b1-a1 b7-a7 a1-b1 a7-b7";
    assert_eq!(state, AnyState::parse(again).expect("a state"));
}

/// Every move that has an action is the move of that action. To find the action of one move, all
/// legal moves are listed, so not all moves of a position are tried.
#[test]
fn actions_lead_to_their_moves() {
    const TRIED: usize = 6;
    each_state(|state, _| {
        let actions = state.legal_actions();
        for (mv, action) in actions.iter().step_by(1 + actions.len() / TRIED) {
            assert_eq!(state.action(*mv), Some(*action));
        }
    });
    let start = AnyState::start("maitres").expect("a game");
    assert_eq!(start.action(start.chances()[0].0), None, "an event has no action");
}

/// Random games are those of random moves.
#[test]
fn random_games_are_games_of_random_moves() {
    for variant in VARIANTS.lines().step_by(5) {
        let start = AnyState::start(variant).expect("a variant");
        let (mut state, mut steps) = (start.clone(), 0);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        while let Some(mv) = state.random_move(&mut rng) {
            state.play(mv).expect("a legal move");
            steps += 1;
        }
        let outcome = state.result().expect("a game that is over");
        let mut played = Vec::new();
        start.playouts(&mut ChaCha8Rng::seed_from_u64(3), |outcome, steps| {
            played.push((outcome, steps));
            played.len() < 2
        });
        assert_eq!(played.len(), 2);
        assert_eq!(played[0], (outcome, steps), "{variant}");
    }
}

/// The options and the board tell games apart.
#[test]
fn games_are_told_apart() {
    let start = |text| AnyState::start(text).expect("a game");
    let mut state = start("etoile:omit=must,players=2");
    assert!(state.is_same_game(&start("etoile:players=2,omit=must")));
    let mv = state.legal_moves()[0];
    state.play(mv).expect("a legal move");
    assert!(state.is_same_game(&start("etoile:omit=must,players=2")));
    for other in ["etoile", "etoile:players=2", "etoile:board=square8,players=2", "maitres"] {
        assert!(!state.is_same_game(&start(other)), "{other}");
    }
    assert!(start("maitres").has_chance() && !start("ruches").has_chance());
    assert!(start("buteur").has_hidden() && !start("maitres").has_hidden());
    assert_eq!(start("benedictine").seat_name(games::Seat::SECOND), "a");
}
