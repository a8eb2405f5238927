//! Records of games: the file of a match, merging and verifying.

pub(crate) mod error;
pub(crate) mod imported;
pub(crate) mod journal;
pub(crate) mod merge;
pub(crate) mod parser;
pub(crate) mod pdn;
pub(crate) mod planned;
pub(crate) mod reason;
pub(crate) mod record;
pub(crate) mod record_check;
pub(crate) mod tally;
pub(crate) mod timing;
pub(crate) mod verify;
