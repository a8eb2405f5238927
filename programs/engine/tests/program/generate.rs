//! `engine generate`: the files that a package installs with the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use testing::ENGINE;

/// The requests with which a line of a man page may begin.
const REQUESTS: [&str; 14] =
    ["B", "I", "IP", "PP", "RE", "RS", "SH", "SS", "TH", "TP", "br", "el", "ie", "nf"];

/// The commands in the help.
fn commands() -> Vec<String> {
    let help = ENGINE.run(&["--help"]).stdout;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let words = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    words.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

/// Each command has a man page, which uses only common macros. It has a name, a synopsis, and all
/// options of the help.
#[test]
fn man_pages_are_whole() {
    let folder = std::env::temp_dir().join(format!("engine-man-{}", std::process::id()));
    let run = ENGINE.run(&["generate", "man", &folder.display().to_string()]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let pages = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file"));
    let pages: BTreeSet<_> =
        pages.map(|entry| entry.file_name().into_string().expect("text")).collect();
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands.iter().filter(|command| *command != "help") {
        let page = format!("engine-{command}.1");
        assert!(pages.contains(&page), "{page} is none of {pages:?}");
        let text = fs::read_to_string(folder.join(&page)).expect("a page");
        for section in [".TH ", ".SH NAME", ".SH SYNOPSIS"] {
            assert!(text.lines().any(|line| line.starts_with(section)), "{page}: no {section}");
        }
        for line in text.lines().filter(|line| line.starts_with(['.', '\''])) {
            let request = line[1..].split_whitespace().next().unwrap_or_default();
            assert!(REQUESTS.contains(&request), "{page}: {line}");
        }
        let plain = text.replace("\\-", "-");
        let help = ENGINE.run(&[command, "--help"]).stdout;
        let options = help.lines().filter_map(|line| line.trim_start().strip_prefix("--"));
        for option in options.filter_map(|line| line.split([' ', ',']).next()) {
            assert!(plain.contains(&format!("--{option}")), "{page}: no --{option}");
        }
    }
    fs::remove_dir_all(folder).expect("it was made");
}

/// Pages of an earlier run are replaced. Other files with the same names stay.
#[test]
fn man_pages_of_others_stay() {
    let folder = std::env::temp_dir().join(format!("engine-mans-{}", std::process::id()));
    let made = || ENGINE.run(&["generate", "man", &folder.display().to_string()]);
    assert_eq!(made().status, Some(0));
    let page = folder.join("engine-show.1");
    let ours = fs::read_to_string(&page).expect("a page");
    fs::write(&page, format!("{ours}more")).expect("it is written");
    assert_eq!(made().status, Some(0));
    assert_eq!(fs::read_to_string(&page).expect("a page"), ours);
    fs::write(&page, "a diary").expect("it is written");
    let refused = made();
    assert_eq!(refused.status, Some(2));
    assert!(
        refused.stderr.contains("engine-show.1\", expected no file there"),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read_to_string(&page).expect("a page"), "a diary");
    fs::remove_dir_all(folder).expect("it was made");
}

/// The completions contain all commands, and bash accepts its script.
#[test]
fn completions_name_all_commands() {
    let commands = commands();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = ENGINE.run(&["generate", "completions", shell]).stdout;
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell}: no {command}");
        }
        if shell == "bash" {
            let status = Command::new("bash").args(["-n", "-c", &script]).status();
            assert!(status.expect("bash").success());
        }
    }
}

/// Modules that no game is in, and the command that makes a site of them.
fn small_modules(folder: &Path, mark: &str) -> Vec<String> {
    let modules = folder.join("modules");
    fs::create_dir_all(&modules).expect("a folder");
    for name in serve::SITE_MODULES {
        let bytes = format!("\0asm{name}{mark}");
        fs::write(modules.join(format!("{name}.wasm")), bytes).expect("it is written");
    }
    let dir = folder.join("site").display().to_string();
    ["generate", "site", &dir, "--modules", &modules.display().to_string()]
        .map(str::to_owned)
        .into()
}

/// The files below a folder.
fn below(folder: &Path) -> BTreeSet<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { below(&path) } else { [path].into() }).collect()
}

/// A new site replaces the files of the old one, and no others. Wrong modules and the pages of
/// others are refused before anything is written.
#[test]
fn a_site_replaces_only_a_site() {
    let folder = std::env::temp_dir().join(format!("engine-site-{}", std::process::id()));
    let site = folder.join("site");
    let first = ENGINE.run(&small_modules(&folder, ""));
    assert_eq!((first.status, first.stderr.as_str()), (Some(0), ""));
    let files = below(&site);
    let bytes: u64 = files.iter().map(|path| fs::metadata(path).expect("a file").len()).sum();
    let last = format!("site {} files {bytes} bytes\n", files.len());
    assert!(first.stdout.ends_with(&last), "{}", first.stdout);

    fs::write(site.join("diary.txt"), "mine").expect("it is written");
    assert_eq!(ENGINE.run(&small_modules(&folder, "2")).status, Some(0));
    let renewed = below(&site);
    assert_eq!(renewed.len(), files.len() + 1, "{renewed:?}");
    // The weights are those of the program. Each engine has a folder of them.
    let is_weights =
        |path: &&PathBuf| path.ancestors().nth(2).is_some_and(|up| up.ends_with("games"));
    let kept: Vec<_> = renewed.intersection(&files).filter(|path| !is_weights(path)).collect();
    assert_eq!(kept.len(), 2, "the page and its service worker, not {kept:?}");

    let command = small_modules(&folder, "3");
    fs::write(folder.join("modules/ruches.wasm"), "no module").expect("it is written");
    let refused = ENGINE.run(&command);
    assert_eq!(refused.status, Some(2));
    assert!(
        refused.stderr.contains(
            "ruches.wasm\", expected a module that `crates/wasm/build` makes (it is no WebAssembly)"
        ),
        "{}",
        refused.stderr
    );
    fs::remove_file(folder.join("modules/ruches.wasm")).expect("it is there");
    assert!(
        ENGINE.run(&command).stderr.contains("ruches.wasm\", expected a module"),
        "a missing module"
    );
    assert_eq!(below(&site), renewed);

    let command = small_modules(&folder, "3");
    fs::write(site.join("index.html"), "my page").expect("it is written");
    let refused = ENGINE.run(&command);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("index.html\", expected no file there"), "{}", refused.stderr);
    assert_eq!(below(&site), renewed);
    fs::remove_dir_all(folder).expect("it was made");
}
