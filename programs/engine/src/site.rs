//! `engine generate site`: the page as files for a static web host.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use cli::{Failure, check_own, print_line, replace_own};
use games::ParseError;

/// The first bytes of a WebAssembly module.
const WASM: &[u8] = b"\0asm";
/// The files with names that do not change, each with the mark of our own.
const FIXED: [(&str, &str); 2] =
    [("index.html", "<title>Five French board games</title>"), (SERVICE, "const VERSION = ")];
/// The file that lists all others.
const SERVICE: &str = "service.js";

#[derive(Args, Debug)]
pub(crate) struct SiteArguments {
    /// The folder to write to; the files of an earlier site there are replaced
    dir: PathBuf,
    /// The folder with the games as WebAssembly modules, which `crates/wasm/build` makes
    #[arg(long, value_name = "DIR", default_value = "target/site-modules")]
    modules: PathBuf,
}

/// Writes the site. The page itself comes last, so that a page never names a file that is missing.
pub(crate) fn run(args: &SiteArguments) -> Result<(), Failure> {
    let SiteArguments { dir, modules } = args;
    let mut files = serve::site(|name| module(modules, name))?;
    let failed = |error| Failure::Broken(format!("output: {}: {error}", dir.display()));
    fs::create_dir_all(dir).map_err(failed)?;
    for (name, mark) in FIXED {
        check_own("DIR", &dir.join(name), mark)?;
    }
    let old = listed(&dir.join(SERVICE));
    let (count, bytes) = (files.len(), files.values().map(Vec::len).sum::<usize>());
    let fixed = FIXED.map(|(name, mark)| (name, mark, files.remove(name).unwrap_or_default()));
    for (path, bytes) in &files {
        write(&dir.join(path), bytes)?;
    }
    for (name, mark, bytes) in fixed {
        replace_own(&dir.join(name), &bytes, mark)?;
    }
    remove(dir, &old, &files);
    print_line(&format!("site {count} files {bytes} bytes"))
}

/// The bytes of a module.
fn module(folder: &Path, name: &str) -> Result<Vec<u8>, ParseError> {
    let path = folder.join(format!("{name}.wasm"));
    let refused = |why: &str| {
        let expected = format!("a module that `crates/wasm/build` makes ({why})");
        ParseError::new("--modules", &path.to_string_lossy(), expected)
    };
    let bytes = disk::read_whole(&path).map_err(|error| refused(&error.to_string()))?;
    if bytes.starts_with(WASM) { Ok(bytes) } else { Err(refused("it is no WebAssembly")) }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let parent = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(parent).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| Failure::Broken(format!("output: {}: {error}", path.display())))
}

/// The files that an earlier site lists.
fn listed(service: &Path) -> Vec<String> {
    let text = fs::read_to_string(service).unwrap_or_default();
    let lists = text.lines().filter_map(|line| {
        let list = line.strip_prefix("const ")?.split_once(" = ")?.1;
        serde_json::from_str::<Vec<String>>(list.trim_end_matches(';')).ok()
    });
    let is_inside = |path: &String| !path.starts_with('/') && !path.contains("..");
    lists.flatten().filter(is_inside).collect()
}

/// Removes the files of an earlier site that the new one does not have. A file that cannot be
/// removed stays: nothing refers to it.
fn remove(dir: &Path, old: &[String], new: &BTreeMap<String, Vec<u8>>) {
    for path in old.iter().filter(|path| !new.contains_key(*path)) {
        let path = dir.join(path);
        let _ = fs::remove_file(&path);
        let folders = path.ancestors().skip(1).take_while(|folder| *folder != dir);
        for folder in folders {
            // Only an empty folder can be removed.
            let _ = fs::remove_dir(folder);
        }
    }
}
