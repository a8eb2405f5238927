//! Files of tables. A file has a header with the game and its options, the version and the checksum
//! of every block. Then it has blocks of codes, each compressed separately.
//!
//! ```text
//! 8 bytes   "ENDTABLE"
//! 4         version of the format, little endian
//! 4         length of the header
//! 4         checksum (CRC-32) of the header
//! ...       the header (postcard)
//! ...       the blocks (zstd), codes as 16-bit numbers, little endian
//! ```
//!
//! Some numbers have no entry: positions in Étoile with a capture due, whose endings follow from
//! smaller tables, and numbers that would put two pieces on one square. They get the code before
//! them, which compresses to almost nothing.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::key::{TableCounts, TableKey};

const MAGIC: &[u8; 8] = b"ENDTABLE";
/// The version of the format.
pub(crate) const VERSION: u32 = 1;
/// The number of codes in a block.
pub(crate) const BLOCK: usize = 1 << 14;
/// The compression level of `zstd`. Higher levels make files only a little smaller.
const LEVEL: i32 = 5;
/// The greatest length of a header. The header of a table of 2^32 positions has a few MiB.
const LONGEST_HEADER: u32 = 64 << 20;

/// The header of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub(crate) struct TableHeader<K: TableKey> {
    /// The game with the options that matter. It is the first field, so that a file of another game
    /// can be recognised.
    pub(crate) game: String,
    pub(crate) id: K,
    /// The count of numbers of the table.
    pub(crate) len: u64,
    pub(crate) counts: K::Counts,
    /// The length and the checksum of each compressed block.
    blocks: Vec<(u32, u32)>,
}

/// An open file of a table. The header was read and is correct, and the length of the file agrees
/// with it.
#[derive(Debug)]
pub(crate) struct TableFile<K: TableKey> {
    pub(crate) path: PathBuf,
    pub(crate) header: TableHeader<K>,
    file: File,
    /// The offset of each block.
    offsets: Vec<u64>,
    /// The length of the file.
    pub(crate) bytes: u64,
}

impl<K: TableKey> TableFile<K> {
    /// Opens the file of a table of a game.
    pub(crate) fn open(path: &Path, game: &str, id: K, len: usize) -> Result<Self, Error> {
        let unread = |error: io::Error| Error::unread(path, &error);
        let mut file = File::open(path).map_err(unread)?;
        let bytes = file.metadata().map_err(unread)?.len();
        let mut head = [0; 20];
        file.read_exact(&mut head).map_err(|_| short(path, bytes, 20))?;
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| head[at + byte]));
        if head[..8] != *MAGIC {
            return Err(Error::file(path, "another kind of file", "a table of endings"));
        }
        if word(8) != VERSION {
            let read = format!("format version {}", word(8));
            return Err(Error::file(path, read, format!("version {VERSION}")));
        }
        let length = word(12).min(LONGEST_HEADER);
        let mut raw = Vec::new();
        (&mut file).take(length.into()).read_to_end(&mut raw).map_err(unread)?;
        if raw.len() != word(12) as usize || crc32fast::hash(&raw) != word(16) {
            return Err(damaged(path, "a header"));
        }
        let unread = |_| damaged(path, "a header");
        let (named, _) = postcard::take_from_bytes::<String>(&raw).map_err(unread)?;
        check(path, "game", &named, game)?;
        let header: TableHeader<K> = postcard::from_bytes(&raw).map_err(unread)?;
        check(path, "table", &header.id.to_string(), &id.to_string())?;
        check(path, "numbers", &header.len.to_string(), &len.to_string())?;
        if !header.counts.are_of(len as u64) {
            return Err(damaged(path, "a header"));
        }
        let blocks = len.div_ceil(BLOCK);
        check(path, "blocks", &header.blocks.len().to_string(), &blocks.to_string())?;
        let mut at = 20 + raw.len() as u64;
        let mut offsets = Vec::with_capacity(header.blocks.len());
        for &(size, _) in &header.blocks {
            offsets.push(at);
            at += u64::from(size);
        }
        if at != bytes {
            return Err(short(path, bytes, at));
        }
        Ok(Self { path: path.to_owned(), header, file, offsets, bytes })
    }

    pub(crate) fn blocks(&self) -> usize {
        self.offsets.len()
    }

    /// Reads a compressed block, and verifies its checksum.
    pub(crate) fn read_raw(&mut self, block: usize) -> Result<Vec<u8>, Error> {
        let (size, sum) = self.header.blocks[block];
        let mut raw = vec![0; size as usize];
        let read = self.file.seek(SeekFrom::Start(self.offsets[block]));
        read.and_then(|_| self.file.read_exact(&mut raw))
            .map_err(|error| Error::unread(&self.path, &error))?;
        if crc32fast::hash(&raw) != sum {
            return Err(damaged(&self.path, &format!("block {block}")));
        }
        Ok(raw)
    }

    /// The codes of a block.
    pub(crate) fn read_block(&mut self, block: usize) -> Result<Vec<u16>, Error> {
        let raw = self.read_raw(block)?;
        let most = self.header.len as usize - block * BLOCK;
        unpack(&raw, most.min(BLOCK)).ok_or_else(|| damaged(&self.path, &format!("block {block}")))
    }

    /// All codes.
    pub(crate) fn read_all(&mut self) -> Result<Vec<u16>, Error> {
        let raw = (0..self.blocks()).map(|block| self.read_raw(block));
        let raw = raw.collect::<Result<Vec<_>, _>>()?;
        let len = self.header.len as usize;
        let unpacked = raw.par_iter().enumerate().map(|(block, raw)| {
            unpack(raw, (len - block * BLOCK).min(BLOCK))
                .ok_or_else(|| damaged(&self.path, &format!("block {block}")))
        });
        let unpacked = unpacked.collect::<Result<Vec<_>, _>>()?;
        Ok(unpacked.concat())
    }

    /// Verifies the checksums of all blocks.
    pub(crate) fn check_sums(&mut self) -> Result<(), Error> {
        (0..self.blocks()).try_for_each(|block| self.read_raw(block).map(|_| ()))
    }
}

/// Writes the file of a table, and returns its length. The file in this place is complete at any
/// time.
pub(crate) fn write<K: TableKey>(
    path: &Path,
    game: &str,
    id: K,
    counts: K::Counts,
    codes: &[u16],
) -> Result<u64, Error> {
    let packed = codes.par_chunks(BLOCK).map(pack).collect::<io::Result<Vec<_>>>();
    let packed = packed.map_err(|error| Error::write(path, error))?;
    let blocks = packed.iter().map(|raw| (raw.len() as u32, crc32fast::hash(raw))).collect();
    let header = TableHeader { game: game.to_owned(), id, len: codes.len() as u64, counts, blocks };
    let header = postcard::to_stdvec(&header)
        .map_err(|error| Error::write(path, io::Error::other(error.to_string())))?;
    let mut bytes = MAGIC.to_vec();
    for word in [VERSION, header.len() as u32, crc32fast::hash(&header)] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(header);
    let pieces: Vec<_> = std::iter::once(&bytes).chain(&packed).collect();
    disk::replace(path, &pieces).map_err(|error| Error::write(path, error))?;
    Ok(pieces.iter().map(|piece| piece.len() as u64).sum())
}

fn pack(codes: &[u16]) -> io::Result<Vec<u8>> {
    let bytes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
    zstd::bulk::compress(&bytes, LEVEL)
}

fn unpack(raw: &[u8], len: usize) -> Option<Vec<u16>> {
    let bytes = zstd::bulk::decompress(raw, 2 * len).ok()?;
    let codes = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    (bytes.len() == 2 * len).then(|| codes.collect())
}

fn check(path: &Path, field: &str, read: &str, expected: &str) -> Result<(), Error> {
    if read == expected {
        return Ok(());
    }
    // The text comes from a file, so it may be long and may have any characters.
    let read: String = read.chars().take(200).flat_map(char::escape_debug).collect();
    Err(Error::file(path, format!("{field} {read}"), format!("{field} {expected}")))
}

fn short(path: &Path, bytes: u64, expected: u64) -> Error {
    Error::file(path, format!("{bytes} bytes"), format!("{expected} bytes"))
}

fn damaged(path: &Path, part: &str) -> Error {
    Error::file(path, format!("{part} that is damaged"), "the file as it was written")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text that is quoted from a file is one line.
    #[test]
    fn names_are_quoted_in_a_line() {
        let error = check(Path::new("a"), "game", "etoile\n:x", "etoile").unwrap_err().to_string();
        assert_eq!(error, "a: read game etoile\\n:x, expected game etoile");
    }
}
