//! `engine ugi`: the Universal Game Interface, a text protocol of lines in and lines out.
//!
//! A thread of its own reads the lines, so that they are seen while a search runs. Then `stop`, `quit`
//! and `isready` are answered at once; other lines wait for the end of the search.

mod board;
mod lines;
mod query;
mod session;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use engine::{Limits, StopFlag};
use programs::{Failure, print, print_line};

use self::lines::{Line, read_line};
pub(crate) use self::session::{Reply, Session};

/// What can happen at any time.
enum Event {
    /// A line was read.
    Line(Line),
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
    while let Some(asked) = conversation.next() {
        if conversation.answer(asked)? == Flow::Quit {
            break;
        }
    }
    Ok(())
}

/// Hands over the lines of standard input.
fn read_lines(sender: &Sender<Event>) {
    let mut input = std::io::stdin().lock();
    loop {
        let event = match read_line(&mut input) {
            Ok(Some(line)) => Event::Line(line),
            Ok(None) | Err(_) => Event::End,
        };
        let last = matches!(event, Event::End);
        if sender.send(event).is_err() || last {
            return;
        }
    }
}

/// A line that is to be answered.
struct Asked {
    line: Line,
    /// Whether a `stop` came after it: a search that it begins ends at once.
    stopped: bool,
}

/// A session and the lines that it is asked by.
struct Conversation {
    session: Session,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Lines that came during a search.
    waiting: VecDeque<Asked>,
}

impl Conversation {
    /// The next line to answer; `None` after the last.
    fn next(&mut self) -> Option<Asked> {
        if let Some(asked) = self.waiting.pop_front() {
            return Some(asked);
        }
        match self.events.recv() {
            Ok(Event::Line(line)) => Some(Asked { line, stopped: false }),
            Ok(Event::End | Event::Found) | Err(_) => None,
        }
    }

    /// Answers a line. Where it is wrong, that is the answer, and nothing has changed.
    fn answer(&mut self, Asked { line, stopped }: Asked) -> Result<Flow, Failure> {
        let reply = match &line {
            Ok(line) => self.session.answer(line.trim()),
            Err(error) => Err(Failure::input(error)),
        };
        let answered = reply.and_then(|reply| match reply {
            Reply::Text(text) => print(&text).map(|()| Flow::Continue),
            Reply::Quit => Ok(Flow::Quit),
            Reply::Search(limits) => self.search(limits, stopped),
        });
        match answered {
            Err(Failure::Input(message)) => {
                print_line(&format!("info string error {message}"))?;
                Ok(Flow::Continue)
            }
            other => other,
        }
    }

    /// Searches, listening meanwhile.
    fn search(&mut self, limits: Limits, stopped: bool) -> Result<Flow, Failure> {
        let Self { session, sender, events, waiting } = self;
        let stop = StopFlag::default();
        if stopped {
            stop.stop();
        }
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
    waiting: &mut VecDeque<Asked>,
    stop: &StopFlag,
) -> Result<Flow, Failure> {
    let mut flow = Flow::Continue;
    loop {
        match events.recv() {
            Ok(Event::Found) => return Ok(flow),
            Ok(Event::End) | Err(_) => flow = Flow::Quit,
            Ok(Event::Line(line)) => match line.as_deref().map(str::trim) {
                Ok("quit") => flow = Flow::Quit,
                Ok("stop") => {
                    stop.stop();
                    waiting.iter_mut().for_each(|asked| asked.stopped = true);
                }
                Ok("isready") => print_line("readyok")?,
                _ => waiting.push_back(Asked { line, stopped: false }),
            },
        }
        if flow == Flow::Quit {
            stop.stop();
        }
    }
}
