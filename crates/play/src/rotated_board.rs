//! A drawn board seen from the other side: the same text, rotated by half a turn.

/// A character with the colour that it is drawn in.
type Painted = (char, String);

/// Corners and edges of a grid, each with its rotated form.
const PAIRS: [(char, char); 4] = [('┌', '┘'), ('┐', '└'), ('├', '┤'), ('┬', '┴')];

/// The lines of a diagram: the board, and the lines below it.
pub(crate) fn board_and_legend(diagram: &str) -> (String, String) {
    let lines: Vec<_> = diagram.split_inclusive('\n').collect();
    // The line below the last border has the names of the files.
    let last = lines.iter().rposition(|line| line.contains('└'));
    let board = last.map_or(0, |last| (last + 2).min(lines.len()));
    (lines[..board].concat(), lines[board..].concat())
}

/// A drawn board, rotated by half a turn.
pub(crate) fn rotated(board: &str) -> String {
    let rows: Vec<_> = board.lines().map(painted).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let rotated = rows.into_iter().rev().map(|mut row| {
        row.resize(width, (' ', String::new()));
        row.reverse();
        row.iter_mut().for_each(|(letter, _)| *letter = upside_down(*letter));
        // Neighbouring letters keep their order.
        let mut start = 0;
        while start < row.len() {
            let end = row[start..].iter().position(|(letter, _)| !is_word(*letter));
            let end = end.map_or(row.len(), |length| start + length);
            row[start..end].reverse();
            start = end + 1;
        }
        written(&row)
    });
    rotated.map(|line| line + "\n").collect()
}

/// A drawn board with marks of a move: a dot on each empty square that it names, and an arrowhead
/// behind each piece. Several boards may lie side by side, as those of the star do.
pub(crate) fn marked(board: &str, mv: &str) -> String {
    let names: Vec<_> =
        mv.split(|letter: char| !letter.is_ascii_alphanumeric() || letter == 'x').collect();
    let letters = |line| painted(line).into_iter().map(|(letter, _)| letter).collect();
    let lines: Vec<Vec<_>> = board.lines().map(letters).collect();
    let line = |(number, line): (usize, &str)| {
        let (mut place, mut rank) = (0, None);
        let part = |(index, part): (usize, &str)| {
            let (width, middle) = (painted(part).len(), place + 1);
            place += width + 1;
            if index == 0 || width != SQUARE {
                // The number of the rank is at the left of each board.
                rank = part.trim().parse::<u8>().ok();
                return part.to_owned();
            }
            let file = file(&lines, number, middle);
            let name = file.zip(rank).map(|(file, rank)| format!("{file}{rank}"));
            let is_named = name.is_some_and(|name| names.contains(&name.as_str()));
            if is_named { mark(part) } else { part.to_owned() }
        };
        line.split('│').enumerate().map(part).collect::<Vec<_>>().join("│") + "\n"
    };
    board.lines().enumerate().map(line).collect()
}

/// The width of a square in characters.
const SQUARE: usize = 3;

/// The file of the square with its middle at a place of a line: the nearest letter above or below
/// it. A capital letter before the files names a part of the board.
fn file(lines: &[Vec<char>], number: usize, place: usize) -> Option<String> {
    let label = |line: &Vec<char>| {
        // Letters in squares are pieces.
        if line.iter().any(|letter| ('\u{2500}'..='\u{259f}').contains(letter)) {
            return None;
        }
        let file = line.get(place).filter(|letter| letter.is_ascii_lowercase())?;
        let beside = [line.get(place - 1), line.get(place + 1)].into_iter().flatten();
        if beside.into_iter().any(|letter| letter.is_alphanumeric()) {
            return None;
        }
        let part = line[..place].iter().rfind(|letter| letter.is_ascii_uppercase());
        Some(part.into_iter().chain([file]).collect())
    };
    let near = |far| [number.checked_sub(far), Some(number + far)].into_iter().flatten();
    let others = (1..lines.len()).flat_map(near).filter_map(|number| lines.get(number));
    others.into_iter().find_map(label)
}

/// A square of three characters with a mark, if it has room for one.
fn mark(square: &str) -> String {
    let mut letters = painted(square);
    let is_free = |letter: &Painted| [' ', '░'].contains(&letter.0);
    if let [_, middle, last] = &mut letters[..] {
        if is_free(middle) {
            middle.0 = '·';
        } else if is_free(last) {
            last.0 = '◂';
        }
    }
    let written = |(letter, colour): &Painted| match colour.is_empty() {
        true => letter.to_string(),
        false => format!("{colour}{letter}\u{1b}[0m"),
    };
    letters.iter().map(written).collect()
}

fn is_word(letter: char) -> bool {
    !letter.is_whitespace() && !('\u{2500}'..='\u{259f}').contains(&letter)
}

fn upside_down(letter: char) -> char {
    let pair = PAIRS.iter().find(|(one, two)| *one == letter || *two == letter);
    pair.map_or(letter, |&(one, two)| if one == letter { two } else { one })
}

/// The characters of a line, each with its colour.
fn painted(line: &str) -> Vec<Painted> {
    let (mut found, mut colour, mut rest) = (Vec::new(), String::new(), line);
    while let Some(letter) = rest.chars().next() {
        if letter == '\u{1b}' {
            let end = rest.find('m').map_or(rest.len(), |end| end + 1);
            colour =
                if rest[..end].ends_with("[0m") { String::new() } else { rest[..end].to_owned() };
            rest = &rest[end..];
        } else {
            found.push((letter, colour.clone()));
            rest = &rest[letter.len_utf8()..];
        }
    }
    found
}

/// The text of a line, without spaces at its end.
fn written(row: &[Painted]) -> String {
    let end = row.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |last| last + 1);
    let (mut text, mut now) = (String::new(), "");
    for (letter, colour) in &row[..end] {
        if colour != now {
            text += if colour.is_empty() { "\u{1b}[0m" } else { colour };
            now = colour;
        }
        text.push(*letter);
    }
    if now.is_empty() { text } else { text + "\u{1b}[0m" }
}

#[cfg(test)]
mod tests {
    use games::{AnyState, Notation, Paint, with_state};

    use super::*;
    use crate::{Language, LiveGame, Viewer, texts};

    #[test]
    fn the_squares_of_a_move_are_marked() {
        let game = LiveGame::open("maitres startpos moves die4 c2-c6", 0).expect("a game");
        let shown =
            |flipped| game.picture(texts(Language::English), Viewer::All, Paint::Plain, flipped);
        let (board, turned) = (shown(false), shown(true));
        for row in ["6 │   │   │ S◂│", "2 │ S │ S │ · │ S │"] {
            assert!(board.contains(row), "{board}");
        }
        assert!(turned.contains("│S◂ │   │   │ 6"), "{turned}");
        let game = LiveGame::open("benedictine startpos moves c2-d3@f2", 0).expect("a game");
        let board = game.picture(texts(Language::English), Viewer::All, Paint::Plain, false);
        assert!(board.contains("2 │   │░░░│ · │░░░│ G │░●◂│   │"), "{board}");
    }

    /// The columns of a half board of the star have the names of its camp.
    #[test]
    fn the_cells_of_a_move_are_marked_on_the_star() {
        let plain = |game: &LiveGame, flipped| {
            game.picture(texts(Language::English), Viewer::All, Paint::Plain, flipped)
        };
        let rows = |board: &str| {
            let marked = |line: &&str| line.contains(['·', '◂']);
            board.lines().filter(marked).map(|line| line.trim().to_owned()).collect::<Vec<_>>()
        };
        let mut game = LiveGame::open("etoile startpos moves Ac3-Ad4", 0).expect("a game");
        let own = ["4 │   │░░░│   │ ●◂│   │░░░│   │░░░│", "3 │ ● │   │░·░│   │ ● │   │ ● │   │"];
        assert_eq!(rows(&plain(&game, false)), own);
        assert_eq!(rows(&plain(&game, true)).len(), 2);
        for (step, camp) in [("Be3-Bf4", 0), ("Ce3-Cf4", 1)] {
            game.step(step).expect("a legal move");
            let board = plain(&game, false);
            let is_mark = |letter: char| ['·', '◂'].contains(&letter);
            let places = board.lines().filter_map(|line| line.chars().position(is_mark));
            // Each half board has 36 columns of text.
            let camps: Vec<_> = places.map(|place| place / 38).collect();
            assert_eq!(camps, [camp, camp], "{board}");
        }
        let colour = game.picture(texts(Language::English), Viewer::All, Paint::Colour, false);
        assert!(colour.contains('◂'), "{colour}");
    }

    #[test]
    fn a_board_is_rotated() {
        let diagram = "1 ┌───┐\n  │ A5│\n  └───┘\n    a\nA to act\n";
        let (board, legend) = board_and_legend(diagram);
        assert_eq!(rotated(&board), "  a\n┌───┐\n│A5 │\n└───┘ 1\n");
        assert_eq!(legend, "A to act\n");
        assert_eq!(board_and_legend("no board\n").0, "");
    }

    /// Two rotations give the same board, in colour too, except for the side where ranks are named.
    #[test]
    fn every_board_is_rotated_and_back() {
        for game in [
            "benedictine",
            "maitres",
            "ruches:setup=ordered",
            "etoile",
            "etoile:board=square8,players=2",
            "buteur",
        ] {
            let state = AnyState::start_with(game, &games::Resources::default()).unwrap();
            for paint in [Paint::Plain, Paint::Colour] {
                let drawn =
                    with_state!(&state, state => state.game().diagram(state.position(), paint));
                let (board, _) = board_and_legend(&drawn);
                let other = rotated(&board);
                assert_ne!(other, board, "{game}");
                assert_eq!(other.lines().count(), board.lines().count(), "{game}");
                let squashed = |text: &str| {
                    let mut letters: Vec<_> = painted(text).into_iter().map(|(c, _)| c).collect();
                    letters.retain(|letter| is_word(*letter));
                    letters.sort_unstable();
                    letters
                };
                assert_eq!(squashed(&other), squashed(&board), "{game}");
                assert_eq!(rotated(&rotated(&rotated(&other))), rotated(&other), "{game}");
            }
        }
    }
}
