//! Tests that run more than one program.

#[cfg(target_os = "linux")]
mod kills;
mod packs;
#[cfg(unix)]
mod servers;
#[cfg(target_os = "linux")]
mod wrong;
