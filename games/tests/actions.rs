//! Actions, the fixed numbers of moves, in random games of all variants.

use std::collections::HashSet;

use games::{Actor, AnyState, Listed, State, random_step, with_state};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const VARIANTS: &str = include_str!("../variants.txt");
const GAMES: u64 = 15;

/// Each legal move has an action, which leads back to the move; other actions do not.
fn actions_are_moves<G: Listed>(state: &State<G>, rng: &mut ChaCha8Rng) -> u64 {
    let (game, position) = (state.game(), state.position());
    let moves = state.legal_moves();
    assert!(moves.len() <= game.most_moves(), "{} moves in {state}", moves.len());
    let (mut listed, mut actions, mut digest) = (Vec::new(), HashSet::new(), 0_u64);
    game.each_action(position, |mv, action| {
        listed.push(mv);
        assert!(action < game.actions(), "{action} of {mv:?} in {state}");
        assert!(actions.insert(action), "{action} is of two moves in {state}");
        digest = digest.wrapping_mul(0x100_0000_01B3) ^ u64::from(action);
    });
    assert_eq!(listed, moves, "{state}");
    let mv = moves[rng.random_range(0..moves.len())];
    let action = game.action(position, mv).expect("an action");
    assert_eq!(game.move_of(position, action), Some(mv), "{action} in {state}");
    let any = rng.random_range(0..game.actions());
    assert_eq!(game.move_of(position, any).is_some(), actions.contains(&any), "{any} in {state}");
    digest
}

/// Plays random games. Returns a digest of all actions.
fn play<G: Listed>(start: &State<G>, games: u64) -> u64 {
    let (mut digest, mut buffer) = (0_u64, Vec::new());
    for seed in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = start.clone();
        loop {
            if matches!(state.actor(), Actor::Seat(_)) {
                let actions = actions_are_moves(&state, &mut rng);
                digest = digest.rotate_left(7) ^ actions;
            }
            if random_step(&mut state, &mut buffer, &mut rng).is_some() {
                break;
            }
        }
    }
    digest
}

#[test]
fn moves_and_actions_belong_together() {
    for variant in VARIANTS.lines() {
        let any = AnyState::start(variant).expect("a variant");
        with_state!(&any, state => play(state, GAMES));
    }
}

#[test]
#[ignore = "long"]
fn moves_and_actions_belong_together_in_many_games() {
    for variant in VARIANTS.lines() {
        let any = AnyState::start(variant).expect("a variant");
        with_state!(&any, state => play(state, 200 * GAMES));
    }
}

/// Actions keep their numbers from one version to the next. A new variant adds a line here.
#[test]
fn actions_keep_their_numbers() {
    let known: &[(&str, u32, u64)] = &[
        ("benedictine", 17600, 0x622A9C9A1E83F37),
        ("benedictine:plies=60,repetition=0", 17600, 0x622A9C9A1E83F37),
        ("maitres", 370177, 0x92A2BCCCD3CCB7D9),
        ("maitres:passage=leap", 370177, 0x8F22A6770D6B09BA),
        ("maitres:variant=annihilation", 370177, 0x96BF7C5F76EC079B),
        ("ruches", 1365, 0xF69DB9FF73B8EA12),
        ("ruches:omit=withdraw", 1365, 0x29385A934DBA1671),
        ("ruches:contact=jump,omit=free,setup=ordered", 1365, 0x22A2A9EAD98D2FE3),
        ("etoile", 39218, 0xDF90C49401A08525),
        ("etoile:misere=yes", 39218, 0x9DF8CE141FE005FA),
        ("etoile:landing=any,omit=must", 39218, 0x842AF4F1D2BB66F0),
        ("etoile:players=2", 39218, 0x3905DBD95DA5DC9A),
        ("etoile:omit=huff,players=2,rules=english", 39218, 0xD053DC58497A0F0),
        ("etoile:neutral=barren,players=2,rules=german", 39218, 0x88EB99F4319E47C7),
        ("etoile:colour=light,majority=yes,players=2,rules=italian", 39218, 0x746CD14E6C95F329),
        ("etoile:board=square8,players=2,rules=english", 17442, 0xD37D9CC2D25A8D5),
        ("etoile:board=square10,players=2", 42552, 0x69ED94115DD7356B),
        ("buteur", 56244, 0x3EAB28DFF02F6B19),
        ("buteur:players=3", 56244, 0x7F61F11DC1D8235E),
        ("buteur:players=4", 56244, 0x158A6D6C188F6BDB),
    ];
    let mut found = Vec::new();
    for variant in VARIANTS.lines() {
        let any = AnyState::start(variant).expect("a variant");
        found.push((variant, any.actions(), with_state!(&any, state => play(state, 1))));
    }
    assert_eq!(found, known);
}
