//! Openings that a search estimates as nearly even. If one seat always wins an opening, a pair of
//! games gives no information.

use std::collections::HashSet;

use engine::{Playable, Request, Searcher};
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
    /// The number of random moves in each opening.
    pub moves: u32,
    /// The greatest distance of the expected result of the acting seat, from -1 to 1, from an even
    /// one.
    pub within: f64,
    /// The number of nodes of the search that estimates it.
    pub nodes: u64,
    drawn: u64,
    seen: HashSet<String>,
}

/// After this many consecutive draws that are not even or were drawn before, the search for
/// openings gives up.
const MAX_DRAWS: u64 = 10_000;

impl<G: Playable> BalancedOpenings<G> {
    /// Draws openings of four random moves from a position. They are within 0.2 of even by a search
    /// of 20,000 nodes with the default weights.
    ///
    /// # Errors
    /// Not enough memory for the search.
    pub fn new(start: &State<G>, seed: u64) -> Result<Self, Error> {
        let game = start.game().clone();
        let searcher = Searcher::builder(game).hash(4).build()?;
        let (start, seen) = (start.clone(), HashSet::new());
        Ok(Self { start, searcher, seed, moves: 4, within: 0.2, nodes: 20_000, drawn: 0, seen })
    }

    /// The next opening as a position text, and the expected result of the acting seat. If chance
    /// acts after the random moves, its event is part of the opening.
    ///
    /// # Errors
    /// Every game is over after the random moves, or no opening is even after many draws.
    #[expect(clippy::should_implement_trait, reason = "it does not end, and it can fail")]
    #[inline(never)]
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
            let value = self.judge(&state);
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

    /// The expected result of the acting seat, less an even one; `None` if no seat acts.
    fn judge(&mut self, state: &State<G>) -> Option<f64> {
        let Actor::Seat(_) = state.actor() else { return None };
        self.searcher.forget();
        let answer = self.searcher.search(state, &Request::new().nodes(self.nodes));
        let even = 2.0 / f64::from(state.game().seats()) - 1.0;
        Some(answer.value.to_f64() - even)
    }
}
