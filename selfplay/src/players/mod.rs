//! Players: searches and simple players in this process, and engines in other processes.

pub(crate) mod bot;
pub(crate) mod greedy;
#[cfg(target_os = "linux")]
pub(crate) mod guard;
pub(crate) mod hub;
pub(crate) mod kind;
pub(crate) mod kinds;
#[cfg(unix)]
pub(crate) mod last_line;
pub(crate) mod launch;
pub(crate) mod limit;
#[cfg(not(target_os = "linux"))]
pub(crate) mod no_guard;
#[cfg(not(unix))]
pub(crate) mod no_process;
#[cfg(unix)]
pub(crate) mod pipes;
pub(crate) mod player;
#[cfg(unix)]
pub(crate) mod process;
#[cfg(unix)]
pub(crate) mod process_group;
pub(crate) mod process_player;
pub(crate) mod random;
pub(crate) mod reported_search;
pub(crate) mod sampling;
pub(crate) mod search;
pub(crate) mod settings;
pub(crate) mod switches;
pub(crate) mod timekeeping;
pub(crate) mod uct;
pub(crate) mod view;
pub(crate) mod wait;
pub(crate) mod weights;
