//! Openings that a search finds nearly even: where one seat wins whoever plays it, a pair of games
//! tells nothing.

use std::collections::HashSet;

use engine::{Playable, Request, Searcher};
use eval::Weights;
use games::{Actor, State, format_position};

use crate::Error;
use crate::referee::opening::Openings;
use crate::referee::streams::Streams;

/// Draws openings and keeps those that are nearly even.
///
/// ```
/// use games::State;
/// use games::benedictine::Benedictine;
/// use selfplay::BalancedOpenings;
///
/// let start = State::<Benedictine>::parse("benedictine startpos")?;
/// let mut openings = BalancedOpenings::new(&start, 1)?;
/// openings.within = 0.1;
/// openings.nodes = 500;
/// let (position, value) = openings.next()?;
/// assert!(position.starts_with("benedictine ") && value.abs() <= 0.1);
/// # Ok::<(), selfplay::Error>(())
/// ```
pub struct BalancedOpenings<G: Playable> {
    start: State<G>,
    searcher: Searcher<G>,
    seed: u64,
    /// Random moves of each.
    pub moves: u32,
    /// How far the expected result of who is to act, from -1 to 1, may lie from an even one.
    pub within: f64,
    /// How many nodes are searched for it.
    pub nodes: u64,
    drawn: u64,
    seen: HashSet<String>,
}

/// So many openings in a row that are not even, or were there before, and there are no more to be
/// found.
const MAX_DRAWS: u64 = 10_000;

impl<G: Playable> BalancedOpenings<G> {
    /// Openings of four random moves from a position, within 0.2 by 20,000 nodes, judged with the
    /// weights compiled in.
    ///
    /// # Errors
    /// No memory for the search.
    pub fn new(start: &State<G>, seed: u64) -> Result<Self, Error> {
        let game = start.game().clone();
        let weights = Weights::default_for(&game);
        let searcher = Searcher::builder(game).weights(&weights).hash(4).build()?;
        let (start, seen) = (start.clone(), HashSet::new());
        Ok(Self { start, searcher, seed, moves: 4, within: 0.2, nodes: 20_000, drawn: 0, seen })
    }

    /// The next one as a position text, and what who is to act is to expect. Where chance is to act
    /// after the moves, its event comes too.
    ///
    /// # Errors
    /// No start that is not over after so many moves; none that is even among so many.
    #[expect(clippy::should_implement_trait, reason = "it does not end, and it can fail")]
    pub fn next(&mut self) -> Result<(String, f64), Error> {
        let openings = Openings::random(&self.start, self.moves);
        for _ in 0..MAX_DRAWS {
            let streams = Streams::new(self.seed, self.drawn);
            let mut state = openings.draw(self.drawn, streams)?.state;
            self.drawn += 1;
            let mut dice = streams.dice();
            while state.actor() == Actor::Chance {
                let Some(event) = dice.event(state.game(), state.position()) else { break };
                state.apply_event_unchecked(event);
            }
            let value = self.judge(&state)?;
            if let Some(value) = value.filter(|value| value.abs() <= self.within) {
                let text = format_position(state.game(), state.position());
                if self.seen.insert(text.clone()) {
                    return Ok((text, value));
                }
            }
        }
        let Self { within, moves, .. } = *self;
        Err(Error::Balance { within, moves, draws: MAX_DRAWS })
    }

    /// How much more than an even result who is to act is to expect; `None` where nobody is.
    fn judge(&mut self, state: &State<G>) -> Result<Option<f64>, Error> {
        let Actor::Seat(_) = state.actor() else { return Ok(None) };
        self.searcher.forget()?;
        let answer = self.searcher.search(state, &Request::new().nodes(self.nodes));
        let even = 2.0 / f64::from(state.game().seats()) - 1.0;
        Ok(Some(answer.value.to_f64() - even))
    }
}
