//! The data about a pitch of Buteur that a drawing of the board needs.

use games::buteur::Pack;
use serde::Serialize;

/// The pitch of a pack, and the number of its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PitchView {
    /// The name of the pack in position texts.
    pub name: String,
    /// Columns of the pitch.
    pub columns: u8,
    /// Rows of the pitch.
    pub rows: u8,
    /// The first and the last column of the goals, from 0.
    pub goal: (u8, u8),
    /// The first and the last column of the penalty areas, from 0.
    pub area: (u8, u8),
    /// The rows of a penalty area.
    pub area_rows: u8,
    /// The number of cards in the pack.
    pub cards: u8,
}

impl PitchView {
    /// The data of a pack.
    #[must_use]
    pub fn of(pack: &Pack) -> Self {
        let pitch = pack.pitch();
        Self {
            name: pack.name().to_owned(),
            columns: pitch.columns,
            rows: pitch.rows,
            goal: pitch.goal,
            area: pitch.area,
            area_rows: pitch.area_rows,
            cards: pack.all().total(),
        }
    }
}
