//! Perfect and hidden information, as generic code uses it for any game.

use rand::Rng;

use crate::Game;

/// Everybody sees everything.
#[derive(Clone, Copy, Debug)]
pub enum Perfect {}

/// Players hold cards that others do not see: the game implements [`Hidden`].
#[derive(Clone, Copy, Debug)]
pub enum Imperfect {}

/// The methods of [`Hidden`] for any game, by its [`Game::Information`]. With perfect information a
/// view is the position itself, and there is nothing to deal.
///
/// ```
/// use games::{Game, Information};
///
/// fn seen_by_mover<G: Game>(game: &G, position: &G::Position) -> G::Position {
///     G::Information::view(game, position, G::Information::player(game, position))
/// }
/// ```
pub trait Information<G: Game> {
    /// Whether anything is ever hidden. A constant, so that searches of other games contain no code
    /// for it.
    const HIDDEN: bool;

    /// The number of players.
    fn players(game: &G) -> u8;

    /// The player whose turn it is.
    fn player(game: &G, position: &G::Position) -> u8;

    /// As [`Hidden::view`].
    #[must_use]
    fn view(game: &G, position: &G::Position, player: u8) -> G::Position;

    /// As [`Hidden::hides`].
    fn hides(game: &G, position: &G::Position, player: u8) -> bool;

    /// As [`Hidden::reveal`].
    #[must_use]
    fn reveal(game: &G, position: &G::Position, player: u8, rng: &mut impl Rng) -> G::Position;

    /// As [`Hidden::resample`].
    #[must_use]
    fn resample(game: &G, position: &G::Position, rng: &mut impl Rng) -> G::Position;

    /// As [`Hidden::each_group`].
    fn each_group(game: &G, position: &G::Position, visit: impl FnMut(G::Move));

    /// As [`Hidden::each_event_group`].
    fn each_event_group(game: &G, position: &G::Position, visit: impl FnMut(G::Event, u32));

    /// As [`Hidden::each_choice`].
    fn each_choice(
        game: &G,
        position: &G::Position,
        ranked: &[G::Move],
        visit: impl FnMut(usize, u64),
    ) -> u64;
}

impl<G: Game> Information<G> for Perfect {
    const HIDDEN: bool = false;

    fn players(game: &G) -> u8 {
        game.seats()
    }

    fn player(game: &G, position: &G::Position) -> u8 {
        game.mover(position).number()
    }

    #[inline]
    fn view(_: &G, position: &G::Position, _: u8) -> G::Position {
        *position
    }

    #[inline]
    fn hides(_: &G, _: &G::Position, _: u8) -> bool {
        false
    }

    fn reveal(_: &G, position: &G::Position, _: u8, _: &mut impl Rng) -> G::Position {
        *position
    }

    fn resample(_: &G, position: &G::Position, _: &mut impl Rng) -> G::Position {
        *position
    }

    fn each_group(game: &G, position: &G::Position, visit: impl FnMut(G::Move)) {
        game.each_move(position, visit);
    }

    fn each_event_group(game: &G, position: &G::Position, visit: impl FnMut(G::Event, u32)) {
        game.each_event(position, visit);
    }

    fn each_choice(
        _: &G,
        _: &G::Position,
        _: &[G::Move],
        mut visit: impl FnMut(usize, u64),
    ) -> u64 {
        visit(0, 1);
        1
    }
}

impl<G: Hidden> Information<G> for Imperfect {
    const HIDDEN: bool = true;

    #[inline]
    fn players(game: &G) -> u8 {
        game.players()
    }

    #[inline]
    fn player(game: &G, position: &G::Position) -> u8 {
        game.player(position)
    }

    #[inline]
    fn view(game: &G, position: &G::Position, player: u8) -> G::Position {
        game.view(position, player)
    }

    #[inline]
    fn hides(game: &G, position: &G::Position, player: u8) -> bool {
        game.hides(position, player)
    }

    #[inline]
    fn reveal(game: &G, position: &G::Position, player: u8, rng: &mut impl Rng) -> G::Position {
        game.reveal(position, player, rng)
    }

    #[inline]
    fn resample(game: &G, position: &G::Position, rng: &mut impl Rng) -> G::Position {
        game.resample(position, rng)
    }

    #[inline]
    fn each_group(game: &G, position: &G::Position, visit: impl FnMut(G::Move)) {
        game.each_group(position, visit);
    }

    #[inline]
    fn each_event_group(game: &G, position: &G::Position, visit: impl FnMut(G::Event, u32)) {
        game.each_event_group(position, visit);
    }

    #[inline]
    fn each_choice(
        game: &G,
        position: &G::Position,
        ranked: &[G::Move],
        visit: impl FnMut(usize, u64),
    ) -> u64 {
        game.each_choice(position, ranked, visit)
    }
}

/// A game in which players hold cards that others do not see. Code for any game uses its
/// [`Information`] instead.
///
/// A position may itself be the view of one player. The laws of [`Game`] hold for it, too. Where a
/// player with hidden cards acts, the legal moves are those of all hands that he may hold. Players
/// are numbered from 0. If seats are teams, there are more players than seats. Searches support
/// such games with two seats ([`Game::MAX_SEATS`]) and ignore draws by history.
///
/// Laws, checked by the battery: a view of a view is that view; a view does not depend on the cards
/// that it hides; all deals that agree with a view are equally likely.
pub trait Hidden: Game<Information = Imperfect> {
    /// Information from a past move about the cards that its player held.
    type Clue: Clone + std::fmt::Debug + Send + Sync;

    /// The number of players.
    fn players(&self) -> u8 {
        self.seats()
    }

    /// The player whose turn it is, of the seat that [`Game::mover`] names.
    fn player(&self, position: &Self::Position) -> u8 {
        self.mover(position).number()
    }

    /// The position as a player sees it.
    #[must_use]
    fn view(&self, position: &Self::Position, player: u8) -> Self::Position;

    /// Whether a player's cards are hidden in this position.
    fn hides(&self, position: &Self::Position, player: u8) -> bool;

    /// The position with a player's cards dealt at random from the unseen cards, if they are
    /// hidden.
    #[must_use]
    fn reveal(&self, position: &Self::Position, player: u8, rng: &mut impl Rng) -> Self::Position;

    /// A position in which nothing is hidden, drawn uniformly from those that agree with this one.
    #[must_use]
    fn resample(&self, position: &Self::Position, rng: &mut impl Rng) -> Self::Position {
        (0..self.players()).fold(*position, |position, player| self.reveal(&position, player, rng))
    }

    /// Calls `visit` with one move of each group of moves that play alike, in a fixed order. Only
    /// where a seat acts.
    fn each_group(&self, position: &Self::Position, visit: impl FnMut(Self::Move)) {
        self.each_move(position, visit);
    }

    /// Calls `visit` with one event of each group of events that play alike, and the group's
    /// weight. Only where chance acts.
    fn each_event_group(&self, position: &Self::Position, visit: impl FnMut(Self::Event, u32)) {
        self.each_event(position, visit);
    }

    /// For a player with a hidden hand. `ranked` lists his moves, best first, one of each group.
    /// For each move, calls `visit` with its number in that list and the number of his possible
    /// hands that would play it. Returns the number of all possible hands. A move that no hand
    /// would play may be left out. By default every hand allows the first move of the list.
    fn each_choice(
        &self,
        _position: &Self::Position,
        _ranked: &[Self::Move],
        mut visit: impl FnMut(usize, u64),
    ) -> u64 {
        visit(0, 1);
        1
    }

    /// The clue that a past move gives: its player probably held no card for one of the `better`
    /// moves. `position` is the position before the move, with all cards hidden.
    fn clue(&self, position: &Self::Position, mv: Self::Move, better: &[Self::Move]) -> Self::Clue;

    /// The number of `clues`, the latest first, that `position` contradicts. Nothing is hidden in
    /// `position`. Where it does not determine the cards that a player held at the time, they are
    /// drawn at random.
    fn belied(&self, position: &Self::Position, clues: &[Self::Clue], rng: &mut impl Rng) -> u32;
}
