//! The numbers of the search that can be tuned, declared once: what follows from the table reaches the
//! command lines, the text protocol, matches and the tuner.

use games::{Game, Information, ParseError};

/// One number of the search.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is, in half a sentence.
    pub about: &'static str,
    /// The value that the engine plays with.
    pub default: i32,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    /// A change that may be felt: where a search for better values begins.
    pub step: i32,
    /// Where it matters.
    pub scope: Scope,
    field: fn(&mut Parameters) -> &mut i32,
}

/// Where a number of the search matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// With perfect information: where all is seen.
    Perfect,
    /// With perfect information and no chance.
    Deterministic,
    /// With imperfect information: where cards are hidden.
    Imperfect,
    /// Where time is limited.
    Time,
}

/// Declares the table: the name, its default, range, step and scope, and what it is.
macro_rules! parameters {
    ($($scope:ident $name:ident: $default:literal, $least:literal..=$most:literal step $step:literal, $about:literal;)+) => {
        /// The numbers of the search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $(#[doc = $about] pub(crate) $name: i32,)+
        }

        impl Parameters {
            /// How the engine plays.
            pub const DEFAULT: Self = Self { $($name: $default),+ };

            /// All numbers, in the order of the techniques that they belong to.
            pub const TABLE: &'static [Parameter] = &[$(Parameter {
                name: stringify!($name),
                about: $about,
                default: $default,
                least: $least,
                most: $most,
                step: $step,
                scope: Scope::$scope,
                field: |parameters| &mut parameters.$name,
            }),+];
        }
    };
}

parameters! {
    Perfect aspiration_depth: 3, 2..=10 step 1, "the first iteration that begins with a narrow window";
    Perfect aspiration_margin: 64, 1..=512 step 4, "half the width of that window, in 1024ths of a won game";
    Perfect aspiration_growth: 4, 2..=16 step 1, "how many times wider the window becomes when it fails";
    Perfect etc_depth: 4, 2..=10 step 1, "from this depth on each move is looked up in the table first";
    Deterministic lmr_min_move: 2, 1..=32 step 1, "so many moves of a node are searched in full";
    Deterministic lmr_depth: 2, 2..=10 step 1, "the least depth below a move at which it may be reduced";
    Deterministic lmr_base: 46, -200..=300 step 15, "what every reduction has, in hundredths of a move";
    Deterministic lmr_slope: 19, 0..=100 step 3, "and hundredths of a move more, times the binary logarithms of depth and number";
    Deterministic lmr_history: 80, 0..=400 step 20, "hundredths less for a move with the best history, more for the worst";
    Deterministic lmr_pv: 56, 0..=200 step 20, "hundredths less in an open window";
    Deterministic lmr_not_improving: 41, 0..=200 step 20, "hundredths more where the estimate does not rise";
    Deterministic lmp_depth: 3, 0..=10 step 1, "late moves are skipped up to this depth";
    Deterministic lmp_base: 3, 1..=32 step 1, "so many moves are tried before any is skipped";
    Deterministic lmp_slope: 112, 0..=400 step 20, "and hundredths of a move more, times the square of the depth";
    Deterministic rfp_depth: 4, 0..=12 step 1, "an estimate far above the window ends nodes up to this depth";
    Deterministic rfp_margin: 58, 1..=400 step 10, "for each move of the depth so far, in hundredths of log-odds";
    Deterministic fp_depth: 3, 0..=12 step 1, "quiet moves are skipped up to this depth where the estimate is far below the window";
    Deterministic fp_margin: 80, 1..=400 step 10, "for each move of the depth so far, in hundredths of log-odds";
    Deterministic probcut_depth: 4, 3..=12 step 1, "the least depth at which a shallow search may stand for the whole";
    Deterministic probcut_margin: 10, 1..=100 step 2, "so much above the window for each move of the depth, in hundredths of log-odds";
    Deterministic probcut_share: 40, 10..=80 step 5, "the depth of the shallow search, in hundredths";
    Perfect history_bonus: 63, 1..=512 step 12, "what a cutoff adds to a move's history, for each square of the depth";
    Perfect history_max: 2048, 64..=8192 step 300, "the most that a cutoff adds";
    Deterministic mcts_exploration: 450, 1..=2000 step 40, "with three seats: how much the tree prefers what looks promising and was seldom tried, in 1000ths of a won game";
    Deterministic mcts_opponent_visits: 100, 16..=65536 step 40, "with three seats: after so many ways in the tree the others settle on nothing more";
    Imperfect views_sample_0: 1, 1..=16 step 1, "events searched at the horizon";
    Imperfect views_sample_1: 1, 1..=16 step 1, "events searched with a depth of 1 left";
    Imperfect views_sample_2: 4, 1..=32 step 1, "events searched with a depth of 2 left";
    Imperfect views_sample_3: 6, 1..=32 step 1, "events searched with a greater depth left";
    Imperfect views_horizon_events: 2, 0..=16 step 1, "before more events than that, the horizon is final";
    Imperfect views_unlikely: 24, 2..=256 step 6, "one in so many of a player's hands is neglected";
    Imperfect views_own_moves: 5, 1..=32 step 1, "own moves looked at further than a move ahead";
    Imperfect views_width_3: 10, 1..=64 step 2, "moves at the root with depth 3";
    Imperfect views_width_4: 6, 1..=64 step 1, "moves at the root with depth 4";
    Imperfect views_width_5: 4, 1..=64 step 1, "moves at the root with a greater depth";
    Imperfect ismcts_exploration: 100, 1..=1000 step 20, "how much the tree search prefers what it has seldom tried, in 1000ths of a won game";
    Imperfect ismcts_prior: 12, 1..=256 step 3, "the estimate of a move counts as so many tries";
    Imperfect ismcts_width: 4, 1..=16 step 1, "moves at the root that are tried in the same world";
    Imperfect inference_turns: 4, 0..=16 step 2, "so many past turns of others are clues to their cards";
    Imperfect inference_margin: 60, 0..=500 step 10, "a move that is better by so many 1000ths of a won game would have been made";
    Imperfect inference_doubt: 10, 0..=100 step 10, "of the worlds that belie a clue so many hundredths are dealt all the same";
    Imperfect ismcts_playout: 6, 0..=64 step 1, "moves played on from a new node of the tree";
    Time time_moves: 25, 4..=100 step 3, "a move takes one in so many of the time on the clock";
    Time time_increment: 80, 0..=100 step 8, "and so many hundredths of what it adds to the clock";
    Time time_max: 50, 5..=90 step 5, "and never more hundredths of the clock than that";
    Time time_soft: 60, 10..=100 step 5, "no iteration begins after so many hundredths of a move's time on a clock";
}

/// The names of the last release, and the parameters that they mean. They are accepted for one more release.
///
/// `futility_depth` and `futility_margin` were the names of reverse futility pruning. Futility pruning itself is therefore
/// called `fp_depth` and `fp_margin`, so that no name changes its meaning.
const OLD_NAMES: [(&str, &str); 32] = [
    ("lookup_depth", "etc_depth"),
    ("lmr_index", "lmr_min_move"),
    ("lmr_open", "lmr_pv"),
    ("lmr_worse", "lmr_not_improving"),
    ("skip_depth", "lmp_depth"),
    ("skip_base", "lmp_base"),
    ("skip_slope", "lmp_slope"),
    ("futility_depth", "rfp_depth"),
    ("futility_margin", "rfp_margin"),
    ("hope_depth", "fp_depth"),
    ("hope_margin", "fp_margin"),
    ("history_most", "history_max"),
    ("share_exploration", "mcts_exploration"),
    ("share_doubt", "mcts_opponent_visits"),
    ("sample_0", "views_sample_0"),
    ("sample_1", "views_sample_1"),
    ("sample_2", "views_sample_2"),
    ("sample_3", "views_sample_3"),
    ("few_events", "views_horizon_events"),
    ("unlikely", "views_unlikely"),
    ("most_own", "views_own_moves"),
    ("width_3", "views_width_3"),
    ("width_4", "views_width_4"),
    ("width_5", "views_width_5"),
    ("tree_exploration", "ismcts_exploration"),
    ("tree_prior", "ismcts_prior"),
    ("tree_width", "ismcts_width"),
    ("tree_playout", "ismcts_playout"),
    ("clue_turns", "inference_turns"),
    ("clue_margin", "inference_margin"),
    ("clue_doubt", "inference_doubt"),
    ("time_most", "time_max"),
];

impl Default for Parameters {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Parameters {
    /// The value of a number.
    #[must_use]
    pub fn get(mut self, parameter: &Parameter) -> i32 {
        *(parameter.field)(&mut self)
    }

    /// Sets a number, to the nearest value that it can take.
    pub fn set(&mut self, parameter: &Parameter, value: i32) {
        *(parameter.field)(self) = value.clamp(parameter.least, parameter.most);
    }

    /// Sets a number by its name, as it is given by a user.
    ///
    /// # Errors
    /// An unknown name, or a value out of its range.
    pub fn read(&mut self, name: &str, value: &str) -> Result<(), ParseError> {
        let parameter = Parameter::named(name)?;
        let Parameter { least, most, .. } = *parameter;
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        let number = number.ok_or_else(|| {
            let expected = format!("a whole number from {least} to {most}");
            ParseError::new(format!("parameter {name}"), value, expected)
        })?;
        self.set(parameter, number);
        Ok(())
    }
}

impl Parameter {
    /// Whether it makes a difference in a game; those of time do where time is limited.
    #[must_use]
    pub fn matters_in<G: Game>(&self) -> bool {
        match self.scope {
            Scope::Perfect => !G::Information::HIDDEN,
            Scope::Deterministic => !G::Information::HIDDEN && !G::CHANCE,
            Scope::Imperfect => G::Information::HIDDEN,
            Scope::Time => true,
        }
    }

    /// The parameter of that name. The names of the last release are understood, too.
    ///
    /// # Errors
    /// An unknown name.
    pub fn named(name: &str) -> Result<&'static Self, ParseError> {
        let renamed = OLD_NAMES.iter().find(|(old, _)| *old == name);
        let new = renamed.map_or(name, |&(_, new)| new);
        let found = Parameters::TABLE.iter().find(|parameter| parameter.name == new);
        found.ok_or_else(|| {
            let names: Vec<_> = Parameters::TABLE.iter().map(|parameter| parameter.name).collect();
            ParseError::new("parameter", name, format!("one of {}", names.join(" ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        for (place, parameter) in Parameters::TABLE.iter().enumerate() {
            let Parameter { name, default, least, most, step, .. } = *parameter;
            assert!(least <= default && default <= most && step > 0, "{name}");
            assert!(step <= most - least, "{name}");
            assert!(Parameters::TABLE[..place].iter().all(|other| other.name != name), "{name}");
            assert_eq!(Parameters::DEFAULT.get(parameter), default, "{name}");
            let mut changed = Parameters::DEFAULT;
            changed.read(name, &most.to_string()).unwrap();
            assert_eq!(changed.get(parameter), most, "{name}");
            let others = Parameters::TABLE.iter().filter(|other| other.name != name);
            for other in others {
                assert_eq!(changed.get(other), other.default, "{name} {}", other.name);
            }
        }
    }

    #[test]
    fn old_names_are_understood() {
        for (old, new) in OLD_NAMES {
            assert_eq!(Parameter::named(old).unwrap().name, new);
            assert!(Parameters::TABLE.iter().all(|parameter| parameter.name != old), "{old}");
        }
        let mut parameters = Parameters::DEFAULT;
        parameters.read("futility_margin", "59").unwrap();
        assert_eq!(parameters.rfp_margin, 59, "reverse futility pruning, as in the last release");
    }

    #[test]
    fn errors_name_field_and_text() {
        for (name, value, message) in [
            ("magic", "1", "parameter: read \"magic\", expected one of aspiration_depth"),
            (
                "lmr_min_move",
                "0",
                "parameter lmr_min_move: read \"0\", expected a whole number from 1 to",
            ),
            (
                "lmr_min_move",
                "x",
                "parameter lmr_min_move: read \"x\", expected a whole number from 1 to",
            ),
        ] {
            let error = Parameters::default().read(name, value).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
