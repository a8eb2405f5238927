//! Reads lines of bounded length from an input that may block.

use std::io::{self, BufRead};

use games::ParseError;
use reader::plain_line;

/// The longest line that is read, in bytes.
const LONGEST: usize = 16 << 20;

/// A line without its end, or the fault of the line.
pub type InputLine = Result<String, ParseError>;

/// Reads the next line; `None` after the last. A line that is too long is skipped to its end, and
/// gives one error.
///
/// # Errors
/// An input that cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    loop {
        let found = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            found => found?,
        };
        let end = found.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(found.len(), |end| end + 1);
        length += taken;
        if length <= LONGEST {
            bytes.extend_from_slice(&found[..taken]);
        }
        let last = found.is_empty() || end.is_some();
        input.consume(taken);
        if last {
            break;
        }
    }
    Ok(match length {
        0 => None,
        1..=LONGEST => Some(match String::from_utf8(bytes) {
            Ok(line) => Ok(plain_line(&line).to_owned()),
            Err(_) => Err(ParseError::new("line", "bytes that are no text", "UTF-8")),
        }),
        _ => Some(Err(ParseError::new("line", &format!("{length} bytes"), "at most 16 MiB"))),
    })
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    #[test]
    fn marks_of_windows_are_skipped() {
        let mut input = "\u{feff}ugi\r\nquit".as_bytes();
        assert_eq!(read_line(&mut input).expect("memory"), Some(Ok("ugi".to_owned())));
        assert_eq!(read_line(&mut input).expect("memory"), Some(Ok("quit".to_owned())));
    }

    /// A line that is too long gives one error, and the next line is read as usual.
    #[test]
    fn long_lines_are_one_error() {
        let most = LONGEST as u64 - 1;
        let text = io::repeat(b'x').take(most).chain(&b"\n"[..]);
        let text = text.chain(io::repeat(b'x').take(most + 1)).chain(&b"\nstop\n\xff\nlast"[..]);
        let mut input = BufReader::new(text);
        let mut next = || read_line(&mut input).expect("memory does not fail");
        assert_eq!(next().expect("a line").expect("text").len() as u64, most);
        let long = next().expect("a line").unwrap_err().to_string();
        assert_eq!(long, "line: read \"16777217 bytes\", expected at most 16 MiB");
        assert_eq!(next(), Some(Ok("stop".to_owned())));
        assert!(next().expect("a line").unwrap_err().to_string().ends_with("expected UTF-8"));
        assert_eq!(next(), Some(Ok("last".to_owned())));
        assert_eq!(next(), None);
    }
}
