//! The request to a search: limits, number of variations, seed, stop flag.

use std::time::Duration;

use crate::limits::{Limits, StopFlag};

/// The limits of a search, its number of variations, its seed and its stop flag.
///
/// ```
/// use engine::Request;
///
/// let request = Request::depth(6).with_nodes(100_000).with_variations(3);
/// assert_eq!(request.variations(), 3);
/// assert_eq!(Request::default().limits().nodes, Some(1_000_000));
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    pub(crate) limits: Limits,
    /// From 1.
    pub(crate) variations: usize,
    pub(crate) seed: u64,
    pub(crate) explains: bool,
    pub(crate) stop: StopFlag,
}

/// A million nodes, which take less than a second and give the same answer everywhere.
impl Default for Request {
    fn default() -> Self {
        Self::nodes(1_000_000)
    }
}

impl Request {
    /// One variation, within limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, variations: 1, seed: 0, explains: false, stop: StopFlag::default() }
    }

    /// So many player moves ahead.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self::new(Limits { depth: Some(depth), ..Limits::default() })
    }

    /// So many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self::new(Limits::default()).with_nodes(nodes)
    }

    /// So long, from now on.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self::new(Limits::for_time(time))
    }

    /// At most so many player moves ahead, too.
    #[must_use]
    pub fn with_depth(mut self, depth: u32) -> Self {
        self.limits.depth = Some(depth);
        self
    }

    /// At most so long, from now on, too.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.limits.time = Limits::for_time(time).time;
        self
    }

    /// At most so many nodes, too.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// So many variations, each of another move.
    #[must_use]
    pub fn with_variations(mut self, count: usize) -> Self {
        self.variations = count.max(1);
        self
    }

    /// Moves that look alike in another order.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Ends when this flag is set.
    #[must_use]
    pub fn with_stop(mut self, stop: &StopFlag) -> Self {
        self.stop = stop.clone();
        self
    }

    /// With an account of what the search did ([`crate::Answer::explanation`]).
    #[must_use]
    pub fn with_explanation(mut self) -> Self {
        self.explains = true;
        self
    }

    /// When to end.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How many variations to find, from 1.
    #[must_use]
    pub fn variations(&self) -> usize {
        self.variations
    }

    /// What ends the search from outside.
    #[must_use]
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }
}

impl From<Limits> for Request {
    fn from(limits: Limits) -> Self {
        Self::new(limits)
    }
}
