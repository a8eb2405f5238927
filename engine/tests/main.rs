//! The tests of searches.

mod any;
mod effects;
mod endings;
mod hidden;
mod omissions;
mod panics;
mod registry;
mod search;
mod strokes;
mod tables;
mod twin;
