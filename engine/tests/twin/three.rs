//! Three seats: max^n, paranoid and best-reply search give the values of their naive forms, on
//! random trees and on positions of the star.

use std::cmp::Ordering;

use engine::{Opponents, Searchable, Techniques};
use eval::{Evaluator, Linear, Value, Weights};
use games::{Actor, AnyState, Game, Outcome, Seat, State, Tactics, with_state};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::tree::{Coarse, Tree};
use super::{answer_of, choices, mean, random_state, random_techniques};

/// A searching seat, and its model of the opponents.
#[derive(Clone, Copy)]
struct View {
    root_seat: Seat,
    opponents: Opponents,
    quiescence: bool,
}

/// A seat's value of a result.
fn result(outcome: Outcome, seat: Seat, ply: i32) -> Value {
    match (outcome.winners().contains(seat), outcome.winners().len()) {
        (false, _) => Value::loss_in(ply),
        (true, 1) => Value::win_in(ply),
        (true, count) => Value::new(2 * Value::ONE / count as i32 - Value::ONE),
    }
}

/// The value for the root seat, which takes its best move. The opponents take the move that is
/// worst for the root seat. `replied` is the opponent with a free choice since the root seat's last
/// move.
fn naive<G: Tactics, E: Evaluator<G>>(
    state: &State<G>,
    evaluator: &E,
    view: View,
    replied: Option<Seat>,
    depth: u32,
    ply: i32,
) -> Value {
    let (game, position) = (state.game(), state.position());
    let mover = match state.actor() {
        Actor::Over(outcome) => return result(outcome, view.root_seat, ply),
        Actor::Seat(seat) => seat,
        Actor::Chance if depth == 0 => return evaluator.estimate(game, position, view.root_seat),
        Actor::Chance => {
            let mut values = Vec::new();
            game.each_event(position, |event, weight| {
                let mut child = state.clone();
                child.apply_event_unchecked(event);
                let value = naive(&child, evaluator, view, replied, depth, ply);
                values.push((value, i64::from(weight)));
            });
            return mean(&values);
        }
    };
    if !game.in_play(position).contains(view.root_seat) {
        return Value::loss_in(ply);
    }
    let (standing, mut moves) = choices(state, depth, view.quiescence);
    let promising = first_most_promising(game, position, &moves);
    let others = view.opponents == Opponents::BestReply && mover != view.root_seat;
    if others && replied.is_some_and(|seat| seat != mover) {
        moves.retain(|&mv| Some(mv) == promising);
    }
    let mut values = Vec::new();
    if standing {
        values.push(evaluator.estimate(game, position, view.root_seat));
    }
    for mv in moves {
        let mut child = state.clone();
        child.play_unchecked(mv);
        let reply = others && Some(mv) != promising;
        let replied = if mover == view.root_seat {
            None
        } else if reply {
            replied.or(Some(mover))
        } else {
            replied
        };
        values.push(naive(&child, evaluator, view, replied, depth.saturating_sub(1), ply + 1));
    }
    let best = if mover == view.root_seat { values.iter().max() } else { values.iter().min() };
    *best.expect("a move")
}

fn first_most_promising<G: Tactics>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Option<G::Move> {
    let most = moves.iter().map(|&mv| game.move_score(position, mv)).max()?;
    moves.iter().copied().find(|&mv| game.move_score(position, mv) == most)
}

/// The values of all seats, where each seat takes the best move for itself.
pub(super) fn naive_maxn<G: Tactics, E: Evaluator<G>>(
    state: &State<G>,
    evaluator: &E,
    quiescence: bool,
    depth: u32,
) -> [i32; 3] {
    let (game, position) = (state.game(), state.position());
    let seats = [0, 1, 2].map(Seat::new);
    let estimates = || {
        let [one, two, _] = seats.map(|seat| evaluator.estimate(game, position, seat).units());
        [one, two, -Value::ONE - one - two]
    };
    let mover = match state.actor() {
        Actor::Over(outcome) => {
            return seats.map(|seat| result(outcome, seat, 0).expectation());
        }
        Actor::Seat(seat) => seat.index(),
        Actor::Chance if depth == 0 => return estimates(),
        Actor::Chance => {
            let (mut sums, mut total) = ([0; 2], 0);
            game.each_event(position, |event, weight| {
                let mut child = state.clone();
                child.apply_event_unchecked(event);
                let values = naive_maxn(&child, evaluator, quiescence, depth);
                let weight = i64::from(weight);
                total += weight;
                (0..2).for_each(|seat| sums[seat] += i64::from(values[seat]) * weight);
            });
            let [one, two] = sums.map(|sum| (sum / total) as i32);
            return [one, two, -Value::ONE - one - two];
        }
    };
    let (standing, moves) = choices(state, depth, quiescence);
    let mut best = standing.then(estimates);
    for mv in moves {
        let mut child = state.clone();
        child.play_unchecked(mv);
        let values = naive_maxn(&child, evaluator, quiescence, depth.saturating_sub(1));
        // Among equal values for the mover, the greatest in the order of seats.
        let better = |best: [i32; 3]| match values[mover].cmp(&best[mover]) {
            Ordering::Equal => values > best,
            order => order == Ordering::Greater,
        };
        if best.is_none_or(better) {
            best = Some(values);
        }
    }
    best.expect("a move")
}

fn check<G: Searchable>(
    state: &State<G>,
    evaluator: &G::Evaluator,
    depth: u32,
    techniques: Techniques,
    threads: usize,
) where
    G::Evaluator: Clone,
{
    let root_seat = state.game().mover(state.position());
    let answer = answer_of(state, evaluator, depth, techniques, threads);
    let Techniques { opponents, quiescence, .. } = techniques;
    let expected = if opponents == Opponents::MaxN {
        Value::new(naive_maxn(state, evaluator, quiescence, answer.depth)[root_seat.index()])
    } else {
        naive(state, evaluator, View { root_seat, opponents, quiescence }, None, answer.depth, 0)
    };
    let context = || format!("{techniques:?} depth {} {:?}", answer.depth, state.position());
    assert_eq!(answer.value.expectation(), expected.expectation(), "{}", context());
    if opponents == Opponents::Paranoid && expected.is_win() {
        assert_eq!(answer.value, expected, "a win against all others: {}", context());
    }
    assert_eq!(answer.shares.len(), 3);
    assert_eq!(answer.shares[root_seat.index()].units(), expected.expectation(), "{}", context());
    let sum: i32 = answer.shares.iter().map(|share| share.units()).sum();
    assert!((sum + Value::ONE).abs() <= 3, "shares of one point: {:?}", answer.shares);
}

const KINDS: [Opponents; 3] = [Opponents::MaxN, Opponents::Paranoid, Opponents::BestReply];

#[test]
fn random_trees_of_three() {
    trees_agree(17, 1200);
}

#[test]
#[ignore = "long"]
fn many_random_trees_of_three() {
    trees_agree(18, 6000);
}

fn trees_agree(seed: u64, rounds: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for round in 0..rounds {
        let tree = Tree { seed: rng.random(), chance: round % 2 == 0, seats: 3 };
        let opponents = KINDS[round % 3];
        let techniques = Techniques { opponents, ..random_techniques(&mut rng) };
        let depth = rng.random_range(1..=5);
        let state = State::new(tree.clone(), tree.start());
        check(&state, &Coarse, depth, techniques, 1 + round / 3 % 2);
    }
}

#[test]
fn positions_of_the_star() {
    for text in [
        "etoile startpos",
        "etoile:repetition=0,rules=english startpos",
        "etoile:misere=yes,repetition=0,rules=italian startpos",
        "etoile:repetition=0 A Aa1,KAd4 Ba1,Bd4 Ca1,Cg3 0 -",
    ] {
        let any = AnyState::parse(text).expect("a position");
        with_state!(&any, state => {
            let mut rng = ChaCha8Rng::seed_from_u64(18);
            let evaluator = Linear::new(&Weights::default_for(state.game()));
            for round in 0..60 {
                let state = random_state(state, &mut rng);
                if matches!(state.actor(), Actor::Over(_)) {
                    continue;
                }
                let opponents = KINDS[1 + round % 2];
                let techniques = Techniques { opponents, ..random_techniques(&mut rng) };
                check(&state, &evaluator, rng.random_range(1..=3), techniques, 1 + round % 2);
            }
        });
    }
}
