//! Depth-first proof-number search for one goal: the work of one thread on the shared table.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use games::{Actor, Game, Key, Seat, Tactics};

use crate::goal::Goal;
use crate::numbers::{INFINITE, Keyed, ProofNumbers, ProofTable};

/// The limit of stored refutations that hold only in one line. They are cleared beyond it.
const MOST_BOUND: usize = 1 << 20;

/// The shared state of all threads.
pub(crate) struct Quest<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) goal: Goal,
    pub(crate) table: &'a ProofTable<G::Position>,
    /// The repetition keys of positions that are a draw if they occur once more.
    pub(crate) drawn: &'a HashSet<Key>,
    /// The greatest length of a line, in player moves.
    pub(crate) longest: usize,
    /// The positions visited so far, and their limit.
    pub(crate) nodes: &'a AtomicU64,
    pub(crate) most_nodes: u64,
    /// Called regularly: whether to stop.
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
    /// Tells all threads to end: one has the answer, or the search was stopped.
    pub(crate) over: AtomicBool,
}

/// A move and the position after it.
pub(crate) struct TriedMove<G: Game> {
    pub(crate) mv: G::Move,
    pub(crate) at: Keyed<G::Position>,
    /// The game is over after the move.
    pub(crate) is_end: bool,
    /// The numbers if they are known without a search, otherwise the initial numbers of an
    /// unexpanded position.
    numbers: ProofNumbers,
}

/// The branch to search next, and its thresholds.
struct Descent {
    branch: usize,
    now: ProofNumbers,
    proof: u32,
    disproof: u32,
}

/// The state of one thread.
pub(crate) struct Prover<'a, G: Game> {
    quest: &'a Quest<'a, G>,
    line: Vec<Keyed<G::Position>>,
    /// A key of the current line, for each of its positions.
    marks: Vec<u64>,
    /// Refutations that hold only in the line that led to them, by the key of the line.
    bound: HashSet<(Keyed<G::Position>, u64)>,
    /// The number of visits of this thread.
    visits: u64,
}

impl<'a, G: Tactics> Prover<'a, G> {
    pub(crate) fn new(quest: &'a Quest<'a, G>) -> Self {
        let (line, marks) = (Vec::new(), vec![0]);
        Self { quest, line, marks, bound: HashSet::new(), visits: 0 }
    }

    pub(crate) fn keyed(&self, position: &G::Position) -> Keyed<G::Position> {
        let position = self.quest.game.without_idle_counters(position);
        Keyed { key: self.quest.game.key(&position), position }
    }

    /// Searches until the position is settled or the limits are reached.
    pub(crate) fn settle(&mut self, at: Keyed<G::Position>) -> ProofNumbers {
        let known = self.known(&at);
        if let Some(numbers) = known.filter(|numbers| numbers.is_settled()) {
            return numbers;
        }
        let start = ProofNumbers::open(1, 1);
        let (found, _) = self.visit(at, known.unwrap_or(start), (INFINITE, INFINITE));
        found
    }

    /// Adds a position to the current line.
    pub(crate) fn push(&mut self, at: Keyed<G::Position>) {
        let mark =
            self.mark().rotate_left(9).wrapping_add(at.key.0).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.line.push(at);
        self.marks.push(mark);
    }

    /// Removes the last position of the current line.
    pub(crate) fn pop(&mut self) {
        self.line.pop();
        self.marks.pop();
    }

    fn mark(&self) -> u64 {
        self.marks.last().copied().unwrap_or_default()
    }

    /// The numbers of a position in the current line.
    fn known(&self, at: &Keyed<G::Position>) -> Option<ProofNumbers> {
        if self.bound.contains(&(*at, self.mark())) {
            return Some(ProofNumbers::refuted_in_line());
        }
        self.quest.table.get(at).map(|(numbers, _)| numbers)
    }

    /// The numbers of a branch, and how many threads search it.
    pub(crate) fn look(&self, branch: &TriedMove<G>) -> (ProofNumbers, u32) {
        if branch.numbers.is_settled() {
            return (branch.numbers, 0);
        }
        if self.bound.contains(&(branch.at, self.mark())) {
            return (ProofNumbers::refuted_in_line(), 0);
        }
        self.quest.table.get(&branch.at).unwrap_or((branch.numbers, 0))
    }

    /// Searches a position, and stores its numbers and the work.
    fn visit(
        &mut self,
        at: Keyed<G::Position>,
        now: ProofNumbers,
        thresholds: (u32, u32),
    ) -> (ProofNumbers, u64) {
        let before = self.visits;
        self.quest.table.enter(at, now);
        let found = self.search(at, thresholds);
        let work = self.visits - before;
        self.quest.table.leave(&at, (!found.in_line).then_some(found), work);
        if found.in_line {
            if self.bound.len() >= MOST_BOUND {
                self.bound.clear();
            }
            self.bound.insert((at, self.mark()));
        }
        (found, work)
    }

    /// Searches a position until one of its numbers exceeds its threshold.
    fn search(&mut self, at: Keyed<G::Position>, (proof, disproof): (u32, u32)) -> ProofNumbers {
        self.push(at);
        let tries = self.tries(&at.position);
        let branches = self.branches(&at.position);
        let found = loop {
            let (numbers, next) = self.combine(&branches, tries, (proof, disproof));
            let beyond = numbers.proof >= proof || numbers.disproof >= disproof;
            let Some(choice) = next.filter(|_| !beyond) else { break numbers };
            if self.is_over() {
                break numbers;
            }
            let at = branches[choice.branch].at;
            self.visit(at, choice.now, (choice.proof, choice.disproof));
        };
        self.pop();
        found
    }

    fn is_over(&self) -> bool {
        let quest = self.quest;
        if self.visits.is_multiple_of(256) && (quest.stop)()
            || quest.nodes.load(Relaxed) >= quest.most_nodes
        {
            quest.over.store(true, Relaxed);
        }
        quest.over.load(Relaxed)
    }

    /// Whether an attacker is to move.
    pub(crate) fn tries(&self, position: &G::Position) -> bool {
        self.quest.goal.is_tried_by(self.quest.game.mover(position))
    }

    /// The moves of the last position of the line.
    pub(crate) fn branches(&mut self, position: &G::Position) -> Vec<TriedMove<G>> {
        let game = self.quest.game;
        let mut branches = Vec::new();
        game.each_move(position, |mv| {
            let at = self.keyed(&game.play(position, mv));
            let (numbers, is_end) = self.first_look(&at);
            branches.push(TriedMove { mv, at, is_end, numbers });
        });
        self.visits += 1;
        self.quest.nodes.fetch_add(branches.len() as u64, Relaxed);
        branches
    }

    /// The numbers of a position by the rules, the line and the history, and whether the game is
    /// over in it.
    fn first_look(&self, at: &Keyed<G::Position>) -> (ProofNumbers, bool) {
        let Quest { game, goal, drawn, longest, .. } = self.quest;
        let ended = |reached| {
            (if reached { ProofNumbers::proven(0) } else { ProofNumbers::refuted() }, true)
        };
        let position = &at.position;
        let seat = match game.actor(position) {
            Actor::Over(outcome) => return ended(goal.is_reached(outcome)),
            _ => game.mover(position),
        };
        if !drawn.is_empty() && drawn.contains(&game.repetition_key(position)) {
            return ended(goal.is_reached(game.drawn(position)));
        }
        if self.line.len() >= *longest || self.line.contains(at) {
            return (ProofNumbers::refuted_in_line(), false);
        }
        if game.wins_now(position) {
            let reached = goal.is_reached_by(seat);
            return (
                if reached { ProofNumbers::proven(1) } else { ProofNumbers::refuted() },
                false,
            );
        }
        (self.unknown(position, seat), false)
    }

    /// The initial numbers of an unexpanded position. The player to act can settle it with one
    /// move, the opponent only with all moves. The number of moves is a good estimate where
    /// captures are compulsory; elsewhere it is hardly worth counting.
    fn unknown(&self, position: &G::Position, seat: Seat) -> ProofNumbers {
        let moves = if G::TACTICAL {
            self.quest.game.count_moves(position).clamp(1, 1 << 10) as u32
        } else {
            1
        };
        if self.quest.goal.is_tried_by(seat) {
            ProofNumbers::open(1, moves)
        } else {
            ProofNumbers::open(moves, 1)
        }
    }

    /// The numbers of a position from its branches, and the branch to search next if it is open.
    fn combine(
        &self,
        branches: &[TriedMove<G>],
        tries: bool,
        thresholds: (u32, u32),
    ) -> (ProofNumbers, Option<Descent>) {
        // From the view of the player to act: `goal` is the number that settles the position in his
        // favour, `other` the opposite.
        let turned = |numbers: ProofNumbers| {
            if tries {
                (numbers.proof, numbers.disproof)
            } else {
                (numbers.disproof, numbers.proof)
            }
        };
        let (mut least, mut most, mut open) = (INFINITE, 0, 0u32);
        let (mut first, mut second) = (INFINITE, INFINITE);
        let mut chosen = None;
        let mut done: Option<ProofNumbers> = None;
        let mut all: Option<ProofNumbers> = None;
        for (index, branch) in branches.iter().enumerate() {
            let (numbers, guests) = self.look(branch);
            let (goal, other) = turned(numbers);
            if goal == 0 {
                done = Some(done.map_or(numbers, |known| better(known, numbers, tries)));
            } else if other == 0 {
                all = Some(all.map_or(numbers, |known| worse(known, numbers, tries)));
            } else {
                (least, most, open) = (least.min(goal), most.max(other), open + 1);
                let shown = goal.saturating_add(guests);
                if shown < first {
                    (second, first) = (first, shown);
                    chosen = Some((index, numbers));
                } else {
                    second = second.min(shown);
                }
            }
        }
        if let Some(numbers) = done {
            return (above(numbers), None);
        }
        let Some((branch, now)) = chosen else {
            return (all.map_or(ProofNumbers::refuted(), above), None);
        };
        let others = open - 1;
        let sum = most.saturating_add(others).min(INFINITE - 1);
        let (goal, other) = turned(now);
        let (mine, theirs) = if tries { thresholds } else { (thresholds.1, thresholds.0) };
        // The threshold is a little above the second best branch, so that the search does not
        // switch between them too often.
        let mine = mine.min(second.saturating_add(1 + second / 4)).max(goal + 1);
        let theirs = theirs.saturating_sub(others).max(other + 1);
        let (proof, disproof) = if tries { (mine, theirs) } else { (theirs, mine) };
        let numbers =
            if tries { ProofNumbers::open(least, sum) } else { ProofNumbers::open(sum, least) };
        (numbers, Some(Descent { branch, now, proof, disproof }))
    }
}

/// The numbers of a position after a branch was settled.
fn above(numbers: ProofNumbers) -> ProofNumbers {
    ProofNumbers { distance: numbers.distance + u32::from(numbers.is_proven()), ..numbers }
}

/// The better of two branches that settle a position for the player to act: the shorter proof, or a
/// refutation that holds in every line.
fn better(one: ProofNumbers, other: ProofNumbers, tries: bool) -> ProofNumbers {
    let is_better = if tries { other.distance < one.distance } else { one.in_line };
    if is_better { other } else { one }
}

/// The relevant one of two branches that are both lost for the player to act: the longest proof, or
/// a refutation that holds only in this line.
fn worse(one: ProofNumbers, other: ProofNumbers, tries: bool) -> ProofNumbers {
    let counts = if tries { other.in_line } else { other.distance > one.distance };
    if counts { other } else { one }
}
