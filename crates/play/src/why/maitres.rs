//! Reasons in La Guerre des Maîtres Français.

use games::maitres::{BROWN, Position, RED, SIZE};
use games::{Bits, Seat, square_name};

use super::{Pieces, Refused, told};
use crate::words::Words;

/// The file and the rank of a square, from 0.
fn place(name: &str) -> Option<(i8, i8)> {
    let &[file, rank] = name.as_bytes() else { return None };
    let (file, rank) = (file.checked_sub(b'a')?, rank.checked_sub(b'1')?);
    (file < SIZE && rank < SIZE).then_some((file as i8, rank as i8))
}

/// The reason why a square cannot be chosen.
pub(crate) fn maitres(
    position: &Position,
    refused: Refused<'_>,
    words: &Words<'_>,
) -> Option<String> {
    let name = |square: u8| square_name(square % SIZE, square / SIZE);
    let of = |seat: Seat| Bits(position.pieces(seat)).map(move |square| (name(square), seat));
    let acting = position.side();
    let pieces = Pieces { all: of(RED).chain(of(BROWN)).collect(), acting };
    let die = position.die();
    let number = [("die", &*die.to_string())];
    let Some(from) = refused.source(&pieces) else {
        let other = refused.not_a_piece(&pieces, words);
        return other.or_else(|| {
            let moves = refused.from != Some(refused.stop);
            moves.then(|| words.fill("maitres.why-stuck", &number))
        });
    };
    let ((x, y), (to_x, to_y)) = (place(from)?, place(refused.stop)?);
    let (dx, dy) = (to_x - x, to_y - y);
    let distance = dx.abs().max(dy.abs()) as u8;
    let forward = if acting == RED { dy > 0 } else { dy < 0 };
    let square = |x: i8, y: i8| 1u128 << (i16::from(y) * i16::from(SIZE) + i16::from(x));
    if position.smalls(acting) & square(x, y) != 0 && (dx != 0 || !forward) {
        return told(words, "maitres.why-small");
    }
    if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
        return told(words, "maitres.why-line");
    }
    if distance != die && (die != 6 || distance > 6) {
        return Some(words.fill("maitres.why-die", &number));
    }
    let passed = (1..distance as i8).map(|k| square(x + k * dx.signum(), y + k * dy.signum()));
    if passed.fold(0, |all, square| all | square) & position.occupied() != 0 {
        return told(words, "why.barred");
    }
    told(
        words,
        if die == 1 && pieces.owner(refused.stop).is_some() {
            "maitres.why-one"
        } else {
            "why.far"
        },
    )
}
