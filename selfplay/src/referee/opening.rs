//! The openings of rounds: a line of a file, random moves, or both.

use std::path::Path;

use crate::Error;
use draughts::PdnError;
use games::{
    Actor, AnyState, Notation, ParseError, Resources, State, format_game, pick_event, pick_move,
};

use rand::{Rng, RngExt};
use reader::entries;

use crate::players::view::Playthrough;
use crate::records::pdn;
use crate::referee::streams::Streams;

/// The number of draws after which the referee gives up.
const MAX_DRAWS: u32 = 1000;

/// The openings of a match.
#[derive(Clone, Debug)]
pub struct Openings<G: Notation> {
    lines: Vec<Playthrough<G>>,
    moves: u32,
    /// Whether the number of random moves varies from round to round, from zero to all of them.
    varied: bool,
    /// Whether a random move is as likely as it has routes.
    by_routes: bool,
}

impl<G: Notation> Openings<G> {
    /// Random moves from one position.
    #[must_use]
    pub fn random(start: &State<G>, moves: u32) -> Self {
        Self {
            lines: vec![Playthrough::new(start.clone())],
            moves,
            varied: false,
            by_routes: false,
        }
    }

    /// Openings from the lines of a file, followed by `moves` random moves. Each line is a position
    /// with its moves, with or without the name of the game. The lines may name these resources. In
    /// a file whose name ends in `.pdn`, each game is an opening.
    ///
    /// # Errors
    /// A file that cannot be read, or the first line that is not a position to play from.
    pub fn read(
        path: &Path,
        (start, resources): (&State<G>, &Resources),
        moves: u32,
    ) -> Result<Self, Error> {
        let mut lines = Vec::new();
        each_line(path, &format_game(start.game()), &mut |text| {
            lines.push(read_line(start.game(), resources, text)?);
            Ok(())
        })?;
        if lines.is_empty() {
            let name = path.to_string_lossy();
            return Err(ParseError::new("openings", &name, "a file with positions").into());
        }
        Ok(Self { lines, moves, varied: false, by_routes: false })
    }

    /// The same openings, where the number of random moves varies from zero to all of them.
    pub(crate) fn varied(self) -> Self {
        Self { varied: true, ..self }
    }

    /// The same openings, where a random move is as likely as it has routes: records of versions
    /// before 2026-11-28 have such openings.
    pub(crate) fn by_routes(self) -> Self {
        Self { by_routes: true, ..self }
    }

    fn pick(
        &self,
        state: &State<G>,
        buffer: &mut Vec<G::Move>,
        rng: &mut impl Rng,
    ) -> Option<G::Move> {
        if !self.by_routes {
            return pick_move(state.game(), state.position(), buffer, rng);
        }
        state.game().list_routes(state.position(), buffer);
        (!buffer.is_empty()).then(|| buffer[rng.random_range(0..buffer.len())])
    }

    /// The opening of a round: the next line of the file, and random moves. The moves are drawn
    /// again if the game is over after them.
    ///
    /// # Errors
    /// The game is over after every draw.
    pub(crate) fn draw(&self, round: u64, streams: Streams) -> Result<Playthrough<G>, ParseError> {
        let from = &self.lines[(round % self.lines.len() as u64) as usize];
        let moves =
            if self.varied { (round % (u64::from(self.moves) + 1)) as u32 } else { self.moves };
        let (mut rng, mut buffer) = (streams.opening(), Vec::new());
        for _ in 0..MAX_DRAWS {
            let mut line = from.clone();
            while line.state.history().plies() < from.state.history().plies() + moves {
                let (game, position) = (line.state.game(), line.state.position());
                match line.state.actor() {
                    Actor::Over(_) => break,
                    Actor::Seat(_) => match self.pick(&line.state, &mut buffer, &mut rng) {
                        Some(mv) => line.play(mv),
                        None => break,
                    },
                    Actor::Chance => match pick_event(game, position, &mut rng) {
                        Some(event) => line.apply_event(event),
                        None => break,
                    },
                }
            }
            if !matches!(line.state.actor(), Actor::Over(_)) {
                return Ok(line);
            }
        }
        let expected = "so few moves that the game is not over after them";
        Err(ParseError::new("opening", &self.moves.to_string(), expected))
    }
}

/// Calls `visit` with each line of a file of openings, or with the text of each game of a PDN file.
fn each_line(
    path: &Path,
    game: &str,
    visit: &mut dyn FnMut(&str) -> Result<(), ParseError>,
) -> Result<(), Error> {
    let unreadable = |error| Error::file("openings", path, "a readable file", error);
    let mut read = |line, text: &str| {
        visit(text).map_err(|error| Error::Opening { path: path.to_owned(), line, error })
    };
    if !pdn::is_pdn(path) {
        let text = disk::read_text(path).map_err(unreadable)?;
        return entries(&text).try_for_each(|(line, text)| read(line, text));
    }
    for parts in pdn::games_of(path, Some(game)).map_err(unreadable)? {
        let wrong = |PdnError { place, error, .. }| {
            let field = format!("column {}, {}", place.column, error.field);
            let (path, line) = (path.to_owned(), place.line as usize);
            Error::Opening { path, line, error: ParseError { field, ..error } }
        };
        for part in parts.map_err(wrong)? {
            read(part.number as usize, &part.text())?;
        }
    }
    Ok(())
}

/// Reads a line of the file, which is a whole position text or its part after the game.
fn read_line<G: Notation>(
    game: &G,
    resources: &Resources,
    text: &str,
) -> Result<Playthrough<G>, ParseError> {
    let head = format_game(game);
    let named = |name: &&str| text.starts_with(name);
    let named = named(&G::NAME) || AnyState::NAMES.iter().any(named);
    let text = if named { text.to_owned() } else { format!("{head} {text}") };
    let (start, moves) = match text.split_once(" moves ") {
        Some((start, moves)) => (start, moves.split(' ').collect()),
        None => (text.as_str(), Vec::new()),
    };
    let state = State::<G>::parse_with(start, resources)?;
    if format_game(state.game()) != head {
        return Err(ParseError::new("game", &format_game(state.game()), head));
    }
    let mut line = Playthrough::new(state);
    for mv in moves {
        line.step(mv)?;
    }
    if matches!(line.state.actor(), Actor::Over(_)) {
        return Err(ParseError::new("position", &text, "a game that is not over"));
    }
    Ok(line)
}
