//! Slow twins of the move generators, written from the pages of the rules, square by square. They
//! share no code with the crate: text in, texts out.

use std::collections::{BTreeMap, BTreeSet};

use rand::{Rng, RngExt};

/// A twin's answer for a position in which a seat acts: the texts of all moves, with the fields of
/// the positions after them.
pub(crate) type Children = BTreeMap<String, String>;

/// Declares the twins: a module for each game, by its name in texts, with three functions of the
/// options and fields.
macro_rules! twins {
    ($($game:ident)+) => {
        $(pub(crate) mod $game;)+

        /// The moves in the position of a canonical text.
        pub(crate) fn children(text: &str) -> Children {
            let (name, options, fields) = split(text);
            match name {
                $(stringify!($game) => $game::children(options, &fields),)+
                _ => panic!("{name} has no twin"),
            }
        }

        /// The players who share the point in the position of a canonical text; nobody if the game
        /// is not over.
        pub(crate) fn winners(text: &str) -> BTreeSet<String> {
            let (name, options, fields) = split(text);
            match name {
                $(stringify!($game) => $game::winners(options, &fields),)+
                _ => panic!("{name} has no twin"),
            }
        }

        /// The fields of a random position of `game:options` that random play would not reach. The
        /// game may be over.
        pub(crate) fn made_up(game: &str, rng: &mut impl Rng) -> String {
            let (name, options) = game.split_once(':').unwrap_or((game, ""));
            match name {
                $(stringify!($game) => $game::made_up(options, rng),)+
                _ => panic!("{name} has no twin"),
            }
        }
    };
}

twins! { benedictine buteur etoile maitres ruches }

/// Texts of moves besides those of [`children`], each with the texts of the moves that it may mean.
/// If it may mean several, it is refused.
pub(crate) fn other_texts(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let (name, options, fields) = split(text);
    match name {
        "etoile" => etoile::other_texts(options, &fields),
        "maitres" => maitres::other_texts(options, &fields),
        _ => BTreeMap::new(),
    }
}

/// The game, its options and the fields.
fn split(text: &str) -> (&str, &str, Vec<&str>) {
    let (head, fields) = text.split_once(' ').expect("a game and its fields");
    let (name, options) = head.split_once(':').unwrap_or((head, ""));
    (name, options, fields.split(' ').collect())
}

/// File and rank from 0.
type Square = (i32, i32);

const DIRECTIONS: [Square; 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A board: the contents of each square, a dot for an empty one.
#[derive(Clone)]
struct Board {
    size: i32,
    squares: BTreeMap<Square, char>,
}

impl Board {
    fn read(text: &str) -> Self {
        let ranks: Vec<&str> = text.split('/').rev().collect();
        let mut squares = BTreeMap::new();
        for (rank, line) in ranks.iter().enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                let run = letter.to_digit(10).unwrap_or(1);
                for _ in 0..run {
                    let piece = if letter.is_ascii_digit() { '.' } else { letter };
                    squares.insert((file, rank as i32), piece);
                    file += 1;
                }
            }
        }
        Self { size: ranks.len() as i32, squares }
    }

    fn empty(size: i32) -> Self {
        let squares = (0..size).flat_map(|file| (0..size).map(move |rank| ((file, rank), '.')));
        Self { size, squares: squares.collect() }
    }

    fn write(&self) -> String {
        let mut text = String::new();
        for rank in (0..self.size).rev() {
            let line: String = (0..self.size).map(|file| self.squares[&(file, rank)]).collect();
            let mut rest = line.as_str();
            while let Some(first) = rest.chars().next() {
                let run = rest.chars().take_while(|&letter| letter == '.').count();
                if run > 0 {
                    text.push_str(&run.to_string());
                } else {
                    text.push(first);
                }
                rest = &rest[run.max(1)..];
            }
            text.push('/');
        }
        text.trim_end_matches('/').to_owned()
    }

    /// The contents of a square; `None` outside the board.
    fn at(&self, square: Square) -> Option<char> {
        self.squares.get(&square).copied()
    }

    fn with(&self, square: Square, piece: char) -> Self {
        let mut board = self.clone();
        board.squares.insert(square, piece);
        board
    }

    /// The squares of a piece.
    fn all(&self, wanted: impl Fn(char) -> bool) -> Vec<Square> {
        self.squares
            .iter()
            .filter(|(_, piece)| wanted(**piece))
            .map(|(square, _)| *square)
            .collect()
    }

    /// A random square of those allowed that is free.
    fn random_free(&self, rng: &mut impl Rng, allowed: impl Fn(Square) -> bool) -> Option<Square> {
        let mut free = self.all(|piece| piece == '.');
        free.retain(|&square| allowed(square));
        if free.is_empty() { None } else { Some(free[rng.random_range(0..free.len())]) }
    }
}

fn shift(square: Square, direction: Square, steps: i32) -> Square {
    (square.0 + direction.0 * steps, square.1 + direction.1 * steps)
}

fn name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.0 as u8), square.1 + 1)
}
