//! Playing games: the referee, openings, adjudication, luck, and whole matches.

pub(crate) mod adjudication;
pub(crate) mod balance;
pub(crate) mod contest;
pub(crate) mod game;
pub(crate) mod luck;
pub(crate) mod match_builder;
pub(crate) mod match_log;
pub(crate) mod opening;
pub(crate) mod runner;
pub(crate) mod streams;
