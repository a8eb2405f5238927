//! Moves with fixed numbers.

use crate::Game;

/// A game whose moves have fixed numbers, its actions: for policy networks and other programs that
/// need the same actions in all positions.
///
/// Different legal moves of a position have different actions. The numbers stay the same from one
/// version to the next. The page `docs/reference/actions.md` lists them.
///
/// ```
/// use games::{Actions, State, ruches::Ruches};
///
/// let state = State::<Ruches>::parse("ruches startpos")?;
/// let (game, position) = (state.game(), state.position());
/// let action = game.action(position, state.parse_move("3@b1")?).expect("a legal move");
/// assert!(action < game.actions());
/// let mv = game.move_of(position, action).expect("a legal action");
/// assert_eq!(state.move_text(mv), "3@b1");
/// # Ok::<(), games::ParseError>(())
/// ```
pub trait Actions: Game {
    /// The largest number of legal moves of a position.
    fn most_moves(&self) -> usize;

    /// The number of actions. Actions are numbered from 0.
    fn actions(&self) -> u32;

    /// Calls `visit` with every legal move that has an action, and this action, in the order of the
    /// moves. Only where a seat acts. All moves have actions, but for a few in positions that are
    /// made up.
    fn each_action(&self, position: &Self::Position, visit: impl FnMut(Self::Move, u32));

    /// The action of a legal move; `None` if it has none, or if it is not legal.
    fn action(&self, position: &Self::Position, mv: Self::Move) -> Option<u32> {
        let mut found = None;
        self.each_action(position, |known, action| {
            if known == mv {
                found = Some(action);
            }
        });
        found
    }

    /// The legal move of an action; `None` if the action is not legal.
    fn move_of(&self, position: &Self::Position, action: u32) -> Option<Self::Move> {
        let mut found = None;
        self.each_action(position, |mv, known| {
            if known == action {
                found = Some(mv);
            }
        });
        found
    }
}
