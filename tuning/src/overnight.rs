//! A night of learning. Each round plays games, fits weights and plays a match, and begins with the
//! weights that the last round left.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use engine::{Playable, StopFlag};
use eval::Weights;
use selfplay::{Contest, Plan, Player, Progress, Settings, TournamentKind};
use selfplay::{WeightsSource, write_atomically};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::checkpoint::Checkpoint;
use crate::data::{DataWriter, Header};
use crate::fit::{FitOptions, Labels, Loaded, load_as};
use crate::fitting::Fitting;
use crate::generation::Generation;
use crate::log::Log;
use crate::tune::{
    Comparison, Exchange, NewAgainstOld, check_players, in_whole_units, players_with_weights,
    verify,
};

/// The name of the log of rounds in the night's folder.
pub const ROUNDS: &str = "rounds.jsonl";

/// The name of the file with the best weights so far, in the night's folder.
pub const WEIGHTS: &str = "weights.toml";

/// The name of the file with the weights that a round begins with, in the round's folder.
const BEFORE: &str = "before.toml";

/// The least and the greatest number of rounds whose games a fit learns from. Between them it
/// learns from the later half of the rounds. Early games are those of weak players. All games that
/// a fit learns from are held in memory.
/// CITE: D. Wu, "Accelerating self-play learning in Go", 2019: the window of games grows with the
/// run.
const MEMORY: RangeInclusive<u32> = 4..=24;

/// Random moves that open the units of a match between old and new weights.
const MATCH_OPENING: u32 = 4;

/// The options of a night.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NightOptions {
    /// The game with its options.
    pub game: String,
    /// The text of a pack that the game names, if it is not compiled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<String>,
    /// The initial weights: `default`, `zero` or a file.
    pub weights: String,
    /// The player whose games are used for learning, without its weights.
    pub player: String,
    /// The number of its games in a round.
    pub games: u64,
    /// The greatest number of random moves at the start of its games.
    pub opening: u32,
    /// The greatest number of samples of a game.
    pub per_game: u32,
    /// The options of the fits.
    pub fit: FitOptions,
    /// The settings that both players of the match between old and new weights have.
    pub each: String,
    /// The test of that match.
    pub sprt: String,
    /// The greatest number of games in that match.
    pub match_games: u64,
}

/// A night of learning.
#[derive(Clone, Debug)]
pub struct Night<'a> {
    /// The options of the night.
    pub options: NightOptions,
    /// The folder of the night.
    pub folder: &'a Path,
    /// The number of games played at a time.
    pub threads: usize,
    /// The greatest number of rounds.
    pub rounds: u32,
    /// The folder for games that other programs play.
    pub exchange: Option<Exchange>,
}

/// The result of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The number of the round, from 1.
    pub round: u32,
    /// The number of positions in the fit.
    pub positions: u64,
    /// The loss of the positions held out, with the weights before and after the fit.
    pub losses: [f64; 2],
    /// Which weights to keep, in words.
    pub verdict: String,
    /// The lead of the new weights in Elo. `None` if they won all points or none.
    pub elo: Option<f64>,
    /// Whether the new weights were kept.
    pub kept: bool,
}

impl Night<'_> {
    /// Continues after the last round in the folder, until all rounds are done or `stop` is set.
    /// Returns the finished rounds. A round that was stopped continues in the next run.
    ///
    /// # Errors
    /// A folder of another night, or one that cannot be used; games that cannot be played.
    pub fn run<G: Playable, E: From<Error>>(
        &self,
        game: &G,
        stop: &StopFlag,
        progress: &mut dyn Progress,
        mut report: impl FnMut(&Round) -> Result<(), E>,
    ) -> Result<Vec<Round>, E> {
        let is_new = !Checkpoint::is_in(self.folder);
        if is_new {
            // An error in the options must be reported before the folder is made.
            self.check(game, &self.options.weights, stop)?;
        }
        let opened = Checkpoint::open(self.folder, "overnight", &self.options, true);
        let (mut checkpoint, rounds): (_, Option<Vec<Round>>) = opened.map_err(Error::from)?;
        let mut rounds = rounds.unwrap_or_default();
        let best = self.folder.join(WEIGHTS);
        if !is_new && best.exists() {
            self.check(game, &best.to_string_lossy(), stop)?;
        }
        if rounds.is_empty() {
            checkpoint.save(&rounds).map_err(Error::from)?;
        }
        let log = Log::open(&self.folder.join(ROUNDS), rounds.len() as u64);
        let mut log = log.map_err(Error::from)?;
        if rounds.is_empty() {
            self.keep(game, &self.first_weights(game)?)?;
        }
        while (rounds.len() as u32) < self.rounds && !stop.is_set() {
            let number = rounds.len() as u32 + 1;
            let Some((round, weights)) = self.round(game, number, stop, progress)? else { break };
            // The weights are written first. If the round is repeated, it ends in the same way.
            if round.kept {
                self.keep(game, &weights)?;
            }
            log.add(&round).map_err(Error::from)?;
            report(&round)?;
            rounds.push(round);
            checkpoint.save(&rounds).map_err(Error::from)?;
            self.exchange.iter().for_each(Exchange::forget);
        }
        Ok(rounds)
    }

    /// Checks that a round can be played with the options and these weights: its games and its
    /// match, by each of its players.
    fn check<G: Playable>(&self, game: &G, weights: &str, stop: &StopFlag) -> Result<(), Error> {
        in_whole_units("--match-games", self.options.match_games, game)?;
        let games = Contest::<G>::new(self.games(1, weights)?.with_files()?)?;
        games.check_effects()?;
        let match_ = self.match_(1, [weights, weights])?.contest(game)?;
        check_players(&[&games, &match_], stop)
    }

    /// The initial weights of the night.
    fn first_weights<G: Playable>(&self, game: &G) -> Result<Weights, Error> {
        Ok(WeightsSource::parse(&self.options.weights).load(game)?)
    }

    /// Saves weights as the best so far.
    fn keep<G: Playable>(&self, game: &G, weights: &Weights) -> Result<(), Error> {
        Ok(write_atomically(&self.folder.join(WEIGHTS), &weights.format(game))?)
    }

    /// Plays one round, and returns it with the weights that it found. `None` if it was stopped.
    #[inline(never)]
    fn round<G: Playable>(
        &self,
        game: &G,
        number: u32,
        stop: &StopFlag,
        progress: &mut dyn Progress,
    ) -> Result<Option<(Round, Weights)>, Error> {
        let folder = self.round_folder(number);
        fs::create_dir_all(&folder)
            .map_err(|error| Error::Folder { path: folder.clone(), error })?;
        // The weights that a round begins with do not change, even if the best weights do.
        let old_file = folder.join(BEFORE);
        if !old_file.exists() {
            let best = WeightsSource::File(self.folder.join(WEIGHTS)).load(game)?;
            write_atomically(&old_file, &best.format(game))?;
        }
        let old = WeightsSource::File(old_file.clone()).load(game)?;
        if !self.generate::<G>(number, &old_file, stop, progress)? {
            return Ok(None);
        }
        let files: Vec<_> = learned_from(number).map(|round| self.data_file(round)).collect();
        let loaded = load_as::<G>(&files, Labels::default())?;
        let Some((weights, losses)) = self.fit(game, (&loaded, &old), number, stop, progress)?
        else {
            return Ok(None);
        };
        let new_file = folder.join(WEIGHTS);
        write_atomically(&new_file, &weights.format(game))?;
        let Some(verdict) = self.judge(game, number, [&old_file, &new_file], stop, progress)?
        else {
            return Ok(None);
        };
        let round = Round {
            round: number,
            positions: (loaded.train.len() + loaded.held_out.len()) as u64,
            losses,
            verdict: verdict_words(&verdict),
            elo: verdict.elo(),
            kept: verdict.prefers_new(),
        };
        Ok(Some((round, weights)))
    }

    fn round_folder(&self, number: u32) -> PathBuf {
        self.folder.join(format!("round-{number:03}"))
    }

    fn data_file(&self, number: u32) -> PathBuf {
        self.round_folder(number).join("games.data")
    }

    /// The games of a round, by a player with these weights.
    fn games(&self, number: u32, weights: &str) -> Result<Plan, Error> {
        let NightOptions { game, pack, player, games, opening, .. } = &self.options;
        let own = Settings::default().with("name", "self").with("weights", weights);
        let player = Player::read(Settings::parse(player)?.with_common(&own)?)?;
        let mut plan = Plan::new(game, vec![player], self.seed(number), *games);
        plan.pack.clone_from(pack);
        plan.kind = TournamentKind::Solo;
        plan.opening = *opening;
        Ok(plan)
    }

    fn seed(&self, number: u32) -> u64 {
        self.options.fit.seed.wrapping_add(u64::from(number))
    }

    /// The match of a round.
    fn match_(&self, number: u32, [old, new]: [&str; 2]) -> Result<NewAgainstOld<'_>, Error> {
        let options = &self.options;
        let [new, old] = players_with_weights([new, old], &Settings::parse_common(&options.each)?)?;
        Ok(NewAgainstOld {
            pack: options.pack.as_deref(),
            new,
            old,
            seed: self.seed(number),
            opening: MATCH_OPENING,
            sprt: options.sprt.parse()?,
            games: options.match_games,
        })
    }

    /// Plays the games of a round. Returns whether all are played.
    fn generate<G: Playable>(
        &self,
        number: u32,
        weights: &Path,
        stop: &StopFlag,
        progress: &mut dyn Progress,
    ) -> Result<bool, Error> {
        let path = weights.to_string_lossy();
        let mut contest = Contest::<G>::new(self.games(number, &path)?.with_files()?)?;
        let planned = contest.plan.clone();
        // When the night continues, its folder may have another name or place. So the plan has the
        // file's name without the folder, and the checksum.
        contest.plan.players = self.games(number, BEFORE)?.players;
        if let Some(sum) = contest.plan.files.remove(path.as_ref()) {
            contest.plan.files.insert(BEFORE.to_owned(), sum);
        }
        let (per_game, threads) = (self.options.per_game, self.threads);
        if let Some(exchange) = &self.exchange {
            let file = self.data_file(number);
            let header = Header::new(contest.plan, per_game, true);
            let (mut writer, there) = DataWriter::open(&file, &header, true)?;
            if there.len() as u64 == planned.units {
                writer.finish()?;
                return Ok(true);
            }
            let games = Header::new(planned, per_game, true);
            let name = format!("night-{number:04}-games");
            let Some(data) = exchange.data(&name, games, stop)? else { return Ok(false) };
            for game in &data.games[there.len().min(data.games.len())..] {
                writer.add(game)?;
            }
            writer.finish()?;
            writer.sync()?;
            return Ok(true);
        }
        let generation = Generation { contest, per_game, luck: true, threads };
        Ok(generation.run(&self.data_file(number), true, stop, progress)?.is_complete())
    }

    fn fit<G: Playable>(
        &self,
        game: &G,
        (loaded, old): (&Loaded, &Weights),
        number: u32,
        stop: &StopFlag,
        progress: &mut dyn Progress,
    ) -> Result<Option<(Weights, [f64; 2])>, Error> {
        let fitting = Fitting { game, loaded, old, options: self.options.fit };
        let folder = self.round_folder(number).join("fit");
        let outcome = fitting.run(&folder, &self.options, true, stop, progress)?;
        Ok(outcome.map(|(weights, outcome)| (weights, outcome.losses)))
    }

    /// Plays the new weights against the old. `None` if it was stopped.
    fn judge<G: Playable>(
        &self,
        game: &G,
        number: u32,
        [old, new]: [&Path; 2],
        stop: &StopFlag,
        progress: &mut dyn Progress,
    ) -> Result<Option<Comparison>, Error> {
        let files = [old, new].map(Path::to_string_lossy);
        let contest = self.match_(number, [&files[0], &files[1]])?.contest(game)?;
        if let Some(exchange) = &self.exchange {
            let name = format!("night-{number:04}-verify");
            return exchange.verify(&name, contest.plan, stop, progress);
        }
        let verdict = verify(&contest, self.threads, stop, progress)?;
        Ok((!stop.is_set()).then_some(verdict))
    }
}

/// The verdict of a match as text. If the match is undecided, the weights in the lead are kept: the
/// next round has its own match.
fn verdict_words(verdict: &Comparison) -> String {
    let words = verdict.words("weights");
    match (verdict.keeps_new(), verdict.prefers_new()) {
        (false, true) => format!("{words}; kept, as they lead"),
        _ => words,
    }
}

/// The rounds that a round's fit learns from.
fn learned_from(round: u32) -> RangeInclusive<u32> {
    let count = round.div_ceil(2).clamp(*MEMORY.start(), *MEMORY.end());
    round.saturating_sub(count - 1).max(1)..=round
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_learns_from_the_later_half_of_the_rounds() {
        assert_eq!(learned_from(1), 1..=1);
        assert_eq!(learned_from(4), 1..=4);
        assert_eq!(learned_from(7), 4..=7);
        assert_eq!(learned_from(20), 11..=20);
        assert_eq!(learned_from(100), 77..=100);
    }
}
