//! Threats: the wins and captures that each player could make if it were the player's turn.

use games::{Actor, Information, Seat, SeatSet, sort_by_number};
use serde::Serialize;

use crate::games::PresentedGame;
use crate::threatened::Threatened;

/// A possible win or capture of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Threat {
    /// The player.
    pub player: u8,
    /// The kind of the threat.
    pub kind: Threatened,
    /// The number of rolls, of six, that allow it, if the player has still to roll.
    pub rolls: Option<u32>,
    /// Moves that do it, the shortest first; not all if there are many.
    pub moves: Vec<String>,
}

/// The most moves that a threat lists.
const MOVES: usize = 6;

/// The threats of each seat; none if cards are hidden or the game is over.
pub(crate) fn threats<G: PresentedGame>(game: &G, position: &G::Position) -> Vec<Threat> {
    if G::Information::HIDDEN || matches!(game.actor(position), Actor::Over(_)) {
        return Vec::new();
    }
    Seat::all(game.seats()).flat_map(|seat| of_seat(game, position, seat)).collect()
}

/// A move that wins or captures.
#[derive(PartialEq, Eq)]
struct ThreatMove {
    text: String,
    /// Whether the move moves two pieces.
    two: bool,
}

/// The threats of a seat in the positions that it may have if it is to act now.
fn of_seat<G: PresentedGame>(game: &G, position: &G::Position, seat: Seat) -> Vec<Threat> {
    let (mut wins, mut captures, mut rolls) = (Vec::new(), Vec::new(), 0);
    let turns = turns(game, position, seat);
    for turn in &turns {
        let before = wins.len();
        let mut moves = Vec::new();
        game.list_moves(turn, &mut moves);
        for mv in moves {
            let threat = ThreatMove { text: game.format_move(turn, mv), two: game.moves_two(mv) };
            match game.actor(&game.play(turn, mv)) {
                Actor::Over(outcome) if outcome.winners() == SeatSet::only(seat) => {
                    wins.push(threat);
                }
                _ if game.is_capture(mv) => captures.push(threat),
                _ => {}
            }
        }
        rolls += u32::from(wins.len() > before);
    }
    let rolled = turns.len() < 2;
    let threat = |kind, moves| {
        let (rolls, moves) = ((!rolled).then_some(rolls), shortest(moves));
        Threat { player: seat.number(), kind, rolls, moves }
    };
    let found = [threat(Threatened::Win, wins), threat(Threatened::Capture, captures)];
    found.into_iter().filter(|threat| !threat.moves.is_empty()).collect()
}

/// The moves to be named, those with short texts first.
fn shortest(mut moves: Vec<ThreatMove>) -> Vec<String> {
    moves.sort_by(|one, other| one.text.cmp(&other.text));
    sort_by_number(&mut moves, |mv| mv.text.len() as i64);
    moves.dedup();
    // If one piece can do it alone, moves of two pieces are left out.
    if moves.iter().any(|mv| !mv.two) {
        moves.retain(|mv| !mv.two);
    }
    moves.truncate(MOVES);
    moves.into_iter().map(|mv| mv.text).collect()
}

/// The position with a seat to act: unchanged if the seat acts in it, else once for each roll.
fn turns<G: PresentedGame>(game: &G, position: &G::Position, seat: Seat) -> Vec<G::Position> {
    if game.actor(position) == Actor::Seat(seat) {
        return vec![*position];
    }
    let mut turns = game.with_turn(position, seat);
    turns.retain(|turn| game.actor(turn) == Actor::Seat(seat));
    turns
}
