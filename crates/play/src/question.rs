//! A question to the engine about a position. It is independent of the game, so that a thread can
//! answer it.

use engine::{Clock, Moment, Playable, Request, Searcher, SearcherBuilder, StopFlag};
use eval::{Value, Weights};
use games::{
    AnyEndings, Information, Notation, ParseError, Resources, State, for_each_game,
    for_each_whole_game, format_game,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use crate::games::PresentedGame;
use crate::level::Level;
use crate::opinion::Opinion;

/// The limits of an analysis.
#[derive(Clone, Debug)]
pub struct Study {
    /// The limits of the search, the number of lines, and the stop flag.
    pub request: Request,
    /// The size of the transposition table in MiB.
    pub hash: usize,
}

impl Study {
    /// A study of a number of nodes, with one line.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { request: Request::new().nodes(nodes), hash: HASH }
    }
}

/// The text of a position for an engine that is in another program.
#[derive(Clone, Debug)]
pub struct AskedPosition {
    /// The game from its start, with all hidden cards.
    pub text: String,
    /// Whether the player to act sees all cards.
    pub open: bool,
}

/// A position to be searched, as the player to act knows it.
pub trait Question: Send {
    /// From now on searches look at this clock, in place of that of the standard library.
    fn set_clock(&mut self, clock: Clock);

    /// From now on transposition tables have at least this size in MiB.
    fn set_hash(&mut self, mib: usize);

    /// Chooses a move as the level plays. The same seed gives the same move, unless the level's
    /// time runs out first. The text is empty if chance is to act.
    fn choose(&mut self, level: Level, seed: u64, stop: &StopFlag) -> String;

    /// Evaluates the position. Each iteration calls `report` with its opinion. The search ends when
    /// `report` returns `false`.
    fn study(&mut self, study: &Study, report: &mut dyn FnMut(&Opinion) -> bool) -> Opinion;
}

/// Finds the endgame tables of a game, by its name with options; `None` if there are none.
pub type FindEndings = fn(&str) -> Option<AnyEndings>;

/// The size of the transposition table in MiB: enough for the nodes of a level.
const HASH: usize = 16;

/// The size of the table in MiB if there is not enough memory.
const LEAST_HASH: usize = 1;

/// The question about a state.
struct StateQuestion<G: Playable + PresentedGame, W> {
    state: State<G>,
    clock: Clock,
    /// The least size of a transposition table in MiB.
    hash: usize,
    find_endings: Option<FindEndings>,
    /// The weights of a game with its options.
    weights: W,
}

/// The question about a state that contains all hidden cards, with the weights that are compiled
/// in. The player to act sees the cards only if they are `open`.
pub(crate) fn question_of<G: Playable + PresentedGame>(
    state: &State<G>,
    open: bool,
    find_endings: Option<FindEndings>,
) -> Box<dyn Question> {
    StateQuestion::boxed(state, open, find_endings, Weights::default_for::<G>)
}

impl<G: Playable + PresentedGame, W: Fn(&G) -> Weights + Send + 'static> StateQuestion<G, W> {
    fn boxed(
        state: &State<G>,
        open: bool,
        find_endings: Option<FindEndings>,
        weights: W,
    ) -> Box<dyn Question> {
        let player = G::Information::player(state.game(), state.position());
        let state = if open { state.clone() } else { state.seen_by(player) };
        Box::new(Self { state, clock: Moment::now, hash: HASH, find_endings, weights })
    }

    fn searcher(
        &self,
        weights: &Weights,
        hash: usize,
        quiescence: bool,
        with_endings: bool,
    ) -> Searcher<G> {
        let game = self.state.game();
        let find = self.find_endings.filter(|_| with_endings);
        let endings = find.and_then(|find| find(&format_game(game))?.of());
        let builder = SearcherBuilder::with_weights(game.clone(), weights);
        let builder = builder.hash(hash).clock(self.clock).endings(endings);
        let built = builder.adjust(|techniques| techniques.quiescence &= quiescence).build();
        built.unwrap_or_else(|_| {
            let small = SearcherBuilder::with_weights(game.clone(), weights).hash(LEAST_HASH);
            small.build().expect("a small table")
        })
    }
}

impl<G, W> Question for StateQuestion<G, W>
where
    G: Playable + PresentedGame,
    W: Fn(&G) -> Weights + Send + 'static,
{
    fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    fn set_hash(&mut self, mib: usize) {
        self.hash = mib;
    }

    fn choose(&mut self, level: Level, seed: u64, stop: &StopFlag) -> String {
        let strength = level.strength::<G>();
        let request = strength.request((self.clock)()).seed(seed).stop(stop);
        let (quiescence, endings) = (strength.has_quiescence(), strength.has_endings());
        let weights = (self.weights)(self.state.game());
        let mut searcher = self.searcher(&weights, self.hash, quiescence, endings);
        let answer = searcher.search(&self.state, &request);
        // A player who sees a win plays it.
        let seen = answer.variations.first().is_some_and(|line| line.value.is_win());
        let lines = &answer.variations[..if seen { 1 } else { answer.variations.len() }];
        let moves = lines.iter().filter_map(|line| {
            let value = f64::from(line.value.expectation()) / f64::from(Value::ONE);
            line.moves.first().map(|&mv| (mv, value))
        });
        let moves: Vec<_> = moves.collect();
        let best = moves.iter().fold(f64::NEG_INFINITY, |best, &(_, value)| best.max(value));
        let weights: Vec<_> =
            moves.iter().map(|&(_, value)| strength.weight(best - value)).collect();
        let mut left =
            ChaCha8Rng::seed_from_u64(seed).random_range(0.0..1.0) * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|&weight| {
            left -= weight;
            left < 0.0
        });
        let chosen = moves.get(chosen.unwrap_or(0)).map(|&(mv, _)| mv);
        chosen.map_or(String::new(), |mv| self.state.game().format_move(self.state.position(), mv))
    }

    fn study(&mut self, study: &Study, report: &mut dyn FnMut(&Opinion) -> bool) -> Opinion {
        let Study { request, hash } = study;
        let state = &self.state;
        let weights = (self.weights)(state.game());
        let mut searcher = self.searcher(&weights, self.hash.max(*hash), true, true);
        let chances = weights.chances();
        let answer = searcher
            .search_with(state, request, |answer| report(&Opinion::of(state, answer, chances)));
        Opinion::of(state, &answer, chances)
    }
}

/// Loads the packed weights of a set ([`Weights::packed`]), by its name.
pub type LoadWeights = fn(&str) -> Vec<u8>;

/// A question of a type of game; an error if the text is of another type.
type Ask = fn(&AskedPosition, LoadWeights) -> Result<Box<dyn Question>, ParseError>;

/// The engine of one game, for a program that contains no other part of this crate. It contains no
/// weights.
///
/// ```
/// use play::{AskedPosition, EngineOfGame, Study, packed_weights};
///
/// let load = |set: &str| {
///     let all = packed_weights();
///     let found = all.into_iter().find(|weights| weights.set == set);
///     found.expect("a set").bytes
/// };
/// let asked = AskedPosition { text: "ruches startpos".to_owned(), open: true };
/// let mut question = EngineOfGame::ruches().question(&asked, load)?;
/// assert!(question.study(&Study::nodes(100), &mut |_| true).nodes > 0);
/// # Ok::<(), games::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EngineOfGame(&'static [Ask]);

impl EngineOfGame {
    /// The question about a position.
    ///
    /// # Errors
    /// A text that is no position of the game.
    ///
    /// # Panics
    /// If the loaded weights are damaged.
    pub fn question(
        &self,
        asked: &AskedPosition,
        load: LoadWeights,
    ) -> Result<Box<dyn Question>, ParseError> {
        let mut refused = None;
        for ask in self.0 {
            match ask(asked, load) {
                Ok(question) => return Ok(question),
                Err(error) => refused = Some(error),
            }
        }
        Err(refused.expect("a game has a type"))
    }
}

fn question<G: Playable + PresentedGame>(
    asked: &AskedPosition,
    load: LoadWeights,
) -> Result<Box<dyn Question>, ParseError> {
    let state = State::<G>::parse_with(&asked.text, Resources::none())?;
    let weights = move |game: &G| {
        Weights::from_packed(game, &load(game.weight_set())).expect("the weights of the set")
    };
    Ok(StateQuestion::boxed(&state, asked.open, None, weights))
}

macro_rules! engine {
    ($id:ident, $($game:ty),+) => {
        impl EngineOfGame {
            /// The engine of this game, on all of its boards.
            #[must_use]
            pub fn $id() -> Self {
                const TYPES: &[Ask] = &[$(question::<$game>),+];
                Self(TYPES)
            }
        }
    };
}
for_each_whole_game!(engine);

/// The parts of an engine that a page loads for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EngineParts {
    /// The name of the game.
    pub engine: &'static str,
    /// The name of the set of weights.
    pub weights: &'static str,
}

/// A packed set of weights ([`Weights::packed`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedWeights {
    /// The name of the game.
    pub engine: &'static str,
    /// The name of the set.
    pub set: &'static str,
    /// The weights.
    pub bytes: Vec<u8>,
}

/// The packed weights of all games. A set that serves several boards comes once for each.
#[must_use]
pub fn packed_weights() -> Vec<PackedWeights> {
    let mut all = Vec::new();
    macro_rules! add {
        ($id:ident, $game:ty) => {
            let engine = <$game as Notation>::NAME;
            let packed = Weights::all_packed::<$game>();
            all.extend(packed.map(|(set, bytes)| PackedWeights { engine, set, bytes }));
        };
    }
    for_each_game!(add);
    all
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use games::etoile::{EtoileOnSquare8, Position};
    use games::{Ending, Endings, SharedEndings, Verdict};

    use super::*;
    use crate::LiveGame;

    /// People see the chances of the set of weights, where they differ from the values of the
    /// search.
    #[test]
    fn opinions_have_the_chances_of_the_weights() {
        let mut differences = Vec::new();
        for pieces in [
            "a1,c1,e1,c3 b8,d8,f8",
            "a1,c1,e1,g1,b2,d2 b8,d8,f8,h8,a7",
            "a1,c1,e1,g1,b2,d2,f2,h2 b8,d8,f8,h8,a7,c7,e7",
            "a1,c1,e1,g1,b2,d2,f2,c3 b8,d8,f8,h8,a7,c7,e7",
        ] {
            let text = format!("etoile:board=square8,players=2,rules=english A {pieces} 0 -");
            let state = State::<EtoileOnSquare8>::parse(&text).unwrap();
            let request = Request::new().nodes(500);
            let answer = Searcher::new(*state.game()).search(&state, &request);
            let chance = Weights::default_for(state.game()).chances().share(answer.value, 2);
            differences.push((chance - f64::midpoint(answer.value.to_f64(), 1.0)).abs());
            let mut question = LiveGame::open(&text, 0).unwrap().question().unwrap();
            let opinion = question.study(&Study::nodes(500), &mut |_| true);
            assert_eq!((opinion.shares[0], opinion.lines[0].share), (chance, chance), "{text}");
            assert!((opinion.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        let most = differences.into_iter().fold(0.0, f64::max);
        assert!(most > 0.02, "{most}: other positions are needed");
    }

    static PROBES: AtomicU32 = AtomicU32::new(0);

    /// Counts the probes, and knows nothing.
    #[derive(Debug)]
    struct NoEndings;

    impl Endings<EtoileOnSquare8> for NoEndings {
        fn probe(&self, _: &Position) -> Option<Ending> {
            None
        }

        fn verdict(&self, _: &Position) -> Option<Verdict> {
            PROBES.fetch_add(1, Ordering::Relaxed);
            None
        }

        fn describe(&self) -> String {
            String::new()
        }
    }

    fn find(game: &str) -> Option<AnyEndings> {
        assert_eq!(game, "etoile:board=square8,players=2,rules=english");
        let endings: SharedEndings<EtoileOnSquare8> = Arc::new(NoEndings);
        Some(AnyEndings::new(endings))
    }

    /// Studies and the highest level use endgame tables. The other levels do not.
    #[test]
    fn endings_are_used() {
        let text = "etoile:board=square8,players=2,rules=english A Kc3 Ka1 0 -";
        let mut game = LiveGame::open(text, 0).unwrap();
        game.set_endings(Some(find));
        let probes = |ask: &dyn Fn(Box<dyn Question>)| {
            let before = PROBES.load(Ordering::Relaxed);
            ask(game.question().unwrap());
            PROBES.load(Ordering::Relaxed) - before
        };
        let choose = |level: u8| {
            probes(&|mut question| {
                question.choose(Level::new(level).unwrap(), 0, &StopFlag::default());
            })
        };
        assert!((1..10).all(|level| choose(level) == 0));
        assert!(choose(10) > 0);
        assert!(
            probes(&|mut question| drop(question.study(&Study::nodes(100), &mut |_| true))) > 0
        );
    }
}
