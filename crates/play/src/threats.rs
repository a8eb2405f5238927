//! What each player could do at once if it were his turn: win, or capture.

use games::{Actor, Information, Notation, Seat, SeatSet};
use serde::Serialize;

/// What is threatened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Threatened {
    /// The game is won at once.
    Win,
    /// Pieces are captured.
    Capture,
}

/// What a player could do if it were his turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Threat {
    /// The player.
    pub player: u8,
    /// What he could do.
    pub kind: Threatened,
    /// Where he has still to roll: for how many of the six rolls.
    pub rolls: Option<u32>,
    /// Moves that do it, the shortest first, some of them where they are many.
    pub moves: Vec<String>,
}

/// How many moves of a threat are told.
const MOVES: usize = 6;

/// The fields of a position that say whose turn it is, what he rolled, and what may be answered to the last move.
const SIDE: &str = "side";
const DIE: &str = "die";
const MARKS: &str = "marks";

/// The threats of each seat; none where cards are hidden, or the game is over.
pub(crate) fn threats<G: Notation>(game: &G, position: &G::Position) -> Vec<Threat> {
    if G::Information::HIDDEN || matches!(game.actor(position), Actor::Over(_)) {
        return Vec::new();
    }
    Seat::all(game.seats()).flat_map(|seat| of_seat(game, position, seat)).collect()
}

/// What a seat can do on one of the positions that it may meet if it is to act here.
fn of_seat<G: Notation>(game: &G, position: &G::Position, seat: Seat) -> Vec<Threat> {
    let (mut wins, mut captures, mut rolls) = (Vec::new(), Vec::new(), 0);
    let turns = turns(game, position, seat);
    for turn in &turns {
        let before = wins.len();
        game.each_move(turn, |mv| {
            let text = game.format_move(turn, mv);
            match game.actor(&game.play(turn, mv)) {
                Actor::Over(outcome) if outcome.winners() == SeatSet::only(seat) => wins.push(text),
                _ if text.contains('x') => captures.push(text),
                _ => {}
            }
        });
        rolls += u32::from(wins.len() > before);
    }
    let rolled = turns.len() < 2;
    let threat = |kind, mut moves: Vec<String>| {
        moves.sort_by_key(|text| (text.len(), text.clone()));
        moves.dedup();
        // Where one piece can do it alone, nobody needs two.
        if moves.iter().any(|text| !text.contains('+')) {
            moves.retain(|text| !text.contains('+'));
        }
        moves.truncate(MOVES);
        let rolls = (!rolled).then_some(rolls);
        Threat { player: seat.number(), kind, rolls, moves }
    };
    let found = [threat(Threatened::Win, wins), threat(Threatened::Capture, captures)];
    found.into_iter().filter(|threat| !threat.moves.is_empty()).collect()
}

/// The position with a seat to act: as it is where the seat acts in it, else for each roll.
fn turns<G: Notation>(game: &G, position: &G::Position, seat: Seat) -> Vec<G::Position> {
    if game.actor(position) == Actor::Seat(seat) {
        return vec![*position];
    }
    let text = game.format_fields(position);
    let turned = |die: &str| {
        let fields = game.fields().iter().zip(text.split(' ')).map(|(&name, field)| match name {
            SIDE => game.seat_name(seat),
            DIE => die,
            MARKS => "-",
            _ => field,
        });
        let turned = game.parse_fields(&fields.collect::<Vec<_>>()).ok();
        turned.filter(|turned| game.actor(turned) == Actor::Seat(seat))
    };
    let dice: &[&str] =
        if game.fields().contains(&DIE) { &["1", "2", "3", "4", "5", "6"] } else { &[""] };
    dice.iter().filter_map(|die| turned(die)).collect()
}
