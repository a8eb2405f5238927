//! The report of a match as a page: figures, tables and plots.

use html::{Block, DataCell, DataTable, Figure, Page, Tone, short};
use statistics::{Decision, Results, Strength};

use crate::records::reason::Reason;
use crate::records::record::rounded;
use crate::records::timing::Timing;
use crate::report::match_report::{MatchReport, PairReport};
use crate::report::summary::{PlayerSummary, Summary};
use crate::report::text::{ended_by, pieces_title};

impl MatchReport {
    /// One page of HTML without external files. Without a timeline it has no plots.
    #[must_use]
    pub fn page(&self) -> String {
        let names: Vec<_> = self.names().collect();
        let mut blocks = vec![Block::Figures(self.figures())];
        if let Some(trial) = self.test {
            blocks.push(Block::Words(trial.words(names[0], names[1])));
        }
        blocks.extend(self.timing.warning().map(Block::Words));
        if self.players.len() > 2 {
            blocks.push(Block::Heading("Players".to_owned()));
            blocks.push(Block::Table(self.player_table()));
            blocks.push(Block::Heading("Against each other".to_owned()));
            blocks.push(Block::Table(self.pair_table()));
        }
        blocks.push(Block::Heading("Results by seat".to_owned()));
        blocks.push(Block::Table(self.seat_table()));
        if let Some(timeline) = &self.timeline {
            blocks.push(Block::Heading("How it came about".to_owned()));
            blocks.push(Block::Pictures(timeline.pictures(&names)));
        }
        blocks.push(Block::Heading("How it was played".to_owned()));
        blocks.push(Block::Table(self.setting_table()));
        blocks.push(Block::Text { name: "The report as text".to_owned(), text: self.text() });
        let title = format!("{}: {}", self.game, names.join(", "));
        Page { title, lead: self.lead(), blocks }.html()
    }

    /// The result in one sentence.
    fn lead(&self) -> String {
        let unfinished = if self.complete { "" } else { " Not all games are played." };
        match (&self.players[..], &self.pairs[..]) {
            _ if self.units == 0 => {
                self.pieces.as_ref().map_or("No game is finished yet.".to_owned(), pieces_lead)
            }
            ([first, second], [PairReport { strength: Some(strength), .. }]) => {
                let words = strength.words(&first.name, &second.name);
                // The name of a player is written unchanged, without a capital.
                match words.strip_prefix("no difference") {
                    Some(rest) => format!("No difference{rest}.{unfinished}"),
                    None => format!("{words}.{unfinished}"),
                }
            }
            _ => {
                let mut order: Vec<_> = self.players.iter().collect();
                order.sort_by(|one, two| two.rating.elo.total_cmp(&one.rating.elo));
                let best = order.first().map_or("", |player| player.name.as_str());
                format!("{best} has the highest rating.{unfinished}")
            }
        }
    }

    fn figures(&self) -> Vec<Figure> {
        let (games, units) = match &self.pieces {
            Some(pieces) => (pieces.games, "no unit complete".to_owned()),
            None => (self.games, format!("{} units that count", self.units)),
        };
        let mut figures = vec![Figure::new("Games", games.to_string(), units)];
        if let ([first, _], [pair]) = (&self.players[..], &self.pairs[..]) {
            figures.extend(duel_figures(first, self.games, pair));
        }
        let length = self.pieces.as_ref().map_or(self.mean_length, Summary::mean_length);
        let length = format!("{length:.1}");
        figures.push(Figure::new("Mean length", length, "moves of players"));
        if let Some(trial) = self.test {
            let verdict = match trial.decided {
                None => "open",
                Some((_, Decision::H0)) => "H0",
                Some((_, Decision::H1)) => "H1",
            };
            figures.push(Figure::new("Sequential test", verdict, trial.standing()));
        }
        if self.timing.decided > 0 {
            let games = self.timing.decided.to_string();
            let starved = format!("games; {} for want of a processor", self.timing.starved);
            figures.push(Figure::new("Decided by time", games, starved));
        }
        let failures: u64 = self.players.iter().map(|player| player.failures).sum();
        if failures > 0 {
            figures.push(Figure::new("Failures", failures.to_string(), "games lost by them"));
        }
        figures
    }

    /// The table of the players, ordered by rating.
    fn player_table(&self) -> DataTable {
        let heading =
            ["player", "rating in Elo", "95 % interval", "points", "seats", "share in %", ""];
        let mut table = DataTable::new(&heading);
        let mut order: Vec<_> = self.players.iter().collect();
        order.sort_by(|one, two| two.rating.elo.total_cmp(&one.rating.elo));
        for player in order {
            let share = 100.0 * player.points / player.seated.max(1) as f64;
            table.rows.push(vec![
                DataCell::text(&player.name),
                DataCell::Number(format!("{:+.0}", player.rating.elo)),
                DataCell::Number(player.rating.spread()),
                DataCell::Number(format!("{:.1}", player.points)),
                DataCell::Number(player.seated.to_string()),
                DataCell::Number(format!("{share:.1}")),
                strip(player.results()),
            ]);
        }
        table
    }

    fn pair_table(&self) -> DataTable {
        let mut table = DataTable::new(&["players", "difference in Elo", "points of the first"]);
        for PairReport { players, units, strength, .. } in &self.pairs {
            let Some(strength) = strength else { continue };
            let [one, two] = players.map(|player| &self.players[player].name);
            let games = units.units() * units.games();
            table.rows.push(vec![
                DataCell::text(format!("{one} – {two}")),
                DataCell::Number(format!("{}, {}", elo(strength), interval(strength))),
                DataCell::Number(format!("{:.1} % of {games} games", 100.0 * strength.score)),
            ]);
        }
        table
    }

    /// Wins, draws and losses of each player in each seat.
    fn seat_table(&self) -> DataTable {
        let mut table = DataTable::new(&["player", "seat", "won", "drawn", "lost", ""]);
        let players = self.pieces.as_ref().map_or(&self.players, |pieces| &pieces.players);
        for player in players {
            for (seat, results) in self.seat_names.iter().zip(&player.seats) {
                let Results { wins, draws, losses } = *results;
                let counts = [wins, draws, losses].map(|count| DataCell::Number(count.to_string()));
                let mut row = vec![DataCell::text(&player.name), DataCell::text(*seat)];
                row.extend(counts);
                row.push(strip(*results));
                table.rows.push(row);
            }
        }
        table
    }

    fn setting_table(&self) -> DataTable {
        let mut table = DataTable::new(&["setting", "value"]);
        let mut row = |name: &str, value: String| {
            table.rows.push(vec![DataCell::text(name), DataCell::text(value)]);
        };
        row("game", self.game.clone());
        for (player, spec) in self.players.iter().zip(&self.specs) {
            row(&format!("player {}", player.name), spec.clone());
        }
        let file = self.openings.as_ref().map_or_else(String::new, |file| format!("{file} and "));
        row("openings", format!("{file}{} random moves", self.opening));
        row("seed", self.seed.to_string());
        if !self.shard.is_whole() {
            row("part of the match", self.shard.to_string());
        }
        let ended = match &self.pieces {
            Some(pieces) => ended_by(Reason::ALL.into_iter().zip(pieces.reasons)),
            None => ended_by(self.endings.iter().copied()),
        };
        row("games ended by", ended);
        if let Some(share) = self.timing.share() {
            let Timing { decided, starved, .. } = self.timing;
            row("decided by time", format!("{decided} games, {starved} without a processor"));
            row("players had a processor", format!("{:.0} % of their time", 100.0 * share));
        }
        if self.left_out > 0 {
            row("games that do not count", self.left_out.to_string());
        }
        table
    }
}

/// The score of the games of incomplete units.
fn pieces_lead(pieces: &Summary) -> String {
    let points = |player: &PlayerSummary| format!("{} {}", player.name, rounded(player.points));
    let points: Vec<_> = pieces.players.iter().map(points).collect();
    let title = pieces_title(pieces);
    let title = title[..1].to_uppercase() + &title[1..];
    format!("{title}. Points: {}.", points.join(", "))
}

/// The figures of a match of two players.
fn duel_figures(first: &PlayerSummary, games: u64, pair: &PairReport) -> Vec<Figure> {
    let Some(strength) = pair.strength else { return Vec::new() };
    let Results { wins, draws, losses } = first.results();
    let share = format!("{:.1} %", 100.0 * first.points / games.max(1) as f64);
    let counts = format!("{wins} won, {draws} drawn, {losses} lost");
    let mut figures = vec![Figure::new(format!("Points of {}", first.name), share, counts)];
    figures.push(Figure::new("Elo", elo(&strength), interval(&strength)));
    if let Some((elo, error)) = strength.normalized {
        figures.push(Figure::new("Normalised Elo", format!("{elo:+.0}"), format!("± {error:.0}")));
    }
    let superiority = format!("{:.1} %", 100.0 * strength.superiority);
    let name = format!("Likely that {} is better", first.name);
    figures.push(Figure::new(name, superiority, ""));
    if let Some(adjusted) = pair.adjusted {
        let worth = format!("worth {:.1} times the games", adjusted.worth);
        let note = format!("{}; {worth}", interval(&adjusted.strength));
        figures.push(Figure::new("Elo without luck", elo(&adjusted.strength), note));
    }
    figures
}

fn elo(strength: &Strength) -> String {
    if strength.elo.is_finite() { format!("{:+.0}", strength.elo) } else { short(strength.elo) }
}

fn interval(strength: &Strength) -> String {
    match (strength.margin(), strength.interval) {
        (Some(margin), _) => format!("± {margin:.0} (95 %)"),
        (None, Some(_)) if !strength.elo.is_finite() => "too strong to measure".to_owned(),
        (None, Some((low, high))) => format!("from {} to {}", short(low), short(high)),
        (None, None) => "too few games to tell".to_owned(),
    }
}

/// A bar with the shares of won, drawn and lost games.
fn strip(Results { wins, draws, losses }: Results) -> DataCell {
    let part = |name: &str, count: u64, tone| (name.to_owned(), count as f64, tone);
    DataCell::Strip(vec![
        part("won", wins, Tone::Good),
        part("drawn", draws, Tone::Even),
        part("lost", losses, Tone::Bad),
    ])
}
