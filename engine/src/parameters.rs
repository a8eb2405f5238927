//! The parameters of the search, declared once. The command line, the text protocol, matches and
//! the tuner read this table.

use games::ParseError;

use crate::search_kind::SearchKind;
use crate::search_kind::readers::{
    ALPHA_BETA, DEALT, ISMCTS, MCTS, ORDERED, REDUCED, VIEWS, VIEWS_AND_WORLDS, WINDOWS,
};

/// One parameter of the search: a number that can be tuned.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its meaning: a phrase that can be understood on its own.
    pub about: &'static str,
    /// The unit of its value.
    pub unit: &'static str,
    /// The value that the engine plays with.
    pub default: i32,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest value that makes sense.
    pub most: i32,
    /// The size of a first change when a better value is searched for.
    pub step: i32,
    /// The searches that read it.
    pub readers: &'static [SearchKind],
    /// The publication of the technique, and how the value was found where it was tuned.
    pub source: &'static str,
    field: fn(&mut Parameters) -> &mut i32,
}

const CLOCK: &[SearchKind] = &[SearchKind::Clock];

/// Declares the table. An entry is
/// `READERS name: default, least..=most step step, unit, meaning, source;`.
macro_rules! parameters {
    ($($readers:ident $name:ident: $default:literal, $least:literal..=$most:literal step $step:literal,
        $unit:literal, $about:literal, $source:literal;)+) => {
        /// The values of all parameters of the search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $(#[doc = $about] pub(crate) $name: i32,)+
        }

        impl Parameters {
            /// The values that the engine plays with.
            pub const DEFAULT: Self = Self { $($name: $default),+ };

            /// All parameters, in the order of the techniques that read them.
            pub const TABLE: &'static [Parameter] = &[$(Parameter {
                name: stringify!($name),
                about: $about,
                unit: $unit,
                default: $default,
                least: $least,
                most: $most,
                step: $step,
                readers: $readers,
                source: $source,
                field: |parameters| &mut parameters.$name,
            }),+];
        }
    };
}

parameters! {
    WINDOWS aspiration_depth: 3, 2..=10 step 1, "moves",
        "least depth of an iteration that begins with a narrow (aspiration) window",
        "Marsland 1982";
    WINDOWS aspiration_margin: 64, 1..=512 step 4, "1/1024 of a won game",
        "half the width of the first aspiration window",
        "Marsland 1982";
    WINDOWS aspiration_growth: 4, 2..=16 step 1, "times",
        "factor by which an aspiration window is widened after it fails",
        "Marsland 1982";
    WINDOWS etc_depth: 4, 2..=10 step 1, "moves",
        "least depth at which enhanced transposition cutoffs look up every child of a node",
        "Plaat 1996";
    REDUCED lmr_min_move: 2, 1..=32 step 1, "moves",
        "moves of a node that late move reductions (LMR) leave at full depth",
        "Heinz 2000";
    REDUCED lmr_depth: 2, 2..=10 step 1, "moves",
        "least depth left at which late move reductions (LMR) act",
        "Heinz 2000";
    REDUCED lmr_base: 46, -200..=300 step 15, "1/100 move",
        "constant part of a late move reduction (LMR)",
        "Stockfish, tuned by SPSA";
    REDUCED lmr_slope: 19, 0..=100 step 3, "1/100 move",
        "growth of a late move reduction (LMR) with log2(depth + 1) * log2(move number + 1)",
        "Stockfish, tuned by SPSA";
    REDUCED lmr_history: 80, 0..=400 step 20, "1/100 move",
        "how much a late move reduction (LMR) shrinks for the best history and grows for the worst",
        "Stockfish";
    REDUCED lmr_pv: 56, 0..=200 step 20, "1/100 move",
        "how much a late move reduction (LMR) shrinks in PV nodes, where the window is open",
        "Stockfish, tuned by SPSA";
    REDUCED lmr_not_improving: 41, 0..=200 step 20, "1/100 move",
        "how much a late move reduction (LMR) grows where the static evaluation is not improving",
        "Stockfish, tuned by SPSA";
    ALPHA_BETA lmp_depth: 3, 0..=10 step 1, "moves",
        "greatest depth at which late move pruning (LMP) skips quiet moves",
        "Heinz 2000";
    ALPHA_BETA lmp_base: 3, 1..=32 step 1, "moves",
        "moves that late move pruning (LMP) always tries, at any depth",
        "Heinz 2000";
    ALPHA_BETA lmp_slope: 112, 0..=400 step 20, "1/100 move",
        "moves that late move pruning (LMP) tries in addition, times the square of the depth",
        "Heinz 2000, tuned by SPSA";
    ALPHA_BETA rfp_depth: 4, 0..=12 step 1, "moves",
        "greatest depth at which reverse futility pruning (RFP) ends nodes",
        "Heinz 2000";
    ALPHA_BETA rfp_margin: 58, 1..=400 step 10, "1/100 of log-odds",
        "how far above beta the static evaluation must be for reverse futility pruning (RFP), times the depth",
        "Heinz 2000, tuned by SPSA";
    ALPHA_BETA fp_depth: 3, 0..=12 step 1, "moves",
        "greatest depth at which futility pruning (FP) skips quiet moves",
        "Heinz 2000";
    ALPHA_BETA fp_margin: 80, 1..=400 step 10, "1/100 of log-odds",
        "how far below alpha the static evaluation must be for futility pruning (FP), times the depth",
        "Heinz 2000";
    ALPHA_BETA stroke_depth: 7, 2..=12 step 1, "moves",
        "least depth left at which ProbCut spares forced captures, and LMR the moves that force them",
        "own matches";
    ALPHA_BETA probcut_depth: 4, 3..=12 step 1, "moves",
        "least depth at which ProbCut tries a shallow search in place of the full one",
        "Buro 1995";
    ALPHA_BETA probcut_margin: 10, 1..=100 step 2, "1/100 of log-odds",
        "how far above beta the shallow search of ProbCut must end, times the depth",
        "Buro 1995";
    ALPHA_BETA probcut_share: 40, 10..=80 step 5, "1/100 of the depth",
        "depth of the shallow search of ProbCut",
        "Buro 1995";
    ORDERED history_bonus: 63, 1..=512 step 12, "history points",
        "points that a cutoff adds to a move's history, times the square of the depth",
        "Schaeffer 1989, tuned by SPSA";
    ORDERED history_max: 2048, 64..=8192 step 300, "history points",
        "most points that one cutoff adds to a move's history",
        "Schaeffer 1989";
    MCTS mcts_exploration: 450, 1..=2000 step 40, "1/1000 of a won game",
        "weight of the exploration term (PUCT) in Monte Carlo tree search for three seats",
        "Rosin 2011";
    MCTS mcts_opponent_visits: 100, 16..=65536 step 40, "visits",
        "visits after which opponents' nodes keep exploring at a fixed rate, for three seats",
        "Sturtevant and Bowling 2006";
    VIEWS_AND_WORLDS views_sample_0: 1, 1..=16 step 1, "events",
        "events sampled at a chance node at the horizon",
        "own matches";
    VIEWS_AND_WORLDS views_sample_1: 1, 1..=16 step 1, "events",
        "events sampled at a chance node with a depth of 1 left",
        "own matches";
    VIEWS_AND_WORLDS views_sample_2: 4, 1..=32 step 1, "events",
        "events sampled at a chance node with a depth of 2 left",
        "own matches";
    VIEWS_AND_WORLDS views_sample_3: 6, 1..=32 step 1, "events",
        "events sampled at a chance node with a depth of 3 or more left",
        "own matches";
    VIEWS_AND_WORLDS views_horizon_events: 2, 0..=16 step 1, "events",
        "most events of a chance node at the horizon that is searched further",
        "own matches";
    VIEWS_AND_WORLDS views_unlikely: 24, 2..=256 step 6, "hands",
        "choices are neglected that together fewer than one in this number of hands would make",
        "own matches";
    VIEWS_AND_WORLDS views_own_moves: 5, 1..=32 step 1, "moves",
        "own moves of a node that are searched deeper than one move",
        "own matches";
    VIEWS views_width_3: 10, 1..=64 step 2, "moves",
        "moves searched at the root in the iteration of depth 3",
        "own matches";
    VIEWS views_width_4: 6, 1..=64 step 1, "moves",
        "moves searched at the root in the iteration of depth 4",
        "own matches";
    VIEWS views_width_5: 4, 1..=64 step 1, "moves",
        "moves searched at the root in iterations of depth 5 or more",
        "own matches";
    ISMCTS ismcts_exploration: 100, 1..=1000 step 20, "1/1000 of a won game",
        "weight of the exploration term in Monte Carlo tree search over information sets",
        "Cowling 2012";
    ISMCTS ismcts_prior: 12, 1..=256 step 3, "visits",
        "visits that the static evaluation of a new move counts as",
        "own matches";
    ISMCTS ismcts_width: 4, 1..=16 step 1, "moves",
        "moves at the root that are tried in the same determinization",
        "own matches";
    DEALT inference_turns: 4, 0..=16 step 2, "turns",
        "past turns of other players from which their cards are inferred",
        "Ginsberg 2001, Buro 2009";
    DEALT inference_margin: 60, 0..=500 step 10, "1/1000 of a won game",
        "advantage of a move not made from which a player is taken not to hold its cards",
        "Ginsberg 2001, Buro 2009";
    DEALT inference_doubt: 10, 0..=100 step 10, "1/100 of the deals",
        "sampled deals that contradict a past move and are used all the same",
        "Ginsberg 2001, Buro 2009";
    ISMCTS ismcts_playout: 6, 0..=64 step 1, "moves",
        "moves that are played on from a new node before the static evaluation",
        "own matches";
    CLOCK time_moves: 25, 4..=100 step 3, "moves",
        "moves over which the time left on the clock is divided",
        "chess programs";
    CLOCK time_increment: 80, 0..=100 step 8, "1/100 of the increment",
        "part of the clock's increment that a move may use",
        "chess programs";
    CLOCK time_max: 50, 5..=90 step 5, "1/100 of the clock",
        "most of the time left on the clock that one move may use",
        "chess programs";
    CLOCK time_soft: 60, 10..=100 step 5, "1/100 of the move's time",
        "part of a move's time on a clock after which no iteration begins",
        "chess programs";
}

/// The names of the last release, and the parameters that they mean. They are accepted for one more
/// release.
///
/// `futility_depth` and `futility_margin` were the names of reverse futility pruning. Futility
/// pruning is therefore called `fp_depth` and `fp_margin`, so that no name changes its meaning.
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
    /// The value of a parameter.
    #[must_use]
    pub fn get(mut self, parameter: &Parameter) -> i32 {
        *(parameter.field)(&mut self)
    }

    /// Sets a parameter, to the nearest value in its range.
    pub fn set(&mut self, parameter: &Parameter, value: i32) {
        *(parameter.field)(self) = value.clamp(parameter.least, parameter.most);
    }

    /// Sets a parameter by its name, from a text.
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

    /// Whether all parameters that differ from [`Parameters::DEFAULT`] are read by one of these
    /// searches.
    ///
    /// # Errors
    /// The first that none of them reads.
    pub fn check_read(mut self, searches: &[SearchKind]) -> Result<(), ParseError> {
        for parameter in Self::TABLE {
            let value = *(parameter.field)(&mut self);
            if value != parameter.default {
                parameter.check_read(value, searches)?;
            }
        }
        Ok(())
    }
}

impl Parameter {
    /// Whether one of these searches reads it.
    #[must_use]
    pub fn is_read_by(&self, searches: &[SearchKind]) -> bool {
        self.readers.iter().any(|reader| searches.contains(reader))
    }

    /// Whether it has an effect where it is set to a value: one of these searches must read it.
    ///
    /// ```
    /// use engine::{Parameter, SearchKind};
    ///
    /// let parameter = Parameter::named("mcts_exploration")?;
    /// assert!(parameter.check_read(400, &[SearchKind::Mcts]).is_ok());
    /// let error = parameter.check_read(400, &[SearchKind::Ismcts]).unwrap_err().to_string();
    /// assert!(error.starts_with("set: read \"mcts_exploration=400\", expected a parameter of the search ismcts ("));
    /// # Ok::<(), games::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// If none of these searches reads it.
    pub fn check_read(&self, value: i32, searches: &[SearchKind]) -> Result<(), ParseError> {
        if self.is_read_by(searches) {
            return Ok(());
        }
        let read = Parameters::TABLE.iter().filter(|parameter| parameter.is_read_by(searches));
        let names: Vec<_> = read.map(|parameter| parameter.name).collect();
        let (searches, names) = (SearchKind::names(searches), names.join(" "));
        let expected = format!("a parameter of the search {searches} ({names})");
        Err(ParseError::new("set", &format!("{}={value}", self.name), expected))
    }

    /// The present name of a parameter; any other text stays as it is.
    #[must_use]
    pub fn full_name(name: &str) -> &str {
        Self::named(name).map_or(name, |parameter| parameter.name)
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
    fn parameters_are_for_the_searches_that_read_them() {
        let mut parameters = Parameters::DEFAULT;
        assert!(parameters.check_read(&[]).is_ok());
        parameters.read("ismcts_prior", "13").unwrap();
        assert!(parameters.check_read(&[SearchKind::Views, SearchKind::Ismcts]).is_ok());
        let error = parameters.check_read(&[SearchKind::Mcts, SearchKind::BestReply]).unwrap_err();
        let start =
            "set: read \"ismcts_prior=13\", expected a parameter of the search brs or mcts (";
        assert!(error.to_string().starts_with(start), "{error}");
    }

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
