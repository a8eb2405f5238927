//! The techniques of the search: switches, so that tests and benches can turn each of them off.

use eval::Weights;
use games::ParseError;

use crate::opponents::model::Opponents;
use crate::parameters::Parameters;
use crate::search_kind::SearchKind;
use crate::search_kind::readers::{
    ALPHA_BETA, BOUNDED, EXPECTIMAX, OPEN, ORDERED, REDUCED, TABLED, TWO_SEATS, VIEWS_AND_WORLDS,
    WINDOWS,
};
use crate::uncertainty::Uncertainty;

/// The effect of a technique on values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TechniqueClass {
    /// Every value is that of plain negamax or expectimax, if `exact_depth` is on.
    Exact,
    /// A limit on other techniques that keeps values exact.
    Limit,
    /// Leaves get another value, the same one in every search.
    Leaf,
    /// Exactness is traded for depth.
    Heuristic,
}

/// The declaration of a technique: one entry of [`Techniques::TABLE`].
#[derive(Debug)]
pub struct Technique {
    /// The name, as players and reports write it.
    pub name: &'static str,
    /// The effect on values.
    pub class: TechniqueClass,
    /// The meaning, in one sentence.
    pub about: &'static str,
    /// The searches that read it.
    pub readers: &'static [SearchKind],
    field: fn(&mut Techniques) -> &mut bool,
}

/// Declares the table. An entry is `READERS CLASS name: meaning;`.
macro_rules! techniques {
    ($($readers:ident $class:ident $name:ident: $about:literal;)+) => {
        /// The switches of the search, and its parameters. [`Techniques::TABLE`] lists the
        /// switches.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Techniques {
            $(#[doc = $about] pub $name: bool,)+
            /// With three seats: the model of the opponents.
            pub opponents: Opponents,
            /// With hidden cards: the search over the possible deals.
            pub uncertainty: Uncertainty,
            /// The parameters of the techniques.
            pub parameters: Parameters,
        }

        impl Techniques {
            /// All techniques.
            pub const TABLE: &'static [Technique] = &[$(Technique {
                name: stringify!($name),
                class: TechniqueClass::$class,
                about: $about,
                readers: $readers,
                field: |techniques| &mut techniques.$name,
            }),+];

            /// All techniques except limits: the engine plays with these.
            pub const ALL: Self = Self {
                $($name: !matches!(TechniqueClass::$class, TechniqueClass::Limit),)+
                opponents: Opponents::Mcts,
                uncertainty: Uncertainty::Ismcts,
                parameters: Parameters::DEFAULT,
            };

            /// All exact techniques and limits, and quiescence.
            pub const EXACT: Self = Self {
                $($name: !matches!(TechniqueClass::$class, TechniqueClass::Heuristic),)+
                opponents: Opponents::BestReply,
                uncertainty: Uncertainty::Views,
                parameters: Parameters::DEFAULT,
            };

            /// No technique except limits: plain negamax and expectimax.
            pub const PLAIN: Self = Self {
                $($name: matches!(TechniqueClass::$class, TechniqueClass::Limit),)+
                ..Self::EXACT
            };
        }
    };
}

techniques! {
    ORDERED Exact alpha_beta:
        "Alpha-beta windows. Without them every node is searched in full.";
    TABLED Exact table:
        "The transposition table that all threads share.";
    WINDOWS Exact near_table:
        "A small table per thread for the nodes near the leaves.";
    WINDOWS Exact eval_cache:
        "A cache of static evaluations per thread.";
    WINDOWS Limit exact_depth:
        "Table entries serve only at the depth that they were searched to, not at smaller depths.";
    ORDERED Exact ordering:
        "Killer moves and history counters.";
    WINDOWS Exact pvs:
        "Principal variation search: null windows after the first move.";
    WINDOWS Exact aspiration:
        "Narrow windows around the value of the last iteration at the root.";
    WINDOWS Exact etc:
        "Enhanced transposition cutoffs: every child is looked up before any child is searched.";
    TWO_SEATS Exact immediate_wins:
        "A winning move at hand ends the search of a node before its moves are generated.";
    BOUNDED Exact star1:
        "Bounds at chance nodes from the window (Star1).";
    EXPECTIMAX Exact star2:
        "Bounds at chance nodes from the best-looking move after each event (Star2).";
    OPEN Leaf quiescence:
        "Leaves try tactical moves, and look for a winning move at hand.";
    VIEWS_AND_WORLDS Heuristic samples:
        "With hidden cards: of many events only a sample is searched.";
    REDUCED Heuristic lmr:
        "Late move reductions: late quiet moves are first searched to a smaller depth.";
    ALPHA_BETA Heuristic lmp:
        "Late move pruning: late quiet moves near the leaves are not searched.";
    ALPHA_BETA Heuristic futility:
        "Futility pruning, also reverse: a static evaluation far outside the window decides.";
    ALPHA_BETA Heuristic probcut:
        "ProbCut: a shallow search with a result far above the window decides.";
    ALPHA_BETA Heuristic strokes:
        "No ProbCut where the mover must capture; moves that force a capture are not reduced.";
    ALPHA_BETA Heuristic extensions:
        "Forced replies do not count as depth.";
    OPEN Exact continuation_history:
        "History counters of a move as the answer to the move before it.";
    OPEN Exact keep_history:
        "The history counters of a search also serve the next search.";
}

impl PartialEq for Technique {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Technique {}

impl Technique {
    /// The technique with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Techniques::TABLE.iter().find(|technique| technique.name == name)
    }

    /// Checks that it has an effect where it is switched: one of these searches must read it.
    ///
    /// ```
    /// use engine::{SearchKind, Technique};
    ///
    /// let lmr = Technique::named("lmr").expect("a technique");
    /// assert!(lmr.check_read(&[SearchKind::AlphaBeta]).is_ok());
    /// let error = lmr.check_read(&[SearchKind::Expectimax]).unwrap_err().to_string();
    /// assert!(error.starts_with("technique: read \"lmr\", expected a technique of the search expectimax ("));
    /// ```
    ///
    /// # Errors
    /// If none of these searches reads it.
    pub fn check_read(&self, searches: &[SearchKind]) -> Result<(), ParseError> {
        let is_read = |technique: &Self| technique.readers.iter().any(|one| searches.contains(one));
        if is_read(self) {
            return Ok(());
        }
        let names: Vec<_> = Techniques::TABLE
            .iter()
            .filter(|technique| is_read(technique))
            .map(|technique| technique.name)
            .collect();
        let (searches, names) = (SearchKind::names(searches), names.join(" "));
        let expected = match names.as_str() {
            "" => format!("no technique, since the search {searches} reads none"),
            _ => format!("a technique of the search {searches} ({names})"),
        };
        Err(ParseError::new("technique", self.name, expected))
    }

    /// Turns the technique on or off.
    pub fn set(&self, techniques: &mut Techniques, on: bool) {
        *(self.field)(techniques) = on;
    }
}

impl Techniques {
    /// The exact techniques and limits, without quiescence. With zero weights, values are exact
    /// chances within the horizon.
    pub const HORIZON: Self = Self { quiescence: false, ..Self::EXACT };

    /// The techniques for a search with these weights: [`Techniques::ALL`], or
    /// [`Techniques::HORIZON`] with zero weights.
    #[must_use]
    pub fn for_weights(weights: &Weights) -> Self {
        if weights.is_zero() { Self::HORIZON } else { Self::ALL }
    }
}
