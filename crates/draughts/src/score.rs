//! Results of games.

/// The result of a game, as files write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// `1-0` or `2-0`.
    White,
    /// `0-1` or `0-2`.
    Black,
    /// `1/2-1/2` or `1-1`.
    Draw,
    /// `0-0`: both have lost.
    Neither,
}

impl Score {
    /// Reads a result; `None` for `*` and all other texts.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" | "2-0" => Self::White,
            "0-1" | "0-2" => Self::Black,
            "1/2-1/2" | "1-1" | "½-½" => Self::Draw,
            "0-0" => Self::Neither,
            _ => return None,
        })
    }

    /// The text. International draughts counts a win as two points.
    #[must_use]
    pub const fn text(self, two_points: bool) -> &'static str {
        match (self, two_points) {
            (Self::White, true) => "2-0",
            (Self::Black, true) => "0-2",
            (Self::Draw, true) => "1-1",
            (Self::White, false) => "1-0",
            (Self::Black, false) => "0-1",
            (Self::Draw, false) => "1/2-1/2",
            (Self::Neither, _) => "0-0",
        }
    }

    /// The share of the point of the side that begins, and of the other side.
    #[must_use]
    pub const fn shares(self, white_begins: bool) -> [f64; 2] {
        match (self, white_begins) {
            (Self::White, true) | (Self::Black, false) => [1.0, 0.0],
            (Self::White, false) | (Self::Black, true) => [0.0, 1.0],
            (Self::Draw, _) => [0.5, 0.5],
            (Self::Neither, _) => [0.0, 0.0],
        }
    }

    /// The result that gives these shares; `None` for other shares.
    #[must_use]
    pub fn of_shares(shares: [f64; 2], white_begins: bool) -> Option<Self> {
        let all = [Self::White, Self::Black, Self::Draw, Self::Neither];
        all.into_iter().find(|score| score.shares(white_begins) == shares)
    }
}
