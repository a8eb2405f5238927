//! Interrupts.

use engine::StopFlag;

use crate::Failure;

/// A flag that is set by an interrupt, or when the system asks the program to end. A program can
/// call this only once.
///
/// # Errors
/// The system does not allow it, or it was called before.
pub fn stop_on_interrupt() -> Result<StopFlag, Failure> {
    let stop = StopFlag::default();
    let flag = stop.clone();
    ctrlc::set_handler(move || flag.stop()).map_err(|error| Failure::Broken(error.to_string()))?;
    Ok(stop)
}
