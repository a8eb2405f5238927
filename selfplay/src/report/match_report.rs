//! The result of a match, for people and for programs.

use games::ParseError;
use serde_json::{Map, Value as Json, json};

use crate::records::reason::Reason;
use crate::records::record::rounded;
use crate::records::tally::Tally;
use crate::schedule::plan::Plan;
use crate::statistics::sequential::{Sequential, Trial};
use crate::statistics::summary::{Head, PlayerSummary, Results, Summary};
use crate::statistics::{Skill, Strength};

/// All that is to be said of a match. It has no times in it: the same games, the same report.
#[derive(Clone, Debug)]
pub struct Report {
    plan: Plan,
    summary: Summary,
    trial: Option<Trial>,
    /// Games that were played and do not count.
    left_out: u64,
    seat_names: Vec<&'static str>,
}

impl Report {
    /// The report of the games of a match.
    ///
    /// # Errors
    /// A plan that is none.
    pub fn new(plan: &Plan, tally: &Tally) -> Result<Self, ParseError> {
        let trial = Sequential::of(plan)?.map(|mut test| test.look(tally));
        let decided = trial.and_then(|trial| trial.decided);
        let summary = Summary::of(tally, decided.map(|(unit, _)| unit));
        let seat_names = tally.seat_names().to_vec();
        let left_out = tally.games() - summary.games;
        Ok(Self { plan: plan.clone(), summary, trial, left_out, seat_names })
    }

    /// Whether all units of the match are there, or its test has ended.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let decided = self.trial.is_some_and(|trial| trial.decided.is_some());
        decided || self.summary.units >= self.plan.own_units()
    }

    /// The names of the seats.
    #[must_use]
    pub fn seat_names(&self) -> &[&'static str] {
        &self.seat_names
    }

    /// The results added up.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// One JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        let summary = &self.summary;
        let ended = Reason::ALL.into_iter().zip(summary.reasons);
        let ended: Map<_, _> =
            ended.map(|(reason, count)| (reason.name().into(), count.into())).collect();
        let mut value = json!({
            "game": self.plan.game,
            "players": summary.players.iter().map(|player| &player.name).collect::<Vec<_>>(),
            "specs": self.plan.players,
            "seed": self.plan.seed,
            "opening": self.plan.opening,
            "units": summary.units,
            "games": summary.games,
            "interrupted": !self.is_complete(),
            "seat_names": self.seat_names,
            "mean_length": rounded(summary.mean_length()),
            "ended_by": ended,
            "ratings": summary.players.iter().map(rating_json).collect::<Vec<_>>(),
        });
        let mut more = Map::new();
        if let [first, _] = &summary.players[..] {
            let results = first.results();
            more.insert("wins".into(), results.wins.into());
            more.insert("draws".into(), results.draws.into());
            more.insert("losses".into(), results.losses.into());
            more.insert("points".into(), json!(rounded(first.points)));
            more.insert("by_seat".into(), json!(first.seats));
            more.extend(head_json(summary.head(0, 1)));
        } else {
            more.insert("heads".into(), self.heads_json());
        }
        if let Some(trial) = self.trial {
            more.insert("sprt".into(), trial.json());
        }
        if let Some(object) = value.as_object_mut() {
            object.extend(more);
        }
        format!("{value}\n")
    }

    fn heads_json(&self) -> Json {
        let heads = self.heads().map(|(one, two, head)| {
            let mut object = head_json(head);
            object.insert("players".into(), json!([one.name, two.name]));
            Json::Object(object)
        });
        Json::Array(heads.collect())
    }

    /// The pairs of players that met.
    fn heads(&self) -> impl Iterator<Item = (&PlayerSummary, &PlayerSummary, &Head)> {
        let players = &self.summary.players;
        let pairs =
            (0..players.len()).flat_map(|one| (one + 1..players.len()).map(move |two| (one, two)));
        let heads =
            pairs.map(|(one, two)| (&players[one], &players[two], self.summary.head(one, two)));
        heads.filter(|(_, _, head)| head.units.units() > 0.0)
    }

    /// Some lines.
    #[must_use]
    pub fn text(&self) -> String {
        let plan = &self.plan;
        let names: Vec<_> =
            self.summary.players.iter().map(|player| player.name.as_str()).collect();
        let title = format!("{}: {}", plan.game, names.join(" against "));
        if self.summary.units == 0 {
            return format!("{title}, no game finished\n");
        }
        let cut = if self.is_complete() { "" } else { ", not all games played" };
        let mut lines = vec![format!("{title}{cut}")];
        lines.extend(plan.players.iter().map(|text| format!("  {text}")));
        let file = plan.openings.as_ref().map_or_else(String::new, |file| format!("{file} and "));
        lines.push(format!("  opening of {file}{} random moves, seed {}", plan.opening, plan.seed));
        if !plan.shard.is_whole() {
            lines.push(format!("  part {} of the match", plan.shard));
        }
        if self.left_out > 0 {
            lines.push(format!("  {} more games do not count", self.left_out));
        }
        lines.push(String::new());
        match &self.summary.players[..] {
            [first, second] => self.match_lines(first, second, &mut lines),
            players => self.table_lines(players, &mut lines),
        }
        if let Some(trial) = self.trial {
            lines.push(trial.words(names[0], names[1]));
        }
        lines.push(String::new());
        lines.join("\n")
    }

    /// A match of two.
    fn match_lines(&self, first: &PlayerSummary, second: &PlayerSummary, lines: &mut Vec<String>) {
        let (summary, head) = (&self.summary, self.summary.head(0, 1));
        let Some(strength) = head.strength() else { return };
        let name = &first.name;
        let percent = 100.0 * first.points / summary.games as f64;
        let total = in_words(first.results(), first.points);
        let games = summary.games;
        let seats =
            if first.seated == games { String::new() } else { format!(", {} seats", first.seated) };
        lines.push(format!("{name} in {games} games{seats}: {total}, {percent:.1} %"));
        for (seat, results) in self.seat_names.iter().zip(&first.seats) {
            lines.push(format!("  as {seat}: {}", counts(*results)));
        }
        let units: Vec<_> = head.units.counts().iter().map(u64::to_string).collect();
        lines.push(format!(
            "  units by points, from 0 to {}: {}",
            head.units.games(),
            units.join(", ")
        ));
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
        if let Some((adjusted, factor)) = head.adjusted() {
            lines.push(adjusted_words(&adjusted, factor, name));
        }
    }

    /// A tournament of more.
    fn table_lines(&self, players: &[PlayerSummary], lines: &mut Vec<String>) {
        let width =
            players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0).max(6);
        lines.push(format!(
            "{:>4} {:width$} {:>14} {:>9} {:>6} {:>6}",
            "rank", "player", "rating", "points", "seats", "share"
        ));
        let mut order: Vec<_> = players.iter().collect();
        order.sort_by(|one, two| two.rating.elo.total_cmp(&one.rating.elo));
        for (rank, player) in (1..).zip(order) {
            let rating = format!("{:+.0} ± {:.0}", player.rating.elo, player.rating.error);
            let share = 100.0 * player.points / player.seated.max(1) as f64;
            let (points, seated) = (player.points, player.seated);
            lines.push(format!(
                "{rank:>4} {:width$} {rating:>14} {points:>9.1} {seated:>6} {share:>5.1}%",
                player.name
            ));
        }
        lines.push(
            "  ratings in Elo against the mean of all, with 95 % intervals from units".to_owned(),
        );
        for player in players {
            let Some(Skill { mean, deviation }) = player.skill else { continue };
            lines.push(format!("  {}: skill {mean:.1} ± {deviation:.1} (OpenSkill)", player.name));
        }
        self.end_lines(lines);
        lines.push(String::new());
        for (one, two, head) in self.heads() {
            let Some(strength) = head.strength() else { continue };
            lines.push(strength.words(&one.name, &two.name));
        }
        for player in players {
            for (seat, results) in self.seat_names.iter().zip(&player.seats) {
                lines.push(format!("  {} as {seat}: {}", player.name, counts(*results)));
            }
        }
    }

    /// How the games ended, and who failed.
    fn end_lines(&self, lines: &mut Vec<String>) {
        let summary = &self.summary;
        let ended = Reason::ALL.into_iter().zip(summary.reasons).filter(|&(_, count)| count > 0);
        let ended: Vec<_> =
            ended.map(|(reason, count)| format!("{} {count}", reason.words())).collect();
        let length = summary.mean_length();
        lines.push(format!("  mean length {length:.1} moves; ended by {}", ended.join(", ")));
        for player in summary.players.iter().filter(|player| player.failures > 0) {
            lines.push(format!("  {} failed in {} games", player.name, player.failures));
        }
    }
}

fn adjusted_words(strength: &Strength, factor: f64, name: &str) -> String {
    let percent = 100.0 * strength.score;
    format!(
        "  (without luck: {name} has {percent:.1} % of the points, {}; as sure as {factor:.1} times the games)",
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

fn rating_json(player: &PlayerSummary) -> Json {
    json!({
        "player": player.name,
        "elo": rounded(player.rating.elo),
        "error": rounded(player.rating.error),
        "points": rounded(player.points),
        "seats": player.seated,
        "skill": player.skill.map(|skill| [rounded(skill.mean), rounded(skill.deviation)]),
        "failures": player.failures,
        "by_seat": player.seats,
    })
}

/// What is to be said of two players; an infinite number is null.
fn head_json(head: &Head) -> Map<String, Json> {
    let mut object = Map::new();
    let strength = head.strength();
    object.insert("pairs".into(), json!(head.units.counts()));
    object.insert("score".into(), json!(strength.map(|strength| rounded(strength.score))));
    object.insert("elo".into(), json!(strength.map(|strength| strength.elo)));
    object.insert("elo_interval".into(), json!(strength.and_then(|strength| strength.interval)));
    let normalized = strength.and_then(|strength| strength.normalized);
    object.insert("normalized_elo".into(), json!(normalized.map(|(elo, _)| elo)));
    object.insert("normalized_elo_error".into(), json!(normalized.map(|(_, error)| error)));
    object.insert("superiority".into(), json!(strength.map(|strength| strength.superiority)));
    if let Some((adjusted, factor)) = head.adjusted() {
        let adjusted = json!({
            "score": rounded(adjusted.score),
            "elo": adjusted.elo,
            "elo_interval": adjusted.interval,
            "worth_games": rounded(factor),
        });
        object.insert("luck_adjusted".into(), adjusted);
    }
    object
}
