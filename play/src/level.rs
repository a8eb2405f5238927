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

/// What a level may use.
#[derive(Clone, Copy, Debug)]
struct Powers {
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

const POWERS: [Powers; 10] = [
    powers(1, 2_000, 100, 16, 600, false),
    powers(1, 3_000, 100, 12, 160, false),
    powers(1, 4_000, 100, 10, 160, true),
    powers(2, 6_000, 150, 10, 150, true),
    powers(2, 8_000, 150, 8, 80, true),
    powers(2, 12_000, 200, 6, 35, true),
    powers(3, 20_000, 300, 5, 35, true),
    powers(4, 50_000, 500, 4, 20, true),
    powers(6, 200_000, 1_500, 3, 10, true),
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

    fn powers(self) -> Powers {
        POWERS[usize::from(self.0) - 1]
    }

    /// The longest time that it takes for a move; it is seldom needed.
    #[must_use]
    pub fn time(self) -> Duration {
        Duration::from_millis(self.powers().millis)
    }

    /// What it asks of a search.
    pub(crate) fn request(self) -> Request {
        let Powers { depth, nodes, moves, .. } = self.powers();
        let limits =
            Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::for_time(self.time()) };
        Request::new(limits).with_variations(moves)
    }

    /// Whether it follows captures and the like beyond its depth.
    pub(crate) fn has_quiescence(self) -> bool {
        self.powers().quiescence
    }

    /// The weight of a move that falls short of the best by so much (in won games, from 0), when one is
    /// drawn: 1 for the best itself.
    pub(crate) fn weight(self, shortfall: f64) -> f64 {
        let temperature = f64::from(self.powers().temperature) / 1000.0;
        if temperature > 0.0 {
            (-shortfall / temperature).exp()
        } else {
            f64::from(u8::from(shortfall <= 0.0))
        }
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

    /// The best move is always the likeliest; the higher the level, the more so.
    #[test]
    fn better_moves_are_likelier() {
        let weights: Vec<_> = (1..=10).map(|number| Level(number).weight(0.1)).collect();
        assert!(weights.windows(2).all(|pair| pair[0] >= pair[1] || pair[0] > 0.2), "{weights:?}");
        assert!(weights[0] > 0.5 && weights[9] == 0.0);
        assert!((1..=10).all(|number| Level(number).weight(0.0) == 1.0));
    }
}
