//! Reasons in Bataille de ruches.

use games::Seat;
use games::ruches::{A, B, Position, Stage, square_name};

use super::{Pieces, Refused, told};
use crate::words::Words;

/// The reason why a square or a token cannot be chosen.
pub(crate) fn ruches(
    position: &Position,
    refused: Refused<'_>,
    words: &Words<'_>,
) -> Option<String> {
    if position.phase() == Stage::Place {
        let placing = refused.from.is_some_and(|from| from.starts_with('t'));
        return told(words, if placing { "ruches.why-home" } else { "ruches.why-token" });
    }
    let of = |seat: Seat| {
        let set = position.tokens(seat);
        let squares = (0..32).filter(move |square| set >> square & 1 != 0);
        squares.map(move |square| (square_name(square), seat))
    };
    let pieces = Pieces { all: of(A).chain(of(B)).collect(), acting: position.side() };
    if refused.source(&pieces).is_none() {
        let other = refused.not_a_piece(&pieces, words);
        return other.or_else(|| told(words, "why.stuck"));
    }
    let enemy = pieces.owner(refused.stop).is_some();
    told(words, if enemy { "ruches.why-number" } else { "ruches.why-diagonal" })
}
