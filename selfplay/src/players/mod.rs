//! Players: searches and simple ones in this process, and engines in another one.

pub(crate) mod baselines;
pub(crate) mod common;
#[cfg(unix)]
pub(crate) mod family;
#[cfg(target_os = "linux")]
pub(crate) mod guard;
pub(crate) mod limit;
#[cfg(unix)]
pub(crate) mod lines;
#[cfg(not(unix))]
pub(crate) mod nowhere;
#[cfg(unix)]
pub(crate) mod pipes;
pub(crate) mod player;
#[cfg(unix)]
pub(crate) mod process;
pub(crate) mod search;
pub(crate) mod spec;
pub(crate) mod switches;
pub(crate) mod thought;
pub(crate) mod timekeeping;
pub(crate) mod uct;
pub(crate) mod ugi;
#[cfg(not(target_os = "linux"))]
pub(crate) mod unguarded;
pub(crate) mod view;
pub(crate) mod wait;
pub(crate) mod weights;
