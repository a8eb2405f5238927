//! The games of a data file as bytes: a chain of frames.
//!
//! A frame is the length of a game in bytes, the game as `postcard` writes it, its checksum, and
//! its *link*: the checksum of the link before it and of the game. The first link before is the
//! checksum of the file's first line. So a frame counts only in the file that it was written to, in
//! its place; one that is lost, doubled or of another match is found. A frame without a game is the
//! end of the file.
//!
//! Files of format 1 have no links, no end, and games without [`CompactGame::dropped`].

use super::error::FrameError;
use super::game::CompactGame;

/// The version of the format.
pub(super) const FORMAT: u32 = 2;

/// The bytes of a length, a checksum or a link.
const WORD: usize = 4;

/// A game takes at most so many bytes: a length that is damaged is not taken for a file that was
/// cut off.
const LONGEST: usize = 1 << 24;

/// Where a chain of frames has come to: what is read or written next depends on all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    format: u32,
    link: u32,
}

/// What a frame holds.
pub(super) enum Frame {
    /// A game.
    Game(CompactGame),
    /// The end of the file.
    End,
}

impl Chain {
    /// The chain of a file of some format with this first line, its end included.
    pub(super) fn new(format: u32, line: &[u8]) -> Self {
        Self { format, link: crc32fast::hash(line) }
    }

    /// The first frame of some bytes, and how many of them it takes; `None` if they end before.
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
            // The number of samples that were left out comes last, and is not there yet.
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

    /// The frame that ends a file.
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
