//! The report of a match as text.

use statistics::{Adjusted, Results, Skill};

use crate::records::reason::Reason;
use crate::records::record::rounded;
use crate::report::match_report::{MatchReport, PairReport};
use crate::report::summary::{PlayerSummary, Summary};

impl MatchReport {
    /// The report in several lines.
    #[must_use]
    pub fn text(&self) -> String {
        let names: Vec<_> = self.names().collect();
        let title = format!("{}: {}", self.game, names.join(" against "));
        if let Some(pieces) = &self.pieces {
            return self.pieces_text(&title, pieces);
        }
        if self.units == 0 {
            return format!("{title}, no game finished\n");
        }
        let cut = if self.complete { "" } else { ", not all games played" };
        let mut lines = vec![format!("{title}{cut}")];
        lines.extend(self.specs.iter().map(|text| format!("  {text}")));
        let file = self.openings.as_ref().map_or_else(String::new, |file| format!("{file} and "));
        lines.push(format!("  opening of {file}{} random moves, seed {}", self.opening, self.seed));
        if !self.shard.is_whole() {
            lines.push(format!("  part {} of the match", self.shard));
        }
        if self.left_out > 0 {
            lines.push(format!("  {} more games do not count", self.left_out));
        }
        lines.push(String::new());
        match (&self.players[..], &self.pairs[..]) {
            ([first, second], [pair]) => self.duel_lines([first, second], pair, &mut lines),
            _ => self.tournament_lines(&mut lines),
        }
        if let Some(trial) = self.test {
            lines.push(trial.words(names[0], names[1]));
        }
        lines.push(String::new());
        lines.join("\n")
    }

    /// The score of the games of incomplete units, by player.
    fn pieces_text(&self, title: &str, pieces: &Summary) -> String {
        let mut lines = vec![format!("{title}, {}", pieces_title(pieces))];
        lines.extend(self.specs.iter().map(|text| format!("  {text}")));
        lines.push(String::new());
        for player in &pieces.players {
            let seated = self.seat_names.iter().zip(&player.seats);
            let seats = seated.filter(|(_, results)| results.games() > 0);
            let seats: Vec<_> = seats.map(|(seat, _)| *seat).collect();
            let score = in_words(player.results(), player.points);
            lines.push(format!("{} as {}: {score}", player.name, seats.join(", ")));
        }
        let endings = Reason::ALL.into_iter().zip(pieces.reasons);
        let (length, ended) = (pieces.mean_length(), ended_by(endings));
        lines.push(format!("  mean length {length:.1} moves; ended by {ended}"));
        for player in pieces.players.iter().filter(|player| player.failures > 0) {
            lines.push(format!("  {} failed in {} games", player.name, player.failures));
        }
        lines.join("\n") + "\n"
    }

    /// The lines for a match of two players.
    fn duel_lines(
        &self,
        [first, second]: [&PlayerSummary; 2],
        pair: &PairReport,
        lines: &mut Vec<String>,
    ) {
        let Some(strength) = pair.strength else { return };
        let (name, games) = (&first.name, self.games);
        let percent = 100.0 * first.points / games as f64;
        let total = in_words(first.results(), first.points);
        let seats =
            if first.seated == games { String::new() } else { format!(", {} seats", first.seated) };
        lines.push(format!("{name} in {games} games{seats}: {total}, {percent:.1} %"));
        for (seat, results) in self.seat_names.iter().zip(&first.seats) {
            lines.push(format!("  as {seat}: {}", counts(*results)));
        }
        let units: Vec<_> = pair.units.counts().iter().map(u64::to_string).collect();
        let (most, units) = (pair.units.games(), units.join(", "));
        lines.push(format!("  units by points, from 0 to {most}: {units}"));
        self.end_lines(lines);
        lines.push(String::new());
        lines.push(strength.words(name, &second.name));
        let superiority = 100.0 * strength.superiority;
        let normalized = strength.normalized.map_or_else(String::new, |(elo, error)| {
            format!("; normalised {elo:+.1} ± {error:.1}")
        });
        lines.push(format!(
            "  (for {name}: {}{normalized}; 95 % intervals from units; likelihood of superiority {superiority:.1} %)",
            strength.figures()
        ));
        if let Some(adjusted) = &pair.adjusted {
            lines.push(adjusted_words(adjusted, name));
        }
    }

    /// The lines for a tournament of more players.
    fn tournament_lines(&self, lines: &mut Vec<String>) {
        self.table_lines(lines);
        lines.push(
            "  ratings in Elo against the mean of all, with 95 % intervals from units".to_owned(),
        );
        for player in &self.players {
            let Some(Skill { mean, deviation }) = player.skill else { continue };
            lines.push(format!("  {}: skill {mean:.1} ± {deviation:.1} (OpenSkill)", player.name));
        }
        self.end_lines(lines);
        lines.push(String::new());
        for PairReport { players, strength, .. } in &self.pairs {
            let Some(strength) = strength else { continue };
            let [one, two] = players.map(|player| &self.players[player].name);
            lines.push(strength.words(one, two));
        }
        for player in &self.players {
            for (seat, results) in self.seat_names.iter().zip(&player.seats) {
                lines.push(format!("  {} as {seat}: {}", player.name, counts(*results)));
            }
        }
    }

    /// The lines of the players, ordered by rating.
    fn table_lines(&self, lines: &mut Vec<String>) {
        let lengths = self.names().map(|name| name.chars().count());
        let width = lengths.max().unwrap_or(0).max(6);
        lines.push(format!(
            "{:>4} {:width$} {:>14} {:>9} {:>6} {:>6}",
            "rank", "player", "rating", "points", "seats", "share"
        ));
        let mut order: Vec<_> = self.players.iter().collect();
        order.sort_by(|one, two| two.rating.elo.total_cmp(&one.rating.elo));
        for (rank, player) in (1..).zip(order) {
            let rating = format!("{:+.0} {}", player.rating.elo, player.rating.spread());
            let share = 100.0 * player.points / player.seated.max(1) as f64;
            let (points, seated) = (player.points, player.seated);
            lines.push(format!(
                "{rank:>4} {:width$} {rating:>14} {points:>9.1} {seated:>6} {share:>5.1}%",
                player.name
            ));
        }
    }

    /// The lines about the ends of games and about failures.
    fn end_lines(&self, lines: &mut Vec<String>) {
        let (length, ended) = (self.mean_length, ended_by(self.endings.iter().copied()));
        lines.push(format!("  mean length {length:.1} moves; ended by {ended}"));
        let time = self.timing.words();
        if !time.is_empty() {
            lines.push(format!("  {time}"));
        }
        lines.extend(self.timing.warning().map(|warning| format!("  {warning}")));
        for player in self.players.iter().filter(|player| player.failures > 0) {
            lines.push(format!("  {} failed in {} games", player.name, player.failures));
        }
    }
}

/// The title for the games of incomplete units.
pub(super) fn pieces_title(pieces: &Summary) -> String {
    let games =
        if pieces.games == 1 { "one game".to_owned() } else { format!("{} games", pieces.games) };
    format!("{games}, no unit complete")
}

/// The number of games for each reason of their end, in words.
pub(super) fn ended_by(endings: impl Iterator<Item = (Reason, u64)>) -> String {
    let ended = endings.filter(|&(_, count)| count > 0);
    let ended: Vec<_> =
        ended.map(|(reason, count)| format!("{} {count}", reason.words())).collect();
    ended.join(", ")
}

fn adjusted_words(Adjusted { strength, worth, .. }: &Adjusted, name: &str) -> String {
    let percent = 100.0 * strength.score;
    format!(
        "  (without luck: {name} has {percent:.1} % of the points, {}; as precise as {worth:.1} times the games)",
        strength.figures()
    )
}

fn counts(results: Results) -> String {
    let Results { wins, draws, losses } = results;
    format!("{wins} won, {draws} drawn, {losses} lost")
}

fn in_words(results: Results, points: f64) -> String {
    format!("{}, {} points", counts(results), rounded(points))
}
