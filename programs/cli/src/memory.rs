//! The memory that a program may still take.

use std::fs;
use std::path::{Path, PathBuf};

const MIB: u64 = 1 << 20;

/// The memory in MiB that this process may still take, if the system reports it (Linux): the least
/// of the available memory of the machine, of the limits of its control groups, and of the limit on
/// its address space. A table gets its memory from the system only when it is used, so a search
/// with too large a table would fail in the middle.
#[must_use]
pub fn available_mib() -> Option<u64> {
    available(Path::new("/")).map(|bytes| bytes / MIB)
}

/// The available memory in bytes. `root` is the folder with `proc` and `sys`.
fn available(root: &Path) -> Option<u64> {
    let limits = [of_machine(root), of_groups(root), of_address_space(root)];
    limits.into_iter().flatten().min()
}

/// `MemAvailable` of the machine.
fn of_machine(root: &Path) -> Option<u64> {
    Some(statistic(&root.join("proc/meminfo"), "MemAvailable:")? * 1024)
}

/// The least room in the control groups of the process, of version 1 or 2, and in their parents.
fn of_groups(root: &Path) -> Option<u64> {
    let text = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let mounts = root.join("sys/fs/cgroup");
    text.lines().filter_map(|line| of_group(&mounts, line)).min()
}

/// The room in one control group; `line` is `NUMBER:CONTROLLERS:PATH`.
fn of_group(mounts: &Path, line: &str) -> Option<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (controllers, path) = (fields.next()?, fields.next()?);
    let (mount, [limit, used, inactive]) = if controllers.is_empty() {
        (mounts.to_owned(), ["memory.max", "memory.current", "inactive_file"])
    } else if controllers.split(',').any(|name| name == "memory") {
        let names = ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"];
        (mounts.join("memory"), names)
    } else {
        return None;
    };
    let mut room = None;
    let mut folder: PathBuf = mount.join(path.trim_start_matches('/'));
    loop {
        let number = |name| fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
        // `memory.max` without a limit is the word `max`.
        if let Some(limit) = number(limit) {
            // The system drops cached files before it refuses memory.
            let cached = statistic(&folder.join("memory.stat"), inactive).unwrap_or(0);
            let used = number(used).unwrap_or(0).saturating_sub(cached);
            let here = limit.saturating_sub(used);
            room = Some(room.map_or(here, |least: u64| least.min(here)));
        }
        if folder == mount || !folder.pop() {
            return room;
        }
    }
}

/// A number of a file with lines `NAME NUMBER`.
fn statistic(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.split_whitespace().next() == Some(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The limit on the address space (`ulimit -v`), less the part in use.
fn of_address_space(root: &Path) -> Option<u64> {
    let limits = fs::read_to_string(root.join("proc/self/limits")).ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let kib = statistic(&root.join("proc/self/status"), "VmSize:")?;
    Some(limit.saturating_sub(kib * 1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files.
    fn machine(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("memory-{}-{name}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        root
    }

    /// The least limit counts, whichever it is.
    #[test]
    fn the_least_limit_counts() {
        let meminfo = ("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:   4096 kB\n");
        let limits = ("proc/self/limits", "Max address space   3145728   unlimited   bytes\n");
        let status = ("proc/self/status", "VmSize:\t    1024 kB\n");
        let v2 = [
            ("proc/self/cgroup", "0::/a/b\n"),
            ("sys/fs/cgroup/a/memory.max", "1048576\n"),
            ("sys/fs/cgroup/a/memory.current", "524288\n"),
            ("sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 262144\n"),
            ("sys/fs/cgroup/a/b/memory.max", "max\n"),
        ];
        let v1 = [
            ("proc/self/cgroup", "3:cpu:/\n4:hugetlb,memory:/c\n"),
            ("sys/fs/cgroup/memory/c/memory.limit_in_bytes", "1000000\n"),
            ("sys/fs/cgroup/memory/c/memory.usage_in_bytes", "400000\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
        ];
        for (name, files, expected) in [
            ("machine", vec![meminfo], 4 << 20),
            ("space", vec![meminfo, limits, status], 2 << 20),
            ("v2", [&[meminfo, limits, status][..], &v2].concat(), 768 << 10),
            ("v1", [&[meminfo][..], &v1].concat(), 600_000),
        ] {
            let root = machine(name, &files);
            assert_eq!(available(&root), Some(expected), "{name}");
            fs::remove_dir_all(root).expect("removed");
        }
        assert_eq!(available(Path::new("/nowhere")), None);
    }
}
