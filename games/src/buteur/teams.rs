//! Teams, players, and the order of their turns.

use crate::Seat;

/// The team that attacks up the pitch, towards the last row.
pub const RED: Seat = Seat::FIRST;
/// The team that attacks down the pitch.
pub const BLUE: Seat = Seat::SECOND;

/// The most players.
pub(super) const MOST_PLAYERS: usize = 4;

/// The players of a match: two teams that take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Teams {
    /// The hand of each turn of a round, numbered in the order R1, R2, B1, B2 of those who play.
    pub(super) hands: &'static [u8],
    /// The names of the turns. With three players R1 has two.
    pub(super) names: &'static [&'static str],
}

const TWO: Teams = Teams { hands: &[0, 1], names: &["R1", "B1"] };
const THREE: Teams = Teams { hands: &[0, 1, 0, 2], names: &["R1", "B1", "R1*", "B2"] };
const FOUR: Teams = Teams { hands: &[0, 2, 1, 3], names: &["R1", "B1", "R2", "B2"] };

impl Teams {
    /// The table of 2, 3 or 4 players.
    #[inline]
    pub(super) fn of(players: u8) -> &'static Self {
        match players {
            2 => &TWO,
            3 => &THREE,
            _ => &FOUR,
        }
    }

    /// The team whose turn it is.
    #[inline]
    pub(super) fn seat(turn: u8) -> Seat {
        Seat::new(turn & 1)
    }

    /// The turn after a turn.
    #[inline]
    pub(super) fn next(&self, turn: u8) -> u8 {
        if turn as usize + 1 == self.hands.len() { 0 } else { turn + 1 }
    }

    /// The first turn of a team.
    pub(super) fn first(seat: Seat) -> u8 {
        seat.number()
    }
}

/// The team of each hand.
#[inline]
pub(super) fn team_of(players: u8, hand: usize) -> Seat {
    let red = if players == 4 { 2 } else { 1 };
    if hand < red { RED } else { BLUE }
}

/// Whether a hand's player is alone in his team.
#[inline]
pub(super) fn is_alone(players: u8, hand: usize) -> bool {
    players == 2 || players == 3 && hand == 0
}
