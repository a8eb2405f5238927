//! The processes that a player has started: what they cost, and ending them all.
//!
//! A player's process leads a group of its own, and what it starts belongs to the group. Programs
//! can leave it (`setsid`). On Linux they are found all the same: by their parents, and by a mark
//! in the environment that every process hands on.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

/// The name of the mark in the environment.
const MARK: &str = "SELFPLAY_PLAYER";

/// How long processes are given to be gone once they were killed.
const DEATH: Duration = Duration::from_millis(500);

/// A player's process and whatever it starts.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    /// The process that leads the group.
    leader: Pid,
    /// The leader is the player's guard, not the player.
    guarded: bool,
    mark: String,
    /// Those that are known.
    members: Vec<Pid>,
}

impl Family {
    /// A mark that no other family has, as name and value of the environment.
    pub(crate) fn new_mark() -> (&'static str, String) {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        (MARK, format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed)))
    }

    /// The family of a process that was started with a mark.
    pub(crate) fn new(leader: u32, mark: String, guarded: bool) -> Self {
        let leader = Pid::from_raw(leader.cast_signed());
        Self { leader, guarded, mark, members: vec![leader] }
    }

    /// Looks who belongs to it now.
    pub(crate) fn look(&mut self) {
        self.members = self.find().into_iter().map(|entry| entry.process).collect();
        if self.members.is_empty() {
            self.members.push(self.leader);
        }
    }

    /// The processor time that those have used who were there at the last look; `None` where the
    /// system does not tell.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        let times = self.members.iter().filter_map(|&member| processor_time(member));
        times.reduce(|one, other| one + other)
    }

    /// Kills all of them, and waits until they are gone. The leader is left for its parent to ask
    /// how it ended.
    pub(crate) fn end(&self) {
        // The leader starts no more of them, and while it is there they are found by their parents.
        // Nothing is left of a group that cannot be found. A guard starts nothing, and has to be
        // awake if this process is killed now.
        if !self.guarded {
            let _ = killpg(self.leader, Signal::SIGSTOP);
        }
        end_all(|| self.find().into_iter().filter(|entry| entry.process != self.leader).collect());
        let _ = killpg(self.leader, Signal::SIGKILL);
    }

    /// Those who are there.
    fn find(&self) -> Vec<ProcessEntry> {
        let mark = format!("{MARK}={}", self.mark);
        let belongs = |entry: &ProcessEntry| {
            entry.process == self.leader
                || entry.group == self.leader
                || carries(entry.process, &mark)
        };
        with_offspring(&list(), belongs)
    }
}

/// The processes whose parents have ended, of a program that starts nothing but players.
///
/// On Linux they become children of the program that holds this value; when it is dropped all are
/// ended. So not even a player that has left its group and cleared its environment outlives its
/// match.
#[derive(Debug)]
pub struct Orphans(());

impl Orphans {
    /// From now on orphans come to this process.
    #[must_use]
    pub fn adopt() -> Self {
        // Where this cannot be had, families still end as far as they can be found.
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_child_subreaper(true);
        Self(())
    }
}

impl Drop for Orphans {
    fn drop(&mut self) {
        let own = Pid::this();
        end_all(|| with_offspring(&list(), |entry| entry.parent == own));
    }
}

/// Kills what is found until nothing is.
fn end_all(find: impl Fn() -> Vec<ProcessEntry>) {
    let deadline = Instant::now() + DEATH;
    loop {
        let mut left = false;
        for ProcessEntry { process, parent, ended, .. } in find() {
            let own = parent == Pid::this();
            if own {
                // One that has become our child goes only when somebody asks how it ended.
                let _ = waitpid(process, Some(WaitPidFlag::WNOHANG));
            }
            if !ended {
                let _ = kill(process, Signal::SIGKILL);
            }
            left |= own || !ended;
        }
        if !left || Instant::now() >= deadline {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// What is known of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProcessEntry {
    process: Pid,
    parent: Pid,
    group: Pid,
    /// It has ended, and its parent has not yet asked how.
    ended: bool,
}

/// The processes that belong somewhere, and all that these have started.
fn with_offspring(
    list: &[ProcessEntry],
    belongs: impl Fn(&ProcessEntry) -> bool,
) -> Vec<ProcessEntry> {
    let mut found: Vec<_> = list.iter().copied().filter(belongs).collect();
    let mut next = 0;
    while let Some(parent) = found.get(next).map(|entry| entry.process) {
        let children = list.iter().filter(|entry| entry.parent == parent);
        let new: Vec<_> = children.copied().filter(|child| !found.contains(child)).collect();
        found.extend(new);
        next += 1;
    }
    found
}

/// All processes.
#[cfg(target_os = "linux")]
fn list() -> Vec<ProcessEntry> {
    let Ok(folder) = std::fs::read_dir("/proc") else { return Vec::new() };
    let entry = |folder: std::io::Result<std::fs::DirEntry>| {
        let folder = folder.ok()?;
        let process = folder.file_name().to_str()?.parse().ok()?;
        read_entry(process, &std::fs::read_to_string(folder.path().join("stat")).ok()?)
    };
    folder.filter_map(entry).collect()
}

/// What the system says of a process: `number (name) state parent group ...`, where the name may be
/// anything.
#[cfg(target_os = "linux")]
fn read_entry(process: i32, text: &str) -> Option<ProcessEntry> {
    let (_, after) = text.rsplit_once(") ")?;
    let mut words = after.split(' ');
    let ended = matches!(words.next()?, "Z" | "X");
    let mut number = || Some(Pid::from_raw(words.next()?.parse().ok()?));
    Some(ProcessEntry {
        process: Pid::from_raw(process),
        parent: number()?,
        group: number()?,
        ended,
    })
}

/// Whether a process has a mark in its environment.
#[cfg(target_os = "linux")]
fn carries(process: Pid, mark: &str) -> bool {
    let Ok(bytes) = std::fs::read(format!("/proc/{process}/environ")) else { return false };
    bytes.split(|&byte| byte == 0).any(|item| item == mark.as_bytes())
}

/// The processor time of a process with all its threads.
#[cfg(target_os = "linux")]
fn processor_time(process: Pid) -> Option<Duration> {
    let clock = nix::time::ClockId::pid_cpu_clock_id(process).ok()?;
    clock.now().ok().map(Duration::from)
}

/// Elsewhere a group is all that is known.
#[cfg(not(target_os = "linux"))]
fn list() -> Vec<ProcessEntry> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
fn carries(_: Pid, _: &str) -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
fn processor_time(_: Pid) -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn names_may_be_anything() {
        let entry = read_entry(7, "7 (a) R (b)) S 3 5 5 0 -1").expect("an entry");
        let [process, parent, group] = [7, 3, 5].map(Pid::from_raw);
        assert_eq!(entry, ProcessEntry { process, parent, group, ended: false });
        assert_eq!(read_entry(7, "7 (a) Z 3 5").map(|entry| entry.ended), Some(true));
        assert_eq!(read_entry(7, "7 (a"), None);
    }

    /// Children in other groups and sessions are of the family, also when their parents have ended.
    #[test]
    fn nobody_is_left() {
        let (name, mark) = Family::new_mark();
        let script =
            "setsid sleep 333 & (setsid setsid sleep 333 &) ; sleep 333 & echo there; wait";
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]).env(name, &mark).process_group(0).stdout(Stdio::piped());
        let mut child = command.spawn().expect("a shell");
        let mut family = Family::new(child.id(), mark, false);
        let started = Instant::now();
        while family.members.len() < 4 {
            assert!(started.elapsed() < Duration::from_secs(5), "{family:?}");
            thread::sleep(Duration::from_millis(5));
            family.look();
        }
        assert!(family.processor_time() > Some(Duration::ZERO), "{family:?}");
        family.end();
        child.wait().expect("it has ended");
        // Who has taken in the orphans may be slow to ask how they ended.
        assert!(family.find().iter().all(|entry| entry.ended), "{:?}", family.find());
    }
}
