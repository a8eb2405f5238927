//! The request for a new table.

use games::ParseError;
use play::{Controller, Games, Level};
use serde::Deserialize;

use crate::limits;
use crate::refusal::Refusal;
use crate::table::{TablePlan, controller};

/// The level of a seat for which a request gives no number.
const LEVEL: u8 = 5;

/// The request for a new table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// A game with options, or a position text with its moves.
    pub game: String,
    /// By player: 0 for a person, else the engine's level. Missing numbers are filled in; extra
    /// ones are ignored.
    #[serde(default)]
    pub seats: Vec<u8>,
    /// By player: the name.
    #[serde(default)]
    pub names: Vec<String>,
    /// Whether dice and cards come from a real table.
    #[serde(default)]
    pub typed: bool,
    /// Whether all cards are open.
    #[serde(default)]
    pub open: bool,
    /// The seed of dice and cards; random if it is missing. It counts until somebody takes a seat.
    pub seed: Option<u64>,
    /// Whether people may ask the engine for advice while the game goes on.
    #[serde(default = "yes")]
    pub hints: bool,
    /// The seconds of each person's clock, and those that each move adds; without it there are no
    /// clocks.
    pub clock: Option<(u32, u32)>,
}

fn yes() -> bool {
    true
}

impl Wanted {
    /// The settings of the table. `random` is the seed of dice and cards if none is given.
    ///
    /// # Errors
    /// A text that is no game, a number that is no level, or a clock that is too long.
    pub fn plan(self, games: &Games, random: u64) -> Result<TablePlan, Refusal> {
        let players = games.open(&self.game, 0)?.players().len();
        let (hints, clock) = (self.hints, self.clock);
        if let Some((base, increment)) = clock
            && (base == 0 || base > limits::CLOCK || increment > limits::CLOCK)
        {
            let expected =
                format!("1 to {} seconds, and as many for each move at most", limits::CLOCK);
            return Err(ParseError::new("clock", &format!("{base}+{increment}"), expected).into());
        }
        let seats = self.seats.into_iter().chain(std::iter::repeat(LEVEL)).take(players);
        Ok(TablePlan {
            controllers: seats.map(checked_controller).collect::<Result<_, _>>()?,
            text: self.game,
            seed: self.seed.unwrap_or(random),
            names: self.names,
            typed: self.typed,
            open: self.open,
            hints,
            clock,
            analysis: None,
        })
    }
}

/// The controller of a number that a page gives.
pub(crate) fn checked_controller(number: u8) -> Result<Controller, Refusal> {
    if number == 0 || Level::new(number).is_some() {
        return Ok(controller(number));
    }
    Err(ParseError::new("seats", &number.to_string(), "0 for a person, or a level from 1 to 10")
        .into())
}
