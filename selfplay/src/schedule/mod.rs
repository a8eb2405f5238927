//! What is played: the plan of a match, who sits where, parts of a match.

pub(crate) mod plan;
pub(crate) mod seating;
pub(crate) mod shard;
