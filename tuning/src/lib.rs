//! Looking into evaluations: what a position's value is made of, and the `tuning` binary.

mod explanation;

pub use explanation::{Explanation, Term};
