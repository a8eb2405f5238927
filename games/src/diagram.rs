//! Drawing boards with text: Unicode lines, and colour where the reader has it.

/// Whether to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Plain characters only.
    Plain,
    /// ANSI colours.
    Colour,
}

/// One square of a drawn board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Square {
    /// The piece on it.
    pub(crate) letter: char,
    /// The character before the piece; a space for none.
    pub(crate) before: char,
    /// The character after the piece; a space for none.
    pub(crate) after: char,
    /// ANSI attributes of these three characters, as `1;32`; empty for none.
    pub(crate) style: &'static str,
    /// Whether the square is drawn dark.
    pub(crate) dark: bool,
}

impl Square {
    /// A square with nothing on it.
    pub(crate) const EMPTY: Self =
        Self { letter: ' ', before: ' ', after: ' ', style: "", dark: false };
}

/// A grid with file letters below and rank numbers at the left, the last rank on top.
pub(crate) fn grid(
    files: u8,
    ranks: u8,
    paint: Paint,
    square: impl Fn(u8, u8) -> Square,
) -> String {
    let width = if ranks > 9 { 2 } else { 1 };
    let margin = " ".repeat(width);
    let line = |left: &str, middle: &str, right: &str| {
        format!("{margin} {left}{}{right}\n", vec!["───"; files as usize].join(middle))
    };
    let mut text = line("┌", "┬", "┐");
    for rank in (0..ranks).rev() {
        text.push_str(&format!("{:>width$} │", rank + 1));
        for file in 0..files {
            text.push_str(&cell(square(file, rank), paint));
            text.push('│');
        }
        text.push('\n');
        if rank > 0 {
            text.push_str(&line("├", "┼", "┤"));
        }
    }
    text.push_str(&line("└", "┴", "┘"));
    text.push_str(&format!("{margin}  "));
    for file in 0..files {
        text.push_str(&format!(" {}  ", char::from(b'a' + file)));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn cell(square: Square, paint: Paint) -> String {
    let shade = |letter| if square.dark && letter == ' ' { '░' } else { letter };
    let text: String = [square.before, square.letter, square.after].map(shade).iter().collect();
    match paint {
        Paint::Colour if !square.style.is_empty() => {
            format!("\x1b[{}m{text}\x1b[0m", square.style)
        }
        _ => text,
    }
}
