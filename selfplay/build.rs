//! Names the build: the version, and a checksum of the sources that games depend on.
//!
//! Workers of a match on many machines compare it with the plan. The name is the same on every
//! machine that has the same sources.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders beside this crate, from which the games come.
const SOURCES: [&str; 7] = [
    "../games/src",
    "../eval/src",
    "../eval/weights",
    "../engine/src",
    "../selfplay/src",
    "../crates/draughts/src",
    "../crates/statistics/src",
];

fn main() {
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let mut files = Vec::new();
    for folder in SOURCES {
        println!("cargo::rerun-if-changed={folder}");
        // A crate from the registry has no sources beside it; there the version is enough.
        let _ = list(Path::new(folder), &mut files);
    }
    files.sort();
    let mut sum = crc32fast::Hasher::new();
    for file in &files {
        let Ok(bytes) = fs::read(file) else { continue };
        // A checkout on Windows has other ends of lines and other separators in paths.
        let bytes: Vec<_> = bytes.into_iter().filter(|&byte| byte != b'\r').collect();
        sum.update(file.to_string_lossy().replace('\\', "/").as_bytes());
        sum.update(&bytes);
    }
    println!("cargo::rustc-env=SELFPLAY_BUILD={version} {:08x}", sum.finalize());
}

/// Adds all files below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
