//! How much a client may ask for.

use std::time::Duration;

/// Bytes of a request's body.
pub(crate) const BODY: usize = 64 << 10;
/// Requests a second of one client: more than pages send, also of several people at one address.
pub(crate) const REQUESTS: u32 = 1_000;
/// How long a request may take, from its head to its answer.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(60);
/// Connections that are open at a time; more wait.
pub(crate) const CONNECTIONS: u32 = 512;
/// How long no connection is taken when the system has no room for one.
pub(crate) const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Bytes of a message on a socket.
pub(crate) const MESSAGE: usize = 4 << 10;
/// Messages of one socket in [`MESSAGE_TIME`].
pub(crate) const MESSAGES: u32 = 200;
/// The time in which they are counted.
pub(crate) const MESSAGE_TIME: Duration = Duration::from_secs(10);
/// Tables that are kept.
pub(crate) const TABLES: usize = 2_000;
/// Sockets that are open at a time.
pub(crate) const SOCKETS: usize = 256;
/// Steps of one game.
pub(crate) const STEPS: usize = 5_000;
/// Lines of one analysis.
pub(crate) const BRANCHES: usize = 200;
/// Moves that an analysis takes at once.
pub(crate) const LINE: usize = 40;
/// Searches at a time; more wait. Each has a thread, and the system shares the cores among them.
pub(crate) const SEARCHES: usize = 64;
/// Analyses at a time; a further one is refused.
pub(crate) const ANALYSES: usize = 8;
/// How long one analysis goes on.
pub(crate) const ANALYSIS_TIME: Duration = Duration::from_secs(120);
/// Characters of a person's name.
pub(crate) const NAME: usize = 40;
/// How long sockets and searches may take to end when the program does.
pub(crate) const FAREWELL: Duration = Duration::from_secs(3);

/// The limits of a client.
#[derive(Clone, Copy, Debug)]
pub struct ClientLimits {
    /// Requests a second from one address.
    pub requests: u32,
    /// How long a request may take, and how long its head.
    pub time: Duration,
    /// Connections at a time, of all clients; more wait until one is closed.
    pub connections: u32,
}

impl Default for ClientLimits {
    fn default() -> Self {
        Self { requests: REQUESTS, time: REQUEST_TIME, connections: CONNECTIONS }
    }
}
