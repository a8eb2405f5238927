//! The tests of players, matches and what is said of them.

mod baselines;
mod clocks;
mod luck;
mod matches;
mod reports;
mod views;
