//! The events that a server tells its program.

use std::fmt;
use std::net::SocketAddr;

/// An event that a server tells its program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The server listens at this address. It is the first event.
    Listening(SocketAddr),
    /// A fault that the keeper of the server must know, in one line.
    Warning(String),
}

/// The receiver of notices.
pub(crate) struct Log(Box<dyn Fn(Notice) + Send + Sync>);

impl Log {
    pub(crate) fn new(tell: impl Fn(Notice) + Send + Sync + 'static) -> Self {
        Self(Box::new(tell))
    }

    pub(crate) fn tell(&self, notice: Notice) {
        (self.0)(notice);
    }

    pub(crate) fn warn(&self, text: String) {
        self.tell(Notice::Warning(text));
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}
