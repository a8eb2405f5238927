//! The playing strength of the engine against people.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::{Limits, Moment, Request, TimeLimit};
use games::ParseError;

use crate::games::PresentedGame;

/// A level, from 1 (a beginner) to 10 (the best play in some seconds).
///
/// A weak level makes mistakes like people. It searches few plies. It draws its move among the best
/// ones by a softmax over expected results. So it overlooks deep tactics, but seldom an immediate
/// win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The limits of a level's search, and the choice of a move among its lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    /// Depth of the search, in player moves.
    depth: u32,
    /// Nodes to visit.
    nodes: u64,
    /// The longest time for a move, in milliseconds.
    millis: u64,
    /// The number of candidate moves.
    moves: usize,
    /// The temperature of the choice among them, in thousandths of a won game.
    temperature: u32,
    /// Whether the search has a quiescence search.
    quiescence: bool,
}

/// All strengths, the weakest first. [`PresentedGame::LADDER`] chooses ten of them for each game.
#[rustfmt::skip]
pub(crate) const STRENGTHS: [Strength; 18] = [
    Strength { depth: 1, nodes: 2_000, millis: 100, moves: 16, temperature: 300, quiescence: false },
    Strength { depth: 1, nodes: 3_000, millis: 100, moves: 12, temperature: 180, quiescence: false },
    Strength { depth: 1, nodes: 4_000, millis: 100, moves: 10, temperature: 400, quiescence: true },
    Strength { depth: 1, nodes: 4_000, millis: 100, moves: 10, temperature: 180, quiescence: true },
    Strength { depth: 1, nodes: 4_000, millis: 100, moves: 10, temperature: 100, quiescence: true },
    Strength { depth: 2, nodes: 6_000, millis: 150, moves: 10, temperature: 100, quiescence: true },
    Strength { depth: 2, nodes: 8_000, millis: 150, moves: 8, temperature: 60, quiescence: true },
    Strength { depth: 2, nodes: 12_000, millis: 200, moves: 8, temperature: 30, quiescence: true },
    Strength { depth: 3, nodes: 20_000, millis: 300, moves: 6, temperature: 45, quiescence: true },
    Strength { depth: 3, nodes: 20_000, millis: 300, moves: 6, temperature: 20, quiescence: true },
    Strength { depth: 4, nodes: 50_000, millis: 500, moves: 4, temperature: 25, quiescence: true },
    Strength { depth: 4, nodes: 50_000, millis: 500, moves: 4, temperature: 10, quiescence: true },
    Strength { depth: 5, nodes: 50_000, millis: 500, moves: 4, temperature: 10, quiescence: true },
    Strength { depth: 6, nodes: 100_000, millis: 1_000, moves: 3, temperature: 10, quiescence: true },
    Strength { depth: 7, nodes: 100_000, millis: 1_000, moves: 3, temperature: 5, quiescence: true },
    Strength { depth: 100, nodes: 100_000, millis: 1_000, moves: 1, temperature: 0, quiescence: true },
    Strength { depth: 100, nodes: 400_000, millis: 2_000, moves: 1, temperature: 0, quiescence: true },
    Strength { depth: 100, nodes: 2_000_000, millis: 4_000, moves: 1, temperature: 0, quiescence: true },
];

impl Strength {
    /// The longest time for a move.
    pub(crate) fn time(self) -> Duration {
        Duration::from_millis(self.millis)
    }

    /// The request to a search that begins at this moment.
    pub(crate) fn request(self, start: Moment) -> Request {
        let Self { depth, nodes, moves, .. } = self;
        let time = Some(TimeLimit::for_move(start, self.time()));
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), time };
        Request::from(limits).variations(moves)
    }

    /// Whether the search has a quiescence search.
    pub(crate) fn has_quiescence(self) -> bool {
        self.quiescence
    }

    /// Whether the search uses endgame tables. Weak levels make mistakes in endings, too.
    pub(crate) fn has_endings(self) -> bool {
        self.temperature == 0
    }

    /// The weight of a move in the random choice: 1 for the best move, less the further its value
    /// lies below the best (the shortfall, in won games).
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
    /// The weakest level.
    pub const LEAST: Self = Self(1);
    /// The strongest level.
    pub const MOST: Self = Self(10);

    /// The level of a number from 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (Self::LEAST.0..=Self::MOST.0).contains(&number).then_some(Self(number))
    }

    /// The number of the level.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The strength of the level in a game.
    pub(crate) fn strength<G: PresentedGame>(self) -> Strength {
        STRENGTHS[G::LADDER[usize::from(self.0) - 1]]
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
    use games::for_each_game;

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

    /// The ladder of each game, with the game's name.
    fn ladders() -> Vec<(&'static str, [usize; 10])> {
        let mut ladders = Vec::new();
        macro_rules! add {
            ($id:ident, $game:ty) => {
                ladders.push((stringify!($id), <$game as PresentedGame>::LADDER));
            };
        }
        for_each_game!(add);
        ladders
    }

    #[test]
    fn ladders_go_up() {
        for (name, ladder) in ladders() {
            assert!(ladder.is_sorted_by(|one, other| one < other), "{name}");
            assert_eq!(ladder[9], STRENGTHS.len() - 1, "{name}");
        }
    }

    /// The best move is always the likeliest, and the only one at the highest levels. If a strength
    /// makes as many mistakes as the one below, it searches deeper, or with quiescence.
    #[test]
    fn better_moves_are_likelier() {
        for pair in STRENGTHS.windows(2) {
            let sight = |strength: Strength| (strength.quiescence, strength.depth, strength.nodes);
            let errs_less = pair[1].weight(0.1) < pair[0].weight(0.1);
            assert!(errs_less || sight(pair[1]) > sight(pair[0]), "{pair:?}");
        }
        for (name, ladder) in ladders() {
            let strengths = ladder.map(|index| STRENGTHS[index]);
            assert!(strengths.iter().all(|strength| strength.weight(0.0) == 1.0), "{name}");
            assert!(strengths.iter().all(|strength| strength.weight(0.1) < 1.0), "{name}");
            let [weakest, .., strongest] = strengths;
            assert!(weakest.weight(0.1) > 0.5 && strongest.weight(0.1) == 0.0, "{name}");
        }
    }
}
