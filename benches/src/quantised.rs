//! A game whose evaluation is rounded to the 16-bit scale of the peer, so that both sides search
//! with the same values.

use engine::{Answer, Listener, SearchContext, SearchFamily, Searchable};
use eval::{Evaluate, Evaluator, Linear, Value, Weights};
use games::{Actor, DrawRules, Game, Key, Noisiness, Outcome, Perfect, Seat, SeatSet, Tactics};

/// A 16-bit step on our scale.
pub(crate) const STEP: i32 = Value::ONE / 10_000;

/// The games that can be quantised: without hidden cards and with an evaluation.
pub trait QuantisedGame: Tactics<Information = Perfect> + Evaluate {}

impl<G: Tactics<Information = Perfect> + Evaluate> QuantisedGame for G {}

/// A game with its evaluation in steps of the peer's scale ([`QuantisedLinear`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised<G>(
    /// The original game.
    pub G,
);

impl<G: QuantisedGame> Quantised<G> {
    /// The evaluation with the default weights, on the scale of the peer.
    #[must_use]
    pub fn evaluator(&self) -> QuantisedLinear {
        self.evaluator_with(&Weights::default_for(&self.0))
    }

    /// The evaluation with these weights, on the scale of the peer.
    #[must_use]
    pub fn evaluator_with(&self, weights: &Weights) -> QuantisedLinear {
        QuantisedLinear(Linear::new(weights))
    }
}

/// Our evaluation, rounded to whole steps.
#[derive(Clone, Debug)]
pub struct QuantisedLinear(Linear);

impl<G: QuantisedGame> Evaluator<Quantised<G>> for QuantisedLinear {
    fn estimate(&self, game: &Quantised<G>, position: &G::Position, seat: Seat) -> Value {
        Value::new(self.0.estimate(&game.0, position, seat).units() / STEP * STEP)
    }
}

impl<G: QuantisedGame> Searchable for Quantised<G> {
    type Evaluator = QuantisedLinear;

    fn search(context: &SearchContext<'_, Self>, listener: Listener<'_, Self>) -> Answer<G::Move> {
        <Perfect as SearchFamily<Self>>::search(context, listener)
    }
}

// Every method is forwarded, also those with a default: the game may have a faster implementation.

impl<G: QuantisedGame> Game for Quantised<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Event = G::Event;
    type Information = Perfect;

    const CHANCE: bool = G::CHANCE;

    const MAX_SEATS: u8 = G::MAX_SEATS;

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn draw_rules(&self) -> DrawRules {
        self.0.draw_rules()
    }

    fn in_play(&self, position: &G::Position) -> SeatSet {
        self.0.in_play(position)
    }

    fn drawn(&self, position: &G::Position) -> Outcome {
        self.0.drawn(position)
    }

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn actor(&self, position: &G::Position) -> Actor {
        self.0.actor(position)
    }

    fn mover(&self, position: &G::Position) -> Seat {
        self.0.mover(position)
    }

    fn each_move(&self, position: &G::Position, visit: impl FnMut(G::Move)) {
        self.0.each_move(position, visit);
    }

    fn count_moves(&self, position: &G::Position) -> u64 {
        self.0.count_moves(position)
    }

    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.0.play(position, mv)
    }

    fn each_event(&self, position: &G::Position, visit: impl FnMut(G::Event, u32)) {
        self.0.each_event(position, visit);
    }

    fn total_weight(&self, position: &G::Position) -> u32 {
        self.0.total_weight(position)
    }

    fn apply_event(&self, position: &G::Position, event: G::Event) -> G::Position {
        self.0.apply_event(position, event)
    }

    fn key(&self, position: &G::Position) -> Key {
        self.0.key(position)
    }

    fn repetition_key(&self, position: &G::Position) -> Key {
        self.0.repetition_key(position)
    }

    fn key_after(&self, position: &G::Position, mv: G::Move) -> Key {
        self.0.key_after(position, mv)
    }
}

impl<G: QuantisedGame> Tactics for Quantised<G> {
    const TACTICAL: bool = G::TACTICAL;

    fn each_candidate(&self, position: &G::Position, visit: impl FnMut(G::Move)) {
        self.0.each_candidate(position, visit);
    }

    fn noisiness(&self, position: &G::Position) -> Noisiness {
        self.0.noisiness(position)
    }

    fn each_tactical(&self, position: &G::Position, visit: impl FnMut(G::Move)) {
        self.0.each_tactical(position, visit);
    }

    fn wins_now(&self, position: &G::Position) -> bool {
        self.0.wins_now(position)
    }

    fn winning_weight(&self, position: &G::Position) -> u32 {
        self.0.winning_weight(position)
    }

    fn move_score(&self, position: &G::Position, mv: G::Move) -> i32 {
        self.0.move_score(position, mv)
    }
}

#[cfg(test)]
mod tests {
    use games::State;
    use games::benedictine::Benedictine;
    use games::{DrawRules, playout};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::opening_positions;

    /// The values are ours within one step, and fit the 16 bits of the peer.
    #[test]
    fn values_are_whole_steps() {
        let game = Quantised(Benedictine { draws: DrawRules::default() });
        let (exact, cut) = (Linear::new(&Weights::default_for(&game.0)), game.evaluator());
        let mut unlike = 0;
        for state in opening_positions(&game, 50) {
            let seat = game.mover(state.position());
            let own = exact.estimate(&game.0, state.position(), seat).units();
            let value = cut.estimate(&game, state.position(), seat).units();
            assert_eq!(value % STEP, 0);
            assert!((own - value).abs() < STEP, "{own} {value}");
            unlike += u32::from(own != value);
        }
        assert!(unlike > 0, "none was cut");
    }

    /// The games and rules are the same.
    #[test]
    fn the_game_is_the_same() {
        let game = Benedictine { draws: DrawRules::default() };
        let play = |rng: &mut ChaCha8Rng| {
            let own = playout(State::start(game), &mut Vec::new(), &mut rng.clone());
            let other = playout(State::start(Quantised(game)), &mut Vec::new(), rng);
            assert_eq!(own, other);
        };
        (0..20).for_each(|seed| play(&mut ChaCha8Rng::seed_from_u64(seed)));
    }
}
