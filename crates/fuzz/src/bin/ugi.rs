//! Any lines as a session of the text protocol: each is answered or refused in one line, and a
//! refused line changes nothing. Searches are not begun. What the reader of a command reads, its
//! writer writes.

#![no_main]

use std::io;

use engine::{Playable, SearcherBuilder, Techniques};
use eval::Weights;
use games::{AnyState, Resources, with_state};
use libfuzzer_sys::fuzz_target;
use ugi::server::{
    BuiltSearcher, Error, LineReply, Print, ProtocolGame, SearchedGame, Session, Settings,
};
use ugi::{Command, Go, Info, OptionLine};

/// Whether a line would read files, or take memory that other targets need.
fn is_costly(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.starts_with("setoption")
        && ["pack", "weights", "hash", "tables"].iter().any(|name| line.contains(name))
}

fn open(settings: &Settings, print: Print<'_>) -> Result<Box<dyn ProtocolGame>, Error> {
    let start = AnyState::start(&settings.game)?;
    with_state!(start, state => {
        let game = SearchedGame::new(state, Resources::default(), settings, print, searcher)?;
        Ok(Box::new(game) as Box<dyn ProtocolGame>)
    })
}

fn searcher<G: Playable>(game: &G, settings: &Settings) -> BuiltSearcher<G> {
    let weights = Weights::default_for(game);
    let parameters = settings.parameters;
    let techniques = Techniques { parameters, ..Techniques::for_weights(&weights) };
    let builder =
        SearcherBuilder::with_weights(game.clone(), &weights).hash(1).techniques(techniques);
    let searcher = builder.build().map_err(|error| Error::Refused(error.to_string()))?;
    Ok((searcher, None))
}

fn position(session: &mut Session<'_>) -> String {
    match session.answer("query position") {
        Ok(LineReply::Text(text)) => text,
        _ => panic!("the position can always be asked for"),
    }
}

fn check(session: &mut Session<'_>, line: &str) -> bool {
    let before = position(session);
    match session.answer(line) {
        Ok(LineReply::Text(text)) => assert!(text.is_empty() || text.ends_with('\n'), "{text:?}"),
        Ok(LineReply::Search(_)) => {}
        Ok(LineReply::Quit) => return false,
        Err(Error::Refused(message)) => {
            assert!(!message.contains('\n') && !message.is_empty(), "{message:?}");
            assert_eq!(position(session), before, "{line:?}");
        }
        Err(other) => panic!("{line:?}: {other:?}"),
    }
    true
}

/// What is read, written and read again is the same.
fn check_round_trip(line: &str) {
    if let Ok(command) = Command::parse(line) {
        let written = command.to_string();
        assert_eq!(Command::parse(&written), Ok(command), "{written:?}");
    }
    if let Some((go, _)) = line.strip_prefix("go ").map(Go::parse) {
        assert_eq!(Go::parse(&go.to_string()), (go, Vec::new()), "{line:?}");
    }
    if let Some(option) = OptionLine::parse(line) {
        assert_eq!(OptionLine::parse(&option.to_string()), Some(option), "{line:?}");
    }
    // The first writing rounds the value, the second does not.
    let written = Info::parse(line).to_string();
    let words = written.strip_prefix("info").unwrap_or_default();
    assert_eq!(Info::parse(words).to_string(), written, "{line:?}");
}

fuzz_target!(|text: &str| {
    let print = |_: &str| -> io::Result<()> { Ok(()) };
    let mut session = Session::new("fuzz", "0", &open, &print).expect("a session");
    for line in text.lines().map(str::trim) {
        check_round_trip(line);
    }
    for line in text.lines().filter(|line| !is_costly(line)) {
        if !check(&mut session, line.trim()) {
            return;
        }
    }
});
