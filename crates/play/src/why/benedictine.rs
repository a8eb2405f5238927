//! Reasons in Master Bénédictine.

use games::benedictine::{AMBER, GREEN, Position, ball_square};
use games::{Bits, Seat, square_name};

use super::{Pieces, Refused, told};
use crate::words::Words;

/// The reason why a square cannot be chosen.
pub(crate) fn benedictine(
    position: &Position,
    refused: Refused<'_>,
    words: &Words<'_>,
) -> Option<String> {
    let name = |square: u8| square_name(square % 8, square / 8);
    let of = |seat: Seat| Bits(position.bottles(seat)).map(move |square| (name(square), seat));
    let pieces = Pieces { all: of(GREEN).chain(of(AMBER)).collect(), acting: position.side() };
    let stop = refused.stop;
    // b2, b4, ..., f6: an even file and an even rank.
    let is_black = stop.bytes().all(|letter| letter % 2 == 0);
    match refused.from {
        // The square of a bottle that has moved is free, so the ball is to follow.
        Some(from) if !pieces.is_own(from) => told(words, "benedictine.why-ball"),
        Some(_) if pieces.owner(stop).is_some() => told(words, "why.taken"),
        Some(_) if is_black => told(words, "benedictine.why-black"),
        Some(_) => told(words, "benedictine.why-step"),
        None if name(ball_square(position.ball())) == stop => {
            told(words, "benedictine.why-ball-first")
        }
        None => refused.not_a_piece(&pieces, words).or_else(|| told(words, "why.stuck")),
    }
}
