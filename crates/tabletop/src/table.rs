//! A table: a game with the tokens of its host and its seats, and the number of changes.

use games::ParseError;
use play::{Controller, Games, Level, LiveGame, Turn, Viewer};

use crate::analysis::{AnalysisBoard, lay};
use crate::limits;
use crate::record::{Damage, Kept, TableRecord};
use crate::refusal::Refusal;
use crate::terms::{Clocks, Ended};

/// A table with its tokens.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game.
    pub game: LiveGame,
    /// The rights, the names and the number of changes.
    pub kept: Kept,
}

/// The right of a requester.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    /// The host: all seats of people that nobody has taken.
    Host,
    /// The person who has taken a seat.
    Player(u8),
    /// A person with the link of a seat, who looks on.
    Guest(u8),
    /// A person who looks on.
    Watcher,
}

/// The settings of a new table.
#[derive(Clone, Debug)]
pub struct TablePlan {
    /// A game with options, or a position text with its moves.
    pub text: String,
    /// The seed of dice and cards.
    pub seed: u64,
    /// By player: a person, or the engine.
    pub controllers: Vec<Controller>,
    /// By player: the name. Missing names are empty.
    pub names: Vec<String>,
    /// Whether dice and cards come from a real table.
    pub typed: bool,
    /// Whether all cards are open.
    pub open: bool,
    /// Whether people may ask the engine for advice while the game goes on.
    pub hints: bool,
    /// The seconds of each person's clock, and those that each move adds.
    pub clock: Option<(u32, u32)>,
    /// The game to analyse, if the table is an analysis.
    pub analysis: Option<AnalysisPlan>,
}

/// A game to analyse.
#[derive(Clone, Debug)]
pub struct AnalysisPlan {
    /// The id of the game's table.
    of: String,
    /// All its steps.
    steps: Vec<String>,
    /// The number of steps that were played.
    cursor: usize,
}

impl Table {
    /// A new table. `token` gives the host's token, then that of each seat's link, then that of the
    /// link to look on. `now` is the time in seconds of the Unix clock.
    ///
    /// # Errors
    /// A text that is no game, or a wrong number of controllers.
    pub fn new(
        plan: TablePlan,
        games: &Games,
        mut token: impl FnMut() -> String,
        now: u64,
    ) -> Result<Self, Refusal> {
        let TablePlan { text, seed, controllers, mut names, typed, open, hints, clock, analysis } =
            plan;
        let mut game = games.open(&text, seed)?;
        if open {
            game.show_all();
        }
        if typed {
            game.type_chance();
        }
        let players = game.players().len();
        if controllers.len() != players {
            let read = controllers.len().to_string();
            return Err(ParseError::new("seats", &read, format!("{players} of them")).into());
        }
        (0..).zip(&controllers).for_each(|(player, controller)| game.seat(player, *controller));
        names.resize(players, String::new());
        names.iter_mut().for_each(|name| *name = tidy(name));
        let mut kept = Kept {
            names,
            host: token(),
            seats: (0..players).map(|_| token()).collect(),
            claimed: vec![false; players],
            holders: vec![String::new(); players],
            watch: token(),
            typed,
            open,
            agreed: Vec::new(),
            analysis: None,
            hints,
            ask: None,
            ended: None,
            clock: clock.map(|(base, increment)| Clocks::new(base, increment, players)),
            next: None,
            version: 0,
            changed: now,
        };
        if let Some(AnalysisPlan { of, steps, cursor }) = analysis {
            lay(&mut game, &steps, cursor)?;
            kept.analysis = Some(AnalysisBoard::new(&of, steps));
        }
        Ok(Self { game, kept })
    }

    /// A table from its record.
    ///
    /// # Errors
    /// If the game of the record is not legal, or the numbers of players differ.
    pub fn restore(record: TableRecord, games: &Games) -> Result<Self, Damage> {
        let TableRecord { start, steps, cursor, seed, sitters, mut kept, .. } = record;
        let failed = |error: ParseError| Damage::Game(error.to_string());
        let mut game = games.open(&start, seed).map_err(failed)?;
        if kept.open {
            game.show_all();
        }
        if kept.typed {
            game.type_chance();
        }
        steps.iter().try_for_each(|step| game.step(step)).map_err(failed)?;
        game.return_to(cursor).map_err(failed)?;
        let players = game.players().len();
        let Kept { names, seats, claimed, .. } = &kept;
        if [sitters.len(), names.len(), seats.len(), claimed.len()] != [players; 4] {
            return Err(Damage::Game(format!("expected {players} players")));
        }
        (0..).zip(&sitters).for_each(|(player, number)| game.seat(player, controller(*number)));
        kept.analysis = kept.analysis.filter(AnalysisBoard::is_whole);
        // Old records have only the token of the seat's link.
        kept.holders.resize(players, String::new());
        for player in 0..players {
            if kept.claimed[player] && kept.holders[player].is_empty() {
                kept.holders[player].clone_from(&kept.seats[player]);
            }
        }
        let is_possible = |ended: &Ended| {
            [ended.player, ended.winner].into_iter().flatten().all(|it| usize::from(it) < players)
        };
        kept.ended = kept.ended.filter(is_possible);
        kept.ask = kept.ask.filter(|ask| ask.agreed.len() == players);
        kept.clock = kept.clock.filter(|clock| clock.is_of(players));
        Ok(Self { game, kept })
    }

    /// The settings of a table for the analysis of this one's game: all moves so far, from which
    /// lines branch off. `id` is this table's id.
    ///
    /// # Errors
    /// While cards are hidden.
    pub fn analysis_plan(&self, id: &str) -> Result<TablePlan, Refusal> {
        self.open_now()?;
        self.advice_now()?;
        let game = &self.game;
        Ok(TablePlan {
            text: game.start(),
            seed: game.seed(),
            controllers: vec![Controller::Person; game.controllers().len()],
            names: self.kept.names.clone(),
            typed: true,
            open: true,
            hints: true,
            clock: None,
            analysis: Some(AnalysisPlan {
                of: id.to_owned(),
                steps: game.steps().iter().map(|step| step.text.clone()).collect(),
                cursor: game.cursor(),
            }),
        })
    }

    /// The record to keep.
    #[must_use]
    pub fn record(&self) -> TableRecord {
        let game = &self.game;
        TableRecord {
            start: game.start(),
            steps: game.steps().iter().map(|step| step.text.clone()).collect(),
            cursor: game.cursor(),
            seed: game.seed(),
            sitters: game.controllers().iter().map(|&sitter| number(sitter)).collect(),
            played: self.is_played(),
            kept: self.kept.clone(),
        }
    }

    /// Whether a person has played.
    #[must_use]
    pub fn is_played(&self) -> bool {
        let sitters = self.game.controllers();
        let mut steps = self.game.steps().iter();
        steps.any(|step| !step.chance && sitters[usize::from(step.player)] == Controller::Person)
    }

    /// Whether a person plays.
    #[must_use]
    pub fn has_people(&self) -> bool {
        self.game.controllers().contains(&Controller::Person)
    }

    /// Whether a person has the seat of a player.
    #[must_use]
    pub fn is_person(&self, player: u8) -> bool {
        self.game.controllers()[usize::from(player)] == Controller::Person
    }

    /// Makes a change, and counts it. The clocks go on before it and after it. `now` is the time in
    /// milliseconds of the Unix clock.
    ///
    /// # Errors
    /// Those of the change. The table may have changed, so the caller acts on a copy.
    pub fn change<T>(
        &mut self,
        now: u64,
        change: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.count_time(now);
        let answer = change(self)?;
        self.kept.version += 1;
        self.kept.changed = now / 1000;
        self.press_clock(now);
        Ok(answer)
    }

    /// The right of a token's holder.
    ///
    /// # Errors
    /// A token of another table.
    pub fn right(&self, token: &str) -> Result<Right, Refusal> {
        if same(token, &self.kept.host) {
            return Ok(Right::Host);
        }
        if same(token, &self.kept.watch) {
            return Ok(Right::Watcher);
        }
        let person = |player: usize| self.game.controllers()[player] == Controller::Person;
        let holds = |tokens: &[String]| tokens.iter().position(|other| same(token, other));
        match holds(&self.kept.holders) {
            Some(player) if person(player) => return Ok(Right::Player(player as u8)),
            // The engine plays there now.
            Some(player) => return Ok(Right::Guest(player as u8)),
            None => {}
        }
        let player = holds(&self.kept.seats).ok_or(Refusal::Forbidden)?;
        Ok(Right::Guest(player as u8))
    }

    /// The players whom a requester controls.
    pub(crate) fn own(&self, right: Right) -> Vec<u8> {
        match right {
            Right::Player(player) => vec![player],
            Right::Guest(_) | Right::Watcher => Vec::new(),
            Right::Host => {
                let people = (0..).zip(self.game.controllers().iter().zip(&self.kept.claimed));
                let here =
                    people.filter(|&(_, (sitter, taken))| *sitter == Controller::Person && !taken);
                here.map(|(player, _)| player).collect()
            }
        }
    }

    /// The view of a requester. A named player must be one whom the requester controls. Without a
    /// name it is the only such player, or nobody.
    pub(crate) fn viewer(&self, right: Right, player: Option<u8>) -> Result<Viewer, Refusal> {
        let own = self.own(right);
        match (player, own.as_slice()) {
            (Some(player), own) if own.contains(&player) => Ok(Viewer::Player(player)),
            (Some(_), _) => Err(Refusal::Forbidden),
            (None, &[player]) => Ok(Viewer::Player(player)),
            (None, _) => Ok(Viewer::Nobody),
        }
    }

    /// Whether a requester may act now: for a player under the requester's control. The host may
    /// also type in chance events.
    pub(crate) fn may_act(&self, right: Right) -> bool {
        // The server deals.
        if self.game.deals() && !self.kept.typed {
            return false;
        }
        match self.turn() {
            Turn::Player { player } | Turn::Chance { player } => {
                self.own(right).contains(&player)
                    || right == Right::Host && self.is_host_turn(player)
            }
            Turn::Over => false,
        }
    }

    /// Whether a requester may ask for advice now. Where cards are hidden, the requester must look
    /// as the player to act, because the answer depends on that player's cards. Another person may
    /// be looking at the same screen.
    pub(crate) fn may_be_advised(&self, right: Right, player: Option<u8>) -> bool {
        let acting = match self.game.turn() {
            Turn::Player { player } | Turn::Chance { player } if self.game.hides() => player,
            _ => return true,
        };
        let viewer = self.viewer(right, player);
        self.may_act(right) && viewer.is_ok_and(|viewer| viewer == Viewer::Player(acting))
    }

    /// Whether a requester may take back or replay a choice of this player.
    pub(crate) fn may_take_back(&self, right: Right, player: Option<u8>) -> bool {
        let own = self.own(right);
        player.is_none_or(|player| own.contains(&player)) || self.is_alone(right)
    }

    /// Whether a requester controls all people at the table, and so may go back and forth freely.
    pub(crate) fn is_alone(&self, right: Right) -> bool {
        let people =
            (0..).zip(self.game.controllers()).filter(|(_, sitter)| **sitter == Controller::Person);
        let own = self.own(right);
        let mut others = people.filter(|(player, _)| !own.contains(player));
        (right == Right::Host || !own.is_empty()) && others.next().is_none()
    }

    /// Whether a seat may be given to such a sitter. A person who took the engine's seat would see
    /// the cards in its hand.
    pub(crate) fn may_seat(&self, player: u8, sitter: Controller) -> bool {
        let engine = self.game.controllers()[usize::from(player)] != Controller::Person;
        !(engine && sitter == Controller::Person && self.open_now().is_err())
    }

    /// Whether the host acts for a player of the engine: the host types in the rolls of that
    /// player, or plays a hand whose cards the program does not know.
    fn is_host_turn(&self, player: u8) -> bool {
        let engine = self.game.controllers()[usize::from(player)] != Controller::Person;
        let chance = matches!(self.game.turn(), Turn::Chance { .. });
        engine && (self.kept.typed && chance || self.game.question().is_none())
    }

    /// Refuses while the game goes on, if the table allows no advice.
    pub(crate) fn advice_now(&self) -> Result<(), Refusal> {
        if !self.kept.hints && self.turn() != Turn::Over {
            return Err(Refusal::NotNow("this table allows no advice"));
        }
        Ok(())
    }

    /// Refuses while cards are hidden and the game is not over.
    pub(crate) fn open_now(&self) -> Result<(), Refusal> {
        if self.game.hides() && self.game.turn() != Turn::Over {
            return Err(Refusal::NotNow("cards are hidden until the game is over"));
        }
        Ok(())
    }

    /// Plays a step. At a real table, draws of unknown cards follow automatically.
    ///
    /// # Errors
    /// A text that is not legal here.
    pub fn step(&mut self, text: &str) -> Result<(), Refusal> {
        self.enter(text)?;
        while self.kept.typed
            && let Some(draw) = self.game.unseen_draw()
        {
            self.enter(&draw)?;
        }
        Ok(())
    }

    /// Plays a step; in an analysis, along its lines.
    fn enter(&mut self, text: &str) -> Result<(), Refusal> {
        match &mut self.kept.analysis {
            Some(analysis) => analysis.step(&mut self.game, text),
            None => Ok(self.game.step(text)?),
        }
    }

    /// The analysis and its table; an error if the table is no analysis.
    pub(crate) fn analysis(&mut self) -> Result<(&mut AnalysisBoard, &mut LiveGame), Refusal> {
        let analysis = self.kept.analysis.as_mut().ok_or(Refusal::NotNow("this is no analysis"))?;
        Ok((analysis, &mut self.game))
    }

    /// The host's token.
    #[must_use]
    pub fn host_token(&self) -> String {
        self.kept.host.clone()
    }

    /// Whether the game has room for more steps.
    pub(crate) fn has_room(&self) -> bool {
        self.game.cursor() < limits::STEPS
    }
}

/// A controller by number: 0 for a person, else a level.
pub(crate) fn controller(number: u8) -> Controller {
    Level::new(number).map_or(Controller::Person, Controller::Engine)
}

/// The number of a controller.
pub(crate) fn number(controller: Controller) -> u8 {
    match controller {
        Controller::Person => 0,
        Controller::Engine(level) => level.number(),
    }
}

/// A name without control characters, not too long.
pub(crate) fn tidy(name: &str) -> String {
    name.trim().chars().filter(|letter| !letter.is_control()).take(limits::NAME).collect()
}

/// Whether two tokens are equal. The time does not depend on the place of the first difference.
fn same(one: &str, two: &str) -> bool {
    let differ = one.bytes().zip(two.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    !one.is_empty() && one.len() == two.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In Buteur, a move that was taken back before any card was shown can be replayed. The test
    /// finds such moves in games of weak players.
    #[test]
    fn what_was_taken_back_is_taken_up() {
        let (games, level) = (Games::all(Default::default()), Level::LEAST);
        let mut found = 0;
        // One game may have no such move.
        for seed in 0..20 {
            if found > 3 {
                break;
            }
            let plan = TablePlan {
                text: "buteur".to_owned(),
                seed,
                controllers: vec![Controller::Person; 2],
                names: Vec::new(),
                typed: false,
                open: false,
                hints: true,
                clock: None,
                analysis: None,
            };
            let mut table = Table::new(plan, &games, String::new, 0).expect("a table");
            for _ in 0..40 {
                table.game.roll_all();
                let Turn::Player { .. } = table.game.turn() else { break };
                let mut question = table.game.question().expect("somebody is to act");
                let mv = question.choose(level, table.game.choice_seed(), &Default::default());
                table.game.step(&mv).expect("a move");
                if table.game.undo().is_err() {
                    continue;
                }
                let record = table.record();
                assert!(record.cursor < record.steps.len());
                let again = Table::restore(record, &games).expect("taken up");
                assert_eq!(again.game.cursor(), table.game.cursor());
                table.game.redo().expect("played again");
                found += 1;
            }
        }
        assert!(found > 3, "{found}");
    }
}
