//! Questions to the engine about a game: a hint, an analysis, and the course of the game.

use std::time::Duration;

use engine::{Clock, Limits, Request, TimeLimit};
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

/// The means of the searches for advice. By default they have small tables and all the time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Means {
    /// The least size of a transposition table in MiB.
    pub hash: usize,
    /// The clock that each search looks at, and the longest time of a search by this clock. Without
    /// a limit of time a search looks at no clock.
    pub time: Option<(Clock, Duration)>,
}

impl Means {
    /// Searches a number of nodes, until `goes_on` returns `false`.
    fn study(self, question: &mut dyn Question, nodes: u64, goes_on: &dyn Fn() -> bool) -> Opinion {
        let mut study = Study::nodes(nodes);
        question.set_hash(self.hash);
        if let Some((clock, longest)) = self.time {
            question.set_clock(clock);
            let time = Some(TimeLimit::for_move(clock(), longest));
            study.request = Request::from(Limits { nodes: Some(nodes), time, ..Limits::default() });
        }
        question.study(&study, &mut |_| goes_on())
    }
}

/// Thinks about a hint, until `goes_on` returns `false`.
pub fn hint(question: &mut dyn Question, means: Means, goes_on: &dyn Fn() -> bool) -> Opinion {
    means.study(question, HINT, goes_on)
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
        Ok(Weighing { before, after, played, seat: usize::from(seat) })
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
        Ok(CourseQuestion { start, steps })
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
    /// The loss of the move, by two searches of the same size.
    ///
    /// # Errors
    /// A game in which not all cards are known.
    pub fn answer(mut self, means: Means) -> Result<Weighed, ParseError> {
        let (_, best) = outlook(&self.before, WEIGHED, means)?;
        let loss = match best.first() {
            Some(first) if *first != self.played => {
                self.before.step(first)?;
                let possible = outlook(&self.before, WEIGHED, means)?.0[self.seat];
                (possible - outlook(&self.after, WEIGHED, means)?.0[self.seat]).max(0.0)
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
}

impl CourseQuestion {
    /// The course of the game. It ends early when `goes_on`, which is called before each step,
    /// returns `false`.
    ///
    /// # Errors
    /// A game in which not all cards are known.
    pub fn answer(
        &self,
        games: &Games,
        means: Means,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Course, ParseError> {
        let mut game = games.open(&self.start, 0)?;
        game.show_all();
        let seats = game.view(Viewer::All).seats;
        let (shares, mut best) = outlook(&game, COURSE, means)?;
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
                possible = Some(outlook(&game, COURSE, means)?.0[seat]);
                game.go_to(index)?;
            }
            game.step(&step.text)?;
            let (shares, next) = outlook(&game, COURSE, means)?;
            let loss = possible.map_or(0.0, |possible| (possible - shares[seat]).max(0.0));
            let better = std::mem::replace(&mut best, next);
            course.better.push(if loss > 0.0 { better } else { Vec::new() });
            course.losses.push(loss);
            course.shares.push(shares);
        }
        Ok(course)
    }
}

/// The expected share of each seat in a position, and the best line.
fn outlook(
    game: &LiveGame,
    nodes: u64,
    means: Means,
) -> Result<(Vec<f64>, Vec<String>), ParseError> {
    if let Some(mut question) = game.question() {
        let Opinion { shares, lines, .. } = means.study(&mut *question, nodes, &|| true);
        let best = lines.into_iter().next().map(|line| line.moves).unwrap_or_default();
        return Ok((shares, best.into_iter().take(LINE).collect()));
    }
    let result = game.view(Viewer::All).result;
    let unknown =
        || ParseError::new("game", "unknown cards", "a game in which all cards are known");
    Ok((result.ok_or_else(unknown)?, Vec::new()))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use engine::Moment;

    use super::*;

    static LOOKS: AtomicU64 = AtomicU64::new(0);

    fn clock() -> Moment {
        LOOKS.fetch_add(1, Relaxed);
        Moment::now()
    }

    /// Each search for advice looks at the given clock again and again, so a server can pause it.
    #[test]
    fn searches_for_advice_look_at_their_clock() {
        let means = Means { hash: 0, time: Some((clock, Duration::from_secs(60))) };
        let before = LiveGame::open("benedictine", 0).expect("a game");
        let mut after = before.clone();
        after.step("c2-b3").expect("a legal move");
        let weighing =
            Weighing { before: before.clone(), after, played: "c2-b3".to_owned(), seat: 0 };
        let course = CourseQuestion { start: before.start(), steps: Vec::new() };
        let games = Games::all(games::Resources::default());
        let mut question = before.question().expect("a player is to act");
        let looks = |search: &mut dyn FnMut()| {
            let earlier = LOOKS.load(Relaxed);
            search();
            LOOKS.load(Relaxed) - earlier
        };
        // At least each 512 nodes.
        let found = [
            looks(&mut || drop(weighing.clone().answer(means).expect("a loss"))),
            looks(&mut || drop(course.answer(&games, means, &|| true).expect("a course"))),
            looks(&mut || drop(hint(&mut *question, means, &|| true))),
        ];
        let least = [WEIGHED, COURSE, HINT].map(|nodes| nodes / 512);
        assert!((0..3).all(|search| found[search] >= least[search]), "{found:?}, {least:?}");
    }
}
