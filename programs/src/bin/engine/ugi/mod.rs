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

use self::lines::{InputLine, read_line};
pub(crate) use self::session::{LineReply, Session};

/// What can happen at any time.
enum ConversationEvent {
    /// A line was read.
    Line(InputLine),
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
fn read_lines(sender: &Sender<ConversationEvent>) {
    let mut input = std::io::stdin().lock();
    loop {
        let event = match read_line(&mut input) {
            Ok(Some(line)) => ConversationEvent::Line(line),
            Ok(None) | Err(_) => ConversationEvent::End,
        };
        let last = matches!(event, ConversationEvent::End);
        if sender.send(event).is_err() || last {
            return;
        }
    }
}

/// A line that is to be answered.
struct WaitingLine {
    line: InputLine,
    /// Whether a `stop` came after it: a search that it begins ends at once.
    stopped: bool,
}

/// A session and the lines that it is asked by.
struct Conversation {
    session: Session,
    sender: Sender<ConversationEvent>,
    events: Receiver<ConversationEvent>,
    /// Lines that came during a search.
    waiting: VecDeque<WaitingLine>,
}

impl Conversation {
    /// The next line to answer; `None` after the last.
    fn next(&mut self) -> Option<WaitingLine> {
        if let Some(asked) = self.waiting.pop_front() {
            return Some(asked);
        }
        match self.events.recv() {
            Ok(ConversationEvent::Line(line)) => Some(WaitingLine { line, stopped: false }),
            Ok(ConversationEvent::End | ConversationEvent::Found) | Err(_) => None,
        }
    }

    /// Answers a line. Where it is wrong, that is the answer, and nothing has changed.
    fn answer(&mut self, WaitingLine { line, stopped }: WaitingLine) -> Result<Flow, Failure> {
        let reply = match &line {
            Ok(line) => self.session.answer(line.trim()),
            Err(error) => Err(Failure::input(error)),
        };
        let answered = reply.and_then(|reply| match reply {
            LineReply::Text(text) => print(&text).map(|()| Flow::Continue),
            LineReply::Quit => Ok(Flow::Quit),
            LineReply::Search(limits) => self.search(limits, stopped),
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
                let _ = sender.send(ConversationEvent::Found);
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
    events: &Receiver<ConversationEvent>,
    waiting: &mut VecDeque<WaitingLine>,
    stop: &StopFlag,
) -> Result<Flow, Failure> {
    let mut flow = Flow::Continue;
    loop {
        match events.recv() {
            Ok(ConversationEvent::Found) => return Ok(flow),
            Ok(ConversationEvent::End) | Err(_) => flow = Flow::Quit,
            Ok(ConversationEvent::Line(line)) => match line.as_deref().map(str::trim) {
                Ok("quit") => flow = Flow::Quit,
                Ok("stop") => {
                    stop.stop();
                    waiting.iter_mut().for_each(|asked| asked.stopped = true);
                }
                Ok("isready") => print_line("readyok")?,
                _ => waiting.push_back(WaitingLine { line, stopped: false }),
            },
        }
        if flow == Flow::Quit {
            stop.stop();
        }
    }
}
