//! The result of a match, for people and for programs.

use games::{Notation, Seat, format_game};
use serde::Serialize;
use serde_json::json;

use crate::contest::{Contest, Game};
use crate::player::PlayerSpec;
use crate::referee::Reason;
use crate::stats::Strength;
use crate::tally::{Results, Tally};

/// All that is to be said of a match. It has no times in it: the same match, the same report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    game: String,
    players: [String; 2],
    specs: [String; 2],
    seed: u64,
    opening: u32,
    interrupted: bool,
    seat_names: [&'static str; 2],
    #[serde(skip)]
    tally: Tally,
}

impl Report {
    /// The report of a match, whole if it came to `units` units.
    #[must_use]
    pub fn new<G: Game>(
        contest: &Contest<G>,
        specs: &[PlayerSpec; 2],
        units: u64,
        tally: Tally,
    ) -> Self {
        let game = &contest.start.game;
        Self {
            game: format_game(game),
            players: contest.players.each_ref().map(|player| player.name.clone()),
            specs: specs.each_ref().map(|spec| spec.text.clone()),
            seed: contest.seed,
            opening: contest.opening,
            interrupted: tally.units() < units,
            seat_names: [Seat::FIRST, Seat::SECOND].map(|seat| Notation::seat_name(game, seat)),
            tally,
        }
    }

    /// One JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        let (tally, total) = (&self.tally, self.tally.total());
        let strength = Strength::of(&tally.pairs);
        let mut value = json!(self);
        let results = json!({
            "games": total.games(),
            "wins": total.wins,
            "draws": total.draws,
            "losses": total.losses,
            "points": total.points(),
            // An infinite number is null.
            "elo": strength.map(|strength| strength.elo),
            "elo_interval": strength.and_then(|strength| strength.interval),
            "superiority": strength.map(|strength| strength.superiority),
            "pairs": tally.pairs,
            "by_seat": tally.seats,
            "mean_length": tally.mean_length(),
            "ended_by": {
                "rules": tally.ended_by(Reason::Rules),
                "plies": tally.ended_by(Reason::Plies),
                "repetition": tally.ended_by(Reason::Repetition),
            },
        });
        if let (Some(value), serde_json::Value::Object(results)) = (value.as_object_mut(), results)
        {
            value.extend(results);
        }
        format!("{value}\n")
    }

    /// A few lines.
    #[must_use]
    pub fn text(&self) -> String {
        let [first, second] = &self.players;
        let (tally, total) = (&self.tally, self.tally.total());
        let Some(strength) = Strength::of(&tally.pairs) else {
            return format!("{}: {first} against {second}, no game finished\n", self.game);
        };
        let cut = if self.interrupted { ", interrupted" } else { "" };
        let [none, half, one, more, two] = tally.pairs;
        let [red, blue] = self.seat_names;
        let percent = 100.0 * strength.score;
        let superiority = 100.0 * strength.superiority;
        [
            format!("{}: {first} against {second}{cut}", self.game),
            format!("  {}", self.specs[0]),
            format!("  {}", self.specs[1]),
            format!("  opening of {} random moves, seed {}", self.opening, self.seed),
            String::new(),
            format!("{first} in {} games: {}, {percent:.1} %", total.games(), in_words(total)),
            format!("  as {red}: {}", in_words(tally.seats[0])),
            format!("  as {blue}: {}", in_words(tally.seats[1])),
            format!("  pairs of 0, ½, 1, 1½, 2 points: {none}, {half}, {one}, {more}, {two}"),
            format!("  mean length {:.1} moves; {}", tally.mean_length(), ends(tally)),
            String::new(),
            strength.words(first, second),
            format!("  (95 % interval from pairs; likelihood of superiority {superiority:.1} %)"),
            String::new(),
        ]
        .join("\n")
    }
}

fn in_words(results: Results) -> String {
    let Results { wins, draws, losses } = results;
    format!("{wins} won, {draws} drawn, {losses} lost, {} points", results.points())
}

fn ends(tally: &Tally) -> String {
    let [rules, plies, repetition] = tally.reasons;
    format!("ended by the rules {rules}, by the cap on plies {plies}, by repetition {repetition}")
}
