//! Reasons in L'Étoile des Dames.

use games::Seat;
use games::etoile::{Board, Etoile, Omission, Position};

use super::{Pieces, Refused, told};
use crate::words::Words;

/// The reason why a cell cannot be chosen.
pub(crate) fn etoile<B: Board>(
    game: &Etoile<B>,
    position: &Position,
    refused: Refused<'_>,
    words: &Words<'_>,
) -> Option<String> {
    let names = |cells: u64| game.sorted_cells(cells).into_iter().map(|cell| game.cell_name(cell));
    let all = Seat::all(game.rules().players)
        .flat_map(|seat| names(position.pieces(seat)).map(move |name| (name, seat)))
        .collect();
    let pieces = Pieces { all, acting: position.side() };
    let captures = refused.must_capture();
    let Some(from) = refused.source(&pieces) else {
        if let Some(other) = refused.not_a_piece(&pieces, words) {
            let answers = matches!(position.omission(), Omission::Step { .. });
            return if answers { told(words, "etoile.why-huff") } else { Some(other) };
        }
        return told(words, if captures { "why.must-capture" } else { "why.stuck" });
    };
    if captures {
        return told(words, if game.rules().majority { "why.most" } else { "why.must-capture" });
    }
    let king = names(position.kings()).any(|name| name == from);
    told(words, if king { "etoile.why-king" } else { "etoile.why-forward" })
}
