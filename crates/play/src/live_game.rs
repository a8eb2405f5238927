//! One game in progress between people and the engine.

use std::fmt;
use std::time::Duration;

use games::{AnyState, Paint, ParseError, Resources};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use reader::plain_line;

use crate::happening::Happening;
use crate::language::Texts;
use crate::level::Level;
use crate::opener::{any_game, read_any};
use crate::question::{EngineParts, FindEndings, Question};
use crate::threatened::Threatened;
use crate::threats::Threat;
use crate::typed_game::AnyGame;
use crate::view::{GameView, StepView, Turn, Viewer};

/// The controller of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controller {
    /// A person.
    Person,
    /// The engine, at a level.
    Engine(Level),
}

/// One game in progress, with a controller for each player.
///
/// The seed and the number of the step determine each roll and card. So a roll stays the same when
/// moves before it are taken back and played again.
pub struct LiveGame {
    game: Box<dyn AnyGame>,
    controllers: Vec<Controller>,
    seed: u64,
    /// Whether all players see all cards.
    open: bool,
    /// Whether dice and cards are typed in.
    typed: bool,
    endings: Option<FindEndings>,
}

/// Reads a game and a position without moves.
type ReadGame<'a> = &'a dyn Fn(&str) -> Result<Box<dyn AnyGame>, ParseError>;

impl LiveGame {
    /// A game from its start: an id with options, or a position text with its moves. People play
    /// all seats.
    ///
    /// # Errors
    /// A text that is neither. The error names the field, the text that was read, and the expected
    /// text.
    pub fn open(text: &str, seed: u64) -> Result<Self, ParseError> {
        Self::open_with(text, seed, Resources::none())
    }

    /// Like [`LiveGame::open`]; texts may also name these resources.
    ///
    /// # Errors
    /// As [`LiveGame::open`].
    pub fn open_with(text: &str, seed: u64, resources: &Resources) -> Result<Self, ParseError> {
        Self::read(text, seed, &|text| read_any(text, resources))
    }

    /// As [`LiveGame::open_with`], for the games that `read` reads.
    pub(crate) fn read(text: &str, seed: u64, read: ReadGame<'_>) -> Result<Self, ParseError> {
        let text = plain_line(text);
        let (head, rest) = text.split_once(' ').unwrap_or((text, "startpos"));
        let (fields, moves) = match rest.split_once(" moves ") {
            Some((fields, moves)) => (fields, Some(moves)),
            None => (rest, None),
        };
        let game = read(&format!("{head} {fields}"))?;
        let mut game = Self::of(game, seed);
        moves
            .into_iter()
            .flat_map(|moves| moves.split(' '))
            .try_for_each(|step| game.step(step))?;
        Ok(game)
    }

    /// A game that begins with a state. The moves before it cannot be taken back. People play all
    /// seats.
    ///
    /// ```
    /// use play::{LiveGame, Viewer};
    ///
    /// let mut game = LiveGame::new(games::AnyState::parse("maitres startpos moves die4")?, 0);
    /// assert_eq!(game.view(Viewer::All).moves.len(), 9);
    /// assert!(game.undo().is_err());
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn new(start: AnyState, seed: u64) -> Self {
        Self::of(any_game(start), seed)
    }

    fn of(game: Box<dyn AnyGame>, seed: u64) -> Self {
        let controllers = vec![Controller::Person; game.players().len()];
        Self { game, controllers, seed, open: false, typed: false, endings: None }
    }

    /// The next to act.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// The players' names in texts, in the order of their numbers.
    #[must_use]
    pub fn players(&self) -> Vec<&'static str> {
        self.game.players()
    }

    /// The controller of each player.
    #[must_use]
    pub fn controllers(&self) -> &[Controller] {
        &self.controllers
    }

    /// For each seat, the names of its players and their kinds, `person` or `level-3`. A player
    /// without a name has the name from the texts.
    #[must_use]
    pub fn by_seat(&self, names: &[String]) -> Vec<(String, String)> {
        let GameView { seats, players, .. } = self.view(Viewer::Nobody);
        let count = seats.iter().max().map_or(0, |&last| usize::from(last) + 1);
        let mut found = vec![(String::new(), String::new()); count];
        for (player, seat) in seats.into_iter().enumerate() {
            let own = names.get(player).filter(|name| !name.is_empty());
            let name = own.map_or(players[player], String::as_str);
            let kind = match self.controllers[player] {
                Controller::Person => "person".to_owned(),
                Controller::Engine(level) => format!("level-{level}"),
            };
            let (names, kinds) = &mut found[usize::from(seat)];
            // A team shares a seat.
            let join = if names.is_empty() { "" } else { "+" };
            *names += &format!("{join}{name}");
            *kinds += &format!("{join}{kind}");
        }
        found
    }

    /// Gives a player another controller.
    ///
    /// # Panics
    /// A player whom the game does not have.
    pub fn seat(&mut self, player: u8, controller: Controller) {
        self.controllers[usize::from(player)] = controller;
    }

    /// The seed of dice and cards.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// From now on dice, cards and the engine's choices follow from another seed.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Whether players hold cards that others do not see.
    #[must_use]
    pub fn hides(&self) -> bool {
        self.game.hides() && !self.open
    }

    /// Shows all cards to all, as in an analysis. From now on moves can be taken back past cards.
    pub fn show_all(&mut self) {
        self.open = true;
    }

    /// Whether the game has dice or cards.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        self.game.has_chance()
    }

    /// From now on dice and cards come from a real table. A person who types in a card knows it,
    /// and so may take it back like a move.
    pub fn type_chance(&mut self) {
        self.typed = true;
    }

    /// The text of the draw of an unknown card, if that is the only event.
    #[must_use]
    pub fn unseen_draw(&self) -> Option<String> {
        self.game.unseen_draw()
    }

    /// The controller of the player to move.
    #[must_use]
    pub fn to_move(&self) -> Option<Controller> {
        match self.turn() {
            Turn::Player { player } => Some(self.controllers[usize::from(player)]),
            Turn::Chance { .. } | Turn::Over => None,
        }
    }

    /// The game as a viewer may see it.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> GameView {
        let view = self.game.view(self.allowed(viewer));
        GameView { can_undo: self.undone().is_some(), can_redo: self.redone().is_some(), ..view }
    }

    /// The drawn board, as a viewer sees it.
    #[must_use]
    pub fn diagram(&self, viewer: Viewer, paint: Paint) -> String {
        let drawn = self.game.drawn();
        drawn.map_or(String::new(), |game| game.diagram(self.allowed(viewer), paint))
    }

    /// The drawn board with its legend in a language, as a viewer sees it; from the other side if
    /// `flipped`.
    ///
    /// ```
    /// use play::{Language, LiveGame, Viewer, texts};
    ///
    /// let game = LiveGame::open("benedictine", 0)?;
    /// let english = texts(Language::English);
    /// let text = game.picture(english, Viewer::Nobody, games::Paint::Plain, true);
    /// assert!(text.ends_with("G Green plays down, A Amber plays up, ● ball\n"));
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn picture(&self, texts: &Texts, viewer: Viewer, paint: Paint, flipped: bool) -> String {
        let (drawn, viewer) = (self.game.drawn(), self.allowed(viewer));
        drawn.map_or(String::new(), |game| game.picture(texts, viewer, paint, flipped))
    }

    /// The position in words, for readers who do not see the board: a line for each side or hand,
    /// then the die, the stock, the count of quiet turns and similar facts. A game without words
    /// gives the text of the position.
    ///
    /// ```
    /// use play::{Language, LiveGame, Viewer, texts};
    ///
    /// let game = LiveGame::open("ruches play a 5c4,9d1 0b9 3 - -", 0)?;
    /// let lines = game.describe(texts(Language::English), Viewer::Nobody);
    /// assert_eq!(lines[0], "Bees: 5 on c4, 9 on d1; captured 3");
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn describe(&self, texts: &Texts, viewer: Viewer) -> Vec<String> {
        let drawn = self.game.drawn();
        drawn.map_or(Vec::new(), |game| game.describe(texts, self.allowed(viewer)))
    }

    /// The notation of a move or an event, read aloud.
    ///
    /// ```
    /// use play::{Language, LiveGame, texts};
    ///
    /// let say = |game: &str, text: &str| {
    ///     LiveGame::open(game, 0).unwrap().say(texts(Language::English), text)
    /// };
    /// assert_eq!(say("benedictine", "c2-d3@f2"), "c2 to d3, ball to f2");
    /// assert_eq!(say("ruches", "c4xe6xf7"), "c4 takes e6, takes f7");
    /// let played = "from b5: plays free kick left and attacker straight 4 (hand)";
    /// assert_eq!(say("buteur", "b5:FL+N4h"), played);
    /// ```
    #[must_use]
    pub fn say(&self, texts: &Texts, text: &str) -> String {
        self.game.say(texts, text)
    }

    /// A happening of a step in words; `None` if there are no words for it.
    ///
    /// ```
    /// use play::{Language, LiveGame, texts};
    ///
    /// let game = LiveGame::open("benedictine 1A1G1A1/2AoA2/7/7/3A3/2G1G2/1G3G1 g moves c2-b3@goal", 0)?;
    /// let happening = &game.steps()[0].happened[0];
    /// let told = game.tell(texts(Language::English), happening);
    /// assert_eq!(told.as_deref(), Some("GOAL for Green!"));
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn tell(&self, texts: &Texts, happening: &Happening) -> Option<String> {
        self.game.tell(texts, happening)
    }

    /// The reason why a stop of a move, such as a cell, cannot be chosen after another one; `None`
    /// if it is not known.
    ///
    /// ```
    /// use play::{Language, LiveGame, texts};
    ///
    /// let game = LiveGame::open("maitres startpos moves die4", 0)?;
    /// let why = game.why(texts(Language::English), Some("c2"), "c5");
    /// assert_eq!(why.as_deref(), Some("The die says 4: this square is not 4 squares away."));
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn why(&self, texts: &Texts, from: Option<&str>, stop: &str) -> Option<String> {
        self.game.why(texts, from, stop)
    }

    /// The key of the game's own words for a threat; they count only if the texts have them.
    #[must_use]
    pub fn threat_key(&self, kind: Threatened) -> Option<String> {
        self.game.threat_key(kind)
    }

    /// The longest time that a level takes for a move of this game.
    #[must_use]
    pub fn level_time(&self, level: Level) -> Duration {
        self.game.level_time(level)
    }

    /// A viewer sees all cards if they are open or the game is over.
    fn allowed(&self, viewer: Viewer) -> Viewer {
        if self.open || self.turn() == Turn::Over { Viewer::All } else { viewer }
    }

    /// The game after a number of its steps, for somebody who looks back. Each viewer sees the
    /// cards that he saw then. If the game is over by now, all viewers see all cards.
    ///
    /// ```
    /// use play::{LiveGame, Viewer};
    ///
    /// let mut game = LiveGame::open("buteur", 7)?;
    /// game.roll_all();
    /// let seen = |step| game.at(step).unwrap().view(Viewer::Player(0)).position;
    /// assert!(seen(8).contains("/?0 ") && seen(16).contains("/?8 "));
    /// assert_eq!(game.cursor(), 16);
    /// # Ok::<(), games::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// A number of steps that the game does not have.
    pub fn at(&self, step: usize) -> Result<Self, ParseError> {
        let mut past = self.clone();
        past.open |= self.turn() == Turn::Over;
        past.return_to(step)?;
        Ok(past)
    }

    /// The text of the whole game, with all hidden cards. It is for the keeper of the table;
    /// players may only have [`LiveGame::view`].
    #[must_use]
    pub fn text(&self) -> String {
        self.game.text()
    }

    /// The text of the position at the start.
    #[must_use]
    pub fn start(&self) -> String {
        self.game.start()
    }

    /// Whether the next card is dealt to one player and hidden from the others.
    #[must_use]
    pub fn deals(&self) -> bool {
        self.game.deals()
    }

    /// All steps, with all hidden cards; also those that were taken back. Like [`LiveGame::text`],
    /// they are not for players.
    #[must_use]
    pub fn steps(&self) -> &[StepView] {
        self.game.steps()
    }

    /// The number of steps that are played.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.game.cursor()
    }

    /// The wins and captures that each player could make if it were the player's turn; none where
    /// cards are hidden.
    #[must_use]
    pub fn threats(&self) -> Vec<Threat> {
        self.game.threats()
    }

    /// The current value of each option of the game, in the order of its options.
    #[must_use]
    pub fn options(&self) -> Vec<String> {
        self.game.options()
    }

    /// The current value of an option, if the game has it.
    #[must_use]
    pub fn option(&self, key: &str) -> Option<String> {
        self.game.option(key)
    }

    /// Plays a move. At a table with real dice and cards, it also plays the roll or card.
    ///
    /// # Errors
    /// A text that is not legal here; the game does not change.
    pub fn step(&mut self, text: &str) -> Result<(), ParseError> {
        self.game.step(plain_line(text).trim())
    }

    /// Rolls, draws or cuts.
    ///
    /// # Errors
    /// If chance is not to act.
    pub fn roll(&mut self) -> Result<(), ParseError> {
        let mut rng = self.rng(0);
        let drawn = self.game.draw(&mut rng);
        let text = drawn
            .ok_or_else(|| ParseError::new("roll", "", "a position where chance is to act"))?;
        self.game.step(&text)
    }

    /// Rolls, draws and cuts until a player is to move or the game is over.
    pub fn roll_all(&mut self) {
        while matches!(self.turn(), Turn::Chance { .. }) && self.roll().is_ok() {}
    }

    /// A seed for the engine's choice in this position.
    #[must_use]
    pub fn choice_seed(&self) -> u64 {
        use rand::RngExt;
        self.rng(1).random()
    }

    fn rng(&self, kind: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(2 * self.cursor() as u64 + kind);
        rng
    }

    /// From now on searches use the endgame tables that `find` finds: every study, and the levels
    /// that always play the best move they see.
    pub fn set_endings(&mut self, find: Option<FindEndings>) {
        self.endings = find;
    }

    /// The position as the player to act knows it; `None` when the game is over.
    #[must_use]
    pub fn question(&self) -> Option<Box<dyn Question>> {
        self.game.question(self.open, self.endings)
    }

    /// The parts of an engine that answer its questions in another program.
    #[must_use]
    pub fn engine(&self) -> EngineParts {
        self.game.engine()
    }

    /// Goes back to the last choice of a person, or of any player if no person plays. Dice and
    /// cards come again as they were, unless they are typed in.
    ///
    /// # Errors
    /// At the start of the game, or if cards were shown since the choice.
    pub fn undo(&mut self) -> Result<(), ParseError> {
        match self.undone() {
            Some(cursor) => self.game.go_to(cursor),
            None if self.hides() => {
                return Err(ParseError::new("undo", "", "no undo: cards were shown since"));
            }
            None => return Err(ParseError::new("undo", "", "a move to take back")),
        }
        Ok(())
    }

    /// Plays again the steps that were taken back, up to the next choice of a person.
    ///
    /// # Errors
    /// If nothing was taken back.
    pub fn redo(&mut self) -> Result<(), ParseError> {
        let cursor = self.redone();
        self.game.go_to(
            cursor.ok_or_else(|| ParseError::new("redo", "", "a move that was taken back"))?,
        );
        Ok(())
    }

    /// Shows the position after a number of steps.
    ///
    /// # Errors
    /// A number of steps that the game does not have, or hidden cards.
    pub fn go_to(&mut self, cursor: usize) -> Result<(), ParseError> {
        if self.hides() && cursor != self.cursor() {
            let expected = format!("{} while cards are hidden", self.cursor());
            return Err(ParseError::new("step", &cursor.to_string(), expected));
        }
        self.return_to(cursor)
    }

    /// Restores the number of played steps of a saved game, without a check of hidden cards.
    ///
    /// # Errors
    /// A number of steps that the game does not have.
    pub fn return_to(&mut self, cursor: usize) -> Result<(), ParseError> {
        let most = self.steps().len();
        if cursor > most {
            return Err(ParseError::new("step", &cursor.to_string(), format!("0 to {most}")));
        }
        self.game.go_to(cursor);
        Ok(())
    }

    /// The player whose choice [`LiveGame::undo`] takes back.
    #[must_use]
    pub fn undone_by(&self) -> Option<u8> {
        self.undone().map(|step| self.steps()[step].player)
    }

    /// The player whose choice [`LiveGame::redo`] plays again.
    #[must_use]
    pub fn redone_by(&self) -> Option<u8> {
        let mut later = self.cursor()..self.steps().len();
        later.find(|&step| self.is_choice(step)).map(|step| self.steps()[step].player)
    }

    /// Whether there are steps after the current position.
    #[must_use]
    pub fn looks_back(&self) -> bool {
        self.cursor() < self.steps().len()
    }

    fn undone(&self) -> Option<usize> {
        let choice = (0..self.cursor()).rev().find(|&step| self.is_choice(step))?;
        let mut since = self.steps()[choice..self.cursor()].iter();
        // A card that a player has seen cannot be taken back. At the end all cards are shown.
        let shown = self.turn() == Turn::Over;
        (!self.hides() || self.typed || !shown && !since.any(|step| step.chance)).then_some(choice)
    }

    fn redone(&self) -> Option<usize> {
        let (steps, cursor) = (self.steps().len(), self.cursor());
        (cursor < steps)
            .then(|| (cursor + 1..steps).find(|&step| self.is_choice(step)).unwrap_or(steps))
    }

    /// Whether a person chose this step or typed it in. If no person plays, every move counts.
    fn is_choice(&self, step: usize) -> bool {
        let StepView { player, chance, unseen, .. } = self.steps()[step];
        if chance {
            return self.typed && !unseen;
        }
        let people = self.controllers.contains(&Controller::Person);
        !people || self.controllers[usize::from(player)] == Controller::Person
    }
}

impl Clone for LiveGame {
    fn clone(&self) -> Self {
        let controllers = self.controllers.clone();
        Self { game: self.game.copy(), controllers, ..*self }
    }
}

impl fmt::Debug for LiveGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("LiveGame");
        text.field("text", &self.text())
            .field("controllers", &self.controllers)
            .finish_non_exhaustive()
    }
}
