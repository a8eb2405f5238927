//! The drawn boards. The star is unfolded into its three half boards: A's below, seen as A sees it,
//! B's and C's above, upside down, so that all inner borders are in the middle. There each column
//! is labelled with the column of another camp that it touches.

use super::board::{Board, Cell};
use super::omission::Omission;
use super::position::Position;
use super::rules::Etoile;
use crate::diagram::{Square, grid};
use crate::{Bits, Notation, Paint, Seat};

/// Men of the players; their colours, and those of kings.
const MEN: [char; 3] = ['●', '○', '▲'];
const STYLES: [&str; 3] = ["1;32", "1;33", "1;36"];
/// The name of each camp.
const CAMPS: [char; 3] = ['A', 'B', 'C'];

/// Draws a position, with a line about an omission in the last turn.
pub(super) fn draw<B: Board>(game: &Etoile<B>, position: &Position, paint: Paint) -> String {
    let board = if B::CAMPS == 1 {
        square(position, paint, B::COLUMNS, B::ROWS)
    } else {
        star(game, position, paint)
    };
    let players = Seat::all(game.rules().players).map(|seat| {
        let count = position.pieces(seat).count_ones();
        format!("{} {} {count}", MEN[seat.index()], game.seat_name(seat))
    });
    let players: Vec<_> = players.collect();
    let mut text = format!(
        "{board}{}; K before a king; quiet turns: {}\n",
        players.join(", "),
        position.quiet()
    );
    match position.omission() {
        Omission::None => {}
        Omission::Obliged => text.push_str("obliged to capture\n"),
        Omission::Step { from, to, .. } => {
            let (from, to) = (game.cell_name(from), game.cell_name(to));
            let liable = game.cell_list(position.liable(), 0);
            text.push_str(&format!("{from}-{to} omitted a capture; liable: {liable}\n"));
        }
    }
    text
}

/// An ordinary board.
fn square(position: &Position, paint: Paint, columns: u8, rows: u8) -> String {
    grid(columns, rows, paint, |file, rank| {
        if (file + rank) % 2 != 0 {
            return Square { dark: false, ..Square::EMPTY };
        }
        let index = Cell { camp: 0, row: rank + 1, column: file + 1 }.index(columns, rows);
        let owner = owner(position, index);
        let king = position.kings() >> index & 1 != 0;
        let Some(owner) = owner else { return Square { dark: true, ..Square::EMPTY } };
        let before = if king { 'K' } else { ' ' };
        Square { letter: MEN[owner], style: STYLES[owner], before, ..Square::EMPTY }
    })
}

/// The owner of the piece on a cell.
fn owner(position: &Position, index: u8) -> Option<usize> {
    (0..3).find(|&seat| position.pieces(Seat::new(seat as u8)) >> index & 1 != 0)
}

/// The star: B and C side by side, A below and between them.
fn star<B: Board>(game: &Etoile<B>, position: &Position, paint: Paint) -> String {
    let camps = [0, 1, 2].map(|camp| half_board(game, position, paint, camp));
    let [below, left, right] = &camps;
    let mut text = String::new();
    for (left, right) in left.iter().zip(right) {
        text.push_str(&format!("{left}  {right}\n"));
    }
    text.push('\n');
    for line in below {
        text.push_str(&format!("{:INDENT$}{line}\n", ""));
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The column where A's half board begins, so that it is centred.
const INDENT: usize = 19;

/// The lines of a camp's half board, all equally wide. A's own row 1 is below, the others' above.
fn half_board<B: Board>(
    game: &Etoile<B>,
    position: &Position,
    paint: Paint,
    camp: u8,
) -> Vec<String> {
    let own = camp == 0;
    let columns: Vec<u8> =
        if own { (1..=B::COLUMNS).collect() } else { (1..=B::COLUMNS).rev().collect() };
    let rows: Vec<u8> = if own { (1..=B::ROWS).rev().collect() } else { (1..=B::ROWS).collect() };
    let letters = columns.iter().map(|column| format!("  {} ", letter(*column)));
    let letters = format!(" {} {} ", CAMPS[camp as usize], letters.collect::<String>());
    let touches =
        format!("   {} ", columns.iter().map(|&column| touching(camp, column)).collect::<String>());
    let line = |left: &str, middle: &str, right: &str| {
        format!("   {left}{}{right}", vec!["───"; columns.len()].join(middle))
    };
    let mut board = vec![line("┌", "┬", "┐")];
    for (number, &row) in rows.iter().enumerate() {
        if number > 0 {
            board.push(line("├", "┼", "┤"));
        }
        let cells = columns.iter().map(|&column| {
            format!("│{}", piece(game, position, paint, Cell { camp, row, column }))
        });
        board.push(format!(" {row} {}│", cells.collect::<String>()));
    }
    board.push(line("└", "┴", "┘"));
    let (first, last) = if own { (touches, letters) } else { (letters, touches) };
    board.insert(0, first);
    board.push(last);
    board
}

/// The contents of a cell, three characters wide. Cells that are not used are light.
fn piece<B: Board>(game: &Etoile<B>, position: &Position, paint: Paint, cell: Cell) -> String {
    let Some(index) = Bits(B::CELLS).find(|&index| game.shown(index) == cell) else {
        return "   ".to_owned();
    };
    let Some(seat) = owner(position, index) else { return "░░░".to_owned() };
    let king = if position.kings() >> index & 1 != 0 { 'K' } else { ' ' };
    let text = format!("{king}{} ", MEN[seat]);
    match paint {
        Paint::Colour => format!("\x1b[{}m{text}\x1b[0m", STYLES[seat]),
        Paint::Plain => text,
    }
}

/// The column of a neighbouring camp that touches this one at the inner border, four characters
/// wide. The left half borders the left neighbour (A's is B, B's is C), the right half the other.
fn touching(camp: u8, column: u8) -> String {
    let other = if column <= 4 { (camp + 1) % 3 } else { (camp + 2) % 3 };
    format!("  {}{}", CAMPS[other as usize], letter(9 - column))
}

fn letter(column: u8) -> char {
    char::from(b'a' + column - 1)
}
