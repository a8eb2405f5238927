//! The part of a result that is luck.
//!
//! The luck of a chance event is the evaluation after it, less the mean of the evaluation over all
//! events. This is zero on average, for any evaluation. So the sum of the luck over a game can be
//! subtracted from the result without bias. A better evaluation leaves less variance in the rest.
//!
//! CITE: D. Zare, "Hedging Toward Skill"; variance reduction of rollouts in GNU Backgammon.

use eval::{Evaluate, Evaluator, Linear, Weights};
use games::{Actor, Seat, Tactics};

/// The greatest number of moves to evaluate after an event: the first ones in a fixed order. The
/// moves left out reduce only the accuracy. All the moves of a 6 in Maîtres would take longer than
/// the moves of all other rolls together.
const MOVES: u32 = 40;

/// Measures the luck of chance events in games of two seats.
#[derive(Clone, Debug)]
pub struct LuckMeter {
    evaluator: Linear,
}

impl LuckMeter {
    /// A meter with the default evaluation, for any players.
    #[must_use]
    pub fn new<G: Evaluate>(game: &G) -> Self {
        Self { evaluator: Linear::new(&Weights::default_for(game)) }
    }

    /// The expected share of the first seat after an event, less its mean over all events.
    #[must_use]
    #[inline(never)]
    pub fn luck<G: Tactics + Evaluate>(
        &self,
        game: &G,
        position: &G::Position,
        event: G::Event,
    ) -> f64 {
        let (mut sum, mut weights, mut actual) = (0.0, 0.0, 0.0);
        game.each_event(position, |possible, weight| {
            let expected = self.expected(game, &game.apply_event(position, possible));
            sum += f64::from(weight) * expected;
            weights += f64::from(weight);
            if possible == event {
                actual = expected;
            }
        });
        actual - sum / weights
    }

    /// The expected share of the first seat, after the best of the next moves.
    fn expected<G: Tactics + Evaluate>(&self, game: &G, position: &G::Position) -> f64 {
        let Actor::Seat(seat) = game.actor(position) else { return self.still(game, position) };
        if game.wins_now(position) {
            return for_first(seat, 1.0);
        }
        let (mut best, mut seen) = (f64::NEG_INFINITY, 0);
        game.each_move(position, |mv| {
            seen += 1;
            if seen <= MOVES {
                let share = self.still(game, &game.play(position, mv));
                best = best.max(for_first(seat, share));
            }
        });
        for_first(seat, best)
    }

    /// The expected share of the first seat, without looking ahead.
    fn still<G: Evaluate>(&self, game: &G, position: &G::Position) -> f64 {
        if let Actor::Over(outcome) = game.actor(position) {
            let (share, of) = outcome.share(Seat::FIRST);
            return f64::from(share) / f64::from(of);
        }
        let value = self.evaluator.estimate(game, position, Seat::FIRST).to_f64();
        f64::midpoint(1.0, value)
    }
}

/// Converts the share of a seat to the share of the first seat, or back.
fn for_first(seat: Seat, share: f64) -> f64 {
    if seat == Seat::FIRST { share } else { 1.0 - share }
}

#[cfg(test)]
mod tests {
    use games::maitres::Maitres;
    use games::{Game, State, random_step};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// The events of a chance node, with their weights and the luck of the first seat.
    fn lucks(state: &State<Maitres>) -> Vec<(u32, f64)> {
        let (game, position) = (state.game(), state.position());
        let meter = LuckMeter::new(game);
        let mut lucks = Vec::new();
        game.each_event(position, |event, weight| {
            lucks.push((weight, meter.luck(game, position, event)));
        });
        lucks
    }

    /// The mean luck over all events is zero for any evaluation, so it has no bias.
    #[test]
    fn luck_is_nothing_on_the_average() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut moves, mut found) = (Vec::new(), 0);
        for _ in 0..5 {
            let mut state = State::<Maitres>::parse("maitres startpos").unwrap();
            while random_step(&mut state, &mut moves, &mut rng).is_none() {
                if state.actor() == Actor::Chance {
                    let lucks = lucks(&state);
                    let mean: f64 =
                        lucks.iter().map(|&(weight, luck)| f64::from(weight) * luck).sum();
                    assert!(mean.abs() < 1e-12, "{mean}");
                    found += u32::from(lucks.iter().any(|&(_, luck)| luck.abs() > 0.01));
                }
            }
        }
        assert!(found > 100, "{found} positions with luck");
    }

    /// The roll of two, which captures the Master, is lucky for the side that rolls it.
    #[test]
    fn a_winning_roll_is_luck() {
        for (text, sign) in [
            ("maitres ll7/9/9/4m4/9/4L4/9/9/M8 r -", 1.0),
            ("maitres m8/9/9/4l4/9/4M4/9/9/LL7 b -", -1.0),
        ] {
            let lucks = lucks(&State::parse(text).unwrap());
            let lucks: Vec<_> = lucks.into_iter().map(|(_, luck)| sign * luck).collect();
            assert!(lucks.iter().all(|&luck| luck <= lucks[1]), "{text}: {lucks:?}");
            assert!(lucks[1] > 0.1, "{text}: {lucks:?}");
        }
    }
}
