//! The games of a data file as bytes: a chain of frames.
//!
//! A frame is the length of a game in bytes, the game as `postcard` writes it, its checksum, and
//! its *link*: the checksum of the link before it and of the game. The first link before is the
//! checksum of the file's first line. So a frame is valid only in its own file and in its own
//! place. A frame that is missing, repeated or from another match is detected. A frame without a
//! game marks the end of the file.
//!
//! Files of format 1 have no links, no end, and games without [`CompactGame::dropped`].

use super::error::FrameError;
use super::game::CompactGame;

/// The version of the format.
pub(super) const FORMAT: u32 = 2;

/// The bytes of a length, a checksum or a link.
const WORD: usize = 4;

/// The greatest length of a game in bytes. A greater length is damaged, and does not mean that the
/// file was cut off.
const LONGEST: usize = 1 << 24;

/// The state of a chain of frames. The next frame depends on all frames before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    format: u32,
    link: u32,
}

/// The contents of a frame.
pub(super) enum Frame {
    /// A game.
    Game(CompactGame),
    /// The end of the file.
    End,
}

impl Chain {
    /// The chain of a file of a given format, after the file's first line.
    pub(super) fn new(format: u32, line: &[u8]) -> Self {
        Self { format, link: crc32fast::hash(line) }
    }

    /// The first frame of some bytes, and its length in bytes. `None` if the frame is incomplete.
    pub(super) fn parse(&mut self, bytes: &[u8]) -> Result<Option<(Frame, usize)>, FrameError> {
        let word = |at: usize| {
            let word = bytes.get(at..at + WORD).and_then(|word| word.try_into().ok());
            word.map(u32::from_le_bytes)
        };
        let Some(length) = word(0).map(|length| length as usize) else { return Ok(None) };
        if length > LONGEST {
            return Err(FrameError::Length { read: length, most: LONGEST });
        }
        let Some(sum) = word(WORD + length) else { return Ok(None) };
        let body = &bytes[WORD..WORD + length];
        let found = crc32fast::hash(body);
        if found != sum {
            return Err(FrameError::Checksum { read: sum, expected: found });
        }
        if self.format == 1 {
            // The number of removed samples is the last field, and is missing in format 1.
            let game = postcard::from_bytes(&[body, &[0]].concat())?;
            return Ok(Some((Frame::Game(game), WORD + length + WORD)));
        }
        let Some(link) = word(WORD + length + WORD) else { return Ok(None) };
        self.advance(body);
        if link != self.link {
            return Err(FrameError::Link { read: link, expected: self.link });
        }
        let frame =
            if body.is_empty() { Frame::End } else { Frame::Game(postcard::from_bytes(body)?) };
        Ok(Some((frame, WORD + length + 2 * WORD)))
    }

    /// The frame of a game.
    pub(super) fn format(&mut self, game: &CompactGame) -> Result<Vec<u8>, postcard::Error> {
        Ok(self.frame(&postcard::to_stdvec(game)?))
    }

    /// The frame that marks the end of a file.
    pub(super) fn format_end(&mut self) -> Vec<u8> {
        self.frame(&[])
    }

    fn frame(&mut self, body: &[u8]) -> Vec<u8> {
        self.advance(body);
        let length = (body.len() as u32).to_le_bytes();
        [&length[..], body, &crc32fast::hash(body).to_le_bytes(), &self.link.to_le_bytes()].concat()
    }

    fn advance(&mut self, body: &[u8]) {
        self.link = crc32fast::hash(&[&self.link.to_le_bytes(), body].concat());
    }
}
