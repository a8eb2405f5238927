//! The way of the ball in a move, for drawings.

use super::arrow::Arrow;
use super::contents::Card;
use super::moves::{Move, MoveAction};
use super::pitch::NO_CELL;
use super::position::Position;
use super::rules::Buteur;
use super::teams::RED;

/// A place of the ball: its column and its row, both from 0. Beyond a line it is the number of the
/// next column or row, -1 included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The column.
    pub column: i8,
    /// The row.
    pub row: i8,
}

impl Buteur {
    /// The places of the ball in a move: its start, then the end of each kick. A ball that leaves
    /// the pitch ends one cell beyond the line. Empty if the ball does not move.
    ///
    /// ```
    /// use games::{Notation, State, buteur::{Buteur, Place}};
    ///
    /// let state = State::<Buteur>::parse("buteur play R1 a7 1 0-0 run R F.G.G.G.G.L3b.N2h.N5r/?8 -")?;
    /// let flight = |text: &str| {
    ///     let mv = state.game().parse_move(state.position(), text).expect("a legal move");
    ///     state.game().flight(state.position(), mv)
    /// };
    /// let place = |column, row| Place { column, row };
    /// assert_eq!(flight("N2h"), [place(0, 6), place(0, 8)]);
    /// assert_eq!(flight("L3b"), [place(0, 6), place(-1, 7)]);
    /// assert_eq!(flight("FR+L3b"), [place(0, 6), place(3, 9), place(0, 12)]);
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn flight(&self, position: &Position, mv: Move) -> Vec<Place> {
        let (pitch, seat) = (self.pack.pitch(), position.team());
        let start = mv.cell().unwrap_or(position.ball);
        let kicks = match mv.action() {
            _ if start == NO_CELL => return Vec::new(),
            MoveAction::Stop | MoveAction::Discard => return Vec::new(),
            // The ball goes on over the goal line of this team.
            MoveAction::Concede => [None, Some((Arrow::North, 1))],
            MoveAction::Kick => [
                mv.free_kick().map(|arrow| (arrow, self.pack.free_kick().distance)),
                match (mv.kind().map(|kind| self.pack.card(kind)), mv.arrow()) {
                    (Some(Card::Attacker { arrow, distance, .. }), _) => Some((arrow, distance)),
                    (_, arrow) => arrow.map(|arrow| (arrow, self.pack.keeper().distance)),
                },
            ],
        };
        let up = (seat == RED) == (mv.action() == MoveAction::Kick);
        let mut place = Place { column: pitch.column(start) as i8, row: pitch.row(start) as i8 };
        let on_pitch = |place: Place| {
            (0..pitch.columns as i8).contains(&place.column)
                && (0..pitch.rows as i8).contains(&place.row)
        };
        let mut places = vec![place];
        for (arrow, distance) in kicks.into_iter().flatten() {
            let (columns, rows) = arrow.step();
            let way = if up { 1 } else { -1 };
            for _ in 0..distance {
                if on_pitch(place) {
                    place.column += way * columns as i8;
                    place.row += way * rows as i8;
                }
            }
            places.push(place);
        }
        places
    }
}
