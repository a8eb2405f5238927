//! An analysis: the moves of a game, and lines that branch off from them.

use games::ParseError;
use play::LiveGame;
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::refusal::Refusal;

/// The analysis of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisBoard {
    /// The id of the game's table.
    of: String,
    /// The main line of the game, then its branches.
    branches: Vec<LineOfPlay>,
    /// The number of the line that is shown.
    current: usize,
}

/// A line: the first steps of its parent, then steps that only this line has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LineOfPlay {
    /// The number of the parent. The main line is its own parent.
    parent: usize,
    /// The number of steps that the line shares with its parent.
    at: usize,
    steps: Vec<String>,
}

impl AnalysisBoard {
    /// The analysis of a game with these steps.
    pub(crate) fn new(of: &str, steps: Vec<String>) -> Self {
        Self {
            of: of.to_owned(),
            branches: vec![LineOfPlay { parent: 0, at: 0, steps }],
            current: 0,
        }
    }

    /// Whether the line numbers and lengths agree. A record on disk may be damaged.
    pub(crate) fn is_whole(&self) -> bool {
        let fits = |(number, branch): (usize, &LineOfPlay)| {
            let earlier = branch.parent < number || number == 0 && branch.parent == 0;
            earlier && branch.at <= self.length(branch.parent) && (number > 0 || branch.at == 0)
        };
        self.current < self.branches.len() && self.branches.iter().enumerate().all(fits)
    }

    fn length(&self, number: usize) -> usize {
        self.branches[number].at + self.branches[number].steps.len()
    }

    /// All steps of a line, from the start of the game.
    fn path(&self, number: usize) -> Vec<String> {
        let LineOfPlay { parent, at, steps } = &self.branches[number];
        if number == 0 {
            return steps.clone();
        }
        let mut path = self.path(*parent);
        path.truncate(*at);
        path.extend_from_slice(steps);
        path
    }

    /// Plays a step at the table. If no line has this step, a new line branches off.
    pub(crate) fn step(&mut self, game: &mut LiveGame, text: &str) -> Result<(), Refusal> {
        let (cursor, known) = (game.cursor(), self.path(self.current));
        let full = self.branches.len() >= limits::BRANCHES;
        if full && known.get(cursor).is_none_or(|step| step != text) {
            return Err(Refusal::TooMany("lines in one analysis"));
        }
        game.step(text)?;
        let path: Vec<_> = game.steps()[..=cursor].iter().map(|step| step.text.clone()).collect();
        self.follow(path);
        lay(game, &self.path(self.current), cursor + 1)?;
        Ok(())
    }

    /// Shows a line that begins with these steps. If there is none, the last step begins a new
    /// line.
    fn follow(&mut self, mut path: Vec<String>) {
        let current = self.current;
        let mut numbers = [current].into_iter().chain(0..self.branches.len());
        if let Some(number) = numbers.find(|&number| self.path(number).starts_with(&path)) {
            self.current = number;
            return;
        }
        let Some(last) = path.pop() else { return };
        let at = path.len();
        // The main line never changes. A branch is extended at its end.
        if current > 0 && self.length(current) == at {
            self.branches[current].steps.push(last);
            return;
        }
        let mut parent = current;
        while parent > 0 && at <= self.branches[parent].at {
            parent = self.branches[parent].parent;
        }
        self.branches.push(LineOfPlay { parent, at, steps: vec![last] });
        self.current = self.branches.len() - 1;
    }

    /// Shows a line after its first `step` steps.
    pub(crate) fn go(
        &mut self,
        game: &mut LiveGame,
        number: usize,
        step: usize,
    ) -> Result<(), ParseError> {
        if number >= self.branches.len() {
            let expected = format!("0 to {}", self.branches.len() - 1);
            return Err(ParseError::new("branch", &number.to_string(), expected));
        }
        if step > self.length(number) {
            let expected = format!("0 to {}", self.length(number));
            return Err(ParseError::new("step", &step.to_string(), expected));
        }
        self.current = number;
        lay(game, &self.path(number), step)
    }

    /// Deletes a line and all its branches.
    pub(crate) fn prune(&mut self, game: &mut LiveGame, number: usize) -> Result<(), ParseError> {
        if number == 0 || number >= self.branches.len() {
            let expected = format!("1 to {}", self.branches.len() - 1);
            return Err(ParseError::new("branch", &number.to_string(), expected));
        }
        let goes = |mut branch: usize| {
            // The number of a parent is smaller than the numbers of its branches.
            while branch > number {
                branch = self.branches[branch].parent;
            }
            branch == number
        };
        let gone: Vec<_> = (0..self.branches.len()).map(goes).collect();
        let moved = |branch: usize| branch - gone[..branch].iter().filter(|&&gone| gone).count();
        let (back, at) = (self.branches[number].parent, self.branches[number].at);
        let (current, cursor) =
            if gone[self.current] { (back, at) } else { (self.current, game.cursor()) };
        let kept = self.branches.iter().zip(&gone).filter(|&(_, &gone)| !gone);
        let kept =
            kept.map(|(branch, _)| LineOfPlay { parent: moved(branch.parent), ..branch.clone() });
        (self.branches, self.current) = (kept.collect(), moved(current));
        lay(game, &self.path(self.current), cursor)
    }
}

/// Plays a line at the table, and goes to the position after `cursor` steps.
pub(crate) fn lay(game: &mut LiveGame, path: &[String], cursor: usize) -> Result<(), ParseError> {
    let same = game.steps().iter().zip(path).take_while(|(step, text)| step.text == **text);
    let same = same.count();
    game.go_to(same)?;
    path[same..].iter().try_for_each(|step| game.step(step))?;
    game.go_to(cursor)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: [&str; 3] = ["c2-d3@f2", "c6-d5", "d3-e3"];

    fn begun() -> (AnalysisBoard, LiveGame) {
        let mut game = LiveGame::open("benedictine", 1).unwrap();
        GAME.iter().try_for_each(|step| game.step(step)).unwrap();
        (AnalysisBoard::new("7", GAME.map(str::to_owned).to_vec()), game)
    }

    fn texts(game: &LiveGame) -> Vec<&str> {
        game.steps().iter().map(|step| step.text.as_str()).collect()
    }

    #[test]
    fn lines_branch_off_and_are_found_again() {
        let (mut analysis, mut game) = begun();
        game.go_to(1).unwrap();
        // The game's own move follows the main line; another move begins a new line.
        analysis.step(&mut game, GAME[1]).unwrap();
        assert_eq!((analysis.current, texts(&game), game.cursor()), (0, GAME.to_vec(), 2));
        game.go_to(1).unwrap();
        analysis.step(&mut game, "e6-d5").unwrap();
        analysis.step(&mut game, "b1-c2").unwrap();
        assert_eq!((analysis.current, texts(&game)), (1, vec![GAME[0], "e6-d5", "b1-c2"]));
        // A line that begins with the same steps as the main line is part of the main line.
        game.go_to(1).unwrap();
        analysis.step(&mut game, "f7-g6").unwrap();
        assert_eq!((analysis.branches[2].parent, analysis.branches[2].at), (0, 1));
        analysis.go(&mut game, 1, 2).unwrap();
        analysis.step(&mut game, "f1-g2").unwrap();
        assert_eq!((analysis.branches[3].parent, analysis.branches[3].at), (1, 2));
        // A move after the end of the main line begins a branch.
        analysis.go(&mut game, 0, 3).unwrap();
        analysis.step(&mut game, "f7-g6").unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!((analysis.branches[0].steps.len(), analysis.branches[4].at), (3, 3));
        analysis.go(&mut game, 1, 3).unwrap();
        assert_eq!((texts(&game), game.cursor()), (vec![GAME[0], "e6-d5", "b1-c2"], 3));
        assert!(analysis.is_whole());
        assert!(analysis.go(&mut game, 5, 0).is_err() && analysis.go(&mut game, 1, 4).is_err());

        // Deleting a line deletes its branches; the other lines stay.
        assert!(analysis.prune(&mut game, 0).is_err() && analysis.prune(&mut game, 5).is_err());
        analysis.prune(&mut game, 1).unwrap();
        assert_eq!((analysis.branches.len(), analysis.current, game.cursor()), (3, 0, 1));
        assert_eq!((texts(&game), analysis.path(1)[1].as_str()), (GAME.to_vec(), "f7-g6"));
        assert!(analysis.is_whole());
    }

    #[test]
    fn there_is_an_end_to_lines() {
        let (mut analysis, mut game) = begun();
        let line = LineOfPlay { parent: 0, at: 0, steps: Vec::new() };
        analysis.branches.resize(limits::BRANCHES, line);
        analysis.go(&mut game, 0, 1).unwrap();
        assert!(matches!(analysis.step(&mut game, "e6-d5"), Err(Refusal::TooMany(_))));
        assert_eq!(texts(&game), GAME);
        analysis.step(&mut game, GAME[1]).unwrap();
        for (parent, at) in [(3, 0), (0, 4)] {
            analysis.branches[2] = LineOfPlay { parent, at, steps: Vec::new() };
            assert!(!analysis.is_whole());
        }
    }
}
