//! The tests of players, matches and reports.

mod baselines;
mod clocks;
mod luck;
mod matches;
mod reports;
mod views;
