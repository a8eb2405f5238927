//! The players of a match: as text, and ready to play.

use engine::{Limits, MAX_DEPTH, Techniques};
use eval::{Evaluate, Linear};
use games::ParseError;

use crate::{Failure, WeightsSource, switches};

/// A player as described by a text like `name=A,nodes=2000,weights=zero,reductions=no`.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    /// The text.
    pub text: String,
    /// The player's name.
    pub name: String,
    random: bool,
    random_plies: u32,
    limits: Limits,
    weights: WeightsSource,
    switches: Vec<(&'static str, bool)>,
}

/// A player with all that it needs to play.
#[derive(Clone, Debug)]
pub struct Player {
    /// The name in reports.
    pub name: String,
    /// How it finds its moves.
    pub mind: Mind,
}

/// How a player finds its moves.
#[derive(Clone, Debug)]
pub enum Mind {
    /// Every legal move is as likely as another.
    Random,
    /// By a search.
    Search(Box<Searcher>),
}

/// The configuration of a search.
#[derive(Clone, Debug)]
pub struct Searcher {
    /// It moves at random in so many plies of the game first.
    pub random_plies: u32,
    /// When a search ends.
    pub limits: Limits,
    /// What it may use.
    pub techniques: Techniques,
    /// What it makes of leaves.
    pub evaluator: Linear,
}

impl PlayerSpec {
    /// Reads the text of a player.
    ///
    /// # Errors
    /// An unknown key or value, a key given twice, or a set of keys that is no player.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut spec = Self {
            text: text.to_owned(),
            name: String::new(),
            random: false,
            random_plies: 0,
            limits: Limits::default(),
            weights: WeightsSource::Default,
            switches: Vec::new(),
        };
        let mut seen: Vec<&str> = Vec::new();
        for item in text.split(',') {
            let Some((key, value)) = item.split_once('=') else {
                return Err(ParseError::new("player", item, "key=value"));
            };
            let key = spec.take(key, value)?;
            if seen.contains(&key) {
                return Err(ParseError::new(format!("player {key}"), item, "each key only once"));
            }
            seen.push(key);
        }
        spec.check(&seen)?;
        Ok(spec)
    }

    /// Takes one key with its value; gives the key's full name.
    fn take(&mut self, key: &str, value: &str) -> Result<&'static str, ParseError> {
        let wrong = |expected: &str| ParseError::new(format!("player {key}"), value, expected);
        match key {
            "name" if value.is_empty() => return Err(wrong("a name")),
            "name" => value.clone_into(&mut self.name),
            "weights" if value.is_empty() => return Err(wrong("default, zero or a file")),
            "weights" => self.weights = WeightsSource::parse(value),
            "random" => self.random = yes_or_no(value).ok_or_else(|| wrong("yes or no"))?,
            "random-plies" => {
                self.random_plies = value.parse().map_err(|_| wrong("a whole number from 0"))?;
            }
            "nodes" => {
                let nodes = value.parse().ok().filter(|&nodes: &u64| nodes > 0);
                self.limits.nodes = Some(nodes.ok_or_else(|| wrong("a whole number from 1"))?);
            }
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
                let range = format!("a whole number from 1 to {MAX_DEPTH}");
                self.limits.depth = Some(depth.ok_or_else(|| wrong(&range))?);
            }
            _ => {
                let Some(name) = switches::find(key) else {
                    return Err(ParseError::new("player key", key, known_keys()));
                };
                let on = yes_or_no(value).ok_or_else(|| wrong("yes or no"))?;
                self.switches.push((name, on));
                return Ok(name);
            }
        }
        Ok(KEYS.iter().find(|&&known| known == key).copied().unwrap_or_default())
    }

    /// Whether the keys make a player.
    fn check(&self, seen: &[&str]) -> Result<(), ParseError> {
        let wrong = |expected: &str| Err(ParseError::new("player", &self.text, expected));
        let limits = [self.limits.depth.is_some(), self.limits.nodes.is_some()];
        let limits = limits.into_iter().filter(|&given| given).count();
        if self.name.is_empty() {
            wrong("a name=...")
        } else if !self.random && limits != 1 {
            wrong("exactly one of depth=N, nodes=N and random=yes")
        } else if self.random && seen.iter().any(|key| !["name", "random"].contains(key)) {
            wrong("no other key than the name with random=yes")
        } else {
            Ok(())
        }
    }

    /// The player for a game.
    ///
    /// # Errors
    /// Weights that cannot be had.
    pub fn prepare<G: Evaluate>(&self, game: &G) -> Result<Player, Failure> {
        let name = self.name.clone();
        if self.random {
            return Ok(Player { name, mind: Mind::Random });
        }
        let evaluator = Linear::new(&self.weights.load(game)?);
        // Without an evaluation, values are exact chances within the horizon.
        let zero = self.weights == WeightsSource::Zero;
        let mut techniques = if zero { Techniques::HORIZON } else { Techniques::ALL };
        for &(name, on) in &self.switches {
            switches::set(&mut techniques, name, on);
        }
        let (limits, random_plies) = (self.limits, self.random_plies);
        let searcher = Searcher { random_plies, limits, techniques, evaluator };
        Ok(Player { name, mind: Mind::Search(Box::new(searcher)) })
    }
}

/// The keys that are no techniques.
const KEYS: [&str; 6] = ["name", "depth", "nodes", "weights", "random", "random-plies"];

fn known_keys() -> String {
    let keys: Vec<_> = KEYS.into_iter().chain(switches::names()).collect();
    format!("one of {}", keys.join(" "))
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use games::benedictine::Benedictine;
    use games::{Notation, Options};

    use super::*;

    fn techniques(text: &str) -> Techniques {
        let game = Benedictine::from_options(&Options::parse(Benedictine::OPTIONS, None).unwrap())
            .unwrap();
        match PlayerSpec::parse(text).unwrap().prepare(&game).unwrap().mind {
            Mind::Search(searcher) => searcher.techniques,
            Mind::Random => panic!("a random player"),
        }
    }

    #[test]
    fn techniques_follow_weights_and_switches() {
        assert_eq!(techniques("name=A,nodes=10"), Techniques::ALL);
        assert_eq!(techniques("name=A,nodes=10,weights=zero"), Techniques::HORIZON);
        let expected = Techniques { near_table: false, reductions: true, ..Techniques::HORIZON };
        assert_eq!(techniques("near=no,reductions=yes,name=A,weights=zero,depth=2"), expected);
    }

    #[test]
    fn errors_name_field_and_text() {
        for (text, message) in [
            ("", "player: read \"\", expected key=value"),
            ("name=A", "expected exactly one of depth=N, nodes=N and random=yes"),
            ("nodes=5", "expected a name=..."),
            ("name=A,depth=2,nodes=5", "expected exactly one of"),
            (
                "name=A,nodes=9,random-plies=x",
                "player random-plies: read \"x\", expected a whole number",
            ),
            ("name=A,nodes=0", "player nodes: read \"0\", expected a whole number from 1"),
            ("name=A,nodes=5,near=no,near_table=no", "expected each key only once"),
            ("name=A,random=yes,nodes=3", "expected no other key"),
            ("name=A,magic=no", "player key: read \"magic\", expected one of name depth"),
            ("name=A,depth=2,star1=on", "player star1: read \"on\", expected yes or no"),
        ] {
            let error = PlayerSpec::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
