//! `engine ugi`: the Universal Game Interface, a text protocol of lines in and lines out.
//!
//! A thread of its own reads the lines, so that they are seen while a search runs. Then `stop`, `quit`
//! and `isready` are answered at once; other lines wait for the end of the search. Where the input ends, the search does, too,
//! and what waits is still answered.

mod board;
mod lines;
mod query;
mod session;
mod waiting;

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use cli::{Failure, print, print_line};
use engine::{Limits, StopFlag};

use self::lines::{InputLine, read_line};
pub(crate) use self::session::{LineReply, Session};
use self::waiting::{WaitingLine, WaitingLines};

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
    // A line is read when the one before it was taken.
    let (sender, events) = sync_channel(1);
    let reader = sender.clone();
    thread::spawn(move || read_lines(&reader));
    let session = Session::new()?;
    let waiting = WaitingLines::default();
    let mut conversation = Conversation { session, sender, events, waiting, ended: false };
    while let Some(asked) = conversation.next() {
        if conversation.answer(asked)? == Flow::Quit {
            break;
        }
    }
    Ok(())
}

/// Hands over the lines of standard input.
fn read_lines(sender: &SyncSender<ConversationEvent>) {
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

/// A session and the lines that it is asked by.
struct Conversation {
    session: Session,
    sender: SyncSender<ConversationEvent>,
    events: Receiver<ConversationEvent>,
    /// Lines that came during a search.
    waiting: WaitingLines,
    /// Whether there are no more lines but those.
    ended: bool,
}

impl Conversation {
    /// The next line to answer; `None` after the last.
    fn next(&mut self) -> Option<WaitingLine> {
        if let Some(asked) = self.waiting.pop() {
            return Some(asked);
        }
        if self.ended {
            return None;
        }
        match self.events.recv() {
            Ok(ConversationEvent::Line(line)) => Some(WaitingLine::new(line)),
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
        let Self { session, sender, events, waiting, ended } = self;
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
            let heard = listen(events, waiting, &stop, ended);
            stop.stop();
            match search.join() {
                Ok(result) => result.and(heard),
                Err(_) => Err(Failure::Broken("the search has failed".to_owned())),
            }
        })
    }
}

/// Listens until the search has ended; ends it where that is asked for, or where nothing can be said any more. Whatever
/// comes is taken, so that nobody waits for ever to tell it.
fn listen(
    events: &Receiver<ConversationEvent>,
    waiting: &mut WaitingLines,
    stop: &StopFlag,
    ended: &mut bool,
) -> Result<Flow, Failure> {
    let mut heard = Ok(Flow::Continue);
    loop {
        let line = match events.recv() {
            Ok(ConversationEvent::Found) => return heard,
            Ok(ConversationEvent::End) | Err(_) => {
                // As after a `stop`: nobody is left to end a search.
                *ended = true;
                stop.stop();
                waiting.stop();
                continue;
            }
            Ok(ConversationEvent::Line(line)) => line,
        };
        let told = match line.as_deref().map(str::trim) {
            Ok("quit") => {
                heard = heard.map(|_| Flow::Quit);
                stop.stop();
                Ok(())
            }
            Ok("stop") => {
                stop.stop();
                waiting.stop();
                Ok(())
            }
            Ok("isready") => print_line("readyok"),
            _ => match waiting.push(line) {
                Ok(()) => Ok(()),
                Err(error) => print_line(&format!("info string error {error}")),
            },
        };
        if let Err(error) = told {
            heard = Err(error);
            stop.stop();
        }
    }
}
