//! A player as a text: `name=A,nodes=2000,weights=zero,reductions=no`, or `name=B,cmd=./engine-old`.

use std::path::PathBuf;
use std::str::FromStr;

use crate::WeightsSource;
use engine::{MAX_HASH, Opponents, Parameters, Uncertainty};
use games::ParseError;

use crate::players::limit::Limit;
use crate::players::switches;

/// What a player's text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The text.
    pub text: String,
    /// The player's name.
    pub name: String,
    /// How it finds its moves.
    pub kind: PlayerKindSpec,
    /// What it may spend on them.
    pub limit: Limit,
    /// Its first moves, so many player moves into the game, are random.
    pub random_plies: u32,
}

/// How a player finds its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKindSpec {
    /// Every legal move is as likely as another.
    Random,
    /// By the look of the moves alone ([`games::Tactics::merit`]).
    Greedy,
    /// By plain sampling of so many worlds, with an open look ahead in each.
    Sampling {
        /// How many worlds.
        worlds: u32,
        /// What it makes of leaves.
        weights: WeightsSource,
    },
    /// By a Monte Carlo tree search that knows the rules alone.
    Uct {
        /// The weight of curiosity, in hundredths; the game's own where none is given.
        exploration: Option<u32>,
        /// What a move not yet tried counts as, in hundredths; the game's own where none is given.
        first_play: Option<u32>,
    },
    /// By a search in this process.
    Search {
        /// What it makes of leaves.
        weights: WeightsSource,
        /// With three seats, what it assumes of the opponents.
        opponents: Option<Opponents>,
        /// Where cards are hidden, how it allows for what they may be.
        uncertainty: Option<Uncertainty>,
        /// Techniques to switch, by their full names.
        switches: Vec<(&'static str, bool)>,
        /// The numbers of the search.
        parameters: Parameters,
        /// The size of its table in MiB.
        hash: u32,
    },
    /// By asking another process in the text protocol.
    Process(Launch),
}

/// How a process is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options to set, by name; it must have them.
    pub options: Vec<(String, String)>,
}

/// What stands before a number of the search.
const SET: &str = "set.";

/// The keys that are no limits, techniques, `set.NAME` or `option.NAME`.
const KEYS: [&str; 14] = [
    "name",
    "random",
    "greedy",
    "sampling",
    "uct",
    "exploration",
    "first-play",
    "random-plies",
    "weights",
    "search",
    "hidden",
    "hash",
    "cmd",
    "args",
];

/// The size of a player's table in MiB where none is given: small, since each game begins with an empty one,
/// and clearing 8 MiB takes a millisecond.
pub(crate) const HASH: u32 = 2;

impl PlayerSpec {
    /// Reads the text of a player.
    ///
    /// # Errors
    /// An unknown key or value, a key given twice, or a set of keys that is no player.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut items = Items::parse(text)?;
        let name = items.take("name").filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| ParseError::new("player", text, "a name=..."))?.to_owned();
        let limit = items.limit()?;
        let random_plies = items.take("random-plies").map_or(Ok(0), |value| {
            let wrong = || ParseError::new("player random-plies", value, "a whole number from 0");
            value.parse().map_err(|_| wrong())
        })?;
        let random = items.yes("random")?;
        let greedy = items.yes("greedy")?;
        let kind = if random || greedy {
            if limit.is_some() {
                let expected = "no limit with random=yes or greedy=yes";
                return Err(ParseError::new("player", text, expected));
            }
            if random && greedy {
                return Err(ParseError::new("player", text, "one of random=yes greedy=yes"));
            }
            if random { PlayerKindSpec::Random } else { PlayerKindSpec::Greedy }
        } else if let Some(worlds) = items.take("sampling") {
            if !matches!(limit, Some(Limit::Depth(_))) {
                return Err(ParseError::new("player", text, "a depth=N with sampling=WORLDS"));
            }
            items.sampling(worlds)?
        } else if items.yes("uct")? {
            if matches!(limit, Some(Limit::Depth(_))) {
                let expected = "nodes=N (simulations), time= or tc= with uct=yes";
                return Err(ParseError::new("player", text, expected));
            }
            items.uct()?
        } else if let Some(program) = items.take("cmd") {
            items.process(program)?
        } else {
            items.search()?
        };
        items.end()?;
        let limit = limit.unwrap_or_default();
        Ok(Self { text: text.to_owned(), name, kind, limit, random_plies })
    }

    /// Whether the same position always gets the same answer; of another process it is supposed.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.limit.is_repeatable()
    }

    /// The files that the player's play depends on.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        match &self.kind {
            PlayerKindSpec::Search { weights: WeightsSource::File(path), .. }
            | PlayerKindSpec::Sampling { weights: WeightsSource::File(path), .. } => Some(path),
            // A bare name is looked for by the system.
            PlayerKindSpec::Process(Launch { program, .. }) if program.components().count() > 1 => {
                Some(program)
            }
            _ => None,
        }
        .into_iter()
    }
}

/// The items of a text that have not been taken yet.
struct Items<'a> {
    left: Vec<(&'a str, &'a str)>,
}

impl<'a> Items<'a> {
    fn parse(text: &'a str) -> Result<Self, ParseError> {
        let mut left: Vec<(&str, &str)> = Vec::new();
        for item in text.split(',') {
            let Some((key, value)) = item.split_once('=') else {
                return Err(ParseError::new("player", item, "key=value"));
            };
            let full = |key: &'a str| switches::find(key).unwrap_or(key);
            if left.iter().any(|&(seen, _)| full(seen) == full(key)) {
                return Err(ParseError::new(format!("player {key}"), item, "each key only once"));
            }
            left.push((key, value));
        }
        Ok(Self { left })
    }

    fn take(&mut self, key: &str) -> Option<&'a str> {
        let place = self.left.iter().position(|&(given, _)| given == key)?;
        Some(self.left.remove(place).1)
    }

    /// The one limit that is given.
    fn limit(&mut self) -> Result<Option<Limit>, ParseError> {
        let mut found = None;
        for key in Limit::KEYS {
            let Some(value) = self.take(key) else { continue };
            if found.is_some() {
                let expected = format!("only one of {}", Limit::KEYS.join(" "));
                return Err(ParseError::new("player", &format!("{key}={value}"), expected));
            }
            found = Limit::parse(key, value).transpose()?;
        }
        Ok(found)
    }

    /// Whether a key that may be left out says yes.
    fn yes(&mut self, key: &str) -> Result<bool, ParseError> {
        self.take(key).map_or(Ok(false), |value| yes_or_no(key, value))
    }

    fn weights(&mut self) -> Result<WeightsSource, ParseError> {
        match self.take("weights") {
            Some("") => Err(ParseError::new("player weights", "", "default, zero or a file")),
            Some(text) => Ok(WeightsSource::parse(text)),
            None => Ok(WeightsSource::Default),
        }
    }

    fn sampling(&mut self, worlds: &str) -> Result<PlayerKindSpec, ParseError> {
        let worlds = worlds.parse().ok().filter(|&worlds| worlds > 0).ok_or_else(|| {
            ParseError::new("player sampling", worlds, "a number of worlds from 1")
        })?;
        Ok(PlayerKindSpec::Sampling { worlds, weights: self.weights()? })
    }

    fn uct(&mut self) -> Result<PlayerKindSpec, ParseError> {
        let exploration = self.hundredths("exploration")?;
        Ok(PlayerKindSpec::Uct { exploration, first_play: self.hundredths("first-play")? })
    }

    /// A number with two decimals, if there is one.
    fn hundredths(&mut self, key: &str) -> Result<Option<u32>, ParseError> {
        let Some(text) = self.take(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| (0.0..=100.0).contains(number));
        let number = number.map(|number: f64| (100.0 * number).round() as u32);
        let wrong = || ParseError::new(format!("player {key}"), text, "a number from 0 to 100");
        number.map(Some).ok_or_else(wrong)
    }

    fn search(&mut self) -> Result<PlayerKindSpec, ParseError> {
        let weights = self.weights()?;
        let hash = self.take("hash").map_or(Ok(HASH), |value| {
            let hash = value.parse().ok().filter(|hash| (1..=MAX_HASH).contains(hash));
            let expected = format!("MiB from 1 to {MAX_HASH}");
            hash.ok_or_else(|| ParseError::new("player hash", value, expected))
        })?;
        let opponents = self.word("search")?;
        let uncertainty = self.word("hidden")?;
        let (mut switches, mut parameters) = (Vec::new(), Parameters::DEFAULT);
        for (key, value) in std::mem::take(&mut self.left) {
            match (switches::find(key), key.strip_prefix(SET)) {
                (Some(name), _) => switches.push((name, yes_or_no(key, value)?)),
                (None, Some(name)) => parameters.read(name, value)?,
                (None, None) => self.left.push((key, value)),
            }
        }
        Ok(PlayerKindSpec::Search { weights, opponents, uncertainty, switches, parameters, hash })
    }

    /// What a word of the search means, if there is one.
    fn word<T: FromStr<Err = ParseError>>(&mut self, key: &str) -> Result<Option<T>, ParseError> {
        let Some(word) = self.take(key) else { return Ok(None) };
        let of_player = |error| ParseError { field: format!("player {key}"), ..error };
        word.parse().map(Some).map_err(of_player)
    }

    fn process(&mut self, program: &str) -> Result<PlayerKindSpec, ParseError> {
        if program.is_empty() {
            return Err(ParseError::new("player cmd", program, "a program"));
        }
        let arguments = self.take("args").unwrap_or("ugi");
        let arguments = arguments.split_whitespace().map(str::to_owned).collect();
        let mut options = Vec::new();
        for (key, option) in [("hash", "Hash"), ("weights", "Weights")] {
            options.extend(self.take(key).map(|value| (option.to_owned(), value.to_owned())));
        }
        for (key, value) in std::mem::take(&mut self.left) {
            match key.strip_prefix("option.") {
                Some(name) => options.push((name.to_owned(), value.to_owned())),
                None => self.left.push((key, value)),
            }
        }
        Ok(PlayerKindSpec::Process(Launch { program: program.into(), arguments, options }))
    }

    /// Nothing may be left.
    fn end(&self) -> Result<(), ParseError> {
        let Some(&(key, _)) = self.left.first() else { return Ok(()) };
        if KEYS.contains(&key) || switches::find(key).is_some() || key.starts_with(SET) {
            let expected = "keys that go together: random=yes, or greedy=yes, or sampling= and weights=, or \
                            uct=yes and exploration= and first-play=, or weights= and techniques, or cmd=";
            return Err(ParseError::new("player key", key, expected));
        }
        let keys: Vec<_> = KEYS.into_iter().chain(Limit::KEYS).chain(switches::names()).collect();
        let expected = format!("one of {} set.NAME option.NAME", keys.join(" "));
        Err(ParseError::new("player key", key, expected))
    }
}

fn yes_or_no(key: &str, value: &str) -> Result<bool, ParseError> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(ParseError::new(format!("player {key}"), value, "yes or no")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let spec = PlayerSpec::parse("near=no,reductions=yes,name=A,weights=zero,depth=2").unwrap();
        assert_eq!((spec.name.as_str(), spec.limit), ("A", Limit::Depth(2)));
        let switches = vec![("near_table", false), ("lmr", true)];
        let weights = WeightsSource::Zero;
        let parameters = Parameters::DEFAULT;
        let search = PlayerKindSpec::Search {
            weights,
            opponents: None,
            uncertainty: None,
            switches,
            parameters,
            hash: HASH,
        };
        assert_eq!(spec.kind, search);
        let spec = PlayerSpec::parse("name=B,cmd=./old,nodes=9,option.Seed=4,hash=2").unwrap();
        let options = [("Hash", "2"), ("Seed", "4")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let arguments = vec!["ugi".to_owned()];
        let launch = Launch { program: "./old".into(), arguments, options };
        assert_eq!(spec.kind, PlayerKindSpec::Process(launch));
        assert_eq!(PlayerSpec::parse("name=A").unwrap().limit, Limit::Nodes(5000));
        assert_eq!(PlayerSpec::parse("name=A,greedy=yes").unwrap().kind, PlayerKindSpec::Greedy);
        let spec = PlayerSpec::parse("name=A,sampling=30,depth=2,weights=zero").unwrap();
        let sampling = PlayerKindSpec::Sampling { worlds: 30, weights: WeightsSource::Zero };
        assert_eq!((spec.kind, spec.limit), (sampling, Limit::Depth(2)));
        let spec = PlayerSpec::parse("name=A,uct=yes,time=10ms,exploration=0.7").unwrap();
        assert_eq!(spec.kind, PlayerKindSpec::Uct { exploration: Some(70), first_play: None });
    }

    #[test]
    fn numbers_of_the_search_are_read() {
        let spec = PlayerSpec::parse("name=A,set.lmr_min_move=7,set.time_moves=9").unwrap();
        let PlayerKindSpec::Search { parameters, .. } = spec.kind else {
            panic!("{:?}", spec.kind)
        };
        let mut expected = Parameters::DEFAULT;
        expected.read("lmr_min_move", "7").unwrap();
        expected.read("time_moves", "9").unwrap();
        assert_eq!(parameters, expected);
    }

    #[test]
    fn errors_name_field_and_text() {
        for (text, message) in [
            ("", "player: read \"\", expected key=value"),
            ("nodes=5", "expected a name=..."),
            ("name=A,depth=2,nodes=5", "expected only one of"),
            ("name=A,nodes=0", "player nodes: read \"0\", expected a whole number from 1"),
            ("name=A,nodes=5,near=no,near_table=no", "expected each key only once"),
            ("name=A,random=yes,nodes=3", "expected no limit"),
            ("name=A,random=yes,hash=3", "expected keys that go together"),
            ("name=A,random=yes,greedy=yes", "expected one of random=yes greedy=yes"),
            ("name=A,greedy=yes,depth=1", "expected no limit"),
            (
                "name=A,sampling=0,depth=1",
                "player sampling: read \"0\", expected a number of worlds",
            ),
            ("name=A,sampling=5", "expected a depth=N with sampling=WORLDS"),
            ("name=A,sampling=5,depth=1,hash=3", "expected keys that go together"),
            ("name=A,uct=yes,depth=3", "expected nodes=N (simulations), time= or tc= with uct=yes"),
            ("name=A,uct=yes,weights=zero", "expected keys that go together"),
            ("name=A,exploration=1", "expected keys that go together"),
            (
                "name=A,uct=yes,first-play=-1",
                "player first-play: read \"-1\", expected a number from 0 to 100",
            ),
            ("name=A,cmd=x,reductions=no", "expected keys that go together"),
            ("name=A,magic=no", "player key: read \"magic\", expected one of name random"),
            (
                "name=A,set.lmr_min_move=0",
                "parameter lmr_min_move: read \"0\", expected a whole number",
            ),
            ("name=A,set.magic=0", "parameter: read \"magic\", expected one of aspiration_depth"),
            ("name=A,cmd=x,set.lmr_min_move=3", "expected keys that go together"),
            ("name=A,depth=2,star1=on", "player star1: read \"on\", expected yes or no"),
        ] {
            let error = PlayerSpec::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
