//! The plan of a match: everything that its games depend on. It is the first line of the records.

use std::collections::BTreeMap;

use crate::Error;
use games::buteur::Pack;
use games::{AnyState, Notation, ParseError, Resources, State};
use serde::{Deserialize, Serialize};
use statistics::{Sequential, Sprt};

use crate::players::player::Player;
use crate::players::timekeeping::Timekeeping;
use crate::referee::adjudication::Adjudication;
use crate::schedule::seating::TournamentKind;
use crate::schedule::shard::Shard;
use crate::written::Written;

/// The version of the records' format. Since version 2 each game is bound to its plan.
pub(crate) const FORMAT: u32 = 2;

/// The fingerprint of the search in this program. Games with another search belong to another
/// match.
const FINGERPRINT: &str = include_str!("../../../benches/fingerprint.txt");

/// The build of this program: its version, and a checksum of the sources that games depend on. It
/// also differs between two states of the sources that have the same fingerprint, such as changes
/// that nobody has measured yet.
pub(crate) const BUILD: &str = env!("SELFPLAY_BUILD");

/// Everything that the games of a match depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "PlanLine", try_from = "PlanLine")]
pub struct Plan {
    /// The version of the records' format.
    pub format: u32,
    /// The game with its options.
    pub game: String,
    /// The text of the pack that the game names, if that pack is not compiled in.
    pub pack: Option<String>,
    /// The kind of the pairings.
    pub kind: TournamentKind,
    /// The players.
    pub players: Vec<Player>,
    /// The seed of openings and chance events.
    pub seed: u64,
    /// Random moves that open the games of a unit. In a solo match this is the greatest number of
    /// them.
    pub opening: u32,
    /// A file of starting positions.
    pub openings: Option<String>,
    /// The number of units of the whole match.
    pub units: u64,
    /// The rules of adjudication.
    pub adjudication: Written<Adjudication>,
    /// The test that ends the match.
    pub sprt: Option<Written<Sprt>>,
    /// The time that a player without a limit of time has for an answer, in milliseconds.
    pub patience: u64,
    /// The time by which a player may exceed its limit, in milliseconds.
    pub margin: u64,
    /// The clock for limits of time.
    pub clock: Timekeeping,
    /// The checksums of the files that the games depend on.
    pub files: BTreeMap<String, String>,
    /// The version of the search in this process.
    pub fingerprint: String,
    /// The build of the program that made the plan, if it matters: a checksum of its sources. A
    /// program of another build plays no part of the plan.
    pub build: Option<String>,
    /// The part of the match that is played here.
    pub shard: Shard,
    /// The name of the worker that plays this part.
    pub worker: Option<String>,
}

/// The plan in the form of its line.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct PlanLine {
    format: u32,
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pack: Option<String>,
    kind: TournamentKind,
    players: Vec<String>,
    seed: u64,
    opening: u32,
    openings: Option<String>,
    units: u64,
    adjudication: String,
    sprt: Option<String>,
    patience: u64,
    margin: u64,
    // Old records always used the wall clock.
    #[serde(default, skip_serializing_if = "Timekeeping::is_default")]
    clock: Timekeeping,
    files: BTreeMap<String, String>,
    fingerprint: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    build: Option<String>,
    shard: Shard,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    worker: Option<String>,
}

impl From<Plan> for PlanLine {
    fn from(plan: Plan) -> Self {
        Self {
            format: plan.format,
            game: plan.game,
            pack: plan.pack,
            kind: plan.kind,
            players: plan.players.iter().map(Player::to_string).collect(),
            seed: plan.seed,
            opening: plan.opening,
            openings: plan.openings,
            units: plan.units,
            adjudication: plan.adjudication.to_string(),
            sprt: plan.sprt.map(|test| test.to_string()),
            patience: plan.patience,
            margin: plan.margin,
            clock: plan.clock,
            files: plan.files,
            fingerprint: plan.fingerprint,
            build: plan.build,
            shard: plan.shard,
            worker: plan.worker,
        }
    }
}

impl TryFrom<PlanLine> for Plan {
    type Error = ParseError;

    fn try_from(line: PlanLine) -> Result<Self, ParseError> {
        let players = line.players.iter().map(|text| text.parse());
        let sprt = line.sprt.map(|text| text.parse());
        Ok(Self {
            format: line.format,
            game: line.game,
            pack: line.pack,
            kind: line.kind,
            players: players.collect::<Result<_, _>>()?,
            seed: line.seed,
            opening: line.opening,
            openings: line.openings,
            units: line.units,
            adjudication: line.adjudication.parse()?,
            sprt: sprt.transpose()?,
            patience: line.patience,
            margin: line.margin,
            clock: line.clock,
            files: line.files,
            fingerprint: line.fingerprint,
            build: line.build,
            shard: line.shard,
            worker: line.worker,
        })
    }
}

impl Plan {
    /// A plan with the same defaults as the command line.
    #[must_use]
    pub fn new(game: &str, players: Vec<Player>, seed: u64, units: u64) -> Self {
        Self {
            format: FORMAT,
            game: game.to_owned(),
            pack: None,
            kind: TournamentKind::RoundRobin,
            players,
            seed,
            opening: 4,
            openings: None,
            units,
            adjudication: Adjudication::default().into(),
            sprt: None,
            patience: 60_000,
            margin: 100,
            clock: Timekeeping::default(),
            files: BTreeMap::new(),
            fingerprint: FINGERPRINT.trim().to_owned(),
            build: None,
            shard: Shard::WHOLE,
            worker: None,
        }
    }

    /// The resources that texts of the match may name, in addition to the compiled-in ones.
    ///
    /// # Errors
    /// A pack that is not valid.
    pub fn resources(&self) -> Result<Resources, ParseError> {
        let resources = Resources::default();
        match &self.pack {
            None => Ok(resources),
            Some(text) => Ok(resources.with_pack(Pack::parse(text)?)),
        }
    }

    /// The game at its start.
    ///
    /// # Errors
    /// A text that is not a game.
    pub fn start(&self) -> Result<AnyState, ParseError> {
        AnyState::start_with(&self.game, &self.resources()?)
    }

    /// The start of a game whose type is known; it need not be in the list of games.
    ///
    /// # Errors
    /// A text that is not this game.
    pub fn start_of<G: Notation>(&self) -> Result<State<G>, ParseError> {
        State::parse_with(&format!("{} startpos", self.game), &self.resources()?)
    }

    /// Checks that the players can meet.
    ///
    /// # Errors
    /// A player that is not valid, a name that two players have, fewer than two players, or more
    /// than one player in a solo match.
    pub fn check(&self) -> Result<(), ParseError> {
        self.players.iter().try_for_each(Player::check)?;
        let given = self.players.len().to_string();
        match self.kind {
            TournamentKind::Solo if self.players.len() == 1 => {}
            TournamentKind::Solo => {
                return Err(ParseError::new("players", &given, "1 that plays alone"));
            }
            _ if self.players.len() >= 2 => {}
            _ => return Err(ParseError::new("players", &given, "2 or more of --player")),
        }
        self.shard.check(self.units)?;
        for (place, player) in self.players.iter().enumerate() {
            if self.players[..place].iter().any(|other| other.name() == player.name()) {
                return Err(ParseError::new("player name", player.name(), "a name of its own"));
            }
        }
        Ok(())
    }

    /// The test of the match, if it has one. A part of a match is not tested: the test runs on the
    /// merged match.
    ///
    /// # Errors
    /// Bounds that are too far from even, or more than two players.
    pub fn test(&self, games_per_unit: u32) -> Result<Option<Sequential>, Error> {
        let Some(test) = &self.sprt else { return Ok(None) };
        if self.players.len() != 2 {
            let expected = "no test with more than two players";
            return Err(ParseError::new("sprt", &test.to_string(), expected).into());
        }
        test.check(games_per_unit)?;
        Ok(self.shard.is_whole().then(|| Sequential::new(**test, games_per_unit)))
    }

    /// The number of units in this part of the match.
    #[must_use]
    pub fn own_units(&self) -> u64 {
        self.shard.units(self.units)
    }

    /// Adds the checksums of the files that the games depend on.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn with_files(mut self) -> Result<Self, Error> {
        let players = self.players.iter().filter_map(Player::file);
        let mut paths: Vec<_> =
            players.map(|path| ("player", path.to_string_lossy().into_owned())).collect();
        paths.extend(self.openings.clone().map(|path| ("openings", path)));
        for (field, path) in paths {
            let bytes = disk::read_whole(path.as_ref())
                .map_err(|error| Error::file(field, path.as_ref(), "a readable file", error))?;
            self.files.insert(path, format!("{:08x}", crc32fast::hash(&bytes)));
        }
        Ok(self)
    }

    /// Whether the plan always gives the same games.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.players.iter().all(Player::is_repeatable)
    }

    /// The plan of the whole match, without the part and the worker.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self { shard: Shard::WHOLE, worker: None, ..self.clone() }
    }

    /// The plan for workers of this build alone.
    #[must_use]
    pub fn with_build(self) -> Self {
        Self { build: Some(BUILD.to_owned()), ..self }
    }

    /// The first reason why this program cannot play a part of the plan, although another machine
    /// can: its build, its search, or a file differs. The reason has the key of the plan, the value
    /// here and the value in the plan.
    #[must_use]
    pub fn foreign_here(&self) -> Option<[String; 3]> {
        let other_file = |(path, planned): (&String, &String)| {
            let here = disk::read_whole(path.as_ref()).map_or_else(
                |error| error.to_string(),
                |bytes| format!("{:08x}", crc32fast::hash(&bytes)),
            );
            difference(&format!("checksum of {path}"), &here, planned)
        };
        Self::other_build(self.build.as_deref(), Some(&self.fingerprint))
            .or_else(|| self.files.iter().find_map(other_file))
    }

    /// The difference between this program and the build and fingerprint of a plan, in the form of
    /// [`Plan::foreign_here`].
    pub(crate) fn other_build(
        build: Option<&str>,
        fingerprint: Option<&str>,
    ) -> Option<[String; 3]> {
        let build = build.and_then(|planned| difference("build", BUILD, planned));
        let search = |planned| difference("fingerprint", FINGERPRINT.trim(), planned);
        build.or_else(|| fingerprint.and_then(search))
    }

    /// The checksum of the plan's text, which binds the games to their match. All parts of a match
    /// have the same digest. The build is not a part of it: it tells no more about the games than
    /// the fingerprint.
    ///
    /// # Errors
    /// None in practice: every plan can be written as JSON.
    pub fn digest(&self) -> Result<String, serde_json::Error> {
        let whole = serde_json::to_string(&Self { build: None, ..self.whole() })?;
        Ok(format!("{:08x}", crc32fast::hash(whole.as_bytes())))
    }

    /// The first difference between two plans, with this plan's value and the other's; `None` if
    /// both plan the same games. The part of the match, the worker, the build and the format of the
    /// file do not count.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<[String; 3]> {
        let object = |plan: &Self| {
            // For a pack, the checksum is enough.
            let sum = |text: &String| format!("{:08x}", crc32fast::hash(text.as_bytes()));
            let pack = plan.pack.as_ref().map(sum);
            let whole = Self { format: FORMAT, build: None, pack, ..plan.whole() };
            serde_json::to_value(whole).unwrap_or_default()
        };
        let (one, two) = (object(self), object(other));
        let mut keys = one.as_object()?.keys().chain(two.as_object()?.keys());
        let key = keys.find(|&key| one[key] != two[key])?;
        Some([key.clone(), one[key].to_string(), two[key].to_string()])
    }
}

/// Two values that should be equal, with their key, if they are not.
fn difference(key: &str, here: &str, planned: &str) -> Option<[String; 3]> {
    (here != planned).then(|| [key, here, planned].map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(players: &[&str]) -> Plan {
        Plan::new("maitres", players.iter().map(|text| text.parse().unwrap()).collect(), 1, 10)
    }

    #[test]
    fn names_are_unique() {
        assert_eq!(plan(&["name=A", "name=B,random=yes"]).check(), Ok(()));
        for (players, message) in [
            (&["name=A"][..], "players: read \"1\", expected 2 or more"),
            (
                &["name=A", "name=B", "name=A"],
                "player name: read \"A\", expected a name of its own",
            ),
        ] {
            let error = plan(players).check().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn differences_are_named() {
        let one = plan(&["name=A", "name=B"]);
        let part = Plan { shard: Shard::Every { index: 1, count: 3 }, ..one.clone() };
        assert_eq!(one.difference(&part), None);
        let worker = Some("a".to_owned());
        assert_eq!(one.difference(&Plan { build: worker.clone(), worker, ..one.clone() }), None);
        // Training data have their own plan and format.
        assert_eq!(one.difference(&Plan { format: 1, ..one.clone() }), None);
        let other = Plan { seed: 2, ..one.clone() };
        let expected = ["seed", "1", "2"].map(str::to_owned);
        assert_eq!(one.difference(&other), Some(expected));
        let other = Plan { pack: Some(String::new()), ..one.clone() };
        let expected = ["pack", "null", "\"00000000\""].map(str::to_owned);
        assert_eq!(one.difference(&other), Some(expected));
    }

    #[test]
    fn parts_are_not_tested() {
        let whole =
            Plan { sprt: Some(String::new().parse().unwrap()), ..plan(&["name=A", "name=B"]) };
        assert!(whole.test(2).unwrap().is_some());
        let shard = Shard::Every { index: 0, count: 2 };
        assert!(Plan { shard, ..whole.clone() }.test(2).unwrap().is_none());
        let mut three = whole;
        three.players.push(Player::search("C"));
        assert!(three.test(2).is_err());
    }

    #[test]
    fn another_worker_is_told_why() {
        let mut plan = plan(&["name=A", "name=B"]);
        assert_eq!(plan.foreign_here(), None, "any build, if none is named");
        plan.build = Some(BUILD.to_owned());
        assert_eq!(plan.foreign_here(), None);
        plan.files.insert("/nowhere/w.toml".to_owned(), "00000000".to_owned());
        let [key, here, planned] = plan.foreign_here().unwrap();
        assert_eq!([&key, &planned], ["checksum of /nowhere/w.toml", "00000000"]);
        assert!(here.contains("No such file") || here.contains("cannot find"), "{here}");
        plan.fingerprint = "nodes 1".to_owned();
        assert_eq!(plan.foreign_here().unwrap()[0], "fingerprint");
        plan.build = Some("0 00000000".to_owned());
        assert_eq!(plan.foreign_here().unwrap()[0], "build");
    }

    #[test]
    fn time_does_not_repeat_itself() {
        assert!(plan(&["name=A", "name=B,depth=3"]).is_repeatable());
        assert!(!plan(&["name=A", "name=B,time=5ms"]).is_repeatable());
    }
}
