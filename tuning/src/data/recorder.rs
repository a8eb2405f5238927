//! Makes the compact form of a recorded game, and chooses the positions to learn from.

use games::{
    Actor, Game, Information, Noisiness, Notation, Outcome, ParseError, Resources, Seat, SeatSet,
    State, Step, Tactics, format_position,
};
use rand::RngExt;
use rand::seq::index;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use selfplay::{GameRecord, LuckMeter, PlayedGame};

use super::error::RecordError;
use super::game::{CompactGame, Sample};

/// The number of samples of a game, if it is not given.
pub const PER_GAME: u32 = 24;

/// Makes compact games from records.
///
/// Samples are positions of the kind that the search evaluates. They follow a player's move, and
/// the game is not over. They are quiet, if the game has quiescence search. No immediate win is
/// possible, since the search finds such a win itself.
///
/// Before a chance event the search counts the events that win at once, and evaluates the rest. So
/// a position before a winning event is not used. For any other event that follows at once, its
/// luck stays in the result.
#[derive(Clone, Debug)]
pub struct Recorder<G> {
    game: G,
    resources: Resources,
    start: String,
    per_game: u32,
    luck: Option<LuckMeter>,
}

/// A position that may become a sample.
struct Candidate {
    sample: Sample,
    /// The number of events before the position. The luck of later events counts.
    events: usize,
}

impl<G: Tactics + Notation + eval::Evaluate> Recorder<G> {
    /// A recorder that takes at most `per_game` positions of a game. With `luck` it measures the
    /// luck in the result, in games of chance for two seats. Records may name these resources.
    #[must_use]
    pub fn new(game: &G, resources: &Resources, per_game: u32, luck: bool) -> Self {
        Self {
            game: game.clone(),
            resources: resources.clone(),
            start: format_position(game, &game.start()),
            per_game,
            luck: (luck && G::CHANCE && game.seats() == 2).then(|| LuckMeter::new(game)),
        }
    }

    /// The compact form of a recorded game.
    ///
    /// # Errors
    /// A record that does not follow the rules.
    #[inline(never)]
    pub fn compact(&self, record: &GameRecord) -> Result<CompactGame, RecordError> {
        let of_record = |error| RecordError { unit: record.unit, game: record.game, error };
        let start = self.start(record).map_err(of_record)?;
        let steps = read_steps(&start, &record.moves).map_err(of_record)?;
        Ok(self.follow(record, start, &steps))
    }

    /// The compact form of a game that was just played. Its moves need not be read from text.
    ///
    /// # Errors
    /// A start that is not a position of the game.
    pub fn compact_played(&self, played: &PlayedGame<G>) -> Result<CompactGame, RecordError> {
        let PlayedGame { record, steps } = played;
        let of_record = |error| RecordError { unit: record.unit, game: record.game, error };
        Ok(self.follow(record, self.start(record).map_err(of_record)?, steps))
    }

    fn start(&self, record: &GameRecord) -> Result<State<G>, ParseError> {
        State::parse_with(&record.start, &self.resources)
    }

    /// Plays the legal steps of a record from its start, and chooses samples.
    #[inline(never)]
    fn follow(&self, record: &GameRecord, start: State<G>, steps: &[StepOf<G>]) -> CompactGame {
        let mut state = start;
        // Each game has its own random stream.
        let mut rng = ChaCha8Rng::seed_from_u64(record.seed);
        rng.set_stream(record.unit << 3 | u64::from(record.game & 7));
        let (mut places, mut candidates, mut lucks) = (Vec::new(), Vec::new(), Vec::new());
        let mut routes = Vec::new();
        let mut values = record.values.iter().copied();
        for (number, &step) in (1..).zip(steps) {
            places.push(place_of(&state, step, &mut routes));
            match step {
                Step::Move(mv) => {
                    let seat = self.game.mover(state.position());
                    state.play_unchecked(mv);
                    if number > record.opening {
                        let value = values.next().flatten();
                        candidates.extend(self.candidate(&state, number, seat, value, lucks.len()));
                    }
                }
                Step::Event(event) => {
                    let luck = |meter: &LuckMeter| meter.luck(&self.game, state.position(), event);
                    lucks.push(self.luck.as_ref().map_or(0.0, luck));
                    state.apply_event_unchecked(event);
                    let won = matches!(state.actor(), Actor::Seat(_))
                        && self.game.wins_now(state.position());
                    candidates.pop_if(|last| last.sample.step + 1 == number && won);
                }
            }
        }
        // After a player's failure the result has no relation to the positions before it.
        let wanted = if record.fault.is_some() { 0 } else { self.per_game as usize };
        let count = candidates.len().min(wanted);
        let mut chosen = index::sample(&mut rng, candidates.len(), count).into_vec();
        chosen.sort_unstable();
        let outcome = record.outcome().filter(|_| record.fault.is_none());
        let winners = outcome.map_or(SeatSet::default(), Outcome::winners);
        let sample = |&place: &usize| {
            let Candidate { mut sample, events } = candidates[place];
            sample.luck = scaled(lucks[events.min(lucks.len())..].iter().sum());
            sample.viewer = rng.random_range(0..G::Information::players(&self.game));
            sample
        };
        CompactGame {
            unit: record.unit,
            game: record.game,
            start: (record.start != self.start).then(|| record.start.clone()),
            steps: places,
            winners: winners.seats().map(Seat::number).collect(),
            end: self.game.key(state.position()).0,
            samples: chosen.iter().map(sample).collect(),
            dropped: 0,
        }
    }

    /// The position after a move of `seat`, if it is of the kind that the search evaluates.
    fn candidate(
        &self,
        state: &State<G>,
        step: u32,
        seat: Seat,
        value: Option<f64>,
        events: usize,
    ) -> Option<Candidate> {
        let (game, position) = (&self.game, state.position());
        let (fits, events) = match state.actor() {
            Actor::Over(_) => (false, events),
            Actor::Chance => (true, events + 1),
            Actor::Seat(_) => {
                let quiet = !G::TACTICAL || game.noisiness(position) == Noisiness::Quiet;
                (quiet && !game.wins_now(position), events)
            }
        };
        let value = value.map(|value| scaled(value) as i16);
        let sample = Sample { step, viewer: 0, seat: seat.number(), value, luck: 0 };
        fits.then_some(Candidate { sample, events })
    }
}

/// A move or a chance event of a game.
type StepOf<G> = Step<<G as Game>::Move, <G as Game>::Event>;

/// Reads the moves and chance events of a record.
fn read_steps<G: Notation>(
    start: &State<G>,
    texts: &[String],
) -> Result<Vec<StepOf<G>>, ParseError> {
    let mut state = start.clone();
    let read = |text: &String| {
        let step = state.parse_step(text)?;
        state.apply_unchecked(step);
        Ok(step)
    };
    texts.iter().map(read).collect()
}

/// The place of a step in the list of the routes of legal moves, or of the possible events.
/// `routes` is a buffer.
fn place_of<G: Game>(state: &State<G>, step: StepOf<G>, routes: &mut Vec<G::Move>) -> u32 {
    match step {
        Step::Move(mv) => {
            state.game().list_routes(state.position(), routes);
            routes.iter().take_while(|&&known| known != mv).count() as u32
        }
        Step::Event(event) => {
            let (mut place, mut found) = (0, false);
            state.game().each_event(state.position(), |known, _| {
                found |= known == event;
                place += u32::from(!found);
            });
            place
        }
    }
}

/// A share or a value in units of [`Sample::UNIT`].
fn scaled(number: f64) -> i32 {
    (number * Sample::UNIT).round() as i32
}
