//! Stops a search when the reader of its output has closed the pipe.
//!
//! A search prints only after an iteration, and a late iteration takes minutes. When the reader of
//! `engine analyse ... | head` has ended, the search must not run on unseen.

use engine::StopFlag;

/// Sets the flag soon after the reader of standard output has closed the pipe.
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

/// On other systems the next printed line fails.
#[cfg(not(unix))]
pub(crate) fn watch(_: StopFlag) {}
