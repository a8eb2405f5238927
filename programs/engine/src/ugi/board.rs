//! A game under way in the text protocol: its state, and a searcher bound to it.

use cli::{Failure, print_line};
use engine::{Answer, Limits, Playable, Request, Searcher, StopFlag, Techniques};
use games::{Actor, ParseError, Resources, State, format_game};
use selfplay::WeightsSource;
use tablebases::Tabled;

use super::query;
use super::session::Settings;
use crate::output::{effort_line, info_lines, line_texts};
use crate::search::{asked, tables_line};

/// What the protocol does with a game, whichever it is.
pub(super) trait ProtocolGame: Send {
    /// Begins anew with the searcher, as the options say; the position stays.
    fn configure(&mut self, settings: &Settings) -> Result<(), Failure>;

    /// Sets the position: the text that follows the game in a position text.
    fn set_position(&mut self, text: &str) -> Result<(), ParseError>;

    /// Who acts.
    fn actor(&self) -> Actor;

    /// The answer to a query.
    fn query(&self, question: &str) -> Result<String, ParseError>;

    /// Searches, telling each iteration, and names the best move.
    fn search(
        &mut self,
        settings: &Settings,
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<(), Failure>;
}

/// A board of one game.
pub(super) struct SearchedGame<G: Playable> {
    state: State<G>,
    /// The text that the state was read from.
    text: String,
    /// What texts may name beside what is compiled in.
    resources: Resources,
    searcher: Searcher<G>,
}

impl<G: Playable + Tabled> SearchedGame<G> {
    /// A game at its start.
    pub(super) fn new(
        state: State<G>,
        settings: &Settings,
        resources: Resources,
    ) -> Result<Self, Failure> {
        let searcher = searcher(state.game(), settings)?;
        let text = format!("{} startpos", format_game(state.game()));
        Ok(Self { state, text, resources, searcher })
    }
}

fn searcher<G: Playable + Tabled>(game: &G, settings: &Settings) -> Result<Searcher<G>, Failure> {
    let weights = WeightsSource::parse(&settings.weights).load(game)?;
    let parameters = settings.parameters;
    let means = settings.means();
    let searcher = means.searcher(game, &weights, |usual| Techniques { parameters, ..usual })?;
    if let Some(line) = tables_line(&searcher, means.tables) {
        print_line(&line)?;
    }
    Ok(searcher)
}

impl<G: Playable + Tabled> ProtocolGame for SearchedGame<G> {
    fn configure(&mut self, settings: &Settings) -> Result<(), Failure> {
        self.searcher = searcher(self.state.game(), settings)?;
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), ParseError> {
        let text = format!("{} {text}", format_game(self.state.game()));
        // Mostly the game has gone on, and only the last moves are new.
        let more = text.strip_prefix(&self.text).and_then(|more| {
            let known_moves = self.text.contains(" moves ");
            more.strip_prefix(if known_moves { " " } else { " moves " })
        });
        self.state = match more {
            Some(moves) => {
                let mut state = self.state.clone();
                moves.split(' ').try_for_each(|text| state.try_step(text))?;
                state
            }
            None => State::parse_with(&text, &self.resources)?,
        };
        self.text = text;
        Ok(())
    }

    fn actor(&self) -> Actor {
        self.state.actor()
    }

    fn query(&self, question: &str) -> Result<String, ParseError> {
        query::answer(&self.state, question)
    }

    fn search(
        &mut self,
        settings: &Settings,
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<(), Failure> {
        let state = &asked(&self.state, false)?;
        let several = settings.lines > 1;
        let request = Request::new(limits)
            .with_variations(settings.lines as usize)
            .with_seed(settings.seed)
            .with_stop(stop);
        let (mut printed, mut last) = (Ok(()), None);
        let answer = self.searcher.search_with(state, &request, |answer| {
            printed = print_answer(state, answer, several);
            last = Some((answer.depth, answer.variations.clone(), answer.nodes));
            printed.is_ok()
        });
        printed?;
        // An iteration that was cut off may have found something better, or have taken nodes at least. What has been
        // said already is not said again.
        match last {
            Some((depth, lines, nodes)) if depth == answer.depth && lines == answer.variations => {
                if nodes != answer.nodes {
                    print_line(&effort_line(&answer))?;
                }
            }
            _ => print_answer(state, &answer, several)?,
        }
        let best: Vec<_> = answer.best().into_iter().collect();
        print_line(&format!("bestmove {}", line_texts(state, &best).join(" ")))
    }
}

/// Prints the `info` lines of an answer.
fn print_answer<G: Playable>(
    state: &State<G>,
    answer: &Answer<G::Move>,
    several: bool,
) -> Result<(), Failure> {
    info_lines(state, answer, several).iter().try_for_each(|line| print_line(line))
}
