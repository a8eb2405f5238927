//! The engine's evaluation of a position.

use engine::{Answer, Proof, Variation};
use eval::{Chances, Value};
use games::{Notation, State};
use serde::Serialize;

/// A proven result for the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Proven {
    /// A win in a number of player moves.
    Win {
        /// The moves.
        moves: u32,
    },
    /// A draw.
    Draw,
    /// A loss after at most a number of player moves.
    Loss {
        /// The moves.
        moves: u32,
    },
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The expected share of the point of the player to act, from 0 to 1.
    pub share: f64,
    /// The proven result, if there is one.
    pub proven: Option<Proven>,
    /// The moves, up to the next chance event.
    pub moves: Vec<String>,
}

/// The engine's evaluation of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opinion {
    /// The share of the point that each seat can expect, from 0 to 1; together 1.
    pub shares: Vec<f64>,
    /// The best lines, best first; none if chance acts.
    pub lines: Vec<Line>,
    /// The depth of the search, in player moves.
    pub depth: u32,
    /// The nodes visited.
    pub nodes: u64,
}

impl Opinion {
    /// The opinion that an answer gives of a state, with the chances of the weights.
    pub(crate) fn of<G: Notation>(
        state: &State<G>,
        answer: &Answer<G::Move>,
        chances: Chances,
    ) -> Self {
        let seats = state.game().seats();
        let mover = state.game().mover(state.position()).index();
        let in_play = Chances::seats(&answer.shares);
        let own = chances.share(answer.value, in_play);
        let shares = if answer.shares.is_empty() {
            // The shares make one point together.
            let rest = (1.0 - own) / f64::from(seats.max(2) - 1);
            (0..usize::from(seats)).map(|seat| if seat == mover { own } else { rest }).collect()
        } else {
            chances.shares(&answer.shares, mover)
        };
        let line = |variation| Line::of(state, variation, |value| chances.share(value, in_play));
        let lines = answer.variations.iter().map(line).collect();
        Self { shares, lines, depth: answer.depth, nodes: answer.nodes }
    }

    /// The opinion as words, without any rounding: a line with the depth, the nodes and the shares,
    /// then a line for each line of play with its share, its proof and its moves.
    ///
    /// ```
    /// use play::{LiveGame, Opinion, Study};
    ///
    /// let mut question = LiveGame::open("benedictine", 0)?.question().expect("a player is to act");
    /// let opinion = question.study(&Study::nodes(1000), &mut |_| true);
    /// assert_eq!(Opinion::from_words(&opinion.to_words()), Some(opinion));
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn to_words(&self) -> String {
        let mut words = format!("{} {}", self.depth, self.nodes);
        for share in &self.shares {
            words += &format!(" {:x}", share.to_bits());
        }
        for Line { share, proven, moves } in &self.lines {
            let proof = match proven {
                None => "-".to_owned(),
                Some(Proven::Win { moves }) => format!("win:{moves}"),
                Some(Proven::Draw) => "draw".to_owned(),
                Some(Proven::Loss { moves }) => format!("loss:{moves}"),
            };
            words += &format!("\n{:x} {proof}", share.to_bits());
            for mv in moves {
                words.push(' ');
                words += mv;
            }
        }
        words
    }

    /// The opinion of [`Opinion::to_words`].
    #[must_use]
    pub fn from_words(words: &str) -> Option<Self> {
        let number = |word: &str| Some(f64::from_bits(u64::from_str_radix(word, 16).ok()?));
        let mut rows = words.split('\n');
        let mut first = rows.next()?.split(' ');
        let (depth, nodes) = (first.next()?.parse().ok()?, first.next()?.parse().ok()?);
        let shares = first.map(number).collect::<Option<_>>()?;
        let line = |row: &str| {
            let mut row = row.split(' ');
            let share = number(row.next()?)?;
            let proof = row.next()?;
            let proven = match proof.split_once(':') {
                Some(("win", moves)) => Some(Proven::Win { moves: moves.parse().ok()? }),
                Some((_, moves)) => Some(Proven::Loss { moves: moves.parse().ok()? }),
                None => (proof == "draw").then_some(Proven::Draw),
            };
            Some(Line { share, proven, moves: row.map(str::to_owned).collect() })
        };
        Some(Self { shares, lines: rows.map(line).collect::<Option<_>>()?, depth, nodes })
    }
}

impl Line {
    fn of<G: Notation>(
        state: &State<G>,
        variation: &Variation<G::Move>,
        share: impl Fn(Value) -> f64,
    ) -> Self {
        let proven = variation.proof().map(|proof| match proof {
            Proof::Win(moves) => Proven::Win { moves },
            Proof::Draw => Proven::Draw,
            Proof::Loss(moves) => Proven::Loss { moves },
        });
        let mut position = *state.position();
        let mut moves = Vec::with_capacity(variation.moves.len());
        for &mv in &variation.moves {
            moves.push(state.game().format_move(&position, mv));
            position = state.game().play(&position, mv);
        }
        Self { share: share(variation.value), proven, moves }
    }
}
