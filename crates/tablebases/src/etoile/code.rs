//! The codes of endings.

use games::Ending;

/// The longest distance that a table can hold, in plies.
pub const MAX_DISTANCE: u16 = 0x7FF0;

/// Converts endings to codes: 0 for a draw, otherwise the distance plus 1. The distance says
/// whether the ending is a win or a loss. The players act in turn, and the player who is to act at
/// the end of the game has lost (in misère: has won).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// Whether a player without moves or pieces wins.
    pub(crate) misere: bool,
}

impl Code {
    pub(crate) const DRAW: u16 = 0;

    /// Whether the player to act wins a game that ends after this number of plies.
    #[inline]
    pub(crate) const fn wins(self, distance: u16) -> bool {
        (distance % 2 == 1) != self.misere
    }

    pub(crate) const fn ending(self, code: u16) -> Ending {
        match code.checked_sub(1) {
            None => Ending::Draw,
            Some(distance) if self.wins(distance) => Ending::Win(distance),
            Some(distance) => Ending::Loss(distance),
        }
    }

    /// The code of an ending. Its parity must be possible if the players act in turn.
    #[cfg(test)]
    const fn of(ending: Ending) -> u16 {
        match ending {
            Ending::Draw => Self::DRAW,
            Ending::Win(distance) | Ending::Loss(distance) => distance + 1,
            Ending::Chance(_) => panic!("no dice here"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parity_tells_wins_from_losses() {
        for (misere, lost) in [(false, Ending::Loss(0)), (true, Ending::Win(0))] {
            let code = Code { misere };
            assert_eq!(code.ending(Code::of(lost)), lost);
            assert_eq!(code.ending(Code::of(lost.before(false))), lost.before(false));
            assert_eq!(code.ending(Code::DRAW), Ending::Draw);
        }
    }
}
