//! The sources of the random numbers of a unit.

use games::{Game, Seat, pick_event};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The independent random streams of one round. They are ChaCha streams of the match's seed, so no
/// two rounds share numbers. All units of a round use the same streams: the same start, the same
/// dice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Streams {
    seed: u64,
    round: u64,
}

/// The number of streams of a round: at least one for each seat and a few more.
const STREAMS: u64 = 8;

impl Streams {
    /// The streams of round `round` in the match with seed `seed`.
    pub(crate) fn new(seed: u64, round: u64) -> Self {
        Self { seed, round }
    }

    /// The stream for the random moves of the opening.
    pub(crate) fn opening(self) -> ChaCha8Rng {
        self.stream(0)
    }

    /// The stream for chance events: the same in all games of the unit.
    pub(crate) fn dice(self) -> Dice {
        Dice(self.stream(1))
    }

    /// The seed for the order of moves in searches: the same in all games and for all players.
    pub(crate) fn search_seed(self) -> u64 {
        self.stream(2).next_u64()
    }

    /// The stream for the moves of a random player in that seat.
    pub(crate) fn moves(self, seat: Seat) -> ChaCha8Rng {
        self.stream(4 + u64::from(seat.number() & 3))
    }

    fn stream(self, purpose: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.round.wrapping_mul(STREAMS).wrapping_add(purpose));
        rng
    }
}

/// The random source of the referee's chance events.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    /// The next event; `None` if chance does not act.
    ///
    /// Each event takes exactly one number of the stream. So all games of a unit stay in step, even
    /// if the same number gives different events.
    pub(crate) fn event<G: Game>(&mut self, game: &G, position: &G::Position) -> Option<G::Event> {
        pick_event(game, position, &mut ChaCha8Rng::seed_from_u64(self.0.next_u64()))
    }
}
