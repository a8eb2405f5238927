//! Plain text: without byte-order mark, with `\n` at the end of each line, and without blank lines
//! at its end.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

/// The byte-order mark, with which some editors begin a file.
const MARK: char = '\u{feff}';

/// The text of bytes: UTF-8, or UTF-16 with a byte-order mark, as PowerShell writes it. `None` for
/// bytes that are neither.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> Option<String> {
    let read: fn([u8; 2]) -> u16 = match bytes.first_chunk() {
        Some([0xff, 0xfe]) => u16::from_le_bytes,
        Some([0xfe, 0xff]) => u16::from_be_bytes,
        _ => return String::from_utf8(bytes).ok(),
    };
    let (units, rest) = bytes.as_chunks();
    let units: Vec<u16> = units.iter().map(|&unit| read(unit)).collect();
    String::from_utf16(&units).ok().filter(|_| rest.is_empty())
}

/// The bytes that [`streamed`] reads at once: the format of a file is known by them.
const HEAD: u64 = 512;

/// An input as a stream of lines. UTF-16 with a byte-order mark becomes UTF-8; all other bytes stay
/// as they are. The first call of `fill_buf` gives the beginning of the text.
///
/// # Errors
/// An input that cannot be read, or that begins with a mark of UTF-16 and is no text.
pub fn streamed<R: Read>(mut input: R) -> io::Result<BufReader<Chain<Cursor<Vec<u8>>, R>>> {
    let mut head = Vec::new();
    input.by_ref().take(HEAD).read_to_end(&mut head)?;
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        input.read_to_end(&mut head)?;
        let text = decode(head).ok_or_else(|| io::Error::other("bytes that are no text"))?;
        head = text.into_bytes();
    }
    let mut whole = BufReader::new(Cursor::new(head).chain(input));
    // A failure to read shows at once.
    whole.fill_buf()?;
    Ok(whole)
}

/// A text as plain text. A last line without an end stays without one.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let end = text.trim_end();
    // The end of the last line that is not blank.
    let line = text[end.len()..].find('\n').map_or(text.len(), |at| end.len() + at + 1);
    let text = if end.is_empty() { "" } else { &text[..line] };
    if text.contains("\r\n") { text.replace("\r\n", "\n").into() } else { text.into() }
}

/// A line without a byte-order mark at its beginning and without its end.
#[must_use]
pub fn plain_line(line: &str) -> &str {
    line.strip_prefix(MARK).unwrap_or(line).trim_end_matches(['\r', '\n'])
}

/// The lines of a text with their numbers, from 1, without white space around them. Blank lines and
/// lines that begin with `#` are left out.
pub fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.strip_prefix(MARK).unwrap_or(text).lines().map(str::trim);
    (1..).zip(lines).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_windows_is_plain() {
        for (text, expected) in [
            ("one\ntwo\n", "one\ntwo\n"),
            ("\u{feff}one\r\ntwo\r\n", "one\ntwo\n"),
            ("one\r\n\r\ntwo\r\n\r\n \t\r\n", "one\n\ntwo\n"),
            ("one\n\n\n", "one\n"),
            // The end of the last line may be missing, and white space before it stays.
            ("one", "one"),
            ("one \t", "one \t"),
            ("one \n \n", "one \n"),
            ("\u{feff}", ""),
            ("\r\n\n", ""),
            ("", ""),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
        for line in ["\u{feff}a b\r\n", "a b\r", "a b\n", "a b"] {
            assert_eq!(plain_line(line), "a b", "{line:?}");
        }
    }

    #[test]
    fn comments_and_blank_lines_are_left_out() {
        let text = "\u{feff}# two\r\n\r\n  one \r\n\t\r\n#\r\ntwo\r\n\r\n";
        assert_eq!(entries(text).collect::<Vec<_>>(), [(3, "one"), (6, "two")]);
    }

    #[test]
    fn utf_16_has_a_mark() {
        let text = "\u{feff}Étoile\r\n";
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for bytes in [&little[..], &big, text.as_bytes()] {
            assert_eq!(decode(bytes.to_vec()).as_deref(), Some(text));
        }
        // A byte too many, half a pair, and bytes of no encoding.
        for bytes in [&little[..5], &[0xff, 0xfe, 0x00, 0xd8], &[b'a', 0xff]] {
            assert_eq!(decode(bytes.to_vec()), None);
        }
    }
}
