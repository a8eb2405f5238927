//! All processes of a player: their processor time, and how to end them.
//!
//! A player's process leads a new process group, and the processes that it starts belong to the
//! group. A program can leave the group (`setsid`). On Linux such programs are found as well: by
//! their parents, and by a mark in the environment that every process inherits.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

/// The name of the mark in the environment.
const MARK: &str = "SELFPLAY_PLAYER";

/// The time that killed processes have to disappear.
const DEATH: Duration = Duration::from_millis(500);

/// A player's process and all processes that it starts.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    /// The process that leads the group.
    leader: Pid,
    /// The leader is the player's guard, not the player.
    guarded: bool,
    mark: String,
    /// The members that the last look found.
    members: Vec<Pid>,
}

impl Family {
    /// A unique mark for a family, as name and value of an environment variable.
    pub(crate) fn new_mark() -> (&'static str, String) {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        (MARK, format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed)))
    }

    /// The family of a process that was started with a mark.
    pub(crate) fn new(leader: u32, mark: String, guarded: bool) -> Self {
        let leader = Pid::from_raw(leader.cast_signed());
        Self { leader, guarded, mark, members: vec![leader] }
    }

    /// Looks for the current members.
    pub(crate) fn look(&mut self) {
        self.members = self.find().into_iter().map(|entry| entry.process).collect();
        if self.members.is_empty() {
            self.members.push(self.leader);
        }
    }

    /// The processor time of the members that the last look found; `None` if the system does not
    /// tell.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        let times = self.members.iter().filter_map(|&member| processor_time(member));
        times.reduce(|one, other| one + other)
    }

    /// Kills all members, and waits until they are gone. The leader is only killed: its parent must
    /// still read its exit status.
    pub(crate) fn end(&self) {
        // A stopped leader starts no more processes, and its children are found as long as it
        // exists. A group without a leader could not be found. A guard starts no other process, and
        // must not be stopped, so that it can act if this process is killed now.
        if !self.guarded {
            let _ = killpg(self.leader, Signal::SIGSTOP);
        }
        end_all(|| self.find().into_iter().filter(|entry| entry.process != self.leader).collect());
        let _ = killpg(self.leader, Signal::SIGKILL);
    }

    /// The members that exist now.
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

/// The orphans of a program that starts only players: processes whose parents have ended.
///
/// On Linux they become children of the program that holds this value. When the value is dropped,
/// all of them are killed. So no player outlives its match, even if it has left its group and
/// cleared its environment.
#[derive(Debug)]
pub struct Orphans(());

impl Orphans {
    /// Lets this process adopt orphans from now on.
    #[must_use]
    pub fn adopt() -> Self {
        // Without adoption, families are still ended as far as they are found.
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

/// Kills processes until `find` returns none.
fn end_all(find: impl Fn() -> Vec<ProcessEntry>) {
    let deadline = Instant::now() + DEATH;
    loop {
        let mut left = false;
        for ProcessEntry { process, parent, ended, .. } in find() {
            let own = parent == Pid::this();
            if own {
                // A child disappears only after its parent has read its exit status.
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

/// The data of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProcessEntry {
    process: Pid,
    parent: Pid,
    group: Pid,
    /// The process has ended, and its parent has not read its exit status yet.
    ended: bool,
}

/// The processes for which `belongs` holds, and all their offspring.
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

/// All processes of the system.
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

/// Parses the system's line about a process: `number (name) state parent group ...`. The name may
/// have any characters.
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

/// The processor time of all threads of a process.
#[cfg(target_os = "linux")]
fn processor_time(process: Pid) -> Option<Duration> {
    let clock = nix::time::ClockId::pid_cpu_clock_id(process).ok()?;
    clock.now().ok().map(Duration::from)
}

/// Other systems only tell about the group.
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

    /// Children in other groups and sessions belong to the family, also after their parents have
    /// ended.
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
        // The process that adopted the orphans may be slow to read their exit status.
        assert!(family.find().iter().all(|entry| entry.ended), "{:?}", family.find());
    }
}
