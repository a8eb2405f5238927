//! From the record of a game to its compact form, with the positions that are worth learning from.

use games::{
    Actor, Information, Noisiness, Notation, Outcome, ParseError, Resources, Seat, SeatSet, State,
    Tactics, format_position,
};
use rand::RngExt;
use rand::seq::index;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use selfplay::{GameRecord, LuckMeter};

use super::error::RecordError;
use super::game::{CompactGame, Sample};

/// Samples of a game where the number is not given.
pub const PER_GAME: u32 = 24;

/// Makes compact games of records.
///
/// Samples are positions as the search estimates them: after a player's move, not over, quiet where
/// the game has quiescence, without a win at hand, which the search sees for itself. Before a
/// chance event the search counts the events that win at once, and estimates the rest. So a
/// position before a winning event is not used. For any other event that follows at once, its luck
/// stays in the result.
#[derive(Clone, Debug)]
pub struct Recorder<G> {
    game: G,
    resources: Resources,
    start: String,
    per_game: u32,
    luck: Option<LuckMeter>,
}

/// A sample that may be taken.
struct Candidate {
    sample: Sample,
    /// How many events had happened from which on luck counts.
    events: usize,
}

impl<G: Tactics + Notation + eval::Evaluate> Recorder<G> {
    /// A recorder that takes at most `per_game` positions of a game; with `luck` what is luck in a
    /// result is found out, in games of chance for two seats. Records may name these resources.
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

    /// The compact form of a game.
    ///
    /// # Errors
    /// A record that does not follow the rules.
    pub fn compact(&self, record: &GameRecord) -> Result<CompactGame, RecordError> {
        let GameRecord { unit, game, .. } = *record;
        self.follow(record).map_err(|error| RecordError { unit, game, error })
    }

    fn follow(&self, record: &GameRecord) -> Result<CompactGame, ParseError> {
        let mut state = State::<G>::parse_with(&record.start, &self.resources)?;
        // One stream for each game.
        let mut rng = ChaCha8Rng::seed_from_u64(record.seed);
        rng.set_stream(record.unit << 3 | u64::from(record.game & 7));
        let (mut steps, mut candidates, mut lucks) = (Vec::new(), Vec::new(), Vec::new());
        let mut values = record.values.iter().copied();
        for (number, text) in (1..).zip(&record.moves) {
            let before = state.position();
            if let Actor::Seat(seat) = state.actor() {
                let mv = self.game.parse_move(before, text)?;
                let moves = state.legal_moves();
                steps.push(moves.iter().take_while(|&&known| known != mv).count() as u32);
                state.play_unchecked(mv);
                if number > record.opening {
                    let value = values.next().flatten();
                    candidates.extend(self.candidate(&state, number, seat, value, lucks.len()));
                }
            } else {
                let (event, place) = self.find_event(before, text)?;
                lucks.push(
                    self.luck.as_ref().map_or(0.0, |meter| meter.luck(&self.game, before, event)),
                );
                steps.push(place);
                state.apply_event_unchecked(event);
                let won =
                    matches!(state.actor(), Actor::Seat(_)) && self.game.wins_now(state.position());
                candidates.pop_if(|last| last.sample.step + 1 == number && won);
            }
        }
        // A player that failed tells nothing of the positions before.
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
        Ok(CompactGame {
            unit: record.unit,
            game: record.game,
            start: (record.start != self.start).then(|| record.start.clone()),
            steps,
            winners: winners.seats().map(Seat::number).collect(),
            end: self.game.key(state.position()).0,
            samples: chosen.iter().map(sample).collect(),
            dropped: 0,
        })
    }

    /// The position after a move of `seat`, unless the search would not estimate it.
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

    fn find_event(
        &self,
        position: &G::Position,
        text: &str,
    ) -> Result<(G::Event, u32), ParseError> {
        let (mut found, mut count) = (None, 0);
        if self.game.actor(position) == Actor::Chance {
            self.game.each_event(position, |event, _| {
                if self.game.format_event(event) == text {
                    found = Some((event, count));
                }
                count += 1;
            });
        }
        found.ok_or_else(|| ParseError::new("move", text, "a move or an event that is possible"))
    }
}

/// A share or a value in units of [`Sample::UNIT`].
fn scaled(number: f64) -> i32 {
    (number * Sample::UNIT).round() as i32
}
