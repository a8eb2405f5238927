//! `engine play` at a pseudo-terminal, with typed input.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use testing::ENGINE;

/// The test's end of the terminal, and the program's output.
struct Terminal {
    keys: File,
    said: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    /// A terminal, and the program's end of it.
    fn open() -> (Self, File) {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).and_then(|()| unlockpt(&master)).expect("it is ours");
        let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("text");
        let slave = File::options().read(true).write(true).open(name).expect("its other end");
        let keys = File::from(master);
        let mut screen = keys.try_clone().expect("the same terminal");
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = said.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails when the other end of the terminal is closed.
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                heard.lock().expect("no panic").extend_from_slice(&bytes[..count]);
            }
        });
        (Self { keys, said }, slave)
    }

    fn press(&mut self, keys: &str) {
        self.said.lock().expect("no panic").clear();
        self.keys.write_all(keys.as_bytes()).expect("it is open");
    }

    /// Waits until the program has printed these words since the last key.
    fn expect(&self, words: &str) {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let said = String::from_utf8_lossy(&self.said.lock().expect("no panic")).into_owned();
            if said.contains(words) {
                return;
            }
            assert!(Instant::now() < until, "{words:?} is not in {said:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Starts a game of two people at Bénédictine, which is saved in a file.
fn begin(name: &str) -> (Terminal, Child, PathBuf) {
    let name = format!("engine-terminal-{name}-{}.game", std::process::id());
    let file = std::env::temp_dir().join(name);
    let (terminal, slave) = Terminal::open();
    let path = file.display().to_string();
    let mut command = ENGINE.command(&[
        "play",
        "benedictine",
        "--people",
        "all",
        "--lang",
        "en",
        "--file",
        &path,
    ]);
    command.env("TERM", "xterm").stdin(slave.try_clone().expect("the same end"));
    let child = command.stdout(slave).spawn().expect("it starts");
    (terminal, child, file)
}

/// A spectator sees the board after each move; a script asks for it.
#[test]
fn watching_shows_the_board_after_each_move() {
    let (terminal, slave) = Terminal::open();
    let arguments =
        ["play", "maitres:plies=4", "--watch", "--level", "1", "--seed", "1", "--lang", "en"];
    let mut command = ENGINE.command(&arguments);
    let piped = command.output().expect("it ends").stdout;
    assert_eq!(String::from_utf8_lossy(&piped).matches("Red plays up").count(), 1);
    command.env("TERM", "xterm").stdin(slave.try_clone().expect("the same end"));
    let mut child = command.stdout(slave).spawn().expect("it starts");
    terminal.expect("The game is over: ");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let said = String::from_utf8_lossy(&terminal.said.lock().expect("no panic")).into_owned();
    assert_eq!(said.matches("Red plays up").count(), 4, "{said}");
    assert!(!said.contains("roll (or Enter)"), "{said}");
}

/// Tab completes moves, the history works, and pressing Ctrl-C twice saves the game.
#[test]
fn a_person_types() {
    let (mut terminal, mut child, file) = begin("history");
    terminal.expect("g> ");
    terminal.press("c2-d3@f\t\r");
    terminal.expect("Green (g): c2-d3@f2");
    terminal.expect("a> ");
    // On an empty line the key lists the commands.
    terminal.press("\t");
    terminal.expect("threats");
    terminal.press("undo\r");
    terminal.expect("Green (g) to move");
    terminal.expect("g> ");
    // The key Up, twice, repeats the move.
    terminal.press("\x1b[A\x1b[A\r");
    terminal.expect("Green (g): c2-d3@f2");
    terminal.expect("a> ");
    terminal.press("\x03");
    terminal.expect("Ctrl-C again saves the game and ends.");
    terminal.expect("a> ");
    terminal.press("\x03");
    terminal.expect("saved: ");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let kept = fs::read_to_string(&file).expect("the game");
    assert!(kept.ends_with(" moves c2-d3@f2\n"), "{kept}");
    fs::remove_file(&file).expect("it was made");
}

/// A closed terminal, or Ctrl-D, saves the game.
#[test]
fn the_end_of_input_keeps_the_game() {
    let (mut terminal, mut child, file) = begin("end");
    terminal.expect("g> ");
    terminal.press("c2-d3@f2\r");
    terminal.expect("a> ");
    terminal.press("\x04");
    terminal.expect("saved: ");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let kept = fs::read_to_string(&file).expect("the game");
    assert!(kept.ends_with(" moves c2-d3@f2\n"), "{kept}");
    fs::remove_file(&file).expect("it was made");
}
