//! A reported distance is valid against every defence, even against moves that the search leaves
//! out. In Étoile a player who omits a capture delays a loss.

use std::collections::HashMap;

use engine::{Answer, Playable, Proof, Request, Searcher};
use games::{Actor, AnyState, Key, Outcome, Seat, State, with_state};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Longer wins have too many positions for the naive solver.
const LONGEST: u32 = 9;

/// Whether a seat can win within `plies` moves against every defence. All legal moves are tried.
fn wins_within<G: Playable>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    plies: u32,
    known: &mut HashMap<(Key, u32), bool>,
) -> bool {
    match game.actor(position) {
        Actor::Over(outcome) => return outcome == Outcome::win(seat),
        _ if plies == 0 => return false,
        _ => {}
    }
    if let Some(&wins) = known.get(&(game.key(position), plies)) {
        return wins;
    }
    let mut children = Vec::new();
    game.each_move(position, |mv| children.push(game.play(position, mv)));
    let own = game.mover(position) == seat;
    let mut one = |child| wins_within(game, child, seat, plies - 1, known);
    let wins = if own { children.iter().any(&mut one) } else { children.iter().all(&mut one) };
    known.insert((game.key(position), plies), wins);
    wins
}

fn searched<G: Playable>(state: &State<G>) -> Answer<G::Move> {
    Searcher::new(state.game().clone()).search(state, &Request::new().depth(5))
}

/// Checks the proven distance of a position. Returns whether it is longer than the line.
fn check<G: Playable>(state: &State<G>) -> Option<bool> {
    let answer = searched(state);
    let line = answer.variations.first()?;
    let mover = state.game().mover(state.position());
    let (distance, winner) = match line.proof()? {
        Proof::Win(distance) => (distance, mover),
        Proof::Loss(distance) => (distance, mover.other()),
        Proof::Draw => return None,
    };
    if distance > LONGEST {
        return None;
    }
    let mut known = HashMap::new();
    let mut within = |plies| wins_within(state.game(), state.position(), winner, plies, &mut known);
    let text = games::format_position(state.game(), state.position());
    assert!(within(distance), "{text}: not within {distance}");
    Some(!within(line.moves.len() as u32))
}

/// Four kings against four: the line has three moves, the best defence five.
#[test]
fn an_omission_puts_a_loss_off() {
    let position =
        "etoile:board=square10,players=2,repetition=4 B Kd2,Kc3,Kg3,Kc9 Ka1,Ke1,Kg5,Kf6 0 -";
    let any = AnyState::parse(position).expect("a position");
    with_state!(&any, state => {
        let answer = searched(state);
        assert_eq!(answer.variations[0].proof(), Some(Proof::Win(5)));
        assert_eq!(check(state), Some(true), "a win in three");
    });
}

#[test]
fn distances_hold_against_every_defence() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut proofs, mut longer) = (0, 0);
    while proofs < 60 {
        let mut lists = [Vec::new(), Vec::new()];
        for number in 0..rng.random_range(2..=5) {
            let column = char::from(b'a' + rng.random_range(0..8));
            let king = ["", "K"].choose(&mut rng).expect("a kind");
            lists[number % 2].push(format!("{king}{column}{}", rng.random_range(1..=8)));
        }
        let [a, b] = lists.map(|list| list.join(","));
        let rules = ["french", "german,misere=yes", "german"].choose(&mut rng).expect("rules");
        let text = format!("etoile:board=square8,players=2,rules={rules} A {a} {b} 0 -");
        let Ok(any) = AnyState::parse(&text) else { continue };
        if let Some(found) = with_state!(&any, state => check(state)) {
            proofs += 1;
            longer += u32::from(found);
        }
    }
    assert!(longer > 3, "{longer} of {proofs} are put off");
}
