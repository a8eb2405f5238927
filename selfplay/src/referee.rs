//! One game under a referee, who owns the position, the dice and the random openings.

use std::borrow::Cow;
use std::fmt;

use engine::{Engine, Question, StopFlag, TableError};
use games::{Actor, Outcome, Seat, State, pick_event, pick_move, random_step};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::contest::Game;
use crate::player::{Mind, Player, Searcher};
use crate::streams::Streams;

/// The size of a player's table in MiB: small, since each game has new ones.
const TABLE_MIB: usize = 8;

/// How many starts are drawn before the referee gives up.
const MAX_DRAWS: u32 = 1000;

/// A game that was played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who won.
    pub outcome: Outcome,
    /// Player moves from the start of the game, those of the opening among them.
    pub plies: u32,
    /// What ended it.
    pub reason: Reason,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The game's own rules.
    Rules,
    /// The cap on its length.
    Plies,
    /// A repetition.
    Repetition,
}

impl Reason {
    /// What ended a game that is over.
    #[must_use]
    pub fn of<G: games::Game>(state: &State<G>) -> Self {
        if matches!(state.game.actor(&state.position), Actor::Over(_)) {
            Self::Rules
        } else if state.history.out_of_plies() {
            Self::Plies
        } else {
            Self::Repetition
        }
    }
}

/// What stops a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// A player named a move that is not legal, or none.
    Illegal {
        /// The player's name.
        player: String,
        /// The move.
        mv: String,
        /// The position.
        position: String,
    },
    /// No start of so many random moves was found that is not over.
    Opening(u32),
    /// A player's table did not fit the memory.
    Table(TableError),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { player, mv, position } => {
                write!(f, "player {player}: read the move {mv}, expected a legal one in {position}")
            }
            Self::Opening(moves) => write!(
                f,
                "opening: read \"{moves}\", expected so few moves that the game is not over after them"
            ),
            Self::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MatchError {}

impl From<TableError> for MatchError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// A game under way from `start` by random moves; drawn again where it is over already.
pub(crate) fn draw_start<G: Game>(
    start: &State<G>,
    moves: u32,
    streams: Streams,
) -> Result<State<G>, MatchError> {
    let (mut rng, mut buffer) = (streams.opening(), Vec::new());
    for _ in 0..MAX_DRAWS {
        let mut state = start.clone();
        while state.history.plies() < start.history.plies() + moves
            && random_step(&mut state, &mut buffer, &mut rng).is_none()
        {}
        if !matches!(state.actor(), Actor::Over(_)) {
            return Ok(state);
        }
    }
    Err(MatchError::Opening(moves))
}

/// Plays a game to its end; `players` are in the order of the seats.
pub(crate) fn play_game<G: Game>(
    mut state: State<G>,
    players: [&Player; 2],
    streams: Streams,
) -> Result<Played, MatchError> {
    let mut chairs = [
        Chair::new(players[0], Seat::FIRST, streams)?,
        Chair::new(players[1], Seat::SECOND, streams)?,
    ];
    let mut dice = streams.dice();
    loop {
        match state.actor() {
            Actor::Over(outcome) => {
                let (plies, reason) = (state.history.plies(), Reason::of(&state));
                return Ok(Played { outcome, plies, reason });
            }
            Actor::Seat(seat) => {
                let mv = chairs[seat.index()].choose(&shown(&state));
                let mv = legal(&state, mv, players[seat.index()])?;
                state.play(mv);
            }
            Actor::Chance => {
                // One number of the stream for each event: both games of a unit stay in step
                // whatever an event makes of its number.
                let mut die = ChaCha8Rng::seed_from_u64(dice.next_u64());
                if let Some(event) = pick_event(&state.game, &state.position, &mut die) {
                    state.happen(event);
                }
            }
        }
    }
}

/// The game as the player to act sees it.
fn shown<G: Game>(state: &State<G>) -> Cow<'_, State<G>> {
    if !G::HIDDEN {
        return Cow::Borrowed(state);
    }
    let mut shown = state.clone();
    shown.position = state.game.view(&state.position, state.game.player(&state.position));
    Cow::Owned(shown)
}

/// The move that a player named, if it is legal.
fn legal<G: Game>(
    state: &State<G>,
    named: Option<G::Move>,
    player: &Player,
) -> Result<G::Move, MatchError> {
    let mut found = None;
    state.game.each_move(&state.position, |mv| found = found.or((Some(mv) == named).then_some(mv)));
    found.ok_or_else(|| MatchError::Illegal {
        player: player.name.clone(),
        mv: named.map_or_else(|| "none".to_owned(), |mv| format!("{mv:?}")),
        position: games::format_position(&state.game, &state.position),
    })
}

/// A player at the board, with what it keeps for the length of one game.
enum Chair<'a> {
    Random(Box<ChaCha8Rng>),
    Search { searcher: &'a Searcher, engine: Engine, seed: u64 },
}

impl<'a> Chair<'a> {
    fn new(player: &'a Player, seat: Seat, streams: Streams) -> Result<Self, MatchError> {
        Ok(match &player.mind {
            Mind::Random => Self::Random(Box::new(streams.moves(seat))),
            Mind::Search(searcher) => Self::Search {
                searcher,
                engine: Engine::new(TABLE_MIB, 1)?,
                seed: streams.search_seed(),
            },
        })
    }

    fn choose<G: Game>(&mut self, state: &State<G>) -> Option<G::Move> {
        match self {
            Self::Random(rng) => pick_move(&state.game, &state.position, &mut Vec::new(), rng),
            Self::Search { searcher, engine, seed } => {
                let question = Question {
                    state,
                    limits: searcher.limits,
                    lines: 1,
                    seed: *seed,
                    techniques: searcher.techniques,
                    interrupt: &StopFlag::default(),
                };
                engine.search(&question, &searcher.evaluator, |_| true).best()
            }
        }
    }
}
