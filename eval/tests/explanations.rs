//! An explanation has the same value as the evaluation in play.

use eval::{Count, Evaluate, Evaluator, Explanation, Linear, Trace, Weights};
use games::{Actor, AnyState, Notation, State, random_step, with_state};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn check<G: Evaluate + Notation>(state: &State<G>, weights: &Weights) {
    let (game, position) = (state.game(), state.position());
    let linear = Linear::new(weights);
    let trace = Trace::of(game, position);
    let dot = |counts: &Vec<Count>| -> i64 {
        let product =
            |&(feature, count): &Count| i64::from(count) * i64::from(weights.values()[feature]);
        counts.iter().map(product).sum()
    };
    let sums = linear.sums(game, position);
    let explanation = Explanation::of(game, position, weights);
    for (seat, &sum) in sums.iter(game.seats()) {
        // The rest of the sum comes from the net.
        let name = game.seat_name(seat);
        let mut nets = explanation.features.iter().filter(|term| term.name == "net");
        let net = nets.find(|term| term.seat == name).map_or(0, |term| term.product);
        assert_eq!(dot(&trace.counts[seat]) + net, i64::from(sum), "{position:?}");
        assert_eq!(explanation.sums[seat.index()], i64::from(sum), "{position:?}");
    }
    let value = linear.estimate(game, position, game.mover(position));
    assert_eq!(explanation.value, value.to_f64(), "{position:?}");
}

fn check_games<G: Evaluate + Notation>(start: &State<G>, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut buffer = Vec::new();
    let default = Weights::default_for(start.game());
    let mut random = default.clone();
    random.set_scale(300);
    let (mut positions, mut movers) = (0, vec![0; start.game().seats() as usize]);
    while positions < 60 {
        random.values_mut().fill_with(|| rng.random_range(-1000..=1000));
        let mut state = start.clone();
        while !matches!(state.actor(), Actor::Over(_)) && state.history().plies() < 80 {
            check(&state, &default);
            check(&state, &random);
            movers[start.game().mover(state.position()).index()] += 1;
            positions += 1;
            random_step(&mut state, &mut buffer, &mut rng);
        }
    }
    assert!(movers.iter().all(|&count| count > 10), "all seats were to act");
}

#[test]
fn coefficients_times_weights_are_the_sum() {
    // Each set of weights is among them.
    for (seed, game) in (1..).zip(include_str!("../../games/variants.txt").lines()) {
        let any = AnyState::parse(&format!("{game} startpos")).unwrap();
        with_state!(&any, state => check_games(state, seed));
    }
}
