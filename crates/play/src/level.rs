//! How well the engine plays against people.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::{Limits, Request};
use games::ParseError;

/// A level, from 1 (a beginner) to 10 (as well as it can in some seconds).
///
/// A weak level errs as people do. It looks at few moves of its own and few replies, and chooses among those that
/// look best, the better the likelier (a softmax over expected results). So it overlooks what lies deep, and seldom
/// what lies at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What the engine may use, and how it chooses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Powers {
    /// Player moves to look ahead.
    depth: u32,
    /// Nodes to visit.
    nodes: u64,
    /// The longest time for a move, in milliseconds.
    millis: u64,
    /// Moves that come into question.
    moves: usize,
    /// The temperature of the choice among them, in thousandths of a won game.
    temperature: u32,
    /// Whether captures and the like are followed beyond the depth.
    quiescence: bool,
}

/// From the weakest to the strongest.
const POWERS: [Powers; 18] = [
    powers(1, 2_000, 100, 16, 300, false),
    powers(1, 3_000, 100, 12, 180, false),
    powers(1, 4_000, 100, 10, 400, true),
    powers(1, 4_000, 100, 10, 180, true),
    powers(1, 4_000, 100, 10, 100, true),
    powers(2, 6_000, 150, 10, 100, true),
    powers(2, 8_000, 150, 8, 60, true),
    powers(2, 12_000, 200, 8, 30, true),
    powers(3, 20_000, 300, 6, 45, true),
    powers(3, 20_000, 300, 6, 20, true),
    powers(4, 50_000, 500, 4, 25, true),
    powers(4, 50_000, 500, 4, 10, true),
    powers(5, 50_000, 500, 4, 10, true),
    powers(6, 100_000, 1_000, 3, 10, true),
    powers(7, 100_000, 1_000, 3, 5, true),
    powers(100, 100_000, 1_000, 1, 0, true),
    powers(100, 400_000, 2_000, 1, 0, true),
    powers(100, 2_000_000, 4_000, 1, 0, true),
];

const fn powers(
    depth: u32,
    nodes: u64,
    millis: u64,
    moves: usize,
    temperature: u32,
    quiescence: bool,
) -> Powers {
    Powers { depth, nodes, millis, moves, temperature, quiescence }
}

/// What the levels of each game are among the [`POWERS`], so that neighbours lie about evenly apart; how far, says
/// docs/reference/measurements.md. A game that is not here has the first.
const LADDERS: &[(&str, [usize; 10])] = &[
    ("benedictine", [0, 2, 3, 4, 5, 7, 8, 10, 13, 17]),
    ("maitres", [0, 1, 3, 4, 6, 7, 9, 11, 14, 17]),
    ("ruches", [0, 2, 3, 4, 5, 6, 8, 11, 14, 17]),
    ("etoile", [2, 3, 4, 5, 7, 9, 11, 12, 14, 17]),
    ("buteur", [0, 1, 4, 6, 8, 10, 12, 14, 16, 17]),
];

impl Powers {
    /// The longest time for a move.
    fn time(self) -> Duration {
        Duration::from_millis(self.millis)
    }

    /// What is asked of a search.
    pub(crate) fn request(self) -> Request {
        let Self { depth, nodes, moves, .. } = self;
        let limits =
            Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::for_time(self.time()) };
        Request::new(limits).with_variations(moves)
    }

    /// Whether captures and the like are followed beyond the depth.
    pub(crate) fn has_quiescence(self) -> bool {
        self.quiescence
    }

    /// The weight of a move that falls short of the best by so much (in won games, from 0), when one is
    /// drawn: 1 for the best itself.
    pub(crate) fn weight(self, shortfall: f64) -> f64 {
        let temperature = f64::from(self.temperature) / 1000.0;
        if temperature > 0.0 {
            (-shortfall / temperature).exp()
        } else {
            f64::from(u8::from(shortfall <= 0.0))
        }
    }
}

impl Level {
    /// The weakest.
    pub const LEAST: Self = Self(1);
    /// The strongest.
    pub const MOST: Self = Self(10);

    /// The level of a number from 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (Self::LEAST.0..=Self::MOST.0).contains(&number).then_some(Self(number))
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// What it may use in a game, by the game's name; in one that has no ladder, as in the first.
    pub(crate) fn powers(self, game: &str) -> Powers {
        let ladder = LADDERS.iter().find(|(name, _)| *name == game).unwrap_or(&LADDERS[0]).1;
        POWERS[ladder[usize::from(self.0) - 1]]
    }

    /// The longest time that it takes for a move in a game, by the game's name; it is seldom needed.
    #[must_use]
    pub fn time(self, game: &str) -> Duration {
        self.powers(game).time()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let number = text.parse().ok().filter(|_| !text.starts_with(['+', '0']));
        number
            .and_then(Self::new)
            .ok_or_else(|| ParseError::new("level", text, "a whole number from 1 to 10"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read() {
        for number in 1..=10 {
            assert_eq!(number.to_string().parse::<Level>().unwrap().number(), number);
        }
        for wrong in ["0", "11", "", "+3", "03", "x"] {
            let error = wrong.parse::<Level>().unwrap_err();
            assert_eq!(error.expected, "a whole number from 1 to 10");
        }
    }

    /// A game that has a ladder of its own has one, which only goes up.
    #[test]
    fn ladders_go_up() {
        let names: std::collections::BTreeSet<_> = LADDERS.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), LADDERS.len());
        for (name, ladder) in LADDERS {
            assert!(games::AnyState::NAMES.contains(name), "{name}");
            assert!(ladder.is_sorted_by(|one, other| one < other), "{name}");
            assert_eq!(ladder[9], POWERS.len() - 1, "{name}");
        }
    }

    /// The best move is always the likeliest, and at the highest levels the only one. A level that is as likely to err as
    /// the one below sees more.
    #[test]
    fn better_moves_are_likelier() {
        for pair in POWERS.windows(2) {
            let sight = |powers: Powers| (powers.quiescence, powers.depth, powers.nodes);
            let errs_less = pair[1].weight(0.1) < pair[0].weight(0.1);
            assert!(errs_less || sight(pair[1]) > sight(pair[0]), "{pair:?}");
        }
        for (name, _) in LADDERS {
            let powers = |number| Level(number).powers(name);
            assert!((1..=10).all(|number| powers(number).weight(0.0) == 1.0), "{name}");
            assert!((1..=10).all(|number| powers(number).weight(0.1) < 1.0), "{name}");
            assert!(powers(1).weight(0.1) > 0.5 && powers(10).weight(0.1) == 0.0, "{name}");
        }
    }
}
