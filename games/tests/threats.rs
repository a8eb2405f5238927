//! Threats are the moves that the other side could make if it were its turn.

use games::maitres::{Variant, reached};
use games::{Actor, AnyState, Game, Noisiness, Notation, State, Tactics, random_step, with_state};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Games for two, the word of a position's text that names the side to act, and the names of the
/// two sides.
const GAMES: [(&str, usize, [&str; 2]); 5] = [
    ("benedictine startpos", 2, ["g", "a"]),
    ("ruches:setup=ordered startpos", 2, ["a", "b"]),
    ("etoile:players=2 startpos", 1, ["A", "B"]),
    ("etoile:board=square8,players=2,rules=english startpos", 1, ["A", "B"]),
    ("etoile:board=square10,players=2 startpos", 1, ["A", "B"]),
];

/// The same position with the other side to act, for the text of a position without marks.
fn turned<G: Game + Notation>(
    state: &State<G>,
    place: usize,
    names: [&str; 2],
) -> Option<State<G>> {
    let text = games::format_position(state.game(), state.position());
    let mut words: Vec<_> = text.split(' ').collect();
    let other = if words[place] == names[0] { names[1] } else { names[0] };
    if place < words.len() - 1 && words[words.len() - 1] != "-" {
        return None;
    }
    words[place] = other;
    State::parse(&words.join(" ")).ok()
}

fn threats_are_what_others_could_do<G: Game + Notation + Tactics>(
    start: &State<G>,
    place: usize,
    names: [&str; 2],
) {
    let mut seen = [0; 2];
    let mut buffer = Vec::new();
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = start.clone();
        while random_step(&mut state, &mut buffer, &mut rng).is_none()
            && state.history().plies() < 150
        {
            let Some(other) = turned(&state, place, names) else { continue };
            if !matches!((state.actor(), other.actor()), (Actor::Seat(_), Actor::Seat(_))) {
                continue;
            }
            let (game, position) = (other.game(), other.position());
            let could = game.noisiness(position) != Noisiness::Quiet
                || !G::TACTICAL && game.wins_now(position);
            let threatened = state.game().is_threatened(state.position());
            assert_eq!(threatened, could, "seed {seed}: {:?}", state.position());
            seen[usize::from(could)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "threats and none: {seen:?}");
}

#[test]
fn threats_are_seen() {
    for (text, place, names) in GAMES {
        let any = AnyState::parse(text).expect("a game");
        with_state!(&any, state => threats_are_what_others_could_do(state, place, names));
    }
}

/// The pieces captured by moves of a length are those that are reached by that length, except a
/// Master next to the piece.
#[test]
fn what_is_reached_can_be_captured() {
    for options in
        ["", ":passage=leap", ":variant=annihilation", ":passage=leap,variant=annihilation"]
    {
        let any = AnyState::parse(&format!("maitres{options} startpos")).expect("a game");
        let AnyState::Maitres(start) = any else { unreachable!() };
        let (mut buffer, mut captures) = (Vec::new(), [0; 7]);
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut state = start.clone();
            while random_step(&mut state, &mut buffer, &mut rng).is_none() {
                let (game, position) = (state.game(), state.position());
                let Actor::Seat(seat) = state.actor() else { continue };
                let enemies = position.pieces(seat.other());
                let mut captured = 0;
                game.each_move(position, |mv| {
                    let whole = mv.first().filter(|_| mv.second().is_none());
                    captured |= whole.map_or(0, |part| enemies & 1 << part.to());
                });
                let length = usize::from(position.die());
                let mut reached = reached(game, position, seat)[length] & enemies;
                if length == 1 && game.variant == Variant::Master {
                    reached &= !position.master_bit(seat.other());
                }
                assert_eq!(captured, reached, "{options} seed {seed}: {position:?}");
                captures[length] += u32::from(captured != 0);
            }
        }
        assert!(captures[1..].iter().all(|&count| count > 20), "{options}: {captures:?}");
    }
}
