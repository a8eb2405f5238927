//! The trait of players at the board, and their faults.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use engine::{Proof, StopFlag};
use games::{Notation, Seat};
use rand_chacha::ChaCha8Rng;

use crate::players::limit::Allowance;
use crate::players::timekeeping::thread_time;
use crate::players::view::View;

/// The data that a player gets before the first move of a game.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// The seat of the player.
    pub seat: Seat,
    /// The seed of its searches.
    pub search_seed: u64,
    /// The random source of its random moves.
    pub random: ChaCha8Rng,
    /// Whether the player has a limit of time. If so, the referee asks for its processor time.
    pub timed: bool,
    /// If it is set, any answer is accepted, also a fault.
    pub stop: StopFlag,
}

/// A player of any kind. It plays one seat of one game at a time.
pub trait Bot<G: Notation>: Send {
    /// Forgets earlier games.
    ///
    /// # Errors
    /// A player that fails.
    fn begin(&mut self, game: &G, start: GameStart) -> Result<(), Fault>;

    /// Chooses a move in a game where the seat acts. If `stop` is set, any answer is accepted, also
    /// a fault.
    ///
    /// # Errors
    /// A player that fails.
    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault>;

    /// Announces that the player will not be asked again and will soon be dropped. A player that
    /// takes some time to end should start to end now.
    fn dismiss(&mut self) {}

    /// The processor time that the player has used since any fixed moment. For a player that thinks
    /// in the calling thread, this is the time of the thread. `None` if it is not known.
    fn processor_time(&self) -> Option<Duration> {
        thread_time()
    }
}

/// A move and the figures of its search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reply<M> {
    /// The move.
    pub mv: M,
    /// The expected result for the acting player, from -1 to 1.
    pub value: Option<f64>,
    /// A result that the player has proven for itself.
    pub proof: Option<Proof>,
    /// The depth of the search in player moves.
    pub depth: Option<u32>,
    /// The nodes of the search.
    pub nodes: Option<u64>,
}

impl<M> Reply<M> {
    /// A move without figures.
    #[must_use]
    pub fn bare(mv: M) -> Self {
        Self { mv, value: None, proof: None, depth: None, nodes: None }
    }
}

/// A failure of a player. The player loses its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The program does not exist or cannot be run. The text says what was read and expected.
    NoProgram(String),
    /// The process ended.
    Crash(String),
    /// The process lives, but closed its input or output.
    Closed(String),
    /// The player did not answer.
    Stall(String),
    /// The answer was too late.
    Time(String),
    /// The move is not legal.
    Illegal(String),
    /// The process refuses a setting; the words are its own error.
    Refused(String),
    /// The lines do not follow the protocol.
    Garbage(String),
}

impl Fault {
    /// The fault in words.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Self::NoProgram(words)
            | Self::Crash(words)
            | Self::Closed(words)
            | Self::Stall(words)
            | Self::Time(words)
            | Self::Illegal(words)
            | Self::Refused(words)
            | Self::Garbage(words) => words,
        }
    }
}

/// The fault of a bot in this process that finds no move.
pub(crate) fn no_move() -> Fault {
    Fault::Crash("no move was found".to_owned())
}

/// The text of the error for a program that cannot be run.
pub(crate) const NO_PROGRAM: &str = "expected a program that can be run";

impl Fault {
    /// A program that cannot be run.
    pub(crate) fn no_program(program: &Path, error: &dyn fmt::Display) -> Self {
        Self::NoProgram(format!("cmd: read \"{}\", {NO_PROGRAM} ({error})", program.display()))
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
