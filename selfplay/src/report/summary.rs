//! Adding up the results of a match.

use statistics::{Head, Rating, Results, Score, Skill, Strength, Unit, learn, rate};

use crate::records::reason::Reason;
use crate::records::tally::{GameResult, Tally};
use crate::records::timing::Timing;

/// The results of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSummary {
    /// Its name.
    pub name: String,
    /// The results in each seat.
    pub seats: Vec<Results>,
    /// The sum of its shares of the point over its seats.
    pub points: f64,
    /// The number of seats that it had in all games.
    pub seated: u64,
    /// The number of games that it lost by a failure.
    pub failures: u64,
    /// Its rating among all players.
    pub rating: Rating,
    /// Its skill from game-by-game updates, in games for more than two.
    pub skill: Option<Skill>,
}

impl PlayerSummary {
    /// The results over all seats.
    #[must_use]
    pub fn results(&self) -> Results {
        let add = |a: Results, b: &Results| Results {
            wins: a.wins + b.wins,
            draws: a.draws + b.draws,
            losses: a.losses + b.losses,
        };
        self.seats.iter().fold(Results::default(), add)
    }
}

/// The results of a unit for the first of two players.
fn scores(games: &[&GameResult], [one, two]: [usize; 2]) -> Vec<Score> {
    let score = |game: &&GameResult| Score {
        half_points: game.half_points(one, two),
        luck: game.luck_of(one),
    };
    games.iter().map(score).collect()
}

/// The score between the first two players of a match, updated unit by unit.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    head: Option<Head>,
}

impl Standing {
    /// Adds a unit.
    pub fn add(&mut self, games: &[&GameResult]) {
        let meet = |player| games.first().is_some_and(|game| game.players.contains(&player));
        if meet(0) && meet(1) {
            let head = self.head.get_or_insert_with(|| Head::new(games.len() as u32));
            head.add(&scores(games, [0, 1]));
        }
    }

    /// The difference of strength in favour of the first player.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        self.head.as_ref().and_then(Head::strength)
    }

    /// A short text.
    #[must_use]
    pub fn words(&self, names: &[String]) -> String {
        let name = names.first().map_or("", String::as_str);
        let Some(head) = &self.head else { return format!("{name} has not played") };
        let strength = head.strength().map_or_else(String::new, |strength| strength.figures());
        let [losses, draws, wins] = [0, 1, 2].map(|score| head.games.counts()[score]);
        format!("{name} +{wins} ={draws} -{losses}, {strength}")
    }
}

/// The result of the units of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The results of each player.
    pub players: Vec<PlayerSummary>,
    /// The number of units that count.
    pub units: u64,
    /// The number of games in these units.
    pub games: u64,
    /// The number of player moves in all games.
    pub plies: u64,
    /// The number of games for each reason of their end, in the order of [`Reason::ALL`].
    pub reasons: [u64; Reason::ALL.len()],
    /// Thinking times, and the number of games that time decided.
    pub timing: Timing,
    heads: Vec<Vec<Head>>,
}

impl Summary {
    /// The result of all complete units up to number `last`, or of all complete units.
    #[must_use]
    pub fn of(tally: &Tally, last: Option<u64>) -> Self {
        let counts = |&(unit, _): &(u64, _)| last.is_none_or(|last| unit <= last);
        Self::over(tally, tally.units().take_while(counts).map(|(_, games)| games))
    }

    /// The result of the games of incomplete units. The seats in these games are not balanced, so
    /// the result is no measure of strength.
    #[must_use]
    pub fn of_pieces(tally: &Tally) -> Self {
        Self::over(tally, tally.pieces())
    }

    fn over<'a>(tally: &Tally, units: impl Iterator<Item = Vec<&'a GameResult>>) -> Self {
        let names = tally.names();
        let games_per_unit = tally.schedule().games_per_unit();
        let player = |name: &String| PlayerSummary {
            name: name.clone(),
            seats: vec![Results::default(); tally.seats()],
            points: 0.0,
            seated: 0,
            failures: 0,
            rating: Rating::default(),
            skill: (tally.seats() > 2).then(Skill::default),
        };
        let mut summary = Self {
            players: names.iter().map(player).collect(),
            units: 0,
            games: 0,
            plies: 0,
            reasons: [0; Reason::ALL.len()],
            timing: Timing::default(),
            heads: vec![vec![Head::new(games_per_unit); names.len()]; names.len()],
        };
        let shares: Vec<_> = units.map(|games| summary.add(&games)).collect();
        for (player, rating) in summary.players.iter_mut().zip(rate(names.len(), &shares)) {
            player.rating = rating;
        }
        summary
    }

    /// Adds a unit, and returns the shares of its games.
    fn add(&mut self, games: &[&GameResult]) -> Unit {
        self.units += 1;
        let mut shares = Unit::new();
        for game in games {
            self.games += 1;
            self.plies += u64::from(game.plies);
            self.reasons[game.reason as usize] += 1;
            self.timing = [self.timing, game.timing].into_iter().sum();
            if let Some(failed) = game.failed {
                self.players[failed].failures += 1;
            }
            let mut seated = Vec::new();
            for (seat, &player) in (0..).zip(&game.players) {
                let share = game.share(seat);
                let summary = &mut self.players[player];
                summary.seats[usize::from(seat)].add(share);
                summary.points += share;
                summary.seated += 1;
                seated.push((player, share));
            }
            self.learn(&seated);
            shares.push(seated);
        }
        let mut group = games.first().map_or_else(Vec::new, |game| game.players.clone());
        group.sort_unstable();
        group.dedup();
        for (place, &one) in group.iter().enumerate() {
            for &two in &group[place + 1..] {
                self.heads[one][two].add(&scores(games, [one, two]));
            }
        }
        shares
    }

    /// Updates the players' skills after a game. The players that share the point are first.
    fn learn(&mut self, seated: &[(usize, f64)]) {
        let mut group: Vec<_> = seated.iter().map(|&(player, _)| player).collect();
        group.sort_unstable();
        group.dedup();
        let won = |player| seated.iter().any(|&(other, share)| other == player && share > 0.0);
        let team = |&player: &usize| {
            self.players[player].skill.map(|skill| (vec![skill], u32::from(!won(player))))
        };
        let Some(mut teams) = group.iter().map(team).collect::<Option<Vec<_>>>() else { return };
        learn(&mut teams);
        for (player, (skills, _)) in group.into_iter().zip(teams) {
            self.players[player].skill = skills.first().copied();
        }
    }

    /// The results of a player against a later one.
    #[must_use]
    pub fn head(&self, one: usize, two: usize) -> &Head {
        &self.heads[one][two]
    }

    /// The mean length of a game in player moves; 0 without games.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}
