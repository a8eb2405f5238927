//! A player at the board, and how one can fail.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use engine::{Proof, StopFlag};
use games::{Notation, Seat};
use rand_chacha::ChaCha8Rng;

use crate::players::limit::Allowance;
use crate::players::timekeeping::thread_time;
use crate::players::view::View;

/// What a player is told of a game before its first move.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// Where the player sits.
    pub seat: Seat,
    /// What its searches draw from.
    pub search_seed: u64,
    /// What random moves are drawn from.
    pub random: ChaCha8Rng,
    /// Whether its time is limited, so that somebody will ask for its processor time.
    pub timed: bool,
    /// Once it is set any answer will do, a fault, too.
    pub stop: StopFlag,
}

/// A player of one kind or another, for one seat of one game at a time.
pub trait Bot<G: Notation>: Send {
    /// Forgets earlier games.
    ///
    /// # Errors
    /// A player that fails.
    fn begin(&mut self, game: &G, start: GameStart) -> Result<(), Fault>;

    /// Chooses a move in a game where the seat acts. Once `stop` is set any answer will do, a
    /// fault, too.
    ///
    /// # Errors
    /// A player that fails.
    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault>;

    /// Is told that it will not be asked again, a moment before it is dropped: a player that takes
    /// a while to end begins with that.
    fn dismiss(&mut self) {}

    /// The processor time that it has used, counted from any moment of its life: that of this
    /// thread for a player that thinks where it is asked. `None` where nobody knows.
    fn processor_time(&self) -> Option<Duration> {
        thread_time()
    }
}

/// A move and what the player thinks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reply<M> {
    /// The move.
    pub mv: M,
    /// The expected result for the player who acts, from -1 to 1.
    pub value: Option<f64>,
    /// A result that the player has proven, for itself.
    pub proof: Option<Proof>,
    /// The depth of the search in player moves.
    pub depth: Option<u32>,
    /// The nodes of the search.
    pub nodes: Option<u64>,
}

impl<M> Reply<M> {
    /// A move without a thought.
    #[must_use]
    pub fn bare(mv: M) -> Self {
        Self { mv, value: None, proof: None, depth: None, nodes: None }
    }
}

/// How a player failed; its game is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no such program: the words say what was read and what was expected.
    NoProgram(String),
    /// The process ended.
    Crash(String),
    /// The process lives, but closed its input or output.
    Closed(String),
    /// No answer came.
    Stall(String),
    /// An answer came too late.
    Time(String),
    /// A move that is not legal.
    Illegal(String),
    /// The process does not take what it was told to set; its own words say why.
    Refused(String),
    /// Lines that the protocol does not have.
    Garbage(String),
}

impl Fault {
    /// What went wrong, in words.
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

/// What is said of a program that is none.
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
