//! A new game for three players: the libraries search it, count its tree, learn weights from its
//! own games, and play the learned weights against zero weights.
//!
//! Coins of different value lie in a row. Each of three players in turn takes the coin from one
//! end. When all coins are taken, the player with the greatest sum wins. Players with equal sums
//! share the point.

use std::{env, error, fs};

use engine::{Opponents, Request, Searcher, StopFlag, searchable};
use eval::{Evaluate, Feature, Sink, Weights};
use games::{
    Actor, Game, GameMove, Notation, Options, Outcome, ParseError, PerSeat, Perfect, Seat, State,
    Tactics, perft, without_chance,
};
use selfplay::{Match, Player, Search, Silent, TournamentKind, WeightsSource};
use statistics::{Decision, Sprt};
use tuning::fit::{FitOptions, Labels, load_as};
use tuning::{Fitting, Generation};

/// The game has no options, so the struct is empty.
#[derive(Clone, Debug, PartialEq)]
struct CoinRow;

const SEATS: u8 = 3;
const COINS: [u8; 18] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    /// The first coin that is left.
    first: u8,
    /// The end of the coins that are left (exclusive).
    end: u8,
    /// The sum of each player's coins.
    purses: PerSeat<u8>,
    mover: Seat,
}

/// The end from which a coin is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Take {
    Left,
    Right,
}

impl GameMove for Take {
    fn bits(self) -> u64 {
        self as u64
    }
}

impl Game for CoinRow {
    type Position = Position;
    type Move = Take;
    type Information = Perfect;

    without_chance!();

    const MAX_SEATS: u8 = SEATS;

    fn start(&self) -> Position {
        let end = COINS.len() as u8;
        Position { first: 0, end, purses: PerSeat::default(), mover: Seat::FIRST }
    }

    fn actor(&self, position: &Position) -> Actor {
        if position.first < position.end {
            return Actor::Seat(position.mover);
        }
        let most = Seat::all(SEATS).map(|seat| position.purses[seat]).max();
        let winners =
            Seat::all(SEATS).filter(|&seat| Some(position.purses[seat]) == most).collect();
        Actor::Over(Outcome::shared(winners))
    }

    fn mover(&self, position: &Position) -> Seat {
        position.mover
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(Take)) {
        let count = position.end.saturating_sub(position.first).min(2);
        [Take::Left, Take::Right].into_iter().take(count.into()).for_each(visit);
    }

    fn play(&self, position: &Position, mv: Take) -> Position {
        let mut next = Position { mover: position.mover.next(SEATS), ..*position };
        let coin = match mv {
            Take::Left => {
                next.first += 1;
                position.first
            }
            Take::Right => {
                next.end -= 1;
                next.end
            }
        };
        next.purses[position.mover] += COINS[usize::from(coin)];
        next
    }
}

impl Notation for CoinRow {
    const NAME: &'static str = "coin-row";

    fn from_options(_: &Options<'_>) -> Result<Self, ParseError> {
        Ok(Self)
    }

    fn fields(&self) -> &'static [&'static str] {
        &["coins-and-purses", "mover"]
    }

    fn format_fields(&self, position: &Position) -> String {
        let Position { first, end, purses, mover } = position;
        let purses: Vec<_> = Seat::all(SEATS).map(|seat| purses[seat].to_string()).collect();
        format!("{first}-{end}-{} {}", purses.join("-"), self.seat_name(*mover))
    }

    fn parse_fields(&self, fields: &[&str]) -> Result<Position, ParseError> {
        let expected = "the first coin, the end, three purses, as 0-18-0-0-0";
        let wrong = || ParseError::new("coins-and-purses", fields[0], expected);
        let numbers: Result<Vec<u8>, _> = fields[0].split('-').map(str::parse).collect();
        let &[first, end, one, two, three] = numbers.map_err(|_| wrong())?.as_slice() else {
            return Err(wrong());
        };
        if first > end
            || usize::from(end) > COINS.len()
            || one.max(two).max(three) > COINS.iter().sum()
        {
            return Err(wrong());
        }
        let named = |&seat: &Seat| self.seat_name(seat) == fields[1];
        let mover = Seat::all(SEATS).find(named);
        let mover = mover.ok_or_else(|| ParseError::new("mover", fields[1], "1, 2 or 3"))?;
        let purses = PerSeat::from_fn(|seat| [one, two, three, 0][seat.index()]);
        Ok(Position { first, end, purses, mover })
    }
}

impl Evaluate for CoinRow {
    const FEATURES: &'static [Feature] =
        &[Feature::new("purse", 1, "what a player has"), Feature::new("on_move", 1, "the turn")];

    fn weight_set(&self) -> &'static str {
        Self::NAME
    }

    fn features(&self, position: &Position, sink: &mut impl Sink) {
        Seat::all(SEATS).for_each(|seat| sink.add(seat, 0, i32::from(position.purses[seat])));
        sink.add(position.mover, 1, 1);
    }
}

impl Tactics for CoinRow {}

searchable!(CoinRow);

/// Plays random games and learns weights from them.
fn learn(folder: &std::path::Path) -> Result<Weights, tuning::Error> {
    let (data, stop) = (folder.join("games.data"), StopFlag::default());
    let contest = Match::<CoinRow>::new()
        .player(Player::random("self"))
        .kind(TournamentKind::Solo)
        .games(400)
        .build()?;
    let generation = Generation { contest, per_game: 12, luck: false, threads: 2 };
    println!("{}", generation.run(&data, false, &stop, &mut Silent)?.words());
    let (old, options) = (Weights::zero(&CoinRow), FitOptions::default());
    let loaded = load_as::<CoinRow>(&[data], Labels::default())?;
    let fitting = Fitting { game: &CoinRow, loaded: &loaded, old: &old, options };
    let fitted = fitting.run(&folder.join("fit"), &options, false, &stop, &mut Silent)?;
    Ok(fitted.expect("nobody stops it").0)
}

fn main() -> Result<(), Box<dyn error::Error>> {
    // Three coins are left, 9, 3 and 2. The player who takes the 9 wins, with any model of the
    // opponents.
    let state = State::<CoinRow>::parse("coin-row 14-17-20-20-20 3")?;
    assert_eq!(perft(&CoinRow, state.position(), 3), 4);
    for (word, opponents) in Opponents::WORDS {
        let builder = Searcher::builder(CoinRow);
        let mut searcher = builder.adjust(|techniques| techniques.opponents = opponents).build()?;
        let answer = searcher.search(&state, &Request::new().depth(3));
        let shares: Vec<_> = answer.shares.iter().map(|share| share.to_f64()).collect();
        println!("{word}: take {:?}, shares {shares:?}", answer.best());
        assert_eq!(answer.best(), Some(Take::Left));
    }

    // A fit, and a match of its weights against zero weights with a sequential test: units of six
    // games from one opening.
    let folder = env::temp_dir().join(format!("coin-row-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let weights = folder.join("weights.toml");
    selfplay::write_atomically(&weights, &learn(&folder)?.format(&CoinRow))?;
    let new = Search { weights: WeightsSource::File(weights), ..Search::default() };
    let report = Match::<CoinRow>::new()
        .player(Player::new("new", new).depth(2))
        .player(Player::search("old").depth(2))
        .games(18000)
        .sprt(Sprt::elo(0.0, 50.0))
        .threads(2)
        .run()?;
    print!("{}", report.text());
    let decision = report.test.and_then(|test| test.decided).map(|(_, decision)| decision);
    assert_eq!(decision, Some(Decision::H1), "the new weights are better");
    Ok(fs::remove_dir_all(folder)?)
}
