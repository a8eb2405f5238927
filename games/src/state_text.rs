//! Text of games in progress: reading a [`State`], and playing moves and events by their text.

use std::fmt;

use crate::{Actor, Notation, Options, ParseError, Resources, State, Step, format_position};

impl<G: Notation> State<G> {
    /// Reads a position text of this game, with its moves.
    ///
    /// # Errors
    /// A text of another game, or one that is no position of this game. The error names the field,
    /// the text that was read, and the expected text.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_with(text, Resources::none())
    }

    /// As [`State::parse`]. The text may also name these resources.
    ///
    /// # Errors
    /// As [`State::parse`].
    #[inline(never)]
    pub fn parse_with(text: &str, resources: &Resources) -> Result<Self, ParseError> {
        let (name, options, rest) = split_head(text);
        if name != G::NAME {
            return Err(ParseError::new("game", text, format!("a position of {}", G::NAME)));
        }
        Self::parse_parts(options, rest, resources)
    }

    /// Reads the options and the rest of the text after the name.
    #[inline(never)]
    pub(crate) fn parse_parts(
        options: Option<&str>,
        rest: Option<&str>,
        resources: &Resources,
    ) -> Result<Self, ParseError> {
        let options = Options::parse_with(G::OPTIONS, options, resources)?;
        parse_rest(G::from_options(&options)?, rest)
    }

    /// The text of the position, with the game and its options, but without the moves that led to
    /// it. [`State::parse`] reads it. `Display` writes the same.
    ///
    /// ```
    /// use games::{State, benedictine::Benedictine};
    ///
    /// let mut state = State::<Benedictine>::parse("benedictine startpos")?;
    /// let mv = state.parse_move("c2-d3@f2")?;
    /// assert_eq!(state.move_text(mv), "c2-d3@f2");
    /// state.play(mv).expect("a legal move");
    /// assert_eq!(State::<Benedictine>::parse(&state.text())?.text(), state.to_string());
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        format_position(self.game(), self.position())
    }

    /// The text of a legal move.
    #[must_use]
    #[inline(never)]
    pub fn move_text(&self, mv: G::Move) -> String {
        self.game().format_move(self.position(), mv)
    }

    /// The texts of legal moves: in a long list faster than one by one.
    #[must_use]
    #[inline(never)]
    pub fn move_texts(&self, moves: &[G::Move]) -> Vec<String> {
        self.game().format_moves(self.position(), moves)
    }

    /// The text of a chance event.
    #[must_use]
    pub fn event_text(&self, event: G::Event) -> String {
        self.game().format_event(event)
    }

    /// The texts of all legal moves, or of all possible events where chance acts.
    #[must_use]
    #[inline(never)]
    pub fn legal_texts(&self) -> Vec<String> {
        let events = self.legal_events().into_iter().map(|(event, _)| self.event_text(event));
        self.move_texts(&self.legal_moves()).into_iter().chain(events).collect()
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// A text that is not a legal move; any text where no seat acts.
    pub fn parse_move(&self, text: &str) -> Result<G::Move, ParseError> {
        match self.actor() {
            Actor::Over(_) => Err(ParseError::new("move", text, "no move: the game is over")),
            Actor::Chance => Err(ParseError::new("move", text, "no move: chance acts")),
            Actor::Seat(_) => self.game().parse_move(self.position(), text),
        }
    }

    /// Reads a possible chance event.
    ///
    /// # Errors
    /// A text that is not a possible event; any text where chance does not act.
    #[inline(never)]
    pub fn parse_event(&self, text: &str) -> Result<G::Event, ParseError> {
        let events = self.legal_events();
        let found = events.iter().find(|&&(event, _)| self.game().format_event(event) == text);
        found.map(|&(event, _)| event).ok_or_else(|| {
            let names = events.iter().map(|&(event, _)| self.game().format_event(event));
            let known = names.collect::<Vec<_>>().join(" ");
            ParseError::new("move", text, format!("a chance event: one of {known}"))
        })
    }

    /// Reads one legal move or one possible chance event.
    ///
    /// # Errors
    /// A text that is not a legal move or a possible event in the position; any text where the game
    /// is over.
    #[inline(never)]
    pub fn parse_step(&self, text: &str) -> Result<Step<G::Move, G::Event>, ParseError> {
        if self.actor() == Actor::Chance {
            self.parse_event(text).map(Step::Event)
        } else {
            self.parse_move(text).map(Step::Move)
        }
    }

    /// Reads and plays one move or chance event.
    ///
    /// # Errors
    /// As [`State::parse_step`].
    #[inline(never)]
    pub fn try_step(&mut self, text: &str) -> Result<(), ParseError> {
        let step = self.parse_step(text)?;
        self.apply_unchecked(step);
        Ok(())
    }
}

impl<G: Notation> fmt::Display for State<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// The game's name, its options, and the rest of the text.
pub(crate) fn split_head(text: &str) -> (&str, Option<&str>, Option<&str>) {
    let (head, rest) = split_pair(text, ' ');
    let (name, options) = split_pair(head, ':');
    (name, options, rest)
}

fn split_pair(text: &str, separator: char) -> (&str, Option<&str>) {
    text.split_once(separator).map_or((text, None), |(left, right)| (left, Some(right)))
}

/// Reads the rest after the name and the options: a position, then moves and events.
fn parse_rest<G: Notation>(game: G, rest: Option<&str>) -> Result<State<G>, ParseError> {
    let names = game.fields();
    let wanted = format!("startpos, or the fields: {}", names.join(" "));
    let Some(rest) = rest else {
        return Err(ParseError::new("position", "", wanted));
    };
    let (fields, moves) = split_moves(rest)?;
    let position = if fields == "startpos" {
        game.start()
    } else {
        let fields: Vec<&str> = fields.split(' ').collect();
        if fields.len() != names.len() || fields.contains(&"") {
            let expected = format!("{wanted}, {} separated by single spaces", names.len());
            return Err(ParseError::new("position", rest, expected));
        }
        game.parse_fields(&fields)?
    };
    let mut state = State::new(game, position);
    if let Some(moves) = moves {
        for text in moves.split(' ') {
            state.try_step(text)?;
        }
    }
    Ok(state)
}

/// Splits the fields from the list of moves.
fn split_moves(rest: &str) -> Result<(&str, Option<&str>), ParseError> {
    if rest == "moves" || rest.ends_with(" moves") {
        return Err(ParseError::new("moves", "", "at least one move after the word moves"));
    }
    Ok(rest.split_once(" moves ").map_or((rest, None), |(fields, moves)| (fields, Some(moves))))
}
