//! A player that takes the move with the greatest [`Tactics::merit`], without a search. Ties are
//! broken at random.

use engine::{Playable, StopFlag};
use games::{Notation, ParseError, Tactics};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::Error;
use crate::players::bot::{Bot, Fault, GameStart, Reply, no_move};
use crate::players::kind::{BotFactory, PlayerKind, Table};
use crate::players::limit::{Allowance, Limit};
use crate::players::random::NO_LIMIT;
use crate::players::settings::{Settings, Unread};
use crate::players::view::View;

/// The greedy player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Greedy;

impl PlayerKind for Greedy {
    const USAGE: &'static str = "greedy=yes";
    const KEYS: &'static [&'static str] = &["greedy"];
    const VALUES: bool = false;
    const PROOFS: bool = false;

    fn read(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError> {
        Ok(unread.yes("greedy")?.then_some(Self))
    }

    fn write(&self, settings: Settings) -> Settings {
        settings.with("greedy", "yes")
    }

    fn refuses(&self, limit: Option<Limit>) -> Option<&'static str> {
        limit.map(|_| NO_LIMIT)
    }

    fn factory<G: Playable>(&self, _: &Table<'_, G>) -> Result<BotFactory<G>, Error> {
        Ok(BotFactory::new(|| GreedyBot { rng: ChaCha8Rng::seed_from_u64(0) }))
    }
}

struct GreedyBot {
    rng: ChaCha8Rng,
}

impl<G: Notation + Tactics> Bot<G> for GreedyBot {
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
        let (mut moves, mut best, mut highest) = (Vec::new(), Vec::new(), i32::MIN);
        state.game().list_moves(state.position(), &mut moves);
        for mv in moves {
            let merit = state.game().merit(state.position(), mv);
            if merit > highest {
                highest = merit;
                best.clear();
            }
            if merit == highest {
                best.push(mv);
            }
        }
        if best.is_empty() {
            return Err(no_move());
        }
        Ok(Reply::bare(best[self.rng.random_range(0..best.len())]))
    }
}
