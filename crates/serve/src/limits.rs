//! The limits for clients.

use std::time::Duration;

/// The most bytes of a request's body.
pub(crate) const BODY: usize = 64 << 10;
/// The most requests a second of one client. Pages of several people at one address send fewer.
pub(crate) const REQUESTS: u32 = 1_000;
/// The longest time of a request, from its head to its answer.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(60);
/// The most open connections.
pub(crate) const CONNECTIONS: u32 = 512;
/// The most connections that wait until the server accepts them.
pub(crate) const BACKLOG: u32 = 1024;
/// The most open connections of one address in the network. So one client cannot hold all of them.
pub(crate) const CLIENT_CONNECTIONS: usize = 128;
/// The pause before the next try when the system cannot accept a connection.
pub(crate) const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// The threads that store and load tables. The C library keeps freed memory for each thread, so
/// many threads would need much memory.
pub(crate) const DISK_THREADS: usize = 4;
/// The most bytes of a message on a socket.
pub(crate) const MESSAGE: usize = 4 << 10;
/// The most messages of one socket in [`MESSAGE_TIME`].
pub(crate) const MESSAGES: u32 = 200;
/// The time in which the messages are counted.
pub(crate) const MESSAGE_TIME: Duration = Duration::from_secs(10);
/// The most tables. For more, the oldest tables are archived.
pub(crate) const TABLES: usize = 2_000;
/// The most tables that one address can make at once.
pub(crate) const CLIENT_TABLES: u32 = 200;
/// The time until an address at this limit can make another table.
pub(crate) const TABLE_PAUSE: Duration = Duration::from_secs(10);
/// The most open sockets.
pub(crate) const SOCKETS: usize = 512;
/// The most open sockets of one address.
pub(crate) const CLIENT_SOCKETS: usize = 128;
/// The most searches of one address that run or wait. More hints and analyses are refused. More
/// moves of the engine wait, after the first moves of others.
pub(crate) const CLIENT_SEARCHES: u32 = 16;
/// The most analyses and reviews at a time; more are refused.
pub(crate) const ANALYSES: usize = 8;
/// The most analyses and reviews of one address.
pub(crate) const CLIENT_ANALYSES: usize = 4;
/// The time after which an analysis, or a search in a game between engines, lets another one run.
pub(crate) const SEARCH_TURN: Duration = Duration::from_millis(250);
/// The least size of a search's transposition table in MiB. The allocator of Linux gives a block of
/// more than 32 MiB back to the system when it is freed; it keeps smaller ones. Pages that a search
/// does not touch cost nothing.
pub(crate) const HASH: usize = 33;
/// The longest time of a search for advice.
pub(crate) const ADVICE_TIME: Duration = Duration::from_secs(10);
/// A game between engines goes on for this time after the last request about it.
pub(crate) const LOOK: Duration = Duration::from_secs(10);
/// The pause between two rounds of housekeeping.
pub(crate) const HOUSEKEEPING: Duration = Duration::from_secs(20);
/// The time after the last request about a table after which it leaves the memory.
pub(crate) const IDLE: Duration = Duration::from_secs(60);
/// The seconds without a change after which a table is archived.
pub(crate) const ARCHIVED: u64 = 30 * 24 * 3600;
/// The seconds after its last change for which a table stays, although nobody has played at it.
pub(crate) const NEW: u64 = 60;
/// The time for which a deleted table can be brought back.
pub(crate) const DELETED: Duration = Duration::from_secs(24 * 3600);
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
    /// The most open connections of all clients. For a new one, an idle one is closed.
    pub connections: u32,
    /// The most tables that one address can make at once.
    pub tables: u32,
}

impl Default for ClientLimits {
    fn default() -> Self {
        Self {
            requests: REQUESTS,
            time: REQUEST_TIME,
            connections: CONNECTIONS,
            tables: CLIENT_TABLES,
        }
    }
}
