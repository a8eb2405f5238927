//! One thread of a search: its state, and what every node does first.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use eval::{Evaluator, Value};
use games::{Actor, Game, History, Key, Seat, Tactics, random_words};

use crate::chance::branch::Branch;
use crate::limits::{Clock, StopFlag};
use crate::search::abdada::Busy;
use crate::search::ordering::{Ordering, Ranked};
use crate::search::root::Finished;
use crate::search::window::Window;
use crate::table::entry::{Bound, Entry, Tag};
use crate::table::evaluation_cache::EstimateTable;
use crate::table::near::{NearTable, near_depth};
use crate::table::transposition::Table;
use crate::techniques::Techniques;

/// The search was stopped; nothing of what it was doing counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

pub(crate) type Searched = Result<Value, Stopped>;

/// No line is longer than this, extensions and all.
pub(crate) const MAX_PLY: usize = 128;

/// Keys for the moves left before the cap on the length, near which a position's value depends on them.
static PLIES_LEFT_KEYS: [Key; MAX_PLY + 1] = random_words(101);

/// How often the clock and the stop flag are looked at, in nodes.
const POLL_INTERVAL: u64 = 256;

/// What the threads of one search share. Alone in its cache lines: threads read it at every node.
#[repr(align(128))]
pub(crate) struct Shared<'a, G: Game, E> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) table: &'a Table,
    pub(crate) techniques: Techniques,
    /// The seat to act at the root, where there are three seats.
    pub(crate) hero: Option<Seat>,
    /// Where there are several threads: what they are searching.
    pub(crate) busy: Option<Busy>,
    pub(crate) finished: Finished<G::Move>,
    /// Set by the caller, from outside.
    pub(crate) interrupt: &'a StopFlag,
    /// Set when the first thread is done.
    pub(crate) done: StopFlag,
    pub(crate) clock: Option<Clock>,
    /// Nodes that each thread may visit.
    pub(crate) node_limits: Vec<u64>,
    /// Nodes visited so far, as last reported by each thread.
    pub(crate) nodes: Vec<AtomicU64>,
}

/// One thread of a search, which writes to it at every node.
#[repr(align(128))]
pub(crate) struct Worker<'a, G: Game, E> {
    pub(crate) shared: &'a Shared<'a, G, E>,
    pub(crate) index: usize,
    pub(crate) history: History,
    pub(crate) near: NearTable,
    pub(crate) estimate_table: EstimateTable,
    pub(crate) ordering: Ordering,
    /// Move lists of the nodes on the way, one after the other.
    pub(crate) moves: Vec<Ranked<G::Move>>,
    /// Moves put off in the nodes on the way, with their places in the order.
    pub(crate) deferred: Vec<(G::Move, usize)>,
    /// Branches of the chance nodes on the way, one after the other.
    pub(crate) branches: Vec<Branch<G::Position>>,
    /// The best line from each ply on.
    pub(crate) lines: Vec<Vec<G::Move>>,
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    pub(crate) seldepth: i32,
    /// Counts values taken from an estimate; a subtree that left it alone is exhausted.
    pub(crate) estimates: u64,
    /// In best-reply search: the opponent who has made his reply since the hero's last move.
    pub(crate) reply: Option<Seat>,
    /// The depth of the iteration under way.
    pub(crate) iteration_depth: u32,
    next_poll: u64,
}

impl<'a, G: Tactics, E: Evaluator<G>> Worker<'a, G, E> {
    pub(crate) fn new(shared: &'a Shared<'a, G, E>, index: usize, history: History) -> Self {
        Self {
            shared,
            index,
            history,
            near: NearTable::new(),
            estimate_table: EstimateTable::new(),
            ordering: Ordering::new(),
            moves: Vec::with_capacity(4096),
            deferred: Vec::with_capacity(256),
            branches: Vec::with_capacity(256),
            lines: (0..=MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            nodes: 0,
            leaves: 0,
            seldepth: 0,
            estimates: 0,
            reply: None,
            iteration_depth: 1,
            next_poll: POLL_INTERVAL.min(shared.node_limits[index]),
        }
    }

    /// Searches any position: `depth` more player moves, `ply` moves below the root. The value speaks
    /// for the seat whose turn it is.
    #[inline(always)]
    pub(crate) fn search(
        &mut self,
        position: &G::Position,
        depth: i32,
        ply: i32,
        window: Window,
    ) -> Searched {
        self.count_node(ply)?;
        let actor = self.shared.game.actor(position);
        if let Actor::Over(outcome) = actor {
            return Ok(self.final_value(position, outcome, ply));
        }
        if self.history.out_of_plies() {
            return Ok(self.draw_value(position, ply));
        }
        if self.hero_is_out(position) {
            return Ok(self.final_value(position, self.shared.game.drawn(position), ply));
        }
        if G::CHANCE && actor == Actor::Chance {
            return self.chance(position, depth, ply, window);
        }
        // Draws by repetition depend on the way here, so nothing is proven by them.
        if self.is_repetition(|| self.shared.game.repetition_key(position)) {
            self.estimates += 1;
            return Ok(self.draw_value(position, ply));
        }
        if depth <= 0 || ply as usize >= MAX_PLY - 1 {
            return self.leaf(position, ply, window);
        }
        self.decision(position, depth, ply, window)
    }

    #[inline]
    pub(crate) fn count_node(&mut self, ply: i32) -> Result<(), Stopped> {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_poll { self.poll() } else { Ok(()) }
    }

    /// Looks at the clock and the flags.
    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        let shared = self.shared;
        shared.nodes[self.index].store(self.nodes, Relaxed);
        let limit = shared.node_limits[self.index];
        self.next_poll = (self.nodes + POLL_INTERVAL).min(limit);
        let late = shared.clock.is_some_and(|clock| Instant::now() >= clock.hard);
        let stop = self.nodes >= limit
            || late
            || shared.interrupt.is_set()
            || shared.done.is_set()
            || shared.finished.has(self.iteration_depth);
        if stop { Err(Stopped) } else { Ok(()) }
    }

    /// The key under which the tables know a position: near the cap on the length its value depends
    /// on the moves left.
    #[inline]
    pub(crate) fn table_key(&self, key: Key) -> Key {
        let key = key ^ self.assumption_key();
        match self.history.plies_left() {
            Some(left) if left as usize <= MAX_PLY => key ^ PLIES_LEFT_KEYS[left as usize],
            _ => key,
        }
    }

    #[inline]
    pub(crate) fn probe(&self, key: Key, depth: i32) -> Option<Entry> {
        let techniques = &self.shared.techniques;
        if !techniques.table {
            None
        } else if depth < near_depth(G::CHANCE) && techniques.near_table {
            self.near.probe(key)
        } else {
            self.shared.table.probe(key)
        }
    }

    /// Stores a value counted from the root. `before` is the count of estimates before the node.
    #[inline]
    pub(crate) fn store(&mut self, key: Key, place: Place, value: Value, bound: Bound, tag: Tag) {
        let techniques = &self.shared.techniques;
        if !techniques.table {
            return;
        }
        let entry = Entry {
            value: value.relative_to_node(place.ply),
            tag,
            depth: place.depth,
            exhausted: self.estimates == place.estimates,
            bound,
        };
        if place.depth < near_depth(G::CHANCE) && techniques.near_table {
            self.near.store(key, entry);
        } else {
            self.shared.table.store(key, entry);
        }
    }
}

/// Where in the tree a node is, for storing its value.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) depth: i32,
    pub(crate) ply: i32,
    /// The worker's count of estimates when the node was entered.
    pub(crate) estimates: u64,
}
