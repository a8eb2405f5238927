//! The table: one game under way, with those who sit at it.

use std::fmt;

use games::{AnyState, Paint, ParseError, Resources, with_state};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::board::{GameBoard, TableGame, UNSEEN_DRAW};
use crate::level::Level;
use crate::question::Question;
use crate::threats::Threat;
use crate::view::{StepView, TableView, Turn, Viewer};

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A person.
    Person,
    /// The engine, at a level.
    Engine(Level),
}

/// One game under way, with a sitter for each player.
///
/// All that chance brings comes from the seed and the number of the step: so a roll stays the same, however
/// often the moves before it are taken back.
pub struct Table {
    board: Box<dyn TableGame>,
    sitters: Vec<Sitter>,
    seed: u64,
    /// All cards are seen by all.
    open: bool,
    /// Dice and cards are typed in.
    typed: bool,
}

impl Table {
    /// A table at the start of a game: its id with options, or a position text with its moves. All seats are people's.
    ///
    /// # Errors
    /// A text that is neither, naming the field, what was read and what was expected.
    pub fn open(text: &str, seed: u64) -> Result<Self, ParseError> {
        Self::open_with(text, seed, Resources::none())
    }

    /// The same, where texts may name these resources, too.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn open_with(text: &str, seed: u64, resources: &Resources) -> Result<Self, ParseError> {
        let (head, rest) = text.split_once(' ').unwrap_or((text, "startpos"));
        let (fields, moves) = match rest.split_once(" moves ") {
            Some((fields, moves)) => (fields, Some(moves)),
            None => (rest, None),
        };
        let any = AnyState::parse_with(&format!("{head} {fields}"), resources)?;
        let board: Box<dyn TableGame> = with_state!(any, state => Box::new(GameBoard::new(state)));
        let sitters = vec![Sitter::Person; board.players().len()];
        let mut table = Self { board, sitters, seed, open: false, typed: false };
        moves
            .into_iter()
            .flat_map(|moves| moves.split(' '))
            .try_for_each(|step| table.step(step))?;
        Ok(table)
    }

    /// Who acts.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.board.turn()
    }

    /// The players' names in texts, in the order of their numbers.
    #[must_use]
    pub fn players(&self) -> Vec<&'static str> {
        self.board.players()
    }

    /// Who sits where, by player.
    #[must_use]
    pub fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// Of each seat: what its players call themselves, by player or where that is empty as in texts; and what they are,
    /// `person` or `level-3`.
    #[must_use]
    pub fn by_seat(&self, names: &[String]) -> Vec<(String, String)> {
        let TableView { seats, players, .. } = self.view(Viewer::Nobody);
        let count = seats.iter().max().map_or(0, |&last| usize::from(last) + 1);
        let mut found = vec![(String::new(), String::new()); count];
        for (player, seat) in seats.into_iter().enumerate() {
            let own = names.get(player).filter(|name| !name.is_empty());
            let name = own.map_or(players[player], String::as_str);
            let kind = match self.sitters[player] {
                Sitter::Person => "person".to_owned(),
                Sitter::Engine(level) => format!("level-{level}"),
            };
            let (names, kinds) = &mut found[usize::from(seat)];
            // A team shares a seat.
            let join = if names.is_empty() { "" } else { "+" };
            *names += &format!("{join}{name}");
            *kinds += &format!("{join}{kind}");
        }
        found
    }

    /// Gives a player's seat to somebody else.
    ///
    /// # Panics
    /// A player whom the game does not have.
    pub fn seat(&mut self, player: u8, sitter: Sitter) {
        self.sitters[usize::from(player)] = sitter;
    }

    /// The seed of its dice and cards.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether players hold what others do not see.
    #[must_use]
    pub fn hides(&self) -> bool {
        self.board.hides() && !self.open
    }

    /// Shows all cards to all, as in an analysis: from now on moves can be taken back past cards, too.
    pub fn show_all(&mut self) {
        self.open = true;
    }

    /// Dice and cards come from a real table: whoever types them in takes them back like a move of his own, since what
    /// he typed he knows anyway.
    pub fn type_chance(&mut self) {
        self.typed = true;
    }

    /// Whether all that can happen is that somebody draws whose cards nobody here knows.
    #[must_use]
    pub fn draws_unseen(&self) -> bool {
        self.board.draws_unseen()
    }

    /// The sitter who is to move.
    #[must_use]
    pub fn to_move(&self) -> Option<Sitter> {
        match self.turn() {
            Turn::Player { player } => Some(self.sitters[usize::from(player)]),
            Turn::Chance { .. } | Turn::Over => None,
        }
    }

    /// What a viewer may be told.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> TableView {
        let view = self.board.view(self.allowed(viewer));
        TableView { can_undo: self.undone().is_some(), can_redo: self.redone().is_some(), ..view }
    }

    /// The drawn board, as a viewer sees it.
    #[must_use]
    pub fn diagram(&self, viewer: Viewer, paint: Paint) -> String {
        self.board.diagram(self.allowed(viewer), paint)
    }

    fn allowed(&self, viewer: Viewer) -> Viewer {
        if self.open { Viewer::All } else { viewer }
    }

    /// The text of the game from its start with all that happened, cards too. It is for the one who keeps the
    /// table; players are told [`Table::view`].
    #[must_use]
    pub fn text(&self) -> String {
        self.board.text()
    }

    /// The text of the position that the game began with.
    #[must_use]
    pub fn start(&self) -> String {
        self.board.start()
    }

    /// Whether a card is to be dealt that just one player sees.
    #[must_use]
    pub fn deals(&self) -> bool {
        self.board.deals()
    }

    /// All steps as they are, those taken back among them. As [`Table::text`], not for players.
    #[must_use]
    pub fn steps(&self) -> &[StepView] {
        self.board.steps()
    }

    /// How many of the steps are played.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.board.cursor()
    }

    /// What each player could do at once if it were his turn: win, or capture. Nothing is told where cards are hidden.
    #[must_use]
    pub fn threats(&self) -> Vec<Threat> {
        self.board.threats()
    }

    /// The value in force of each option of the game, in the order of its options.
    #[must_use]
    pub fn options(&self) -> Vec<String> {
        self.board.options()
    }

    /// Plays a move, or lets happen what chance brought at a table where somebody else rolls and deals.
    ///
    /// # Errors
    /// A text that is not legal here; the table stays as it was.
    pub fn step(&mut self, text: &str) -> Result<(), ParseError> {
        self.board.step(text)
    }

    /// Rolls, draws or cuts.
    ///
    /// # Errors
    /// Where chance is not to act.
    pub fn roll(&mut self) -> Result<(), ParseError> {
        let mut rng = self.rng(0);
        let drawn = self.board.draw(&mut rng);
        let text = drawn
            .ok_or_else(|| ParseError::new("roll", "", "a position where chance is to act"))?;
        self.board.step(&text)
    }

    /// Rolls, draws and cuts until somebody is to move or the game is over.
    pub fn roll_all(&mut self) {
        while matches!(self.turn(), Turn::Chance { .. }) && self.roll().is_ok() {}
    }

    /// A seed for what the engine does here.
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

    /// The position as the player whose turn it is knows it; nothing where the game is over.
    #[must_use]
    pub fn question(&self) -> Option<Box<dyn Question>> {
        self.board.question(self.open)
    }

    /// Goes back to where a person last had a choice (any player, where no person plays). Dice and cards stay: what was
    /// rolled then lies there again, unless they are typed in.
    ///
    /// # Errors
    /// At the beginning; where cards were shown since that cannot be forgotten.
    pub fn undo(&mut self) -> Result<(), ParseError> {
        match self.undone() {
            Some(cursor) => self.board.go_to(cursor),
            None if self.hides() => {
                return Err(ParseError::new("undo", "", "no undo: cards were shown since"));
            }
            None => return Err(ParseError::new("undo", "", "a move to take back")),
        }
        Ok(())
    }

    /// Plays again what was taken back, up to the next choice of a person.
    ///
    /// # Errors
    /// Where nothing was taken back.
    pub fn redo(&mut self) -> Result<(), ParseError> {
        let cursor = self.redone();
        self.board.go_to(
            cursor.ok_or_else(|| ParseError::new("redo", "", "a move that was taken back"))?,
        );
        Ok(())
    }

    /// Goes to the position after so many of the steps, to look at it.
    ///
    /// # Errors
    /// More steps than there are; where cards are hidden.
    pub fn go_to(&mut self, cursor: usize) -> Result<(), ParseError> {
        if self.hides() && cursor != self.cursor() {
            let expected = format!("{} while cards are hidden", self.cursor());
            return Err(ParseError::new("step", &cursor.to_string(), expected));
        }
        self.return_to(cursor)
    }

    /// Goes to where a table was that was kept: what was taken back there had been allowed to be.
    ///
    /// # Errors
    /// More steps than there are.
    pub fn return_to(&mut self, cursor: usize) -> Result<(), ParseError> {
        let most = self.steps().len();
        if cursor > most {
            return Err(ParseError::new("step", &cursor.to_string(), format!("0 to {most}")));
        }
        self.board.go_to(cursor);
        Ok(())
    }

    /// The player whose choice [`Table::undo`] takes back.
    #[must_use]
    pub fn undone_by(&self) -> Option<u8> {
        self.undone().map(|step| self.steps()[step].player)
    }

    /// The player whose choice [`Table::redo`] plays again.
    #[must_use]
    pub fn redone_by(&self) -> Option<u8> {
        let mut later = self.cursor()..self.steps().len();
        later.find(|&step| self.is_choice(step)).map(|step| self.steps()[step].player)
    }

    /// Whether there are steps after the position that is looked at.
    #[must_use]
    pub fn looks_back(&self) -> bool {
        self.cursor() < self.steps().len()
    }

    fn undone(&self) -> Option<usize> {
        let choice = (0..self.cursor()).rev().find(|&step| self.is_choice(step))?;
        let mut since = self.steps()[choice..self.cursor()].iter();
        // A card that somebody has seen cannot be forgotten.
        (!self.hides() || self.typed || !since.any(|step| step.chance)).then_some(choice)
    }

    fn redone(&self) -> Option<usize> {
        let (steps, cursor) = (self.steps().len(), self.cursor());
        (cursor < steps)
            .then(|| (cursor + 1..steps).find(|&step| self.is_choice(step)).unwrap_or(steps))
    }

    /// Whether a person chose this step, or typed it in, or any player where no person plays.
    fn is_choice(&self, step: usize) -> bool {
        let StepView { player, chance, ref text } = self.steps()[step];
        if chance {
            return self.typed && text != UNSEEN_DRAW;
        }
        let people = self.sitters.contains(&Sitter::Person);
        !people || self.sitters[usize::from(player)] == Sitter::Person
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Table");
        text.field("text", &self.text()).field("sitters", &self.sitters).finish_non_exhaustive()
    }
}
