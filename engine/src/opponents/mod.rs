//! Three seats: what a search assumes of the others.

pub(crate) mod assumption;
pub(crate) mod maxn;
pub(crate) mod model;
