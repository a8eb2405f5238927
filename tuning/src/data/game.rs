//! One game of a data file.

use games::{Actor, Game, Information, Notation, Resources, Seat, SeatSet, State};
use serde::{Deserialize, Serialize};

use super::error::ReplayError;

/// A game by the numbers of its moves and events among all that were possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompactGame {
    /// The number of the game's unit in its match.
    pub unit: u64,
    /// The number of the game within the unit.
    pub game: u32,
    /// The text of the first position. `None` if the game begins at its usual start.
    pub start: Option<String>,
    /// The moves and events, each as its index in the list of all legal ones. A move with several
    /// routes is in the list once for each of them (see [`Game::each_route`]).
    pub steps: Vec<u32>,
    /// The seats that share the point. Empty if a fault of the player ended the game; then the game
    /// has no samples.
    pub winners: Vec<u8>,
    /// The key of the last position. It differs if the steps are replayed under other rules.
    pub end: u64,
    /// The positions to learn from, in the order of the game.
    pub samples: Vec<Sample>,
    /// The number of samples that were removed since the same positions came earlier.
    pub dropped: u32,
}

/// A position to learn from. It follows a move of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// The number of moves and events before the position.
    pub step: u32,
    /// The player from whose view the position is seen, if something is hidden.
    pub viewer: u8,
    /// The seat that has just moved.
    pub seat: u8,
    /// The value that the search of that seat gave to its move, from -1 to 1 in units of
    /// [`Sample::UNIT`].
    pub value: Option<i16>,
    /// The share of the point that luck gives to the first seat from here on, in units of
    /// [`Sample::UNIT`].
    pub luck: i32,
}

impl Sample {
    /// The number of units in one, for values and luck.
    pub const UNIT: f64 = 10_000.0;
}

impl CompactGame {
    /// The seats that share the point.
    #[must_use]
    pub fn winners(&self) -> SeatSet {
        self.winners.iter().filter_map(|&seat| Seat::checked(seat)).collect()
    }
}

/// Replays games.
#[derive(Clone, Debug)]
pub struct Replayer<G> {
    pub(crate) game: G,
    /// The resources that the texts of first positions may name.
    resources: Resources,
}

impl<G: Notation> Replayer<G> {
    /// A replayer for games with these options. Their texts may name these resources.
    #[must_use]
    pub fn new(game: &G, resources: &Resources) -> Self {
        Self { game: game.clone(), resources: resources.clone() }
    }

    /// Calls `visit` with the position after each step and its number, from 1.
    ///
    /// # Errors
    /// A step that is illegal in its position, or another last position than the game had.
    pub fn walk(
        &self,
        compact: &CompactGame,
        mut visit: impl FnMut(u32, &G::Position),
    ) -> Result<(), ReplayError> {
        let game = &self.game;
        let mut position = match &compact.start {
            None => game.start(),
            Some(text) => {
                let start = State::<G>::parse_with(text, &self.resources);
                *start.map_err(|error| ReplayError::Start(error.to_string()))?.position()
            }
        };
        let mut routes = Vec::new();
        for (number, &step) in (1..).zip(&compact.steps) {
            position = take(game, &position, step, &mut routes)
                .ok_or(ReplayError::Step { number, read: step })?;
            visit(number, &position);
        }
        let end = game.key(&position).0;
        if end == compact.end { Ok(()) } else { Err(ReplayError::End(end)) }
    }

    /// Calls `visit` with each sample and its viewer's view of the position.
    ///
    /// # Errors
    /// As [`Replayer::walk`]; samples that are beyond the game's end or not in order.
    pub fn each_sample(
        &self,
        compact: &CompactGame,
        mut visit: impl FnMut(&Sample, &G::Position),
    ) -> Result<(), ReplayError> {
        let mut left = compact.samples.iter().peekable();
        self.walk(compact, |step, position| {
            while let Some(sample) = left.next_if(|sample| sample.step == step) {
                visit(sample, &G::Information::view(&self.game, position, sample.viewer));
            }
        })?;
        left.next().map_or(Ok(()), |sample| Err(ReplayError::Sample(sample.step)))
    }
}

/// The position after move or event number `number`. `routes` is a buffer.
fn take<G: Game>(
    game: &G,
    position: &G::Position,
    number: u32,
    routes: &mut Vec<G::Move>,
) -> Option<G::Position> {
    match game.actor(position) {
        Actor::Seat(_) => {
            game.list_routes(position, routes);
            routes.get(number as usize).map(|&mv| game.play(position, mv))
        }
        Actor::Chance => {
            let (mut left, mut found) = (number, None);
            game.each_event(position, |event, _| {
                if left == 0 {
                    found = Some(event);
                }
                left = left.wrapping_sub(1);
            });
            found.map(|event| game.apply_event(position, event))
        }
        Actor::Over(_) => None,
    }
}
