//! Faster builds of the programs, for newer processors.
//!
//! A release has each program twice: in the folder `bin` for every x86-64 processor, and in
//! `lib/french-board-games/x86-64-v3-BUILD` beside it for processors of the level x86-64-v3 (AVX2,
//! BMI2 and others). There some games are searched faster, with the same results. The first program
//! starts the second in its place. BUILD names the build, so programs of different builds are never
//! mixed. A program that was built without such a name has no faster build.

/// Starts the faster build of this program in its place, if there is one and this processor can run
/// it. Otherwise it returns. A program calls this before it does anything else. The environment
/// variable `FRENCH_BOARD_GAMES_V3=no` turns it off.
pub fn start_faster_build() {
    #[cfg(all(unix, target_arch = "x86_64"))]
    x86_64::start();
}

#[cfg(all(unix, target_arch = "x86_64"))]
mod x86_64 {
    use std::arch::is_x86_feature_detected;
    use std::env;
    use std::ffi::OsStr;
    use std::os::unix::process::CommandExt;
    use std::path::{Path, PathBuf};
    use std::process::{self, Command};

    /// The variable is `no` if the user does not want the faster build. A program that starts it
    /// sets the variable to its own process number. The faster build has the same number. So
    /// nothing is started twice, and programs that it starts itself look for their faster builds.
    const VARIABLE: &str = "FRENCH_BOARD_GAMES_V3";

    /// The name of this build; `programs/build` sets it.
    const BUILD: Option<&str> = option_env!("FRENCH_BOARD_GAMES_BUILD");

    pub(super) fn start() {
        let Some(build) = BUILD.filter(|_| !cfg!(target_feature = "avx2") && is_v3()) else {
            return;
        };
        let (told, process) = (env::var_os(VARIABLE), process::id().to_string());
        let Ok(own) = env::current_exe() else { return };
        let Some(faster) = faster_build(&own, build, told.as_deref(), &process) else { return };
        let mut arguments = env::args_os();
        let mut command = Command::new(faster);
        if let Some(name) = arguments.next() {
            command.arg0(name);
        }
        // This returns only if the program cannot be started. Then this build goes on.
        let _ = command.args(arguments).env(VARIABLE, process).exec();
    }

    /// Whether the processor has the level x86-64-v3.
    fn is_v3() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("cmpxchg16b")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("xsave")
    }

    /// The faster build of the program `own`, if there is one and the process with this number is
    /// to start it. `told` is the value of the variable.
    fn faster_build(
        own: &Path,
        build: &str,
        told: Option<&OsStr>,
        process: &str,
    ) -> Option<PathBuf> {
        if told.is_some_and(|told| told == "no" || told == process) {
            return None;
        }
        let folder = own.parent()?.parent()?.join("lib/french-board-games");
        let faster = folder.join(format!("x86-64-v3-{build}")).join(own.file_name()?);
        faster.is_file().then_some(faster)
    }

    #[cfg(test)]
    mod tests {
        use std::fs;

        use super::*;

        #[test]
        fn only_the_same_build_is_started_and_only_once() {
            let root = env::temp_dir().join(format!("faster-build-{}", process::id()));
            let _ = fs::remove_dir_all(&root);
            let faster = root.join("lib/french-board-games/x86-64-v3-b1");
            fs::create_dir_all(&faster).expect("a folder");
            fs::write(faster.join("engine"), "").expect("a file");
            let found = |name: &str, build: &str, told: Option<&str>| {
                faster_build(&root.join("bin").join(name), build, told.map(OsStr::new), "77")
            };
            let expected = Some(faster.join("engine"));
            assert_eq!(found("engine", "b1", None), expected);
            assert_eq!(found("engine", "b1", Some("78")), expected, "told to another process");
            assert_eq!(found("engine", "b1", Some("77")), None, "started already");
            assert_eq!(found("engine", "b1", Some("no")), None, "turned off");
            assert_eq!(found("engine", "b2", None), None, "another build");
            assert_eq!(found("tuning", "b1", None), None, "no such program");
            fs::remove_dir_all(root).expect("our own folder");
        }
    }
}
