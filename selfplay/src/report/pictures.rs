//! The plots of the page of a match.

use html::{Bars, Curve, Plot};

use crate::report::timeline::{MeanMove, TestTimeline, Timeline};

impl Timeline {
    /// All plots in order.
    pub(crate) fn pictures(&self, names: &[&str]) -> Vec<String> {
        let mut plots = vec![self.strength_plot(names)];
        plots.extend(self.test.as_ref().map(test_plot));
        plots.push(self.length_bars());
        let means = |title, up, of: fn(&MeanMove) -> f64| self.thought_plot(names, [title, up], of);
        plots.push(means("Mean depth of search", "depth", |thought| thought.depth));
        plots.push(means("Mean time of a move", "ms", |thought| thought.milliseconds));
        plots
    }

    /// The difference between the first two players after each game. If one player won all games,
    /// the plot shows the points, since the Elo is infinite.
    fn strength_plot(&self, names: &[&str]) -> String {
        let plot = Plot { across: "games".to_owned(), ..Plot::default() };
        if self.strength.is_empty() {
            let points = self.scores.iter().map(|&(games, score)| (games as f64, 100.0 * score));
            return Plot {
                title: format!("Points of {}, of a hundred", names.first().unwrap_or(&"")),
                up: "%".to_owned(),
                lines: vec![Curve { points: points.collect(), ..Curve::default() }],
                levels: vec![(50.0, "even".to_owned())],
                ..plot
            }
            .svg();
        }
        let points = self.strength.iter().map(|point| (point.games as f64, point.elo)).collect();
        let band = self.strength.iter().map(|point| point.interval).collect();
        let both = names[..names.len().min(2)].join(" over ");
        Plot {
            title: format!("Elo of {both}, with 95 % interval"),
            up: "Elo".to_owned(),
            lines: vec![Curve { points, band, ..Curve::default() }],
            levels: vec![(0.0, String::new())],
            ..plot
        }
        .svg()
    }

    fn length_bars(&self) -> String {
        let bar = |&(length, games): &(u32, u64)| (length.to_string(), vec![games as f64]);
        Bars {
            title: "Length of games".to_owned(),
            across: "moves of players".to_owned(),
            up: "games".to_owned(),
            bars: self.lengths.iter().map(bar).collect(),
            ..Bars::default()
        }
        .svg()
    }

    /// The mean cost of each player's moves during the game.
    fn thought_plot(
        &self,
        names: &[&str],
        [title, up]: [&str; 2],
        of: fn(&MeanMove) -> f64,
    ) -> String {
        let curve = |(&name, thoughts): (&&str, &Vec<MeanMove>)| {
            let points = thoughts.iter().map(|thought| (thought.ply as f64, of(thought)));
            Curve { name: name.to_owned(), points: points.collect(), band: Vec::new() }
        };
        Plot {
            title: title.to_owned(),
            across: "move of the game".to_owned(),
            up: up.to_owned(),
            lines: names.iter().zip(&self.thoughts).map(curve).collect(),
            ..Plot::default()
        }
        .svg()
    }
}

/// The log-likelihood ratio after each game.
fn test_plot(timeline: &TestTimeline) -> String {
    let points = timeline.points.iter().map(|&(games, llr)| (games as f64, llr)).collect();
    let (low, high) = timeline.bounds;
    Plot {
        title: "Log-likelihood ratio of the test".to_owned(),
        across: "games".to_owned(),
        up: "LLR".to_owned(),
        lines: vec![Curve { points, ..Curve::default() }],
        levels: vec![(low, "H0".to_owned()), (high, "H1".to_owned())],
        ..Plot::default()
    }
    .svg()
}
