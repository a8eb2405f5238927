//! Messages of DXP (the DamExchange protocol, version 1): two draughts programs play over a
//! connection.
//!
//! CITE: M. Sanders, "DamExchange", layer 2 protocol description, 1990s.
//!
//! A message is at most 127 characters of ASCII, and a byte 0 ends it. Squares are numbered as in
//! [`crate::hub`].
//!
//! ```
//! use draughts::dxp::Message;
//!
//! let message = Message::parse(b"M001205250422122320")?;
//! let Message::Move { seconds, from, to, ref captured } = message else { panic!("a move") };
//! assert_eq!((seconds, from, to, captured.as_slice()), (12, 5, 25, &[22, 12, 23, 20][..]));
//! assert_eq!(message.to_string(), "M001205250422122320");
//! # Ok::<(), games::ParseError>(())
//! ```

use std::fmt;

use games::{AnyMove, AnyState};
use reader::ParseError;

use crate::board::Layout;
use crate::hub::{letters, read_letters};
use crate::moves::{captured, find_by_captured, size};

/// The longest message, in bytes, without its end.
pub const LONGEST: usize = 127;

/// The length of the name of a program.
const NAME: usize = 32;

/// Pieces in positions: man and king of White, man and king of Black.
const PIECES: [char; 4] = ['w', 'W', 'z', 'Z'];

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// GAMEREQ: the initiator asks for a game.
    Request(Request),
    /// GAMEACC: the follower accepts with code 0, or refuses with another digit.
    Accept {
        /// The name of the follower.
        name: String,
        /// The code: 0 accepts, 1 refuses the version of the protocol, others refuse the game.
        code: u8,
    },
    /// MOVE.
    Move {
        /// The thinking time.
        seconds: u16,
        /// The first square.
        from: u8,
        /// The last square.
        to: u8,
        /// The squares of the captured pieces.
        captured: Vec<u8>,
    },
    /// GAMEEND.
    End {
        /// The reason.
        reason: Reason,
        /// The program wants no next game.
        stop: bool,
    },
    /// CHAT.
    Chat(String),
    /// BACKREQ: asks to go back to before a move.
    BackRequest {
        /// The number of the move, from 1.
        number: u16,
        /// The move is White's.
        white: bool,
    },
    /// BACKACC: accepts with code 0; 1 says that this is not supported, 2 refuses.
    BackAccept(u8),
}

/// A request for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The version of the protocol.
    pub version: u8,
    /// The name of the initiator.
    pub name: String,
    /// The follower plays White.
    pub follower_is_white: bool,
    /// The time of each player for the whole game, in minutes.
    pub minutes: u16,
    /// The number of moves of each player after which the game may be ended; 0 for no limit.
    pub moves: u16,
    /// The position, as [`position`] writes it; `None` for the start.
    pub position: Option<String>,
}

/// Why the sender ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It gives no reason.
    Unknown,
    /// It has lost.
    Lost,
    /// The game is drawn.
    Drawn,
    /// It has won.
    Won,
}

impl Message {
    /// Reads a message without its end.
    ///
    /// # Errors
    /// A message of another form.
    pub fn parse(bytes: &[u8]) -> Result<Self, ParseError> {
        let text = String::from_utf8_lossy(bytes);
        let wrong = |expected: &str| Err(ParseError::new("message", &text, expected));
        let is_ascii = bytes.iter().all(|byte| (1..=127).contains(byte));
        if bytes.is_empty() || bytes.len() > LONGEST || !is_ascii {
            return wrong("1 to 127 characters of ASCII");
        }
        let mut fields = Fields { text: &text[1..] };
        let read = match bytes[0] {
            b'R' => fields.request().map(Self::Request),
            b'A' => fields.accept(),
            b'M' => fields.mv(),
            b'E' => fields.end(),
            b'C' => Some(Self::Chat(text[1..].to_owned())),
            b'B' => fields.back_request(),
            b'K' => fields.digit().map(Self::BackAccept),
            _ => return wrong("a message that begins with R, A, M, E, C, B or K"),
        };
        match read {
            Some(message) => Ok(message),
            None => wrong("the fields of this message"),
        }
    }
}

/// The fields that are not read yet.
struct Fields<'a> {
    text: &'a str,
}

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Option<&'a str> {
        let taken = self.text.get(..length)?;
        self.text = &self.text[length..];
        Some(taken)
    }

    /// A number of some digits. Programs write blanks in place of leading zeros.
    fn number(&mut self, digits: usize) -> Option<u16> {
        let text = self.take(digits)?.trim_start();
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
    }

    fn digit(&mut self) -> Option<u8> {
        self.number(1).map(|digit| digit as u8)
    }

    fn name(&mut self) -> Option<String> {
        self.take(NAME).map(|name| name.trim().to_owned())
    }

    fn is_white(&mut self) -> Option<bool> {
        match self.take(1)? {
            "W" => Some(true),
            "Z" => Some(false),
            _ => None,
        }
    }

    fn request(&mut self) -> Option<Request> {
        let version = self.number(2)? as u8;
        let name = self.name()?;
        let follower_is_white = self.is_white()?;
        let (minutes, moves) = (self.number(3)?, self.number(3)?);
        let position = match self.take(1)? {
            "A" => None,
            "B" => Some(self.text.trim_end().to_owned()).filter(|text| !text.is_empty()),
            _ => return None,
        };
        Some(Request { version, name, follower_is_white, minutes, moves, position })
    }

    fn accept(&mut self) -> Option<Message> {
        Some(Message::Accept { name: self.name()?, code: self.digit()? })
    }

    fn mv(&mut self) -> Option<Message> {
        let seconds = self.number(4)?;
        let (from, to) = (self.number(2)? as u8, self.number(2)? as u8);
        let count = self.number(2)?;
        let captured = (0..count).map(|_| self.number(2).map(|square| square as u8));
        Some(Message::Move { seconds, from, to, captured: captured.collect::<Option<_>>()? })
    }

    fn end(&mut self) -> Option<Message> {
        let reason = match self.digit()? {
            0 => Reason::Unknown,
            1 => Reason::Lost,
            2 => Reason::Drawn,
            3 => Reason::Won,
            _ => return None,
        };
        Some(Message::End { reason, stop: self.digit()? != 0 })
    }

    fn back_request(&mut self) -> Option<Message> {
        Some(Message::BackRequest { number: self.number(3)?, white: self.is_white()? })
    }
}

/// The message without its end. Numbers that are too large are cut to the largest one.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = |white: bool| if white { 'W' } else { 'Z' };
        let name = |name: &str| -> String {
            let plain = name.chars().map(|c| if (' '..='~').contains(&c) { c } else { '?' });
            format!("{:NAME$}", plain.take(NAME).collect::<String>())
        };
        match self {
            Self::Request(request) => {
                let follower = color(request.follower_is_white);
                let (minutes, moves) = (request.minutes.min(999), request.moves.min(999));
                write!(f, "R{:02}{}{follower}", request.version.min(99), name(&request.name))?;
                write!(f, "{minutes:03}{moves:03}")?;
                match &request.position {
                    None => f.write_str("A"),
                    Some(position) => write!(f, "B{position}"),
                }
            }
            Self::Accept { name: own, code } => write!(f, "A{}{}", name(own), code.min(&9)),
            Self::Move { seconds, from, to, captured } => {
                write!(f, "M{:04}{from:02}{to:02}{:02}", seconds.min(&9999), captured.len())?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Self::End { reason, stop } => write!(f, "E{}{}", *reason as u8, u8::from(*stop)),
            Self::Chat(text) => {
                let plain = text.chars().map(|c| if (' '..='~').contains(&c) { c } else { '?' });
                write!(f, "C{}", plain.take(LONGEST - 1).collect::<String>())
            }
            Self::BackRequest { number, white } => {
                write!(f, "B{:03}{}", number.min(&999), color(*white))
            }
            Self::BackAccept(code) => write!(f, "K{}", code.min(&9)),
        }
    }
}

/// The position of a request: the side to act, and one letter for each square. `None` for another
/// game.
#[must_use]
pub fn position(any: &AnyState) -> Option<String> {
    letters(any, PIECES)
}

/// Reads the position of a request, of a game that is given with its options.
///
/// # Errors
/// A text of another form; a position that is not possible by the rules of the game.
pub fn read_position(text: &str, game: &str) -> Result<AnyState, ParseError> {
    read_letters("position", text, game, PIECES)
}

/// The message of a legal move; `None` for a move that the protocol cannot write, such as a huff.
#[must_use]
pub fn write_move(any: &AnyState, mv: AnyMove, seconds: u16) -> Option<Message> {
    let (from, to, taken) = captured(any, mv)?;
    let layout = Layout::standard(size(any));
    let [from, to] = [from, to].map(|square| layout.number(square));
    let mut captured: Vec<_> = taken.into_iter().map(|square| layout.number(square)).collect();
    captured.sort_unstable();
    Some(Message::Move { seconds, from, to, captured })
}

/// The legal move of a message; `None` if it is not legal.
#[must_use]
pub fn read_move(any: &AnyState, from: u8, to: u8, captured: &[u8]) -> Option<AnyMove> {
    let layout = Layout::standard(size(any));
    let taken: Option<Vec<_>> = captured.iter().map(|&number| layout.square(number)).collect();
    find_by_captured(any, layout.square(from)?, layout.square(to)?, &taken?)
}

/// Splits bytes from a connection into messages.
#[derive(Debug, Default)]
pub struct Splitter {
    bytes: Vec<u8>,
}

impl Splitter {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message; `None` if it has not arrived completely.
    ///
    /// # Errors
    /// A message that is too long or of another form. Bytes of a message that is too long are
    /// dropped.
    #[must_use]
    pub fn next_message(&mut self) -> Option<Result<Message, ParseError>> {
        loop {
            let Some(end) = self.bytes.iter().position(|&byte| byte == 0) else {
                if self.bytes.len() <= LONGEST {
                    return None;
                }
                let dropped = std::mem::take(&mut self.bytes);
                return Some(Message::parse(&dropped));
            };
            let message: Vec<_> = self.bytes.drain(..=end).collect();
            // Some programs send line ends, too.
            let message = message[..end].trim_ascii_start();
            if !message.is_empty() {
                return Some(Message::parse(message));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_written() {
        for text in [
            "R01Tornado voor Windows 4.0        W060065A",
            "R01Scan                            Z001000BWeeW",
            "ATruus                           0",
            "M0012061100",
            "M001205250422122320",
            "E00",
            "E31",
            "CWhat do you think about move 35?",
            "B005Z",
            "K1",
        ] {
            let message = Message::parse(text.as_bytes()).expect(text);
            assert_eq!(message.to_string(), text);
        }
        let long = Message::Chat("é".repeat(500)).to_string();
        assert_eq!(long.len(), LONGEST);
        for text in [
            "",
            "X",
            "R",
            "R01",
            "M001205",
            "M00120525042212232",
            "Mx012061100",
            "E4",
            "E40",
            "B00Z",
            "B005X",
            "K",
            "Kx",
            "A0",
            "é",
            "M0012+61100",
        ] {
            let error = Message::parse(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("message: read"), "{error}");
        }
    }

    #[test]
    fn bytes_are_split() {
        let mut splitter = Splitter::default();
        splitter.add(b"E0");
        assert!(splitter.next_message().is_none());
        splitter.add(b"0\0\nK1\0\0X\0");
        let end = Message::End { reason: Reason::Unknown, stop: false };
        assert_eq!(splitter.next_message(), Some(Ok(end)));
        assert_eq!(splitter.next_message(), Some(Ok(Message::BackAccept(1))));
        assert!(splitter.next_message().is_some_and(|message| message.is_err()));
        assert!(splitter.next_message().is_none());
        splitter.add(&[b'C'; 1000]);
        assert!(splitter.next_message().is_some_and(|message| message.is_err()));
        assert!(splitter.next_message().is_none());
    }

    #[test]
    fn moves_are_found() {
        let game = "etoile:board=square10,landing=any,majority=yes,omit=must,players=2";
        let state = AnyState::parse(&format!("{game} A e5 f6 0 -")).expect("a position");
        let mv = state.legal_moves()[0];
        let text = write_move(&state, mv, 3).expect("a capture").to_string();
        assert_eq!(text, "M000328190123");
        assert_eq!(read_move(&state, 28, 19, &[23]), Some(mv));
        assert_eq!(read_move(&state, 28, 19, &[]), None);
        assert_eq!(read_move(&state, 0, 99, &[23]), None);
        let text = position(&state).expect("a draughts game");
        assert_eq!(read_position(&text, game), Ok(state));
    }
}
