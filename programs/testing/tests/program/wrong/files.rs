//! Every file that a command reads: missing, a folder, empty, a device without end, and with wrong
//! contents. Nothing is lost: the command writes no other file.

use std::fs;
use std::path::Path;

use testing::{ENGINE, Program, SELFPLAY, TUNING, file};

use super::{check_line, check_refused, each};

/// The root of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const ENDING: &str = "etoile:board=square8,players=2,quiet=40,rules=english B Kc3 Ka1,Kh8 0 -";

const CHECKERS: &str = "etoile:board=square8,misere=yes,players=2";

/// A command that reads a file. In its arguments, which `|` separates, `FILE` stands for the file
/// and `OUT` for a file or folder that must not be written.
struct Reader {
    program: Program,
    arguments: &'static str,
    /// A valid file.
    valid: &'static str,
    /// Whether a missing file is an error.
    must_exist: bool,
}

const fn reader(program: Program, valid: &'static str, arguments: &'static str) -> Reader {
    Reader { program, arguments, valid, must_exist: true }
}

const READERS: [Reader; 18] = [
    reader(ENGINE, "suite", "bench|--suite|FILE|--nodes|20"),
    reader(ENGINE, "pack", "show|buteur:pack=garden startpos|--pack|FILE"),
    reader(ENGINE, "weights", "bestmove|CHECKERS startpos|--weights|FILE|--depth|1"),
    reader(ENGINE, "proof", "solve|ENDING|--check|FILE"),
    Reader {
        must_exist: false,
        ..reader(ENGINE, "state", "solve|ENDING|--nodes|20|--quiet|--resume|FILE")
    },
    reader(
        SELFPLAY,
        "openings",
        "match|benedictine|--player|name=A,nodes=5|--player|name=B,nodes=5|--games|2|--quiet|--openings|FILE",
    ),
    reader(
        SELFPLAY,
        "weights",
        "match|CHECKERS|--player|name=A,nodes=5,weights=FILE|--player|name=B,nodes=5|--games|2|--quiet",
    ),
    reader(SELFPLAY, "records", "stats|FILE"),
    reader(SELFPLAY, "records", "verify|FILE"),
    reader(SELFPLAY, "records", "replay|FILE|0"),
    reader(SELFPLAY, "records", "merge|FILE|--out|OUT"),
    reader(SELFPLAY, "records", "report|FILE|--out|OUT"),
    reader(SELFPLAY, "pack", "random|buteur:pack=garden|--games|1|--quiet|--pack|FILE"),
    reader(TUNING, "records", "import|FILE|--out|OUT"),
    reader(TUNING, "weights", "trace|CHECKERS startpos|--weights|FILE"),
    reader(TUNING, "data", "fit|FILE|--weights|zero|--epochs|1|--quiet|--out|OUT"),
    reader(TUNING, "data", "merge|FILE|--out|OUT"),
    reader(TUNING, "pack", "trace|buteur:pack=garden startpos|--pack|FILE"),
];

/// Contents that no reader takes.
const WRONG: [(&str, &[u8]); 7] = [
    ("empty", b""),
    ("nul", b"\0\0\0\0\0\0\0\0"),
    ("bytes", b"\x80\x81\xfe\xff\x00\x01"),
    ("half a pair", b"\xff\xfe\x00\xd8"),
    ("words", b"hello world\nno file of yours\n"),
    ("colours", b"\x1b[31m red \x1b[0m \x07 = 3\n"),
    ("control", b"{\"format\":2,\"game\":\"\x1b[2J\x9b31m\"}\n"),
];

/// Writes the valid files to a folder.
fn write_valid(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    let path = |name: &str| folder.join(name).display().to_string();
    let suite = "benedictine startpos ; best c2-d3@f2 ; grade 3\n";
    fs::write(path("suite"), suite).expect("written");
    fs::write(path("openings"), "startpos moves c2-d3@f2\n").expect("written");
    let copies = [
        ("pack", "games/tests/packs/garden.toml"),
        ("weights", "eval/weights/etoile-two-misere.toml"),
    ];
    for (name, source) in copies {
        fs::copy(format!("{ROOT}/{source}"), path(name)).expect("copied");
    }
    ENGINE.run(&["solve", ENDING, "--quiet", "--proof", &path("proof")]).done();
    ENGINE.run(&["solve", ENDING, "--quiet", "--nodes", "20", "--resume", &path("state")]).done();
    let players = ["--player", "name=A,random=yes", "--player", "name=B,random=yes", "--quiet"];
    let played = ["match", "ruches", "--games", "4", "--out", &path("records")];
    SELFPLAY.run(&[&played[..], &players].concat()).done();
    let played = ["generate", "ruches", "--games", "40", "--player", "random=yes", "--quiet"];
    TUNING.run(&[&played[..], &["--out", &path("data")]].concat()).done();
}

fn arguments(reader: &Reader, path: &str, out: &str) -> Vec<String> {
    let words = reader.arguments.split('|').map(|word| {
        let word = word.replace("CHECKERS", CHECKERS).replace("ENDING", ENDING);
        word.replace("FILE", path).replace("OUT", out)
    });
    words.collect()
}

#[test]
fn wrong_files_are_refused() {
    let folder = file("wrong-files");
    write_valid(&folder);
    for (name, bytes) in WRONG {
        fs::write(folder.join(name), bytes).expect("written");
    }
    let shown = folder.display().to_string();
    let mut cases = Vec::new();
    for (number, reader) in READERS.iter().enumerate() {
        let out = format!("{shown}/out-{number}");
        let mut paths: Vec<_> = WRONG.iter().map(|(name, _)| format!("{shown}/{name}")).collect();
        paths.extend([shown.clone(), "/dev/zero".to_owned(), "a/".repeat(3000)]);
        if reader.must_exist {
            paths.extend([
                String::new(),
                format!("{shown}/no\u{1b}[31mwhere"),
                "nowhere".to_owned(),
            ]);
        }
        cases.extend(paths.into_iter().map(|path| (reader, path, out.clone())));
    }
    each(&cases, |(reader, path, out)| {
        let args = arguments(reader, path, out);
        let text = format!("{:.200}", format!("{args:?}"));
        let finished = reader.program.run(&args);
        if reader.valid == "proof" && finished.status == Some(1) {
            // A proof that does not hold is a result of the check.
            check_line(&finished, &text);
        } else {
            check_refused(&finished, &text);
        }
        assert!(!Path::new(out).exists(), "{text}");
    });
    for (name, bytes) in WRONG {
        assert_eq!(fs::read(folder.join(name)).expect("a file"), bytes);
    }
    fs::remove_dir_all(folder).expect("removed");
}

/// Valid files with a changed middle, with more text at their end, or twice: they are taken, or
/// refused in one line.
#[test]
fn changed_files_cause_no_fault() {
    let folder = file("changed-files");
    write_valid(&folder);
    let mut cases = Vec::new();
    for (number, reader) in READERS.iter().enumerate() {
        let bytes = fs::read(folder.join(reader.valid)).expect("a valid file");
        let (third, half) = (bytes.len() / 3, bytes.len() / 2);
        for (name, changed) in [
            ("cut", bytes[..half].to_vec()),
            ("nul", [&bytes[..third], b"\0", &bytes[third..]].concat()),
            ("after", [&bytes[..], b"\nmore \x1b[2J text\n"].concat()),
            ("twice", [&bytes[..], &bytes[..]].concat()),
            ("colour", [&bytes[..half], b"\x1b[31m", &bytes[half..]].concat()),
        ] {
            let path = folder.join(format!("{number}-{name}")).display().to_string();
            fs::write(&path, changed).expect("written");
            cases.push((reader, path.clone(), format!("{path}-out")));
        }
    }
    each(&cases, |(reader, path, out)| {
        let args = arguments(reader, path, out);
        let finished = reader.program.run(&args);
        let text = format!("{args:?}");
        assert!(matches!(finished.status, Some(0..=2)), "{text}: {finished:?}");
        let is_plain =
            |text: &str| !text.contains(|letter: char| letter.is_control() && letter != '\n');
        assert!(is_plain(&finished.stdout) && is_plain(&finished.stderr), "{text}: {finished:?}");
        if finished.status != Some(0) {
            check_line(&finished, &text);
        }
    });
    fs::remove_dir_all(folder).expect("removed");
}
