//! Plain sampling. The player samples worlds that agree with its view, and searches each one to a
//! small depth with all cards open. It plays the move with the best mean value. At a chance node it
//! draws one event, so the search is not the expectimax of the engine's determinization. With more
//! than two seats, all others play against this one.

use std::path::Path;

use engine::{Parameters, Playable, StopFlag};
use eval::{Evaluator, Linear, Value};
use games::{Actor, Information, ParseError, Seat, pick_event};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use reader::whole;

use crate::Error;
use crate::players::bot::{Bot, Fault, GameStart, Reply, no_move};
use crate::players::kind::{BotFactory, PlayerKind, Table};
use crate::players::limit::{Allowance, Limit};
use crate::players::settings::{Settings, Unread};
use crate::players::view::View;
use crate::players::weights::WeightsSource;

/// The player that samples deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// The number of deals for each move.
    pub worlds: u32,
    /// The weights of its evaluation.
    pub weights: WeightsSource,
}

impl PlayerKind for Sampling {
    const USAGE: &'static str = "sampling= and weights=";
    const KEYS: &'static [&'static str] = &["sampling"];
    const VALUES: bool = false;
    const PROOFS: bool = false;

    fn read(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError> {
        let Some(worlds) = unread.take("sampling") else { return Ok(None) };
        let worlds = whole("player sampling", worlds, 1..=u32::MAX)?;
        Ok(Some(Self { worlds, weights: WeightsSource::read(unread)? }))
    }

    fn write(&self, settings: Settings) -> Settings {
        self.weights.write(settings.with("sampling", self.worlds))
    }

    fn refuses(&self, limit: Option<Limit>) -> Option<&'static str> {
        let fits = matches!(limit, Some(Limit::Depth(_)));
        (!fits).then_some("a depth=N with sampling=WORLDS")
    }

    fn file(&self) -> Option<&Path> {
        self.weights.file()
    }

    fn factory<G: Playable>(&self, table: &Table<'_, G>) -> Result<BotFactory<G>, Error> {
        let (worlds, evaluator) =
            (self.worlds, Linear::new(&self.weights.load(table.start.game())?));
        Ok(BotFactory::new(move || SamplingBot {
            worlds,
            evaluator: evaluator.clone(),
            rng: ChaCha8Rng::seed_from_u64(0),
        }))
    }
}

struct SamplingBot {
    worlds: u32,
    evaluator: Linear,
    rng: ChaCha8Rng,
}

impl<G: Playable> Bot<G> for SamplingBot {
    fn begin(&mut self, _: &G, start: GameStart) -> Result<(), Fault> {
        self.rng = start.random;
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let state = &view.playthrough.state;
        let (game, position, seat) = (state.game(), state.position(), view.seat);
        let limits = allowance.limits(seat, &Parameters::DEFAULT);
        let depth = limits.depth.unwrap_or(1);
        let mut moves = Vec::new();
        game.list_moves(position, &mut moves);
        let mut moves: Vec<_> = moves.into_iter().map(|mv| (0, mv)).collect();
        for _ in 0..self.worlds {
            if stop.is_set() {
                break;
            }
            let world = G::Information::resample(game, position, &mut self.rng);
            for (sum, mv) in &mut moves {
                let child = game.play(&world, *mv);
                let mut open = OpenSearch { game, seat, player: self };
                *sum += i64::from(open.value(&child, depth - 1));
            }
        }
        moves
            .into_iter()
            .max_by_key(|&(sum, _)| sum)
            .map(|(_, mv)| Reply::bare(mv))
            .ok_or_else(no_move)
    }
}

/// The search of one world for one seat.
struct OpenSearch<'a, G> {
    game: &'a G,
    seat: Seat,
    player: &'a mut SamplingBot,
}

impl<G: Playable> OpenSearch<'_, G> {
    /// The value of a position for the seat, from `-Value::ONE` to `Value::ONE`.
    fn value(&mut self, position: &G::Position, depth: u32) -> i32 {
        let (game, seat) = (self.game, self.seat);
        match game.actor(position) {
            Actor::Over(outcome) => Value::of_outcome(outcome, seat, 0).expectation(),
            Actor::Chance => {
                let event = pick_event(game, position, &mut self.player.rng).expect("an event");
                self.value(&game.apply_event(position, event), depth)
            }
            Actor::Seat(_) if depth == 0 => {
                self.player.evaluator.estimate(game, position, seat).units()
            }
            Actor::Seat(mover) => {
                let sign = if mover == seat { 1 } else { -1 };
                let mut best = i32::MIN;
                G::Information::each_group(game, position, |mv| {
                    best = best.max(sign * self.value(&game.play(position, mv), depth - 1));
                });
                sign * best
            }
        }
    }
}
