//! A request to the search: limits, the number of variations, and a stop flag.

use std::time::Duration;

use crate::limits::{Limits, StopFlag};

/// The limits of a search, the number of variations, and the flag that stops it.
///
/// A request begins as [`Request::new`], and each method adds to it.
///
/// ```
/// use engine::Request;
///
/// let request = Request::new().depth(6).nodes(100_000).variations(3);
/// assert_eq!(request.limits().depth, Some(6));
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

/// A million nodes. They take less than a second and give the same answer everywhere.
impl Default for Request {
    fn default() -> Self {
        Self::new().nodes(1_000_000)
    }
}

impl Request {
    /// One variation, without limits: the search goes on to [`crate::MAX_DEPTH`] or until it is
    /// stopped. Add a limit.
    #[must_use]
    pub fn new() -> Self {
        Self::from(Limits::default())
    }

    /// Limits the depth, in player moves.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.limits.depth = Some(depth);
        self
    }

    /// Limits the time, from now on.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.time = Limits::for_time(time).time;
        self
    }

    /// Limits the number of nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Asks for a number of variations, each with another first move.
    #[must_use]
    pub fn variations(mut self, count: usize) -> Self {
        self.variations = count.max(1);
        self
    }

    /// Orders moves that look alike by this seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Ends the search when this flag is set.
    #[must_use]
    pub fn stop(mut self, stop: &StopFlag) -> Self {
        self.stop = stop.clone();
        self
    }

    /// Asks for an explanation of the search ([`crate::Answer::explanation`]).
    #[must_use]
    pub fn explain(mut self) -> Self {
        self.explains = true;
        self
    }

    /// The number of variations.
    #[must_use]
    pub fn count(&self) -> usize {
        self.variations
    }

    /// When the search ends.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The flag that ends the search.
    #[must_use]
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }
}

/// One variation within limits.
impl From<Limits> for Request {
    fn from(limits: Limits) -> Self {
        Self { limits, variations: 1, seed: 0, explains: false, stop: StopFlag::default() }
    }
}
