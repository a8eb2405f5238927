//! Any lines as a session of the text protocol: each is answered or refused in one line, and what is refused
//! changes nothing. Searches are not begun.

#![no_main]

use libfuzzer_sys::fuzz_target;
use cli::Failure;

use crate::ugi::{LineReply, Session};

/// A module of the `engine` program, of which this target needs but a part.
macro_rules! of_the_program {
    ($($name:ident in $path:literal)*) => {
        $(
            #[allow(dead_code, reason = "the rest is the program's")]
            #[path = $path]
            mod $name;
        )*
    };
}

of_the_program! {
    args in "../../../../programs/engine/src/args.rs"
    hangup in "../../../../programs/engine/src/hangup.rs"
    inspect in "../../../../programs/engine/src/inspect.rs"
    output in "../../../../programs/engine/src/output.rs"
    search in "../../../../programs/engine/src/search.rs"
    ugi in "../../../../programs/engine/src/ugi/mod.rs"
}

/// Whether a line would read files, or take memory that other tests need.
fn is_costly(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.starts_with("setoption")
        && ["pack", "weights", "hash", "tables"].iter().any(|name| line.contains(name))
}

fn position(session: &mut Session) -> String {
    match session.answer("query position") {
        Ok(LineReply::Text(text)) => text,
        _ => panic!("the position is always told"),
    }
}

fn check(session: &mut Session, line: &str) -> bool {
    let before = position(session);
    match session.answer(line) {
        Ok(LineReply::Text(text)) => assert!(text.is_empty() || text.ends_with('\n'), "{text:?}"),
        Ok(LineReply::Search(_)) => {}
        Ok(LineReply::Quit) => return false,
        Err(Failure::Input(message)) => {
            assert!(!message.contains('\n') && !message.is_empty(), "{message:?}");
            assert_eq!(position(session), before, "{line:?}");
        }
        Err(other) => panic!("{line:?}: {other:?}"),
    }
    true
}

fuzz_target!(|text: &str| {
    let mut session = Session::new().expect("a session");
    session.answer("setoption name Hash value 1").expect("a small table");
    for line in text.lines().filter(|line| !is_costly(line)) {
        if !check(&mut session, line.trim()) {
            return;
        }
    }
});
