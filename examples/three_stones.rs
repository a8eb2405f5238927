//! A game for three of one's own: searched, counted and played by the libraries.
//!
//! Three players take one to three stones in turn from a heap of twelve. Whoever takes the last stone has lost, and
//! the two others share the point.

use std::error;

use engine::{Opponents, Request, Searcher, searchable};
use eval::{Evaluate, Feature, Sink};
use games::{
    Actor, Game, GameMove, Notation, Options, Outcome, ParseError, Perfect, Seat, SeatSet, State,
    Tactics, perft, without_chance,
};
use selfplay::{Contest, Plan};

/// The game has no options, so there is nothing in it.
#[derive(Clone, Debug, PartialEq)]
struct ThreeStones;

const SEATS: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    stones: u8,
    mover: Seat,
}

/// How many stones are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Take(u8);

impl GameMove for Take {
    fn bits(self) -> u64 {
        self.0.into()
    }
}

impl Game for ThreeStones {
    type Position = Position;
    type Move = Take;
    type Information = Perfect;

    without_chance!();

    const MAX_SEATS: u8 = SEATS;

    fn start(&self) -> Position {
        Position { stones: 12, mover: Seat::FIRST }
    }

    fn actor(&self, position: &Position) -> Actor {
        if position.stones > 0 {
            return Actor::Seat(position.mover);
        }
        // The last stone was taken by the seat before the mover.
        let lost = position.mover.next(SEATS).next(SEATS);
        let winners: SeatSet = Seat::all(SEATS).filter(|&seat| seat != lost).collect();
        Actor::Over(Outcome { winners })
    }

    fn mover(&self, position: &Position) -> Seat {
        position.mover
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(Take)) {
        (1..=position.stones.min(3)).map(Take).for_each(visit);
    }

    fn play(&self, position: &Position, Take(taken): Take) -> Position {
        Position { stones: position.stones - taken, mover: position.mover.next(SEATS) }
    }
}

impl Notation for ThreeStones {
    const NAME: &'static str = "three-stones";

    fn from_options(_: &Options<'_>) -> Result<Self, ParseError> {
        Ok(Self)
    }

    fn fields(&self) -> &'static [&'static str] {
        &["stones", "mover"]
    }

    fn format_fields(&self, position: &Position) -> String {
        format!("{} {}", position.stones, self.seat_name(position.mover))
    }

    fn parse_fields(&self, fields: &[&str]) -> Result<Position, ParseError> {
        let stones = || ParseError::new("stones", fields[0], "a number of stones up to 255");
        let mover = || ParseError::new("mover", fields[1], "1, 2 or 3");
        let named = |&seat: &Seat| self.seat_name(seat) == fields[1];
        Ok(Position {
            stones: fields[0].parse().map_err(|_| stones())?,
            mover: Seat::all(SEATS).find(named).ok_or_else(mover)?,
        })
    }

    fn format_move(&self, _: &Position, Take(taken): Take) -> String {
        taken.to_string()
    }
}

impl Evaluate for ThreeStones {
    const FEATURES: &'static [Feature] =
        &[Feature { name: "on_move", count: 1, about: "the turn" }];

    fn weight_set(&self) -> &'static str {
        Self::NAME
    }

    fn features(&self, position: &Position, sink: &mut impl Sink) {
        sink.add(position.mover, 0, 1);
    }
}

impl Tactics for ThreeStones {}

searchable!(ThreeStones);

fn main() -> Result<(), Box<dyn error::Error>> {
    // With two stones left the mover may take one and leave the last to the next player.
    let state = State::<ThreeStones>::parse("three-stones 2 3")?;
    assert_eq!(perft(&ThreeStones, &state.position, 2), 1);
    for (word, opponents) in Opponents::WORDS {
        let builder = Searcher::builder(ThreeStones);
        let mut searcher = builder.adjust(|techniques| techniques.opponents = opponents).build()?;
        let answer = searcher.search(&state, &Request::depth(3));
        let shares: Vec<_> = answer.shares.iter().map(|share| share.to_f64()).collect();
        println!("{word}: take {:?}, shares {shares:?}", answer.best());
        assert_eq!(answer.best(), Some(Take(1)));
    }

    // All six seatings of a unit have the same opening.
    let players = ["name=maxn,depth=9,search=maxn", "name=paranoid,depth=9,search=paranoid"];
    let players = [&players[..], &["name=random,random=yes"]].concat();
    let players = players.into_iter().map(str::to_owned).collect();
    let mut plan = Plan::new(ThreeStones::NAME, players, 1, 20);
    plan.opening = 2;
    let report = Contest::<ThreeStones>::new(plan)?.play_all(2)?;
    print!("{}", report.text());
    let players = &report.players;
    assert!(players[0].points > players[2].points, "a search is better than chance");
    Ok(())
}
