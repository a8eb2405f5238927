//! Where the random numbers of a unit come from.

use games::{Game, Seat, pick_event};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The independent streams of one round: ChaCha streams of the match's seed, so that no round sees
/// the numbers of another. The units of a round have them in common: the same start, the same dice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Streams {
    seed: u64,
    round: u64,
}

/// How many streams a round has: one for each seat, and some more.
const STREAMS: u64 = 8;

impl Streams {
    /// The streams of round number `round` in the match of seed `seed`.
    pub(crate) fn new(seed: u64, round: u64) -> Self {
        Self { seed, round }
    }

    /// For the random moves that the games start from.
    pub(crate) fn opening(self) -> ChaCha8Rng {
        self.stream(0)
    }

    /// For chance: the same in all games of the unit.
    pub(crate) fn dice(self) -> Dice {
        Dice(self.stream(1))
    }

    /// For the order in which searches look at moves: the same in all games and for all players.
    pub(crate) fn search_seed(self) -> u64 {
        self.stream(2).next_u64()
    }

    /// For the moves of a random player in that seat.
    pub(crate) fn moves(self, seat: Seat) -> ChaCha8Rng {
        self.stream(4 + u64::from(seat.number() & 3))
    }

    fn stream(self, purpose: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.round.wrapping_mul(STREAMS).wrapping_add(purpose));
        rng
    }
}

/// The referee's chance.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    /// The next event; `None` where chance does not act.
    ///
    /// It takes one number of the stream, so that all games of a unit stay in step whatever an
    /// event makes of its number.
    pub(crate) fn event<G: Game>(&mut self, game: &G, position: &G::Position) -> Option<G::Event> {
        pick_event(game, position, &mut ChaCha8Rng::seed_from_u64(self.0.next_u64()))
    }
}
