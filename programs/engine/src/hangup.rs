//! Noticing that nobody reads the output any more.
//!
//! A search prints only after an iteration, and the later ones take minutes or more: a reader who
//! closed the pipe (`engine analyse ... | head`) must not leave a search behind that runs on unseen.

use engine::StopFlag;

/// Stops the search soon after the reader of standard output has closed the pipe.
#[cfg(unix)]
pub(crate) fn watch(interrupt: StopFlag) {
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, poll};

    const INTERVAL: Duration = Duration::from_millis(200);

    std::thread::spawn(move || {
        let stdout = std::io::stdout();
        while !interrupt.is_set() {
            let mut files = [PollFd::new(&stdout, PollFlags::empty())];
            let now = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
            let closed = poll(&mut files, Some(&now)).is_ok()
                && files[0].revents().intersects(PollFlags::ERR | PollFlags::HUP);
            if closed {
                interrupt.stop();
            }
            std::thread::sleep(INTERVAL);
        }
    });
}

/// Elsewhere the next line printed tells.
#[cfg(not(unix))]
pub(crate) fn watch(_: StopFlag) {}
