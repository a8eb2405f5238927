//! Random games that test the rules: texts can be read back, and games end.

use crate::Error;
use games::{
    Actor, Notation, Outcome, ParseError, Resources, Seat, State, format_position, pick_move,
};
use thiserror::Error as ThisError;

use crate::records::reason::Reason;
use crate::referee::streams::Streams;

/// The number of moves and events after which a game must have ended.
const MAX_STEPS: u32 = 100_000;

/// A violation of the rules' guarantees in a random game.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum RandomGameError {
    /// The text of a position or a move cannot be read back.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// The text of a position reads back as another position.
    #[error("the text reads back as another position")]
    OtherPosition,
    /// The text of a move reads back as another move.
    #[error("the move {0} reads back as another")]
    OtherMove(String),
    /// The acting seat has no move.
    #[error("a seat is to act and has no move")]
    NoMove,
    /// Chance acts but has no event.
    #[error("chance is to act and has no event")]
    NoEvent,
    /// The game does not end.
    #[error("no end after {MAX_STEPS} moves and events")]
    NoEnd,
}

/// The results of random games.
///
/// ```
/// use games::maitres::Maitres;
/// use games::{Resources, State};
/// use selfplay::{RandomGames, check_random_game};
///
/// let start = State::<Maitres>::parse("maitres startpos")?;
/// let mut results = RandomGames::default();
/// for number in 0..3 {
///     let (end, outcome) = check_random_game((&start, &Resources::default()), 1, number)?;
///     results.add(&end, outcome);
/// }
/// assert_eq!(results.games(), 3);
/// assert!(results.text("maitres").starts_with("maitres: 3 random games"));
/// # Ok::<(), selfplay::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RandomGames {
    /// The number of games for each outcome, by the outcome's name.
    pub outcomes: Vec<(String, u64)>,
    /// The number of games that ended by the rules, by the cap on their length, and by repetition.
    pub reasons: [u64; 3],
    /// The number of player moves in all games.
    pub plies: u64,
}

impl RandomGames {
    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.reasons.iter().sum()
    }

    /// Adds a game that is over.
    pub fn add<G: Notation>(&mut self, end: &State<G>, outcome: Outcome) {
        let seats = Seat::all(end.game().seats());
        let winners: Vec<_> = seats.filter(|&seat| outcome.winners().contains(seat)).collect();
        let name = match winners[..] {
            [winner] => format!("{} wins", end.game().seat_name(winner)),
            _ => "draw".to_owned(),
        };
        match self.outcomes.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => self.outcomes.push((name, 1)),
        }
        self.reasons[Reason::of(end) as usize] += 1;
        self.plies += u64::from(end.history().plies());
    }

    /// A summary in a few lines.
    #[must_use]
    pub fn text(&self, game: &str) -> String {
        let mut outcomes = self.outcomes.clone();
        outcomes.sort();
        let outcomes: Vec<_> =
            outcomes.iter().map(|(name, count)| format!("{name} {count}")).collect();
        let [rules, plies, repetition] = self.reasons;
        let length = self.plies as f64 / self.games().max(1) as f64;
        format!(
            "{game}: {} random games, {}\n  mean length {length:.1} moves; ended by the rules {rules}, by the cap on plies {plies}, by repetition {repetition}\n",
            self.games(),
            outcomes.join(", ")
        )
    }
}

/// Plays random game `number` from `start`. Checks that the text of every position and move reads
/// back as the same position or move. Returns the end and the outcome. The texts may name these
/// resources.
///
/// # Errors
/// A text that does not read back, or a game without an end.
#[inline(never)]
pub fn check_random_game<G: Notation>(
    (start, resources): (&State<G>, &Resources),
    seed: u64,
    number: u64,
) -> Result<(State<G>, Outcome), Error> {
    let streams = Streams::new(seed, number);
    let (mut moves, mut dice) = (streams.moves(Seat::FIRST), streams.dice());
    let (mut state, mut buffer) = (start.clone(), Vec::new());
    for _ in 0..MAX_STEPS {
        check_position(&state, resources).map_err(|error| broken(&state, number, error))?;
        match state.actor() {
            Actor::Over(outcome) => return Ok((state, outcome)),
            Actor::Seat(_) => {
                let mv = pick_move(state.game(), state.position(), &mut buffer, &mut moves)
                    .ok_or_else(|| broken(&state, number, RandomGameError::NoMove))?;
                check_move(&state, mv).map_err(|error| broken(&state, number, error))?;
                state.play_unchecked(mv);
            }
            Actor::Chance => {
                let event = dice
                    .event(state.game(), state.position())
                    .ok_or_else(|| broken(&state, number, RandomGameError::NoEvent))?;
                state.apply_event_unchecked(event);
            }
        }
    }
    Err(broken(&state, number, RandomGameError::NoEnd))
}

fn broken<G: Notation>(state: &State<G>, number: u64, error: RandomGameError) -> Error {
    let position = format_position(state.game(), state.position());
    Error::RandomGame { number, position, error }
}

/// Checks that the text of the position reads back as the same position.
fn check_position<G: Notation>(
    state: &State<G>,
    resources: &Resources,
) -> Result<(), RandomGameError> {
    let text = format_position(state.game(), state.position());
    let read = State::<G>::parse_with(&text, resources)?;
    let same = read.position() == state.position();
    if same { Ok(()) } else { Err(RandomGameError::OtherPosition) }
}

/// Checks that the text of the move reads back as the same move.
fn check_move<G: Notation>(state: &State<G>, mv: G::Move) -> Result<(), RandomGameError> {
    let text = state.game().format_move(state.position(), mv);
    let read = state.game().parse_move(state.position(), &text)?;
    if read == mv { Ok(()) } else { Err(RandomGameError::OtherMove(text)) }
}
