//! A game in a session: its position, and a searcher bound to it.

use engine::{Answer, Limits, Playable, Request, Searcher, StopFlag};
use games::{
    Actor, Information, Notation, ParseError, Resources, State, format_game, format_position,
};

use super::error::{Error, Print};
use super::settings::Settings;
use crate::answer::{LastPrinted, effort, info_lines, line_texts};
use crate::query::answer_query;

/// The operations of a session on a game of any type.
pub trait ProtocolGame: Send {
    /// Builds a new searcher from the settings. The position does not change.
    ///
    /// # Errors
    /// Settings that do not fit the game.
    fn configure(&mut self, settings: &Settings, print: Print<'_>) -> Result<(), Error>;

    /// Sets the position: the text after the game in the text of a position.
    ///
    /// # Errors
    /// A text that is no position of the game.
    fn set_position(&mut self, text: &str) -> Result<(), ParseError>;

    /// The actor: a seat, chance, or nobody.
    fn actor(&self) -> Actor;

    /// The line that answers a question.
    ///
    /// # Errors
    /// An unknown question.
    fn query(&self, question: &str) -> Result<String, ParseError>;

    /// Searches: prints each iteration, and returns the line with the best move.
    ///
    /// # Errors
    /// Output that cannot be written; a position that cannot be searched.
    fn search(
        &mut self,
        settings: &Settings,
        limits: Limits,
        stop: &StopFlag,
        print: Print<'_>,
    ) -> Result<String, Error>;
}

/// A searcher, and perhaps a line about it for the other end, without its line break.
pub type BuiltSearcher<G> = Result<(Searcher<G>, Option<String>), Error>;

/// Builds a searcher from the settings.
pub type BuildSearcher<G> = fn(&G, &Settings) -> BuiltSearcher<G>;

/// The position of a game, and its searcher.
pub struct SearchedGame<G: Playable> {
    state: State<G>,
    /// The text that the state was read from.
    text: String,
    /// The resources that texts may name besides the compiled-in ones.
    resources: Resources,
    searcher: Searcher<G>,
    build: BuildSearcher<G>,
}

impl<G: Playable> SearchedGame<G> {
    /// A game at its start.
    ///
    /// # Errors
    /// Settings that do not fit the game.
    #[inline(never)]
    pub fn new(
        state: State<G>,
        resources: Resources,
        settings: &Settings,
        print: Print<'_>,
        build: BuildSearcher<G>,
    ) -> Result<Self, Error> {
        let searcher = built(build, state.game(), settings, print)?;
        let text = format!("{} startpos", format_game(state.game()));
        Ok(Self { state, text, resources, searcher, build })
    }
}

fn built<G: Playable>(
    build: BuildSearcher<G>,
    game: &G,
    settings: &Settings,
    print: Print<'_>,
) -> Result<Searcher<G>, Error> {
    let (searcher, line) = build(game, settings)?;
    if let Some(line) = line {
        print(&format!("{line}\n"))?;
    }
    Ok(searcher)
}

impl<G: Playable> ProtocolGame for SearchedGame<G> {
    #[inline(never)]
    fn configure(&mut self, settings: &Settings, print: Print<'_>) -> Result<(), Error> {
        self.searcher = built(self.build, self.state.game(), settings, print)?;
        Ok(())
    }

    #[inline(never)]
    fn set_position(&mut self, text: &str) -> Result<(), ParseError> {
        let tokens: Vec<_> = text.split_whitespace().collect();
        let text = format!("{} {}", format_game(self.state.game()), tokens.join(" "));
        // Usually the text continues the previous one. Then only the new moves are read.
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
        answer_query(&self.state, question)
    }

    #[inline(never)]
    fn search(
        &mut self,
        settings: &Settings,
        limits: Limits,
        stop: &StopFlag,
        print: Print<'_>,
    ) -> Result<String, Error> {
        let state = &seen_by_player(&self.state)?;
        let several = settings.lines > 1;
        let request = Request::from(limits)
            .variations(settings.lines as usize)
            .seed(settings.seed)
            .stop(stop);
        let (mut printed, mut last, mut nodes) = (Ok(()), LastPrinted::default(), 0);
        let answer = self.searcher.search_with(state, &request, |answer| {
            printed = print_answer(state, answer, several, print);
            last.note(answer);
            nodes = answer.nodes;
            printed.is_ok()
        });
        printed?;
        if last.differs(&answer) {
            print_answer(state, &answer, several, print)?;
        } else if nodes != answer.nodes {
            // An interrupted iteration has visited nodes.
            print(&format!("{}\n", effort(&answer)))?;
        }
        let best: Vec<_> = answer.best().into_iter().collect();
        Ok(format!("bestmove {}\n", line_texts(state, &best).join(" ")))
    }
}

/// The position as the player to act sees it.
///
/// # Errors
/// That player's own cards are hidden.
pub fn seen_by_player<G: Notation>(state: &State<G>) -> Result<State<G>, ParseError> {
    let (game, position) = (state.game(), state.position());
    let player = G::Information::player(game, position);
    if G::Information::hides(game, position, player) {
        let name = game.player_name(position);
        let expected = format!("the cards of {name}, whose turn it is, to be known");
        return Err(ParseError::new("position", &format_position(game, position), expected));
    }
    Ok(state.seen_by(player))
}

/// Prints the `info` lines of an answer.
fn print_answer<G: Playable>(
    state: &State<G>,
    answer: &Answer<G::Move>,
    several: bool,
    print: Print<'_>,
) -> Result<(), Error> {
    for info in info_lines(state, answer, several) {
        print(&format!("{info}\n"))?;
    }
    Ok(())
}
