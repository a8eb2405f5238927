//! The limits for clients.

use std::time::Duration;

/// The most bytes of a request's body.
pub(crate) const BODY: usize = 64 << 10;
/// The most requests a second of one client. Pages of several people at one address send fewer.
pub(crate) const REQUESTS: u32 = 1_000;
/// The longest time of a request, from its head to its answer.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(60);
/// The most open connections; more wait.
pub(crate) const CONNECTIONS: u32 = 512;
/// The most open connections of one address in the network. So one client cannot hold all of them.
pub(crate) const CLIENT_CONNECTIONS: u32 = 128;
/// The pause before the next try when the system cannot accept a connection.
pub(crate) const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// The most bytes of a message on a socket.
pub(crate) const MESSAGE: usize = 4 << 10;
/// The most messages of one socket in [`MESSAGE_TIME`].
pub(crate) const MESSAGES: u32 = 200;
/// The time in which the messages are counted.
pub(crate) const MESSAGE_TIME: Duration = Duration::from_secs(10);
/// The most tables.
pub(crate) const TABLES: usize = 2_000;
/// The most open sockets.
pub(crate) const SOCKETS: usize = 256;
/// The most searches at a time; more wait. Each has a thread, and the system shares the cores.
pub(crate) const SEARCHES: usize = 64;
/// The most analyses at a time; more are refused.
pub(crate) const ANALYSES: usize = 8;
/// The pause before the next try when a move of the engine cannot be stored.
pub(crate) const STORE_PAUSE: Duration = Duration::from_secs(1);
/// The longest time for sockets and searches to end after the program was asked to end.
pub(crate) const FAREWELL: Duration = Duration::from_secs(3);

/// The limits of a client.
#[derive(Clone, Copy, Debug)]
pub struct ClientLimits {
    /// The most requests a second from one address.
    pub requests: u32,
    /// The longest time of a request, and of its head.
    pub time: Duration,
    /// The most open connections of all clients; more wait until one is closed.
    pub connections: u32,
}

impl Default for ClientLimits {
    fn default() -> Self {
        Self { requests: REQUESTS, time: REQUEST_TIME, connections: CONNECTIONS }
    }
}
