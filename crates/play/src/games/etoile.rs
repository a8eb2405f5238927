//! L'Étoile des Dames, on each of its boards.

use games::Seat;
use games::etoile::{Board, Etoile, Move, MoveKind, Omission, Position};

use super::PresentedGame;
use crate::happening::Piece;
use crate::language::Language;
use crate::why::{self, Refused};
use crate::words::Words;

/// The men of each player, as the board draws them.
const MEN: [&str; 3] = ["●", "○", "▲"];

impl<B: Board> PresentedGame for Etoile<B> {
    fn words(language: Language) -> &'static str {
        match language {
            Language::English => include_str!("../../texts/etoile.en.toml"),
            Language::French => include_str!("../../texts/etoile.fr.toml"),
        }
    }

    const LADDER: [usize; 10] = [2, 3, 4, 5, 7, 9, 11, 12, 14, 17];

    fn describe(&self, position: &Position, words: &Words<'_>) -> Vec<String> {
        let side = |seat: Seat| {
            let (all, kings) = (position.pieces(seat), position.kings());
            let men = words.on("men", &names(self, all & !kings));
            words.side(seat.number(), [men, words.on("kings", &names(self, all & kings))])
        };
        let answer = match position.omission() {
            Omission::None => None,
            Omission::Obliged => Some(words.get("told.obliged").to_owned()),
            Omission::Step { .. } => words.on("liable", &names(self, position.liable())),
        };
        let quiet = position.quiet();
        let quiet = (quiet != 0).then(|| words.pair("ui.quiet", &quiet.to_string()));
        Seat::all(self.rules().players).map(side).chain(answer).chain(quiet).collect()
    }

    fn legend(&self, position: &Position, words: &Words<'_>) -> Option<Vec<String>> {
        let seats = Seat::all(self.rules().players).zip(MEN).zip(words.players());
        let men: Vec<_> = seats
            .map(|((seat, man), name)| {
                format!("{man} {name} {}", position.pieces(seat).count_ones())
            })
            .collect();
        let quiet = position.quiet().to_string();
        let first = words.legend("etoile", &[("men", &men.join(", ")), ("quiet", &quiet)]);
        let answer = match position.omission() {
            Omission::None => None,
            Omission::Obliged => Some(words.get("told.obliged").to_owned()),
            Omission::Step { from, to, .. } => {
                let step = format!("{}-{}", self.cell_name(from), self.cell_name(to));
                let cells = names(self, position.liable()).join(",");
                Some(words.legend("etoile-omitted", &[("step", &step), ("cells", &cells)]))
            }
        };
        Some([first].into_iter().chain(answer).collect())
    }

    fn why(&self, position: &Position, refused: Refused<'_>, words: &Words<'_>) -> Option<String> {
        why::etoile(self, position, refused, words)
    }

    /// A huff `huff:Bc3`, `oblige`, `pass`, or a path.
    fn say(&self, text: &str, words: &Words<'_>) -> String {
        match text.strip_prefix("huff:") {
            Some(cell) => words.fill("say.huff", &[("cell", cell)]),
            None if text == "oblige" => words.get("say.oblige").to_owned(),
            None => words.path(text),
        }
    }

    fn with_turn(&self, position: &Position, seat: Seat) -> Vec<Position> {
        if position.pieces(seat) == 0 { Vec::new() } else { vec![position.with_side(seat)] }
    }

    fn is_huff(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::Huff
    }

    fn pieces(&self, position: &Position) -> Vec<Piece> {
        let of_seat = |seat: Seat| {
            let (all, kings) = (position.pieces(seat), position.kings());
            let kinds = [("man", all & !kings), ("king", all & kings)];
            kinds.into_iter().flat_map(move |(name, cells)| {
                let piece = move |cell| Piece { cell, seat: seat.number(), name: name.to_owned() };
                names(self, cells).into_iter().map(piece)
            })
        };
        Seat::all(self.rules().players).flat_map(of_seat).collect()
    }

    fn is_capture(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::Capture
    }
}

/// The names of the cells of a set.
fn names<B: Board>(game: &Etoile<B>, cells: u64) -> Vec<String> {
    game.sorted_cells(cells).into_iter().map(|cell| game.cell_name(cell)).collect()
}
