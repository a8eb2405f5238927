//! The schedule: the plan of a match, the seats of the players, and the parts of a match.

pub(crate) mod plan;
pub(crate) mod seating;
pub(crate) mod shard;
