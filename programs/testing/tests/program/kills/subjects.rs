//! The programs to kill, and the checks of their files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use testing::{ENGINE, Program, SELFPLAY, TUNING, file};

/// A program that continues with the files in its place.
pub(super) struct Subject {
    pub(super) name: &'static str,
    program: Program,
    /// The arguments. `FILE`, `FOLDER` and `DATA` stand for its own file, its folder and its
    /// training data.
    arguments: &'static str,
    /// The standard input: a line, and the number of its repetitions.
    script: (&'static str, usize),
    /// The command whose output is compared; if it is empty, the files are compared.
    told: &'static str,
    /// Brings what has arrived before a run with this number, or before the run to the end.
    bring: fn(&Place, Option<usize>),
    /// Checks the contents of the file at any moment.
    look: fn(&str) -> bool,
}

const PLAIN: Subject = Subject {
    name: "",
    program: TUNING,
    arguments: "",
    script: ("", 0),
    told: "",
    bring: |_, _| {},
    look: |_| true,
};

/// All programs that write files, except the server, which needs clients.
pub(super) const SUBJECTS: [Subject; 11] = [
    Subject {
        name: "match",
        program: SELFPLAY,
        arguments: "match maitres --player name=A --player name=B,aspiration=no --each nodes=100 \
            --games 24 --quiet --threads 2 --resume --out FILE",
        told: "stats --json FILE",
        ..PLAIN
    },
    Subject {
        name: "generate",
        arguments: "generate ruches --games 24 --player nodes=20 --quiet --threads 2 --resume --out FILE",
        ..PLAIN
    },
    Subject {
        name: "fit",
        arguments: "fit DATA --weights zero --epochs 4 --quiet --resume --out FOLDER",
        ..PLAIN
    },
    Subject {
        name: "spsa",
        arguments: "spsa maitres --params history_bonus,etc_depth --units 1 --games 24 --each nodes=20 \
            --quiet --resume --out FOLDER",
        ..PLAIN
    },
    Subject {
        name: "cma",
        arguments: "cma maitres --params history_bonus,etc_depth --units 1 --games 24 --each nodes=20 \
            --quiet --resume --out FOLDER",
        ..PLAIN
    },
    Subject {
        name: "overnight",
        arguments: "overnight ruches --games 10 --player nodes=10 --each nodes=10 --match-games 4 \
            --rounds 2 --quiet --out FOLDER",
        ..PLAIN
    },
    Subject {
        name: "tables",
        program: ENGINE,
        arguments: "tables build etoile:board=square8,players=2,quiet=40,rules=english --pieces 3 \
            --quiet --dir FOLDER",
        ..PLAIN
    },
    Subject {
        name: "tables with a die",
        program: ENGINE,
        arguments: "tables build maitres:variant=annihilation --pieces 2 --quiet --dir FOLDER",
        ..PLAIN
    },
    Subject {
        name: "play",
        program: ENGINE,
        arguments: "play benedictine --people all --plain --lang en --file FILE",
        script: ("save\nc2-d3@f2\nsave\nundo\n", 40),
        look: |text| {
            let start = "benedictine 1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1 g";
            [format!("{start}\n"), format!("{start} moves c2-d3@f2\n")].contains(&text.to_owned())
        },
        ..PLAIN
    },
    Subject {
        name: "match of programs",
        program: SELFPLAY,
        arguments: "match benedictine --player name=A,cmd=ENGINE,args=ugi,nodes=40 --player name=B,nodes=40 \
            --games 12 --quiet --threads 2 --resume --out FILE",
        told: "stats --json FILE",
        ..PLAIN
    },
    Subject {
        name: "gather",
        program: SELFPLAY,
        arguments: "gather FOLDER --out FILE --quiet",
        bring: bring_parts,
        ..PLAIN
    },
];

/// The parts of a match, each of these many units.
const PARTS: usize = 8;
const UNITS: usize = 3;

/// Plays the parts of a match, if they are not there, and brings some of them. The last ones arrive
/// first, so that later ones go before them in the file.
fn bring_parts(place: &Place, run: Option<usize>) {
    let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let part = |folder: &Path, number: usize| folder.join(format!("part-{number}"));
    if !place.data.exists() {
        fs::create_dir(&place.data).expect("a folder");
        let plan = text(&place.data.join("plan"));
        let games = (2 * PARTS * UNITS).to_string();
        let players = ["--player", "name=A,random=yes", "--player", "name=B,random=yes"];
        let more = ["--games", &games, "--out", &plan];
        SELFPLAY.run(&[&["plan", "ruches"][..], &players, &more].concat()).done();
        for number in 0..PARTS {
            let units = format!("{}..{}", number * UNITS, (number + 1) * UNITS);
            let out = text(&part(&place.data, number));
            let more = ["--units", &units, "--out", &out, "--quiet"];
            SELFPLAY.run(&[&["match", "--plan", &plan][..], &more].concat()).done();
        }
    }
    fs::create_dir_all(&place.folder).expect("a folder");
    let first = run.map_or(0, |run| PARTS.saturating_sub(run + 1));
    for number in first..PARTS {
        let to = part(&place.folder, number);
        if !to.exists() {
            fs::copy(part(&place.data, number), to).expect("a copy");
        }
    }
}

/// The paths for the files of a subject.
pub(super) struct Place {
    file: PathBuf,
    folder: PathBuf,
    data: PathBuf,
}

impl Subject {
    /// The unique place of this subject, with its training data.
    pub(super) fn place(&self) -> Place {
        let named = |what: &str| file(&format!("kills-{}-{what}", self.name.replace(' ', "-")));
        let place = Place { file: named("file"), folder: named("folder"), data: named("data") };
        if self.arguments.contains("DATA") {
            let data = place.data.to_str().expect("UTF-8");
            let player = ["--player", "random=yes", "--quiet", "--out", data];
            TUNING.run(&[&["generate", "ruches", "--games", "80"][..], &player].concat()).done();
        }
        place
    }

    /// A command that runs the program.
    pub(super) fn command(&self, place: &Place) -> Command {
        let (line, times) = self.script;
        let mut command = self.program.command(&place.words(self.arguments));
        if times > 0 {
            let script = place.folder.with_extension("script");
            fs::write(&script, line.repeat(times)).expect("a file");
            command.stdin(Stdio::from(fs::File::open(script).expect("a file")));
        }
        command
    }

    /// Brings what has arrived before a run with this number, or before the run to the end.
    pub(super) fn bring(&self, place: &Place, run: Option<usize>) {
        (self.bring)(place, run);
    }

    /// Runs the program to its end, and returns its files.
    pub(super) fn run_to_its_end(&self, place: &Place) -> Vec<(PathBuf, Vec<u8>)> {
        self.bring(place, None);
        let output = self.command(place).output().expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{}: {errors}", self.name);
        self.check(place);
        if !self.told.is_empty() {
            let told = self.program.run(&place.words(self.told)).done();
            return vec![(PathBuf::from(self.told), told.into_bytes())];
        }
        let mut left = Vec::new();
        files(&place.file, &mut left);
        files(&place.folder, &mut left);
        left.sort();
        left
    }

    /// Checks the file at any moment.
    pub(super) fn check(&self, place: &Place) {
        if let Ok(bytes) = fs::read(&place.file) {
            let text = String::from_utf8_lossy(&bytes);
            assert!((self.look)(&text), "{}: {text}", self.name);
        }
    }

    /// Removes the files of the program.
    pub(super) fn clear(&self, place: &Place) {
        let _ = fs::remove_file(&place.file);
        let _ = fs::remove_dir_all(&place.folder);
    }
}

impl Place {
    fn words(&self, arguments: &str) -> Vec<String> {
        let engine = ENGINE.path();
        let path = |path: &Path| path.to_str().expect("UTF-8").to_owned();
        let word = |word: &str| match word {
            "FILE" => path(&self.file),
            "FOLDER" => path(&self.folder),
            "DATA" => path(&self.data),
            _ => word.replace("ENGINE", &engine),
        };
        arguments.split_ascii_whitespace().map(word).collect()
    }
}

/// Adds a file, or all files of a folder, with their contents.
fn files(path: &Path, left: &mut Vec<(PathBuf, Vec<u8>)>) {
    if let Ok(entries) = fs::read_dir(path) {
        entries.for_each(|entry| files(&entry.expect("an entry").path(), left));
    } else if let Ok(bytes) = fs::read(path) {
        left.push((path.to_owned(), bytes));
    }
}
