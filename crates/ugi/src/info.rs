//! `info` lines, in which an engine reports its search.

use std::fmt;
use std::time::Duration;

/// An `info` line about a search. All fields may be missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The depth of the search, in player moves.
    pub depth: Option<u32>,
    /// The greatest depth that was reached.
    pub seldepth: Option<u32>,
    /// The rank of this variation, from 1.
    pub multipv: Option<u32>,
    /// The score that match tools expect, `score cp`: hundredths of log-odds.
    pub score: Option<i64>,
    /// The expected result of the player to act, from -1 (loss) to 1 (win).
    pub value: Option<f64>,
    /// The result that the search has proven.
    pub proven: Option<Proven>,
    /// Positions that were visited.
    pub nodes: Option<u64>,
    /// Positions per second.
    pub nps: Option<u64>,
    /// The used part of the transposition table, in thousandths.
    pub hashfull: Option<u32>,
    /// The time that the search has taken, in whole milliseconds.
    pub time: Option<Duration>,
    /// The principal variation.
    pub pv: Option<Vec<String>>,
}

/// A proven result, for the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The result.
    pub result: ProvenResult,
    /// An upper bound of the player moves until then.
    pub distance: Option<u32>,
}

/// The kind of a proven result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvenResult {
    /// The player to act wins.
    Win,
    /// A draw.
    Draw,
    /// The player to act loses.
    Loss,
}

impl ProvenResult {
    const WORDS: [(&'static str, Self); 3] =
        [("win", Self::Win), ("draw", Self::Draw), ("loss", Self::Loss)];

    /// The word in the line.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

impl Info {
    /// Reads the words after `info`. Unknown words and unreadable numbers are skipped, because
    /// engines write different ones. A rank that is not a number is read as 0.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let words: Vec<_> = text.split_whitespace().collect();
        let end = words.iter().position(|&word| word == "pv" || word == "string");
        let (words, rest) = words.split_at(end.unwrap_or(words.len()));
        let after = |name: &str| {
            let place = words.iter().position(|&word| word == name)?;
            words.get(place + 1).copied()
        };
        let number = |name: &str| after(name).and_then(|text| text.parse::<u64>().ok());
        let small = |name: &str| number(name).and_then(|number| u32::try_from(number).ok());
        let value = after("value").and_then(|text| text.parse().ok());
        let word = |word: &str| ProvenResult::WORDS.iter().find(|(name, _)| *name == word);
        let result = after("proven").and_then(word);
        Self {
            depth: small("depth"),
            seldepth: small("seldepth"),
            multipv: after("multipv").map(|rank| rank.parse().unwrap_or(0)),
            score: after("cp").and_then(|text| text.parse().ok()),
            value: value.filter(|value: &f64| (-1.0..=1.0).contains(value)),
            proven: result.map(|&(_, result)| Proven { result, distance: small("distance") }),
            nodes: number("nodes"),
            nps: number("nps"),
            hashfull: small("hashfull"),
            time: number("time").map(Duration::from_millis),
            pv: (rest.first() == Some(&"pv"))
                .then(|| rest[1..].iter().map(ToString::to_string).collect()),
        }
    }
}

/// Writes the line without its end.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field<T: fmt::Display>(
            f: &mut fmt::Formatter<'_>,
            name: &str,
            value: Option<T>,
        ) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
        }
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score cp", self.score)?;
        field(f, "value", self.value.map(|value| format!("{value:.6}")))?;
        if let Some(Proven { result, distance }) = self.proven {
            field(f, "proven", Some(result.word()))?;
            field(f, "distance", distance)?;
        }
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "pv", self.pv.as_ref().map(|moves| moves.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_reads_what_the_writer_writes() {
        let full = Info {
            depth: Some(3),
            seldepth: Some(5),
            multipv: Some(1),
            score: Some(-119_997),
            value: Some(-0.5),
            proven: Some(Proven { result: ProvenResult::Loss, distance: Some(3) }),
            nodes: Some(900),
            nps: Some(90_000),
            hashfull: Some(7),
            time: Some(Duration::from_millis(10)),
            pv: Some(vec!["c2-d3".to_owned(), "b1".to_owned()]),
        };
        let text = "info depth 3 seldepth 5 multipv 1 score cp -119997 value -0.500000 \
            proven loss distance 3 nodes 900 nps 90000 hashfull 7 time 10 pv c2-d3 b1";
        assert_eq!(full.to_string(), text);
        let draw = Proven { result: ProvenResult::Draw, distance: None };
        let effort = Info { nodes: Some(1), ..Info::default() };
        for info in [full, Info::default(), Info { proven: Some(draw), ..effort.clone() }, effort] {
            let text = info.to_string();
            let words = text.strip_prefix("info").expect("an info line");
            assert_eq!(Info::parse(words.trim_start()), info, "{text}");
        }
    }

    #[test]
    fn other_words_are_skipped() {
        assert_eq!(Info::parse("string depth 8"), Info::default());
        assert_eq!(Info::parse("depth -1 value nan nodes x currmove a"), Info::default());
        assert_eq!(Info::parse("multipv x").multipv, Some(0));
        assert_eq!(Info::parse("depth 1 pv depth 2").depth, Some(1));
    }
}
