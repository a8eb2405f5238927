//! A search engine bound to one game.

use std::fmt;

use eval::{Evaluate, Linear, Weights};
use games::{Endings, Information, SharedEndings, State};

use crate::answer::Answer;
use crate::clock::{Clock, Moment};
use crate::opponents::model::Opponents;
use crate::request::Request;
use crate::search::abdada::Abdada;
use crate::search::control::Control;
use crate::search::deepening::Finished;
use crate::search::memory::Memory;
use crate::searchable::{Listener, SearchContext, Searchable};
use crate::table::transposition::{TableError, TranspositionTable};
use crate::techniques::Techniques;

/// The size of the transposition table in MiB where none is given.
const DEFAULT_MIB: usize = 64;

/// An engine for one game: its rules with their options, its evaluation, the techniques of the
/// search and the transposition table. The table, the histories and static evaluations are kept
/// from one search to the next. The options, the evaluation and the techniques cannot be changed
/// afterwards, so that each entry of the table keeps its meaning.
///
/// ```
/// use engine::{Request, Searcher};
/// use games::{State, benedictine::Benedictine};
///
/// let state = State::<Benedictine>::parse("benedictine startpos")?;
/// let mut searcher = Searcher::new(state.game().clone());
/// let answer = searcher.search(&state, &Request::new().depth(4));
/// assert!(state.is_legal(answer.best().expect("a seat is to act")));
/// # Ok::<(), games::ParseError>(())
/// ```
pub struct Searcher<G: Searchable> {
    game: G,
    evaluator: G::Evaluator,
    techniques: Techniques,
    table: TranspositionTable,
    endings: Option<SharedEndings<G>>,
    threads: usize,
    clock: Clock,
    memory: Memory<G>,
}

impl<G: Searchable<Evaluator = Linear> + Evaluate> Searcher<G> {
    /// An engine for a game with the weights that are compiled in, one thread and a small table.
    ///
    /// # Panics
    /// If there is no memory for the table.
    #[must_use]
    pub fn new(game: G) -> Self {
        Self::builder(game).build().expect("a small table")
    }

    /// A builder with the weights that are compiled in. It sets techniques, threads and tables. For
    /// other weights use [`SearcherBuilder::with_weights`].
    ///
    /// ```
    /// use engine::prelude::*;
    ///
    /// let state = State::<Benedictine>::parse("benedictine startpos")?;
    /// let builder = Searcher::builder(state.game().clone()).hash(1).threads(2);
    /// let mut searcher = builder.build().expect("1 MiB");
    /// assert!(searcher.search(&state, &Request::new().nodes(500)).best().is_some());
    /// # Ok::<(), ParseError>(())
    /// ```
    #[must_use]
    pub fn builder(game: G) -> SearcherBuilder<G> {
        let weights = Weights::default_for(&game);
        SearcherBuilder::with_weights(game, &weights)
    }
}

impl<G: Searchable> Searcher<G> {
    /// The game that it is bound to.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The evaluation.
    #[must_use]
    pub fn evaluator(&self) -> &G::Evaluator {
        &self.evaluator
    }

    /// The endgame tables in use.
    #[must_use]
    pub fn endings(&self) -> Option<&dyn Endings<G>> {
        self.endings.as_deref()
    }

    /// The techniques that the search uses.
    #[must_use]
    pub fn techniques(&self) -> &Techniques {
        &self.techniques
    }

    /// Searches a state in which a seat or chance is to act. With one thread and limits of depth or
    /// nodes the answer is always the same.
    ///
    /// With hidden cards the search uses all that the position shows: pass the view of one player
    /// ([`games::Hidden::view`]) to search what that player knows.
    ///
    /// # Panics
    /// If the state is of a game with other options.
    pub fn search(&mut self, state: &State<G>, request: &Request) -> Answer<G::Move> {
        self.run(state, request, None)
    }

    /// Searches as [`Searcher::search`], and calls `report` after every iteration of the first
    /// thread. The search ends when `report` returns `false`.
    ///
    /// # Panics
    /// As [`Searcher::search`].
    pub fn search_with(
        &mut self,
        state: &State<G>,
        request: &Request,
        mut report: impl FnMut(&Answer<G::Move>) -> bool,
    ) -> Answer<G::Move> {
        self.run(state, request, Some(&mut report))
    }

    fn run(
        &mut self,
        state: &State<G>,
        request: &Request,
        listener: Listener<'_, G>,
    ) -> Answer<G::Move> {
        assert!(
            *state.game() == self.game,
            "a searcher of {:?}: read {:?}",
            self.game,
            state.game()
        );
        self.table.age();
        if self.threads > 1 {
            self.table.use_all();
        }
        G::search(&self.context(state, request), listener)
    }

    fn context<'a>(&'a self, state: &'a State<G>, request: &'a Request) -> SearchContext<'a, G> {
        let (game, techniques) = (state.game(), self.techniques);
        let root_seat =
            (G::MAX_SEATS > 2 && game.seats() > 2).then(|| game.mover(state.position()));
        let threads = if root_seat.is_some() && techniques.opponents == Opponents::MaxN {
            // Max^n has no table, so its threads could share nothing.
            1
        } else {
            // No more threads than there are nodes to visit.
            let nodes = request.limits.nodes.unwrap_or(u64::MAX);
            self.threads.min(usize::try_from(nodes).unwrap_or(usize::MAX)).max(1)
        };
        SearchContext {
            game,
            evaluator: &self.evaluator,
            table: &self.table,
            endings: self.endings.as_deref(),
            techniques,
            root_seat,
            abdada: (threads > 1 && !G::Information::HIDDEN).then(Abdada::new),
            finished: Finished::new(),
            control: Control::new(&request.limits, threads, &request.stop, self.clock),
            state,
            request,
            memory: &self.memory,
            started: (self.clock)(),
        }
    }

    /// Forgets the results of earlier searches, as if the searcher were new. It takes time in
    /// proportion to the part of the table that is in use.
    pub fn forget(&mut self) {
        self.table.clear();
        self.memory.forget();
    }
}

impl<G: Searchable> fmt::Debug for Searcher<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Searcher");
        text.field("game", &self.game).field("techniques", &self.techniques);
        text.field("threads", &self.threads).field("mib", &self.table.mib()).finish()
    }
}

/// A builder of a [`Searcher`].
#[derive(Clone, Debug)]
pub struct SearcherBuilder<G: Searchable> {
    game: G,
    evaluator: G::Evaluator,
    techniques: Techniques,
    mib: usize,
    threads: usize,
    clock: Clock,
    endings: Option<SharedEndings<G>>,
}

impl<G: Searchable<Evaluator = Linear> + Evaluate> SearcherBuilder<G> {
    /// A searcher with these weights and the techniques for them ([`Techniques::for_weights`]), one
    /// thread and a small table.
    ///
    /// # Panics
    /// If the weights are of another game, or of options with another set.
    #[must_use]
    pub fn with_weights(game: G, weights: &Weights) -> Self {
        let fits = weights.are_for(&game);
        assert!(fits, "weights of another set than {:?} has", game.weight_set());
        Self::new(game, Linear::new(weights)).techniques(Techniques::for_weights(weights))
    }
}

impl<G: Searchable> SearcherBuilder<G> {
    /// A searcher with an evaluator, all techniques, one thread and a small table.
    #[must_use]
    pub fn new(game: G, evaluator: G::Evaluator) -> Self {
        let techniques = Techniques::ALL;
        let (mib, threads, clock) = (DEFAULT_MIB, 1, Moment::now as Clock);
        Self { game, evaluator, techniques, mib, threads, clock, endings: None }
    }

    /// The techniques that the search may use.
    #[must_use]
    pub fn techniques(self, techniques: Techniques) -> Self {
        Self { techniques, ..self }
    }

    /// The techniques chosen so far, to be changed.
    #[must_use]
    pub fn adjust(mut self, change: impl FnOnce(&mut Techniques)) -> Self {
        change(&mut self.techniques);
        self
    }

    /// The size of the transposition table in MiB (2^20 bytes), by default 64. A tree for three
    /// seats may take the same amount again during a search.
    #[must_use]
    pub fn hash(self, mib: usize) -> Self {
        Self { mib, ..self }
    }

    /// Endgame tables, opened for this game. A certain result ends the line. Where quiet turns or
    /// repetitions may still make the position a draw, the result replaces the static evaluation of
    /// a leaf.
    #[must_use]
    pub fn endings(self, endings: Option<SharedEndings<G>>) -> Self {
        Self { endings, ..self }
    }

    /// The number of threads, at least 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The clock: by default that of the standard library. Time limits are moments of this clock.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
    /// use std::time::Duration;
    ///
    /// use engine::{Limits, Moment, Request, Searcher, TimeLimit};
    /// use games::{State, benedictine::Benedictine};
    ///
    /// /// A clock that goes on by a millisecond with each look.
    /// fn clock() -> Moment {
    ///     static NANOS: AtomicI64 = AtomicI64::new(0);
    ///     Moment::from_nanos(NANOS.fetch_add(1_000_000, Relaxed))
    /// }
    ///
    /// let state = State::<Benedictine>::parse("benedictine startpos")?;
    /// let builder = Searcher::builder(*state.game()).hash(1).clock(clock);
    /// let mut searcher = builder.build().expect("1 MiB");
    /// let time = Some(TimeLimit::for_move(clock(), Duration::from_millis(10)));
    /// let answer = searcher.search(&state, &Limits { time, ..Limits::default() }.into());
    /// assert!(answer.elapsed >= Duration::from_millis(8) && answer.nodes < 3000);
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// The searcher.
    ///
    /// # Errors
    /// If the table does not fit the memory.
    pub fn build(self) -> Result<Searcher<G>, TableError> {
        let Self { game, evaluator, techniques, mib, threads, clock, endings } = self;
        let table = TranspositionTable::new(mib)?;
        let memory = Memory::new();
        Ok(Searcher { game, evaluator, techniques, table, endings, threads, clock, memory })
    }
}
