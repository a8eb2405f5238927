//! Where the random numbers of a unit come from.

use games::Seat;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The independent streams of one unit: ChaCha streams of the match's seed, so that no unit sees the
/// numbers of another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Streams {
    seed: u64,
    unit: u64,
}

/// How many streams a unit has.
const STREAMS: u64 = 5;

impl Streams {
    /// The streams of unit number `unit` in the match of seed `seed`.
    pub(crate) fn new(seed: u64, unit: u64) -> Self {
        Self { seed, unit }
    }

    /// For the random moves that the unit's games start from.
    pub(crate) fn opening(self) -> ChaCha8Rng {
        self.stream(0)
    }

    /// For chance: the same in both games of the unit.
    pub(crate) fn dice(self) -> ChaCha8Rng {
        self.stream(1)
    }

    /// For the moves of a random player in that seat.
    pub(crate) fn moves(self, seat: Seat) -> ChaCha8Rng {
        self.stream(2 + u64::from(seat.0 & 1))
    }

    /// For the order in which searches look at moves: the same in both games and for both players.
    pub(crate) fn search_seed(self) -> u64 {
        self.stream(4).next_u64()
    }

    fn stream(self, purpose: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.unit.wrapping_mul(STREAMS).wrapping_add(purpose));
        rng
    }
}
