//! The report of a match as a page with plots.

use pages::{Bars, Curve, Plot, html_page};

use crate::report::course::{Course, TestCourse, Thought};
use crate::report::match_report::MatchReport;

impl MatchReport {
    /// One page of HTML that needs nothing else; without a course it has just the results by seat.
    #[must_use]
    pub fn page(&self) -> String {
        let names: Vec<_> = self.names().collect();
        let title = format!("{}: {}", self.game, names.join(", "));
        let seats = self.seat_bars().svg();
        let Some(course) = &self.course else { return html_page(&title, &self.text(), &[seats]) };
        let mut plots = vec![course.strength_plot(&names)];
        plots.extend(course.test.as_ref().map(test_plot));
        plots.push(seats);
        plots.push(course.length_bars());
        let means =
            |title, up, of: fn(&Thought) -> f64| course.thought_plot(&names, [title, up], of);
        plots.push(means("Mean depth of search", "depth", |thought| thought.depth));
        plots.push(means("Mean time of a move", "milliseconds", |thought| thought.milliseconds));
        html_page(&title, &self.text(), &plots)
    }

    /// Wins, draws and losses of each player in each seat.
    fn seat_bars(&self) -> Bars {
        let mut bars = Vec::new();
        for player in &self.players {
            for (seat, results) in self.seat_names.iter().zip(&player.seats) {
                let parts = [results.wins, results.draws, results.losses].map(|count| count as f64);
                bars.push((format!("{} as {seat}", player.name), parts.to_vec()));
            }
        }
        Bars {
            title: "Results by seat".to_owned(),
            up: "games".to_owned(),
            parts: ["won", "drawn", "lost"].map(str::to_owned).to_vec(),
            bars,
            ..Bars::default()
        }
    }
}

impl Course {
    /// The difference between the first two players as the games come.
    fn strength_plot(&self, names: &[&str]) -> String {
        let points = self.strength.iter().map(|point| (point.games as f64, point.elo)).collect();
        let band = self.strength.iter().map(|point| point.interval).collect();
        Plot {
            title: format!(
                "Elo of {}, with 95 % interval",
                names[..names.len().min(2)].join(" over ")
            ),
            across: "games".to_owned(),
            up: "Elo".to_owned(),
            lines: vec![Curve { points, band, ..Curve::default() }],
            levels: vec![(0.0, String::new())],
        }
        .svg()
    }

    fn length_bars(&self) -> String {
        let bar = |&(length, games): &(u32, u64)| (length.to_string(), vec![games as f64]);
        Bars {
            title: "Length of games".to_owned(),
            across: "moves of players".to_owned(),
            up: "games".to_owned(),
            parts: Vec::new(),
            bars: self.lengths.iter().map(bar).collect(),
        }
        .svg()
    }

    /// What each player's moves took over the game.
    fn thought_plot(
        &self,
        names: &[&str],
        [title, up]: [&str; 2],
        of: fn(&Thought) -> f64,
    ) -> String {
        let curve = |(&name, thoughts): (&&str, &Vec<Thought>)| {
            let points = thoughts.iter().map(|thought| (thought.ply as f64, of(thought)));
            Curve { name: name.to_owned(), points: points.collect(), band: Vec::new() }
        };
        Plot {
            title: title.to_owned(),
            across: "move of the game".to_owned(),
            up: up.to_owned(),
            lines: names.iter().zip(&self.thoughts).map(curve).collect(),
            levels: Vec::new(),
        }
        .svg()
    }
}

/// The log-likelihood ratio as the games come.
fn test_plot(course: &TestCourse) -> String {
    let points = course.points.iter().map(|&(games, llr)| (games as f64, llr)).collect();
    let (low, high) = course.bounds;
    Plot {
        title: "Log-likelihood ratio of the test".to_owned(),
        across: "games".to_owned(),
        up: "LLR".to_owned(),
        lines: vec![Curve { points, ..Curve::default() }],
        levels: vec![(low, "H0".to_owned()), (high, "H1".to_owned())],
    }
    .svg()
}
