//! Questions to the engine about a game: a hint, an analysis, and the course of the game.

use engine::StopFlag;
use games::ParseError;
use play::{Games, LiveGame, Opinion, Question, StepView, Study, Viewer};
use serde::Serialize;

use crate::identity::Identity;
use crate::refusal::Refusal;
use crate::table::Table;

/// The nodes of a hint, and of each position of a course.
const HINT: u64 = 150_000;
const COURSE: u64 = 4_000;

/// Thinks about a hint, until `goes_on` returns `false`.
pub fn hint(question: &mut dyn Question, goes_on: &dyn Fn() -> bool) -> Opinion {
    question.study(&Study::nodes(HINT), &mut |_| goes_on())
}

impl Table {
    /// The question whose answer is a [`hint`] for the player to act, if the requester controls
    /// that player.
    ///
    /// # Errors
    /// If the requester may not know the answer now, or nobody is to act.
    pub fn hint_question(&self, identity: &Identity) -> Result<Box<dyn Question>, Refusal> {
        let right = self.right(&identity.token)?;
        if !self.may_be_advised(right, identity.player) {
            return Err(Refusal::NotNow("somebody else is to act"));
        }
        self.game.question().ok_or(Refusal::NotNow("nobody is to act"))
    }

    /// The question whose answer is an analysis of the position; `None` if the requester may not
    /// know the answer now, or the game is over.
    ///
    /// # Errors
    /// A token that is not of this table.
    pub fn analysis_question(
        &self,
        identity: &Identity,
    ) -> Result<Option<Box<dyn Question>>, Refusal> {
        let right = self.right(&identity.token)?;
        let told = self.may_be_advised(right, identity.player);
        Ok(if told { self.game.question() } else { None })
    }

    /// The question about the course of the game.
    ///
    /// # Errors
    /// While cards are hidden.
    pub fn course_question(&self) -> Result<CourseQuestion, Refusal> {
        self.open_now()?;
        Ok(CourseQuestion { start: self.game.start(), steps: self.game.steps().to_vec() })
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
}

/// A game whose course is to be found.
#[derive(Clone, Debug)]
pub struct CourseQuestion {
    start: String,
    steps: Vec<StepView>,
}

impl CourseQuestion {
    /// The course of the game. If `stop` is set, it ends early.
    ///
    /// # Errors
    /// A game in which not all cards are known.
    pub fn answer(&self, games: &Games, stop: &StopFlag) -> Result<Course, ParseError> {
        let mut game = games.open(&self.start, 0)?;
        game.show_all();
        let seats = game.view(Viewer::All).seats;
        let (shares, mut best) = outlook(&game)?;
        let mut course = Course { shares: vec![shares], losses: Vec::new() };
        for (index, step) in self.steps.iter().enumerate() {
            if stop.is_set() {
                break;
            }
            let seat = usize::from(seats[usize::from(step.player)]);
            let mut possible = None;
            if let Some(best) = best.filter(|best| !step.chance && *best != step.text) {
                game.step(&best)?;
                possible = Some(outlook(&game)?.0[seat]);
                game.go_to(index)?;
            }
            game.step(&step.text)?;
            let (shares, next) = outlook(&game)?;
            best = next;
            course.losses.push(possible.map_or(0.0, |possible| (possible - shares[seat]).max(0.0)));
            course.shares.push(shares);
        }
        Ok(course)
    }
}

/// The expected share of each seat in a position, and the best move.
fn outlook(game: &LiveGame) -> Result<(Vec<f64>, Option<String>), ParseError> {
    if let Some(mut question) = game.question() {
        let Opinion { shares, lines, .. } = question.study(&Study::nodes(COURSE), &mut |_| true);
        let best = lines.first().and_then(|line| line.moves.first().cloned());
        return Ok((shares, best));
    }
    let result = game.view(Viewer::All).result;
    let unknown =
        || ParseError::new("game", "unknown cards", "a game in which all cards are known");
    Ok((result.ok_or_else(unknown)?, None))
}
