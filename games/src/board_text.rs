//! Text of boards of ranks and files.

use crate::ParseError;

/// Reads a board written rank by rank from the top, runs of empty squares as one digit, and calls
/// `put(file, rank, letter)` for every letter.
///
/// # Errors
/// A wrong number of ranks or squares, a run split in two digits, or an error of `put`.
pub(crate) fn parse_board(
    text: &str,
    files: u8,
    ranks: u8,
    mut put: impl FnMut(u8, u8, char) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let count = text.split('/').count();
    if count != ranks as usize {
        let expected = format!("{ranks} ranks separated by /, not {count}");
        return Err(ParseError::new("board", text, expected));
    }
    for (row, line) in text.split('/').enumerate() {
        let rank = ranks - 1 - row as u8;
        let wrong =
            |expected: &str| ParseError::new(format!("board rank {}", rank + 1), line, expected);
        let mut file = 0;
        let mut after_digit = false;
        for letter in line.chars() {
            if let Some(run) = letter.to_digit(10) {
                if after_digit {
                    return Err(wrong("each run of empty squares as one digit"));
                }
                if run == 0 || run > u32::from(files - file) {
                    return Err(wrong(&format!("runs that add up to {files} squares")));
                }
                file += run as u8;
                after_digit = true;
            } else {
                if file == files {
                    return Err(wrong(&format!("{files} squares")));
                }
                put(file, rank, letter)?;
                file += 1;
                after_digit = false;
            }
        }
        if file != files {
            return Err(wrong(&format!("{files} squares, not {file}")));
        }
    }
    Ok(())
}

/// Writes a board rank by rank from the top; `letter(file, rank)` is `None` for an empty square.
pub(crate) fn format_board(
    files: u8,
    ranks: u8,
    letter: impl Fn(u8, u8) -> Option<char>,
) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let mut run = 0;
        for file in 0..files {
            match letter(file, rank) {
                None => run += 1,
                Some(letter) => {
                    if run > 0 {
                        text.push(char::from(b'0' + run));
                    }
                    run = 0;
                    text.push(letter);
                }
            }
        }
        if run > 0 {
            text.push(char::from(b'0' + run));
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The name of a square, `a1` for file 0 and rank 0.
///
/// ```
/// assert_eq!(games::square_name(3, 1), "d2");
/// ```
#[must_use]
pub fn square_name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// The file and the rank of a square's name, both from 0, on a board with at most nine ranks.
pub(crate) fn read_square(name: &str, files: u8, ranks: u8) -> Option<(u8, u8)> {
    let &[file, rank] = name.as_bytes() else { return None };
    let (file, rank) = (file.checked_sub(b'a')?, rank.checked_sub(b'1')?);
    (file < files && rank < ranks).then_some((file, rank))
}
