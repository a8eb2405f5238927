//! `engine ugi`: the Universal Game Interface, a text protocol of lines in and lines out.
//!
//! A thread of its own reads the lines, so that they are seen while a search runs. Then `stop`, `quit`
//! and `isready` are answered at once; other lines wait for the end of the search.

mod board;
mod query;
mod session;

use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use engine::StopFlag;
use games::ParseError;
use programs::{Failure, print, print_line};

use self::session::Session;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 64 << 20;

/// What can happen at any time.
enum Event {
    /// A line was read; `None` for one that is no text.
    Line(Option<String>),
    /// There are no more lines.
    End,
    /// The search has ended.
    Found,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// Answers lines until there are no more.
pub(crate) fn run() -> Result<(), Failure> {
    let (sender, events) = channel();
    let reader = sender.clone();
    thread::spawn(move || read_lines(&reader));
    let session = Session::new()?;
    let mut conversation = Conversation { session, sender, events, waiting: VecDeque::new() };
    while let Some(line) = conversation.next_line() {
        if conversation.answer(line.as_deref())? == Flow::Quit {
            break;
        }
    }
    Ok(())
}

/// Hands over the lines of standard input.
fn read_lines(sender: &Sender<Event>) {
    let mut input = std::io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        let event = match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(1..) => {
                let whole = (bytes.len() as u64) < LONGEST_LINE;
                Event::Line(String::from_utf8(bytes).ok().filter(|_| whole))
            }
            _ => Event::End,
        };
        let last = matches!(event, Event::End);
        if sender.send(event).is_err() || last {
            return;
        }
    }
}

/// A session and the lines that it is asked by.
struct Conversation {
    session: Session,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Lines that came during a search.
    waiting: VecDeque<Option<String>>,
}

impl Conversation {
    /// The next line to answer; `None` after the last.
    fn next_line(&mut self) -> Option<Option<String>> {
        if let Some(line) = self.waiting.pop_front() {
            return Some(line);
        }
        match self.events.recv() {
            Ok(Event::Line(line)) => Some(line),
            Ok(Event::End | Event::Found) | Err(_) => None,
        }
    }

    /// Answers a line. Where it is wrong, that is the answer, and nothing has changed.
    fn answer(&mut self, line: Option<&str>) -> Result<Flow, Failure> {
        let answered = match line {
            Some(line) => self.obey(line.trim()),
            None => Err(Failure::input("line: read no text, expected UTF-8 of at most 64 MiB")),
        };
        match answered {
            Err(Failure::Input(message)) => {
                print_line(&format!("info string error {message}"))?;
                Ok(Flow::Continue)
            }
            other => other,
        }
    }

    fn obey(&mut self, line: &str) -> Result<Flow, Failure> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match (command, rest) {
            ("", _) | ("stop", "") => {}
            ("quit", "") => return Ok(Flow::Quit),
            ("ugi", "") => print(&self.session.introduction())?,
            ("isready", "") => print_line("readyok")?,
            ("uginewgame", "") => self.session.forget()?,
            ("setoption", rest) => self.session.set_option(rest)?,
            ("position", rest) => self.session.set_position(rest)?,
            ("query", rest) => print_line(&self.session.query(rest)?)?,
            ("go", rest) => return self.go(rest),
            _ => {
                let expected =
                    "one of ugi isready uginewgame setoption position go stop query quit";
                return Err(ParseError::new("command", line, expected).into());
            }
        }
        Ok(Flow::Continue)
    }

    /// Searches, listening meanwhile.
    fn go(&mut self, words: &str) -> Result<Flow, Failure> {
        let limits = self.session.limits(words)?;
        let Self { session, sender, events, waiting } = self;
        let stop = StopFlag::default();
        thread::scope(|scope| {
            let search = scope.spawn(|| {
                let result = session.search(limits, &stop);
                // The listener is there until this is received.
                let _ = sender.send(Event::Found);
                result
            });
            let heard = listen(events, waiting, &stop);
            stop.stop();
            match search.join() {
                Ok(result) => result.and(heard),
                Err(_) => Err(Failure::Broken("the search has failed".to_owned())),
            }
        })
    }
}

/// Listens until the search has ended; ends it where that is asked for.
fn listen(
    events: &Receiver<Event>,
    waiting: &mut VecDeque<Option<String>>,
    stop: &StopFlag,
) -> Result<Flow, Failure> {
    let mut flow = Flow::Continue;
    loop {
        match events.recv() {
            Ok(Event::Found) => return Ok(flow),
            Ok(Event::End) | Err(_) => flow = Flow::Quit,
            Ok(Event::Line(line)) => match line.as_deref().map(str::trim) {
                Some("quit") => flow = Flow::Quit,
                Some("stop") => stop.stop(),
                Some("isready") => print_line("readyok")?,
                _ => waiting.push_back(line),
            },
        }
        if flow == Flow::Quit {
            stop.stop();
        }
    }
}
