//! Alternates between the two questions until both are answered.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use games::{Actor, Game, Information, Key, Notation, State, Tactics};

use crate::endless::refute_endless;
use crate::goal::Goal;
use crate::numbers::{Keyed, ProofNumbers, ProofTable};
use crate::prover::{Prover, Quest, TriedMove};
use crate::store::{self, StoreError};

/// The positions visited in the first turn of a question. Each turn has twice as many.
const FIRST_TURN: u64 = 20_000;
/// The upper limit of a turn, so that the state can be saved from time to time.
const LONGEST_TURN: u64 = 50_000_000;
/// The greatest length of a line, in player moves.
const LONGEST: usize = 4000;
/// The stack that a thread needs for such a line.
const STACK: usize = 64 << 20;

/// The limits of a search for a proof.
#[derive(Clone, Copy, Debug)]
pub struct SolveLimits {
    /// The time limit.
    pub time: Option<Duration>,
    /// The limit of visited positions.
    pub nodes: Option<u64>,
    /// The approximate memory in MiB. When it is full, positions with little work below them are
    /// removed.
    pub memory: usize,
    /// The number of threads. With one thread, the same limits give the same answer.
    pub threads: usize,
}

impl Default for SolveLimits {
    fn default() -> Self {
        Self { time: None, nodes: None, memory: 1024, threads: 1 }
    }
}

/// The result that the player to act can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveResult {
    /// The whole point.
    Win,
    /// A share of the point, and no more.
    Draw,
    /// Nothing.
    Loss,
    /// A limit was reached first.
    Unknown,
}

impl SolveResult {
    /// `win`, `draw`, `loss` or `unknown`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
            Self::Unknown => "unknown",
        }
    }
}

/// The reason why a position cannot be solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The game has a die. Little can be forced; [`crate::Chances`] gives bounds instead.
    #[error("position: read a game of chance, expected one without")]
    Chance,
    /// The game has hidden cards.
    #[error("position: read a game with hidden cards, expected one that shows everything")]
    Hidden,
    /// The saved state is damaged, or belongs to another position.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No player is to act.
    #[error("position: read a game that is over, expected a player to act")]
    Over,
    /// The system refuses more threads.
    #[error("threads: {0}")]
    Threads(#[from] std::io::Error),
    /// A part of the proof was removed because memory was full.
    #[error("memory: read too few MiB to keep the whole proof, expected more ({0})")]
    Forgotten(String),
}

/// One goal, and the state of its search.
pub(crate) struct Inquiry<G: Game> {
    pub(crate) goal: Goal,
    pub(crate) table: ProofTable<G::Position>,
    pub(crate) drawn: HashSet<Key>,
    pub(crate) longest: usize,
    /// The numbers of the root. It is open until a result is proven for the game with its history.
    pub(crate) root: ProofNumbers,
    /// More search cannot change the result.
    is_done: bool,
}

impl<G: Tactics> Inquiry<G> {
    fn new(state: &State<G>, goal: Goal, bytes: usize) -> Self {
        let table = ProofTable::new(bytes);
        let root = ProofNumbers::open(1, 1);
        let (drawn, longest) = (drawn_again(state), longest(state));
        Self { goal, table, drawn, longest, root, is_done: false }
    }

    /// The shared state of the threads.
    pub(crate) fn quest<'a>(
        &'a self,
        game: &'a G,
        nodes: &'a AtomicU64,
        most_nodes: u64,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Quest<'a, G> {
        let Self { goal, table, drawn, longest, .. } = self;
        let over = AtomicBool::new(false);
        Quest { game, goal: *goal, table, drawn, longest: *longest, nodes, most_nodes, stop, over }
    }

    /// Searches until this total number of positions was visited.
    #[inline(never)]
    fn run(
        &mut self,
        state: &State<G>,
        threads: usize,
        nodes: &AtomicU64,
        most_nodes: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), SolveError> {
        let quest = self.quest(state.game(), nodes, most_nodes, stop);
        let mut found = search(&quest, state.position(), threads)?;
        if !found.is_settled() || found.in_line {
            refute_endless(&quest);
            let root = Prover::new(&quest).keyed(state.position());
            found = self.table.get(&root).map_or(found, |(numbers, _)| numbers);
        }
        let too_long = found.is_proven() && found.distance as usize > self.longest;
        // A position that is refuted only in one line may be refuted by the length of the line.
        self.is_done = found.is_settled() && !found.in_line;
        if self.is_done && !too_long {
            self.root = found;
        }
        Ok(())
    }
}

/// Runs threads until one has the answer or all are stopped.
fn search<G: Tactics>(
    quest: &Quest<'_, G>,
    root: &G::Position,
    threads: usize,
) -> Result<ProofNumbers, SolveError> {
    let work = || {
        let mut prover = Prover::new(quest);
        let at = prover.keyed(root);
        let found = prover.settle(at);
        if found.is_settled() {
            quest.over.store(true, Relaxed);
        }
        found
    };
    let found = std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let handles: Vec<_> = (0..threads).map(start).collect::<Result<_, _>>()?;
        let join = |handle: std::thread::ScopedJoinHandle<'_, ProofNumbers>| {
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        Ok::<_, SolveError>(handles.into_iter().map(join).collect::<Vec<_>>())
    })?;
    Ok(found.iter().find(|numbers| numbers.is_settled()).copied().unwrap_or(found[0]))
}

/// Whether the position can be solved: no hidden cards, no chance, and the game is not over.
pub(crate) fn check_open<G: Game>(state: &State<G>) -> Result<(), SolveError> {
    match state.actor() {
        _ if G::Information::HIDDEN => Err(SolveError::Hidden),
        Actor::Over(_) => Err(SolveError::Over),
        _ => Ok(()),
    }
}

/// The repetition keys of positions that have occurred so often that once more is a draw.
pub(crate) fn drawn_again<G: Game>(state: &State<G>) -> HashSet<Key> {
    let repetition = state.history().rules().repetition;
    let keys = state.history().keys().iter().copied();
    keys.filter(|&key| repetition > 0 && state.history().occurrences(key) + 1 >= repetition)
        .collect()
}

/// The greatest length of a line: the length at which the game ends, or the limit of the search.
fn longest<G: Game>(state: &State<G>) -> usize {
    state.history().plies_left().map_or(LONGEST, |left| LONGEST.min(left as usize))
}

/// The result of a search.
pub struct Solution<G: Game> {
    /// The result that the player to act can force.
    pub result: SolveResult,
    /// For a win or a loss: an upper bound of the player moves, for any defence.
    pub distance: Option<u32>,
    /// The least and the most that the player to act can force. Both are the result if it is known.
    pub bounds: (SolveResult, SolveResult),
    /// The number of positions visited.
    pub nodes: u64,
    /// A line of the proof: the winner's moves, and the longest defence.
    pub line: Vec<G::Move>,
    /// The searches for the two questions: the whole point, and nothing.
    pub(crate) inquiries: [Inquiry<G>; 2],
}

/// Finds the result that the player to act can force. All threads call `stop` often.
///
/// # Errors
/// A game of chance, a game that is over, or threads that the system refuses.
pub fn solve<G: Tactics + Notation>(
    state: &State<G>,
    limits: &SolveLimits,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Solution<G>, SolveError> {
    solve_on(state, limits, None, stop, |_, _| true)
}

/// Like [`solve`], but starts from a saved state (`known`, as written by [`Solution::known`]).
/// `each_turn` is called from time to time with the number of visited positions and a function that
/// writes the state. It returns whether to continue.
///
/// # Errors
/// The errors of [`solve`], and a state that is damaged or belongs to another position.
pub fn solve_on<G: Tactics + Notation>(
    state: &State<G>,
    limits: &SolveLimits,
    known: Option<&str>,
    stop: &(dyn Fn() -> bool + Sync),
    mut each_turn: impl FnMut(u64, &dyn Fn() -> String) -> bool,
) -> Result<Solution<G>, SolveError> {
    let root_seat = match state.actor() {
        _ if G::Information::HIDDEN => return Err(SolveError::Hidden),
        _ if G::CHANCE => return Err(SolveError::Chance),
        Actor::Seat(seat) => seat,
        _ => return Err(SolveError::Over),
    };
    let bytes = (limits.memory << 20) / 2;
    let goals = [Goal::Win(root_seat), Goal::Deny(root_seat)];
    let mut inquiries = goals.map(|goal| Inquiry::new(state, goal, bytes));
    if let Some(known) = known {
        store::read(state, &inquiries, known)?;
    }
    let nodes = AtomicU64::new(0);
    let end = limits.time.map(|time| Instant::now() + time);
    let stop = || stop() || end.is_some_and(|end| Instant::now() >= end);
    let limit = limits.nodes.unwrap_or(u64::MAX);
    let mut turn = FIRST_TURN;
    while result(&inquiries) == SolveResult::Unknown
        && inquiries.iter().any(|inquiry| !inquiry.is_done)
        && !stop()
        && nodes.load(Relaxed) < limit
    {
        for inquiry in inquiries.iter_mut().filter(|inquiry| !inquiry.is_done) {
            let most = nodes.load(Relaxed).saturating_add(turn).min(limit);
            inquiry.run(state, limits.threads.max(1), &nodes, most, &stop)?;
            if inquiry.root.is_proven() {
                break;
            }
        }
        if !each_turn(nodes.load(Relaxed), &|| store::write(state, &inquiries)) {
            break;
        }
        turn = (2 * turn).min(LONGEST_TURN);
    }
    Ok(Solution::of(state, inquiries, nodes.into_inner()))
}

fn result<G: Game>([win, deny]: &[Inquiry<G>; 2]) -> SolveResult {
    if win.root.is_proven() {
        SolveResult::Win
    } else if deny.root.is_proven() {
        SolveResult::Loss
    } else if win.root.is_refuted() && deny.root.is_refuted() {
        SolveResult::Draw
    } else {
        SolveResult::Unknown
    }
}

impl<G: Tactics + Notation> Solution<G> {
    /// The state of the search, to continue from.
    #[must_use]
    pub fn known(&self, state: &State<G>) -> String {
        store::write(state, &self.inquiries)
    }
}

impl<G: Tactics> Solution<G> {
    #[inline(never)]
    fn of(state: &State<G>, inquiries: [Inquiry<G>; 2], nodes: u64) -> Self {
        let [win, deny] = &inquiries;
        let result = result(&inquiries);
        let bounds = match result {
            SolveResult::Unknown => (
                if deny.root.is_refuted() { SolveResult::Draw } else { SolveResult::Loss },
                if win.root.is_refuted() { SolveResult::Draw } else { SolveResult::Win },
            ),
            known => (known, known),
        };
        let proven = inquiries.iter().find(|inquiry| inquiry.root.is_proven());
        let distance = proven.map(|inquiry| inquiry.root.distance);
        let line = match proven {
            Some(inquiry) => inquiry.proven_line(state),
            None if deny.root.is_refuted() => deny.safe_move(state).into_iter().collect(),
            None => Vec::new(),
        };
        Self { result, distance, bounds, nodes, line, inquiries }
    }
}

impl<G: Tactics> Inquiry<G> {
    /// The line of a proof, as far as it is still in the table.
    fn proven_line(&self, state: &State<G>) -> Vec<G::Move> {
        let nodes = AtomicU64::new(0);
        let quest = self.quest(state.game(), &nodes, u64::MAX, &|| false);
        let mut prover = Prover::new(&quest);
        let mut at = prover.keyed(state.position());
        let mut line = Vec::new();
        loop {
            let tries = prover.tries(&at.position);
            let branches = prover.branches(&at.position);
            let proven = branches.iter().filter_map(|branch| {
                let (numbers, _) = prover.look(branch);
                numbers.is_proven().then_some((numbers.distance, branch))
            });
            let next = if tries {
                proven.min_by_key(|(distance, _)| *distance)
            } else {
                // The first of the longest defences.
                proven.rev().max_by_key(|(distance, _)| *distance)
            };
            let Some((_, branch)) = next else { return line };
            line.push(branch.mv);
            if branch.is_end || line.len() >= self.longest {
                return line;
            }
            at = Keyed { ..branch.at };
        }
    }

    /// A move of the player to act after which the others still do not reach the goal.
    fn safe_move(&self, state: &State<G>) -> Option<G::Move> {
        let nodes = AtomicU64::new(0);
        let quest = self.quest(state.game(), &nodes, u64::MAX, &|| false);
        let mut prover = Prover::new(&quest);
        let at = prover.keyed(state.position());
        prover.push(at);
        let branches = prover.branches(&at.position);
        let is_safe = |branch: &&TriedMove<G>| prover.look(branch).0.is_refuted();
        branches.iter().find(is_safe).map(|branch| branch.mv)
    }
}
