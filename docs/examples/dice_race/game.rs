//! A race with a die: its rules, its texts and its features.
//!
//! Two players race over 40 steps. The player to move walks two steps, or runs as far as a die
//! says. A 1 throws him back to the start. The player who reaches step 40 first wins.

use engine::searchable;
use eval::{Evaluate, Feature, Sink};
use games::{
    Actor, Game, GameMove, Notation, Options, Outcome, ParseError, PerSeat, Perfect, Seat, Tactics,
};

/// The game has no options, so the struct is empty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DiceRace;

const GOAL: u8 = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    steps: PerSeat<u8>,
    mover: Seat,
    /// Whether the mover has chosen to run and the die is to be rolled.
    runs: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Move {
    Walk,
    Run,
}

impl GameMove for Move {
    fn bits(self) -> u64 {
        self as u64
    }
}

impl Position {
    /// Moves the mover to a step and gives the turn to the other player.
    fn arrive(mut self, step: u8) -> Self {
        self.steps[self.mover] = step.min(GOAL);
        Self { mover: self.mover.other(), runs: false, ..self }
    }
}

impl Game for DiceRace {
    type Position = Position;
    type Move = Move;
    /// The number on the die.
    type Event = u8;
    type Information = Perfect;

    const CHANCE: bool = true;

    fn start(&self) -> Position {
        Position { steps: PerSeat::default(), mover: Seat::FIRST, runs: false }
    }

    fn actor(&self, position: &Position) -> Actor {
        let last = position.mover.other();
        if position.steps[last] == GOAL {
            Actor::Over(Outcome::win(last))
        } else if position.runs {
            Actor::Chance
        } else {
            Actor::Seat(position.mover)
        }
    }

    fn mover(&self, position: &Position) -> Seat {
        position.mover
    }

    fn each_move(&self, _: &Position, visit: impl FnMut(Move)) {
        [Move::Walk, Move::Run].into_iter().for_each(visit);
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        match mv {
            Move::Walk => position.arrive(position.steps[position.mover] + 2),
            Move::Run => Position { runs: true, ..*position },
        }
    }

    fn each_event(&self, _: &Position, mut visit: impl FnMut(u8, u32)) {
        (1..=6).for_each(|roll| visit(roll, 1));
    }

    fn apply_event(&self, position: &Position, roll: u8) -> Position {
        position.arrive(if roll == 1 { 0 } else { position.steps[position.mover] + roll })
    }
}

impl Notation for DiceRace {
    const NAME: &'static str = "dice-race";

    fn from_options(_: &Options<'_>) -> Result<Self, ParseError> {
        Ok(Self)
    }

    fn format_fields(&self, Position { steps, mover, runs }: &Position) -> String {
        let [first, second] = [steps[Seat::FIRST], steps[Seat::SECOND]];
        format!("{first}-{second}-{}-{}", mover.number(), u8::from(*runs))
    }

    fn parse_fields(&self, fields: &[&str]) -> Result<Position, ParseError> {
        let numbers = fields[0].split('-').map(str::parse).collect::<Result<Vec<u8>, _>>();
        let [first @ 0..=GOAL, second @ 0..=GOAL, mover @ 0..=1, runs @ 0..=1] =
            numbers.unwrap_or_default()[..]
        else {
            return Err(ParseError::new("board", fields[0], "steps, mover and run, as 3-5-0-0"));
        };
        let steps = PerSeat::new([first, second, 0, 0]);
        Ok(Position { steps, mover: Seat::new(mover), runs: runs == 1 })
    }
}

impl Evaluate for DiceRace {
    const FEATURES: &'static [Feature] = &[
        Feature::new("step", 1, "the steps behind a player"),
        Feature::new("on_move", 1, "the turn"),
    ];

    fn weight_set(&self) -> &'static str {
        Self::NAME
    }

    fn features(&self, position: &Position, sink: &mut impl Sink) {
        Seat::all(2).for_each(|seat| sink.add(seat, 0, i32::from(position.steps[seat])));
        sink.add(position.mover, 1, 1);
    }
}

impl Tactics for DiceRace {}

searchable!(DiceRace);
