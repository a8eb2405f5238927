//! Questions to the engine about a game: a hint, an analysis, and the course of the game.

use engine::{Limits, Request, TimeLimit};
use games::ParseError;
use play::{Games, LiveGame, Opinion, Question, StepView, Study, Texts, Threat, Turn, Viewer};
use serde::Serialize;

use crate::identity::Identity;
use crate::refusal::Refusal;
use crate::table::Table;

/// The nodes of a hint, and of each position of a course.
const HINT: u64 = 150_000;
const COURSE: u64 = 4_000;
/// The nodes of each of the two searches that weigh a move.
const WEIGHED: u64 = 20_000;
/// The most moves of a better line.
const LINE: usize = 6;

/// Thinks about a hint, until `goes_on` returns `false`. Only a search with a limit of time looks
/// at its clock.
pub fn hint(
    question: &mut dyn Question,
    time: Option<TimeLimit>,
    goes_on: &dyn Fn() -> bool,
) -> Opinion {
    let mut study = Study::nodes(HINT);
    if let Some(time) = time {
        let limits = Limits { nodes: Some(HINT), time: Some(time), ..Limits::default() };
        study.request = Request::from(limits);
    }
    question.study(&study, &mut |_| goes_on())
}

impl Table {
    /// The question whose answer is a [`hint`] for the player to act, if the requester controls
    /// that player.
    ///
    /// # Errors
    /// If the requester may not know the answer now, or nobody is to act.
    pub fn hint_question(&self, identity: &Identity) -> Result<Box<dyn Question>, Refusal> {
        let right = self.right(&identity.token)?;
        self.advice_now()?;
        if !self.may_be_advised(right, identity.player) {
            return Err(Refusal::NotNow("somebody else is to act"));
        }
        self.game.question().ok_or(Refusal::NotNow("nobody is to act"))
    }

    /// The question whose answer is an analysis of the position; `None` if the requester may not
    /// know the answer now, or the game is over.
    ///
    /// # Errors
    /// A token that is not of this table, or a table that allows no advice.
    pub fn analysis_question(
        &self,
        identity: &Identity,
    ) -> Result<Option<Box<dyn Question>>, Refusal> {
        let right = self.right(&identity.token)?;
        self.advice_now()?;
        let told = self.may_be_advised(right, identity.player);
        Ok(if told { self.game.question() } else { None })
    }

    /// The reason why the player to act cannot choose a cell or a card, after another one; `None`
    /// if it is not known.
    ///
    /// # Errors
    /// If the requester is not to act.
    pub fn why(
        &self,
        identity: &Identity,
        texts: &Texts,
        from: Option<&str>,
        stop: &str,
    ) -> Result<Option<String>, Refusal> {
        if !self.may_act(self.right(&identity.token)?) {
            return Err(Refusal::NotNow("somebody else is to act"));
        }
        Ok(self.game.why(texts, from, stop))
    }

    /// The question of how much a move of the player to act would lose.
    ///
    /// # Errors
    /// While cards are hidden, if the requester is not to act, or a move that is not legal.
    pub fn weighing(&self, identity: &Identity, mv: &str) -> Result<Weighing, Refusal> {
        self.open_now()?;
        self.advice_now()?;
        if !self.may_act(self.right(&identity.token)?) {
            return Err(Refusal::NotNow("somebody else is to act"));
        }
        let (before, mut after) = (self.game.clone(), self.game.clone());
        after.step(mv)?;
        let Turn::Player { player } = before.turn() else {
            return Err(Refusal::NotNow("no player is to move"));
        };
        let seat = before.view(Viewer::Nobody).seats[usize::from(player)];
        let played = after.steps().last().map(|step| step.text.clone()).unwrap_or_default();
        Ok(Weighing { before, after, played, seat: usize::from(seat), hash: 0 })
    }

    /// The wins and captures that each player could make if it were the player's turn.
    ///
    /// # Errors
    /// If the table allows no advice now.
    pub fn threats(&self) -> Result<Vec<Threat>, Refusal> {
        self.advice_now()?;
        Ok(self.game.threats())
    }

    /// The question about the course of the game.
    ///
    /// # Errors
    /// While cards are hidden, or if the table allows no advice now.
    pub fn course_question(&self) -> Result<CourseQuestion, Refusal> {
        self.open_now()?;
        self.advice_now()?;
        let (start, steps) = (self.game.start(), self.game.steps().to_vec());
        Ok(CourseQuestion { start, steps, hash: 0 })
    }
}

/// A move to be weighed against the best one.
#[derive(Clone, Debug)]
pub struct Weighing {
    before: LiveGame,
    after: LiveGame,
    /// The canonical text of the move.
    played: String,
    seat: usize,
    hash: usize,
}

/// The loss of a move.
#[derive(Clone, Debug, Serialize)]
pub struct Weighed {
    /// The difference between the expected shares after the best move and after this one.
    loss: f64,
    /// The best line.
    best: Vec<String>,
}

impl Weighing {
    /// From now on transposition tables have at least this size in MiB.
    pub fn set_hash(&mut self, mib: usize) {
        self.hash = mib;
    }

    /// The loss of the move, by two searches of the same size.
    ///
    /// # Errors
    /// A game in which not all cards are known.
    pub fn answer(mut self) -> Result<Weighed, ParseError> {
        let (_, best) = outlook(&self.before, WEIGHED, self.hash)?;
        let loss = match best.first() {
            Some(first) if *first != self.played => {
                self.before.step(first)?;
                let possible = outlook(&self.before, WEIGHED, self.hash)?.0[self.seat];
                (possible - outlook(&self.after, WEIGHED, self.hash)?.0[self.seat]).max(0.0)
            }
            _ => 0.0,
        };
        Ok(Weighed { loss, best })
    }
}

/// The course of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Course {
    /// The expected share of each seat, at the start and after each step.
    shares: Vec<Vec<f64>>,
    /// The loss of each step against the best move. It is the difference between two searches of
    /// the same size, one after the best move and one after the step. The best move has the loss 0,
    /// and so has every chance event.
    losses: Vec<f64>,
    /// For each step that lost something: the best line in its place; else no moves.
    better: Vec<Vec<String>>,
}

/// A game whose course is to be found.
#[derive(Clone, Debug)]
pub struct CourseQuestion {
    start: String,
    steps: Vec<StepView>,
    hash: usize,
}

impl CourseQuestion {
    /// From now on transposition tables have at least this size in MiB.
    pub fn set_hash(&mut self, mib: usize) {
        self.hash = mib;
    }

    /// The course of the game. It ends early when `goes_on`, which is called before each step,
    /// returns `false`.
    ///
    /// # Errors
    /// A game in which not all cards are known.
    pub fn answer(&self, games: &Games, goes_on: &dyn Fn() -> bool) -> Result<Course, ParseError> {
        let mut game = games.open(&self.start, 0)?;
        game.show_all();
        let seats = game.view(Viewer::All).seats;
        let (shares, mut best) = outlook(&game, COURSE, self.hash)?;
        let mut course = Course { shares: vec![shares], losses: Vec::new(), better: Vec::new() };
        for (index, step) in self.steps.iter().enumerate() {
            if !goes_on() {
                break;
            }
            let seat = usize::from(seats[usize::from(step.player)]);
            let mut possible = None;
            let first = best.first().filter(|&first| !step.chance && *first != step.text);
            if let Some(first) = first {
                game.step(first)?;
                possible = Some(outlook(&game, COURSE, self.hash)?.0[seat]);
                game.go_to(index)?;
            }
            game.step(&step.text)?;
            let (shares, next) = outlook(&game, COURSE, self.hash)?;
            let loss = possible.map_or(0.0, |possible| (possible - shares[seat]).max(0.0));
            let better = std::mem::replace(&mut best, next);
            course.better.push(if loss > 0.0 { better } else { Vec::new() });
            course.losses.push(loss);
            course.shares.push(shares);
        }
        Ok(course)
    }
}

/// The expected share of each seat in a position, and the best line. `hash` is the least size of
/// the transposition table in MiB.
fn outlook(
    game: &LiveGame,
    nodes: u64,
    hash: usize,
) -> Result<(Vec<f64>, Vec<String>), ParseError> {
    if let Some(mut question) = game.question() {
        question.set_hash(hash);
        let Opinion { shares, lines, .. } = question.study(&Study::nodes(nodes), &mut |_| true);
        let best = lines.into_iter().next().map(|line| line.moves).unwrap_or_default();
        return Ok((shares, best.into_iter().take(LINE).collect()));
    }
    let result = game.view(Viewer::All).result;
    let unknown =
        || ParseError::new("game", "unknown cards", "a game in which all cards are known");
    Ok((result.ok_or_else(unknown)?, Vec::new()))
}
