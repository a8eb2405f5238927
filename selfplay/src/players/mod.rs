//! Players: searches and simple ones in this process, and engines in another one.

pub(crate) mod baselines;
pub(crate) mod limit;
pub(crate) mod player;
pub(crate) mod process;
pub(crate) mod search;
pub(crate) mod spec;
pub(crate) mod switches;
pub(crate) mod ugi;
pub(crate) mod view;
pub(crate) mod weights;
