//! A player that makes random moves, all with the same probability.

use engine::{Playable, StopFlag};
use games::{Notation, ParseError, pick_move};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::Error;
use crate::players::bot::{Bot, Fault, GameStart, Reply, no_move};
use crate::players::kind::{BotFactory, PlayerKind, Table};
use crate::players::limit::{Allowance, Limit};
use crate::players::settings::{Settings, Unread};
use crate::players::view::View;

/// The random player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random;

/// The expected limit of a player without a search.
pub(crate) const NO_LIMIT: &str = "no limit with random=yes or greedy=yes";

impl PlayerKind for Random {
    const USAGE: &'static str = "random=yes";
    const KEYS: &'static [&'static str] = &["random"];
    const VALUES: bool = false;
    const PROOFS: bool = false;

    fn read(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError> {
        if !unread.yes("random")? {
            return Ok(None);
        }
        if unread.yes("greedy")? {
            return Err(unread.wrong("one of random=yes greedy=yes"));
        }
        Ok(Some(Self))
    }

    fn write(&self, settings: Settings) -> Settings {
        settings.with("random", "yes")
    }

    fn refuses(&self, limit: Option<Limit>) -> Option<&'static str> {
        limit.map(|_| NO_LIMIT)
    }

    fn factory<G: Playable>(&self, _: &Table<'_, G>) -> Result<BotFactory<G>, Error> {
        Ok(BotFactory::new(RandomBot::<G::Move>::new))
    }
}

struct RandomBot<M> {
    rng: ChaCha8Rng,
    buffer: Vec<M>,
}

impl<M> RandomBot<M> {
    fn new() -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(0), buffer: Vec::new() }
    }
}

impl<G: Notation> Bot<G> for RandomBot<G::Move> {
    fn begin(&mut self, _: &G, start: GameStart) -> Result<(), Fault> {
        self.rng = start.random;
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        _: &Allowance,
        _: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let state = &view.playthrough.state;
        let mv = pick_move(state.game(), state.position(), &mut self.buffer, &mut self.rng);
        mv.map(Reply::bare).ok_or_else(no_move)
    }
}
