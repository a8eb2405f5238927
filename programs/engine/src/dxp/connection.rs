//! A connection to another program. Every wait has an end.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use draughts::dxp::{Message, Splitter};

/// The longest wait to send a message.
const SENDING: Duration = Duration::from_secs(10);

/// The greatest number of messages in one wait for a message that is needed.
const CHATTER: u32 = 1000;

/// Why the other program has lost, or why a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// It closed the connection.
    Closed,
    /// It did not answer.
    Stalled,
    /// It sent a message that makes no sense.
    Nonsense(String),
    /// It refused a game.
    Refused(String),
}

impl Lost {
    pub(crate) fn nonsense(message: &Message) -> Self {
        Self::Nonsense(format!("read {:?}, expected another message", message.to_string()))
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("the other program closed the connection"),
            Self::Stalled => f.write_str("the other program did not answer in time"),
            Self::Nonsense(words) => write!(f, "the other program sent nonsense: {words}"),
            Self::Refused(words) => f.write_str(words),
        }
    }
}

/// A connection.
pub(crate) struct Connection {
    stream: TcpStream,
    splitter: Splitter,
    messages: u32,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SENDING))?;
        Ok(Self { stream, splitter: Splitter::default(), messages: 0 })
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: &Message) -> Result<(), Lost> {
        self.messages = 0;
        let text = format!("{message}\0");
        self.stream.write_all(text.as_bytes()).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => Lost::Stalled,
            _ => Lost::Closed,
        })
    }

    /// The next message, within some time.
    pub(crate) fn receive(&mut self, time: Duration) -> Result<Message, Lost> {
        let deadline = Instant::now() + time;
        let mut piece = [0; 1024];
        loop {
            if let Some(message) = self.splitter.next_message() {
                self.messages += 1;
                if self.messages > CHATTER {
                    return Err(Lost::Nonsense(format!("{CHATTER} messages without a move")));
                }
                return message.map_err(|error| Lost::Nonsense(error.to_string()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Lost::Stalled);
            }
            // A timeout of zero would be no timeout.
            let wait = left.max(Duration::from_millis(1));
            self.stream.set_read_timeout(Some(wait)).map_err(|_| Lost::Closed)?;
            match self.stream.read(&mut piece) {
                Ok(0) => return Err(Lost::Closed),
                Ok(length) => self.splitter.add(&piece[..length]),
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                    _ => return Err(Lost::Closed),
                },
            }
        }
    }
}
