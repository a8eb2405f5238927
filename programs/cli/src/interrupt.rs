//! Ending in good order.

use engine::StopFlag;

use crate::Failure;

/// A flag that is set at an interrupt or when the system asks the program to end. A program can have
/// just one.
///
/// # Errors
/// If the system does not allow it, or there is one already.
pub fn stop_on_interrupt() -> Result<StopFlag, Failure> {
    let stop = StopFlag::default();
    let flag = stop.clone();
    ctrlc::set_handler(move || flag.stop()).map_err(|error| Failure::Broken(error.to_string()))?;
    Ok(stop)
}
