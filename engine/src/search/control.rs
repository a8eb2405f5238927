//! The end of a search: only this file checks the clock, the node limits and the stop flags.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::limits::{Limits, MAX_DEPTH, StopFlag, TimeLimit};
use crate::search::units::Ply;

/// The search was stopped. The value that it was computing is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The number of nodes between two looks at the clock and the stop flags.
const POLL_INTERVAL: u64 = 256;

/// The limits of one search, and the progress of its threads.
pub(crate) struct Control<'a> {
    /// Set by the caller, from outside.
    interrupt: &'a StopFlag,
    /// Set when the first thread is done, or any of them has failed.
    done: StopFlag,
    clock: Clock,
    time: Option<TimeLimit>,
    max_depth: u32,
    /// Nodes that each thread may visit.
    node_limits: Vec<u64>,
    /// Nodes visited so far, as last reported by each thread.
    nodes: Vec<AtomicU64>,
    /// The deepest iteration that any thread has finished.
    finished: AtomicU32,
    /// The deepest ply that any thread has reported.
    seldepth: AtomicU32,
}

impl<'a> Control<'a> {
    /// The control of a search with a number of threads, which share the nodes of the limit.
    pub(crate) fn new(
        limits: &Limits,
        threads: usize,
        interrupt: &'a StopFlag,
        clock: Clock,
    ) -> Self {
        let share = |index| limits.nodes.map_or(u64::MAX, |nodes| share(nodes, threads, index));
        Self {
            interrupt,
            done: StopFlag::default(),
            clock,
            time: limits.time,
            max_depth: limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH),
            node_limits: (0..threads as u64).map(share).collect(),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            finished: AtomicU32::new(0),
            seldepth: AtomicU32::new(0),
        }
    }

    /// The control of a part of the search: one thread, with a node limit of this part.
    pub(crate) fn part(&self, nodes: u64) -> Control<'a> {
        Self {
            interrupt: self.interrupt,
            done: StopFlag::default(),
            clock: self.clock,
            time: self.time,
            max_depth: self.max_depth,
            node_limits: vec![nodes],
            nodes: vec![AtomicU64::new(0)],
            finished: AtomicU32::new(0),
            seldepth: AtomicU32::new(0),
        }
    }

    /// The time.
    pub(crate) fn now(&self) -> Moment {
        (self.clock)()
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.node_limits.len()
    }

    /// The deepest iteration that is asked for.
    pub(crate) fn max_depth(&self) -> u32 {
        self.max_depth
    }

    /// Nodes that a thread may visit.
    pub(crate) fn node_limit(&self, thread: usize) -> u64 {
        self.node_limits[thread]
    }

    /// Whether time or nodes will end the search, if nothing else does.
    pub(crate) fn has_clock_or_nodes(&self) -> bool {
        self.time.is_some() || self.node_limits.iter().all(|&limit| limit < u64::MAX)
    }

    /// Nodes visited by all threads, as last reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// The deepest ply that was reached, as last reported.
    pub(crate) fn seldepth(&self) -> u32 {
        self.seldepth.load(Relaxed)
    }

    /// Whether no new iteration is to begin.
    pub(crate) fn is_late(&self) -> bool {
        self.time.is_some_and(|time| self.now() >= time.soft())
    }

    /// Records that an iteration is finished: threads that are still in it may stop.
    pub(crate) fn finish(&self, depth: u32) {
        self.finished.fetch_max(depth, Relaxed);
    }

    /// Returns a guard that ends the search when it is dropped: the other threads end with the
    /// first one.
    pub(crate) fn end_on_drop(&self) -> EndOnDrop<'_> {
        EndOnDrop { done: &self.done, only_in_panic: false }
    }

    /// Returns a guard that ends the search if this thread panics.
    pub(crate) fn end_on_panic(&self) -> EndOnDrop<'_> {
        EndOnDrop { done: &self.done, only_in_panic: true }
    }

    /// Whether the search has at least half a second, or only its caller ends it. Then a
    /// preparation of some milliseconds pays if it makes the search a few percent faster.
    pub(crate) fn is_long(&self) -> bool {
        const MUCH: Duration = Duration::from_millis(500);
        match self.time {
            Some(time) => time.hard().since(self.now()) >= MUCH,
            None => self.max_depth == MAX_DEPTH && !self.has_clock_or_nodes(),
        }
    }

    /// Whether all threads are to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.time.is_some_and(|time| self.now() >= time.hard())
            || self.interrupt.is_set()
            || self.done.is_set()
    }

    fn is_over(&self, thread: usize, nodes: u64, depth: u32) -> bool {
        self.nodes[thread].store(nodes, Relaxed);
        nodes >= self.node_limits[thread]
            || self.is_stopped()
            || self.finished.load(Relaxed) >= depth
    }
}

/// The node limit of thread `index`: its share of the limit of all threads.
fn share(nodes: u64, threads: usize, index: u64) -> u64 {
    nodes / threads as u64 + u64::from(index < nodes % threads as u64)
}

/// Ends a search when it is dropped.
pub(crate) struct EndOnDrop<'a> {
    done: &'a StopFlag,
    only_in_panic: bool,
}

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        if !self.only_in_panic || thread::panicking() {
            self.done.stop();
        }
    }
}

/// The node count of one thread, which looks at the control every [`POLL_INTERVAL`] nodes.
pub(crate) struct Meter<'a> {
    control: &'a Control<'a>,
    thread: usize,
    nodes: u64,
    next_poll: u64,
    /// The current iteration. It ends when another thread has finished it.
    iteration: u32,
    seldepth: Ply,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(control: &'a Control<'a>, thread: usize) -> Self {
        let next_poll = POLL_INTERVAL.min(control.node_limit(thread));
        Self { control, thread, nodes: 0, next_poll, iteration: 1, seldepth: Ply::ROOT }
    }

    /// Counts a node. Fails once the search is to end.
    #[inline(always)]
    pub(crate) fn count_node(&mut self, ply: Ply) -> Result<(), Stopped> {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_poll { self.poll() } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        let limit = self.control.node_limit(self.thread);
        self.next_poll = (self.nodes + POLL_INTERVAL).min(limit);
        let over = self.control.is_over(self.thread, self.nodes, self.iteration);
        if over { Err(Stopped) } else { Ok(()) }
    }

    /// Records that an iteration begins.
    pub(crate) fn begin(&mut self, iteration: u32) {
        self.iteration = iteration;
    }

    /// The current iteration.
    pub(crate) fn iteration(&self) -> u32 {
        self.iteration
    }

    /// Whether the node limit is reached.
    pub(crate) fn is_spent(&self) -> bool {
        self.nodes >= self.control.node_limit(self.thread)
    }

    /// Adds nodes that another search has visited for this thread.
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Reports to the control how many nodes were visited, and how deep.
    pub(crate) fn publish(&self) {
        self.control.nodes[self.thread].store(self.nodes, Relaxed);
        self.control.seldepth.fetch_max(self.seldepth.moves() as u32, Relaxed);
    }

    /// Nodes visited.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The deepest ply that was reached.
    pub(crate) fn seldepth(&self) -> Ply {
        self.seldepth
    }
}
