//! Statistics of match results: sequential tests, ratings, and differences of strength without
//! luck.
//!
//! The crate does not depend on games. Its input is counts of results, from any match program.
//!
//! # Units
//!
//! Games that share their opening are not independent of each other. A *unit* is the group of all
//! games with the same opening, in which the players take turns in every seat. The crate computes
//! variances over the scores of units. For pairs of games this is the pentanomial model; units may
//! have any number of games, so a unit of six games has thirteen possible scores.
//!
//! # A match judged
//!
//! fastchess prints the line `Ptnml(0-2): [34, 54, 63, 64, 75]`: how many pairs of games ended with
//! 0, ½, 1, 1½ and 2 points. That is all a sequential probability ratio test (SPRT) needs:
//!
//! ```
//! use statistics::{Decision, Multinomial, Sprt, Strength};
//!
//! let pairs = Multinomial::new(vec![34, 54, 63, 64, 75])?;
//! let strength = Strength::of(&pairs).expect("some pairs");
//! assert_eq!(strength.figures(), "+55.6 ± 27.7 Elo");
//!
//! let test = Sprt::elo(0.0, 10.0);
//! assert_eq!(test.decision(&pairs), None);
//! let test = Sprt::parse("elo0=0,elo1=50,alpha=0.05,beta=0.05")?;
//! assert_eq!(test.decision(&pairs), Some(Decision::H1));
//! # Ok::<(), statistics::ParseError>(())
//! ```
//!
//! # A match in progress
//!
//! With several threads, short games end first. A test that counted games in the order of their end
//! would be biased. [`Sequential`] counts units in the order of their numbers:
//!
//! ```
//! use statistics::{Decision, Sequential, Sprt};
//!
//! // Half points of the first player in both games of each unit. Unit 1 is still being played.
//! let mut units = vec![Some(vec![2, 2]), None, Some(vec![2, 1])];
//! let mut test = Sequential::new(Sprt::elo(0.0, 100.0), 2);
//! test.look(|unit| units.get(unit as usize)?.clone());
//! assert_eq!(test.units(), 1);
//!
//! units[1] = Some(vec![2, 0]);
//! units.extend(vec![Some(vec![2, 2]); 40]);
//! let trial = test.look(|unit| units.get(unit as usize)?.clone());
//! assert!(matches!(trial.decided, Some((_, Decision::H1))));
//! ```
//!
//! # More than two players, and luck
//!
//! [`rate`] finds the ratings of many players from all their games at once, and [`learn`] updates
//! skills game by game; both take games with any number of seats. [`ControlVariate`] reduces the
//! variance of scores in games of chance, and [`Head`] collects the results of two players with and
//! without luck.

mod chi_square;
mod control_variate;
mod head;
mod likelihood;
mod matrix;
mod multinomial;
mod normal;
mod rating;
mod root;
mod sequential;
mod skill;
mod sprt;
mod strength;
mod student;

pub use chi_square::Homogeneity;
pub use control_variate::{ControlVariate, Estimate};
pub use head::{Adjusted, Head, Results, Score};
pub use matrix::Matrix;
pub use multinomial::Multinomial;
pub use normal::{QUANTILE, normal};
pub use rating::{Rating, Unit, rate};
pub use reader::ParseError;
pub use sequential::{Sequential, Trial};
pub use skill::{Skill, learn};
pub use sprt::{Decision, Model, Sprt};
pub use strength::{ELO_PER_DEVIATION, ENDS, Strength, elo};
pub use student::student_quantile;
