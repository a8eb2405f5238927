//! The drawn boards. The star has six rhombs around the centre, two for each camp; all cells lie on
//! a lattice whose axes run from the centre up, down and to both sides.

use super::board::{Board, Cell};
use super::omission::Omission;
use super::position::Position;
use super::rules::Etoile;
use crate::diagram::{Square, grid};
use crate::{Bits, Notation, Paint, Seat};

/// Characters and lines from the centre along the six axes, for half a cell, clockwise from up.
const AXES: [(i32, i32); 6] = [(0, -2), (4, -1), (4, 1), (0, 2), (-4, 1), (-4, -1)];
/// The axis that parts the halves of a camp, as it lies on the table: A below, B upper left, C upper
/// right. The next one clockwise bounds its left half.
const MIDDLE: [usize; 3] = [3, 5, 1];
/// Men of the players; their colours, and those of kings.
const MEN: [char; 3] = ['●', '○', '▲'];
const STYLES: [&str; 3] = ["1;32", "1;33", "1;36"];
/// The half size of the drawing.
const SIZE: (i32, i32) = (31, 11);

/// Draws a position, with a line that says what the last turn left to answer for.
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

/// Who has a piece on a cell.
fn owner(position: &Position, index: u8) -> Option<usize> {
    (0..3).find(|&seat| position.pieces(Seat::new(seat as u8)) >> index & 1 != 0)
}

/// The star, each cell with its name.
fn star<B: Board>(game: &Etoile<B>, position: &Position, paint: Paint) -> String {
    let mut lines: Vec<Vec<(i32, String, usize)>> = vec![Vec::new(); 2 * SIZE.1 as usize + 1];
    for index in Bits(B::CELLS) {
        let (x, y) = place(game.shown(index));
        let owner = owner(position, index);
        let king = if position.kings() >> index & 1 != 0 { 'K' } else { ' ' };
        let piece = owner.map_or('·', |seat| MEN[seat]);
        let name = game.cell_name(index);
        let label = match (owner, paint) {
            (Some(seat), Paint::Colour) => {
                format!("\x1b[{}m{king}{piece}{name}\x1b[0m", STYLES[seat])
            }
            (None, Paint::Colour) => format!("\x1b[2m{king}{piece}{name}\x1b[0m"),
            _ => format!("{king}{piece}{name}"),
        };
        lines[(y + SIZE.1) as usize].push((x + SIZE.0 - 2, label, 2 + name.len()));
    }
    let mut text = String::new();
    for mut labels in lines {
        labels.sort();
        let mut column = 0;
        for (x, label, width) in labels {
            text.push_str(&" ".repeat((x - column).max(0) as usize));
            text.push_str(&label);
            column = x + width as i32;
        }
        text.push('\n');
    }
    text
}

/// Where the middle of a cell is drawn, from the centre.
fn place(cell: Cell) -> (i32, i32) {
    // In halves of a cell: from the middle line of the camp, and from its inner border.
    let across = 2 * i32::from(cell.column) - 9;
    let depth = 9 - 2 * i32::from(cell.row);
    let middle = MIDDLE[cell.camp as usize];
    let side = AXES[if across < 0 { middle + 1 } else { middle + 5 } % 6];
    let middle = AXES[middle];
    let x = middle.0 * depth + side.0 * across.abs();
    let y = middle.1 * depth + side.1 * across.abs();
    (x.div_euclid(2), y.div_euclid(2))
}
