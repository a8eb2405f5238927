//! Squares and their names: numbers, or letters and digits.

/// A square of an ordinary board, from 0, as the side that begins sees it: a1 is column 0 and row
/// 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The column, from the left.
    pub column: u8,
    /// The row, from the side that begins.
    pub row: u8,
}

impl Square {
    /// The name in position texts, such as `c3`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// A corner of the board, as the side that begins sees it: the corner of square 1 or a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// On the far side of the board.
    pub top: bool,
    /// On the right.
    pub right: bool,
}

impl Corner {
    /// The corner of a digit in the tag `GameType`.
    #[must_use]
    pub const fn of_digit(digit: u8) -> Self {
        Self { top: digit & 2 != 0, right: digit & 1 != 0 }
    }

    /// The digit in the tag `GameType`.
    #[must_use]
    pub const fn digit(self) -> u8 {
        2 * self.top as u8 + self.right as u8
    }
}

/// How the squares of a board are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The number of columns and rows: 8 or 10.
    pub size: u8,
    /// The corner of square 1.
    pub numbers: Corner,
    /// The corner of a1.
    pub letters: Corner,
    /// The bottom left corner is not a playing square. Then the board is the mirror image of ours.
    pub inverted: bool,
    /// Texts are written with letters and digits, not with numbers.
    pub writes_letters: bool,
}

impl Layout {
    /// The layout of Hub and DXP, for both boards: square 1 is at the top left.
    #[must_use]
    pub const fn standard(size: u8) -> Self {
        Self {
            size,
            numbers: Corner::of_digit(2),
            letters: Corner::of_digit(0),
            inverted: false,
            writes_letters: false,
        }
    }

    /// The number of playing squares.
    #[must_use]
    pub const fn squares(&self) -> u8 {
        self.size * self.size / 2
    }

    /// The distances of a square from a corner: along the row, and in rows.
    fn distances(&self, corner: Corner, square: Square) -> (u8, u8) {
        let far = |flip: bool, place: u8| if flip { self.size - 1 - place } else { place };
        (far(self.inverted != corner.right, square.column), far(corner.top, square.row))
    }

    /// The square at some distances from a corner; `None` if it is not a playing square.
    fn at(&self, corner: Corner, along: u8, rows: u8) -> Option<Square> {
        if along >= self.size || rows >= self.size {
            return None;
        }
        // Taking distances twice gives the place again.
        let (column, row) = self.distances(corner, Square { column: along, row: rows });
        ((column + row) % 2 == 0).then_some(Square { column, row })
    }

    /// The number of a square, from 1.
    #[must_use]
    pub fn number(&self, square: Square) -> u8 {
        let (along, rows) = self.distances(self.numbers, square);
        rows * (self.size / 2) + along / 2 + 1
    }

    /// The square of a number.
    #[must_use]
    pub fn square(&self, number: u8) -> Option<Square> {
        let place = number.checked_sub(1)?;
        let (rows, along) = (place / (self.size / 2), place % (self.size / 2) * 2);
        self.at(self.numbers, along, rows).or_else(|| self.at(self.numbers, along + 1, rows))
    }

    /// The square of a letter and a digit, both from 0.
    #[must_use]
    pub fn named(&self, file: u8, rank: u8) -> Option<Square> {
        self.at(self.letters, file, rank)
    }

    /// A number that orders squares as lists of squares do: by number, or by row and column.
    pub(crate) fn order(&self, square: Square) -> u16 {
        if self.writes_letters {
            let (file, rank) = self.distances(self.letters, square);
            u16::from(rank) << 8 | u16::from(file)
        } else {
            self.number(square).into()
        }
    }

    /// The text of a square.
    #[must_use]
    pub fn text(&self, square: Square) -> String {
        if self.writes_letters {
            let (file, rank) = self.distances(self.letters, square);
            format!("{}{}", char::from(b'a' + file), rank + 1)
        } else {
            self.number(square).to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(size: u8, digit: u8, inverted: bool) -> Layout {
        Layout { numbers: Corner::of_digit(digit), inverted, ..Layout::standard(size) }
    }

    /// The first and last squares of the standard's pictures, by their names in our texts.
    #[test]
    fn numbers_begin_in_the_corner_of_the_variant() {
        for (layout, number, name) in [
            (layout(10, 2, false), 1, "b10"),
            (layout(10, 2, false), 5, "j10"),
            (layout(10, 2, false), 6, "a9"),
            (layout(10, 2, false), 32, "d4"),
            (layout(10, 2, false), 46, "a1"),
            (layout(10, 2, false), 50, "i1"),
            // English: the side that begins has squares 1 to 12, and square 1 is on its right.
            (layout(8, 1, false), 1, "g1"),
            (layout(8, 1, false), 4, "a1"),
            (layout(8, 1, false), 5, "h2"),
            (layout(8, 1, false), 11, "c3"),
            (layout(8, 1, false), 32, "b8"),
            // Italian: the mirror image of our board.
            (layout(8, 2, true), 1, "h8"),
            (layout(8, 2, true), 4, "b8"),
            (layout(8, 2, true), 5, "g7"),
            (layout(8, 2, true), 32, "a1"),
            (layout(8, 0, false), 1, "a1"),
            (layout(8, 0, false), 5, "b2"),
        ] {
            let square = layout.square(number).expect("a square");
            assert_eq!(square.name(), name, "{number}");
            assert_eq!(layout.number(square), number);
        }
    }

    #[test]
    fn all_squares_have_names() {
        for size in [8, 10] {
            for digit in 0..4 {
                for inverted in [false, true] {
                    let numbers = layout(size, digit, inverted);
                    let letters = Layout {
                        letters: Corner::of_digit(digit),
                        writes_letters: true,
                        ..numbers
                    };
                    for number in 1..=numbers.squares() {
                        let square = numbers.square(number).expect("a square");
                        assert_eq!((square.column + square.row) % 2, 0);
                        assert_eq!(numbers.number(square), number);
                        let text = letters.text(square);
                        let (file, rank) = (text.as_bytes()[0] - b'a', &text[1..]);
                        let rank: u8 = rank.parse().expect("a rank");
                        assert_eq!(letters.named(file, rank - 1), Some(square));
                    }
                    assert_eq!(numbers.square(0), None);
                    assert_eq!(numbers.square(numbers.squares() + 1), None);
                }
            }
        }
    }
}
