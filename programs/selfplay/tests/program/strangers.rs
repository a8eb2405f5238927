//! Records of another match are not counted, and files of other programs are not changed.

use std::fs;
use std::path::{Path, PathBuf};

use super::program::{done, failed};
use testing::{TUNING, file};

const PLAYERS: &str = "maitres --player name=A,nodes=20 --player name=B,random=yes --quiet";

fn played(name: &str, options: &str) -> PathBuf {
    let out = file(name);
    done(&format!("match {PLAYERS} {options} --out {}", out.display()));
    out
}

/// Checks that every command that reads records refuses these, with this message.
#[track_caller]
fn refused_everywhere(path: &Path, resume: &str, words: &[&str]) {
    let before = fs::read(path).expect("a file");
    let (name, merged, folder) = (path.display(), file("nothing.jsonl"), file("nothing"));
    for command in [
        format!("stats {name}"),
        format!("verify {name}"),
        format!("report {name} --out {}", folder.display()),
        format!("merge {name} --out {}", merged.display()),
        format!("replay {name} 0"),
        format!("match {PLAYERS} {resume} --out {name} --resume"),
    ] {
        let message = failed(&command, 2);
        for word in words {
            assert!(message.contains(word), "{command}: {word:?} in {message}");
        }
    }
    let (name, data) = (name.to_string(), file("nothing.data"));
    let import = ["import", &name, "--out", data.to_str().expect("a name")];
    TUNING.run(&import).refused(words);
    assert!(!merged.exists() && !folder.exists() && !data.exists());
    assert_eq!(fs::read(path).expect("a file"), before);
}

#[test]
fn games_of_another_match_do_not_count() {
    let mixed = played("mixed.jsonl", "--games 4 --seed 1");
    let other = fs::read_to_string(played("other-seed.jsonl", "--games 8 --seed 2")).expect("text");
    let own = fs::read_to_string(&mixed).expect("text");
    let theirs: String = other.lines().skip(5).map(|line| format!("{line}\n")).collect();
    fs::write(&mixed, own.clone() + &theirs).expect("a file");
    let resume = "--games 4 --seed 1";
    refused_everywhere(&mixed, resume, &["line 6: ", "match: read ", ": a game of another match"]);
    // A match with more games is another match, so no unit beyond the plan is counted.
    let longer = fs::read_to_string(played("longer.jsonl", "--games 6 --seed 1")).expect("text");
    let beyond = longer.lines().last().expect("a line");
    fs::write(&mixed, format!("{own}{beyond}\n")).expect("a file");
    refused_everywhere(&mixed, resume, &["line 6: ", "a game of another match"]);
    let again = own.lines().last().expect("a line");
    fs::write(&mixed, format!("{own}{again}\n")).expect("a file");
    refused_everywhere(&mixed, resume, &["line 6: unit ", ": recorded twice"]);
    fs::write(&mixed, own.replacen("\"format\":2", "\"format\":3", 1)).expect("a file");
    let words = ["line 1: format: read 3, expected 2: the records are of a later version"];
    refused_everywhere(&mixed, resume, &words);
}

/// No command changes a file that it did not write.
#[test]
fn files_of_others_stay() {
    let (records, folder) = (played("own.jsonl", "--games 2"), file("others"));
    let data = file("own.data");
    let words =
        ["import", records.to_str().expect("a name"), "--out", data.to_str().expect("a name")];
    TUNING.run(&words).done();
    fs::create_dir_all(&folder).expect("a folder");
    let place = |name: &str| folder.join(name).display().to_string();
    let (records, data, folder) = (records.display(), data.display(), folder.display());
    for text in ["diary", "diary\nof a stranger\n"] {
        for (name, program, command) in [
            ("f", 'S', format!("match {PLAYERS} --games 2 --out {} --resume", place("f"))),
            ("f", 'S', format!("match {PLAYERS} --games 2 --out {}", place("f"))),
            ("f", 'S', format!("merge {records} --out {}", place("f"))),
            ("report.html", 'S', format!("report {records} --out {folder}")),
            ("games.csv", 'S', format!("report {records} --out {folder}")),
            ("f", 'T', format!("generate maitres --games 2 --out {} --resume", place("f"))),
            ("f", 'T', format!("import {records} --out {}", place("f"))),
            ("f", 'T', format!("merge {data} --out {}", place("f"))),
        ] {
            fs::write(place(name), text).expect("a file");
            if program == 'S' {
                failed(&command, 2);
            } else {
                TUNING.run(&command.split(' ').collect::<Vec<_>>()).refused(&["expected "]);
            }
            assert_eq!(fs::read_to_string(place(name)).expect("a file"), text, "{command}");
            fs::remove_file(place(name)).expect("a file");
        }
    }
    // A report is replaced by the next report.
    for _ in 0..2 {
        done(&format!("report {records} --out {folder}"));
    }
}
