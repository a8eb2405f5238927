//! Three seats: models of the opponents.

pub(crate) mod assumption;
pub(crate) mod maxn;
pub(crate) mod model;
