//! The engine's end of the protocol.
//!
//! [`Session`] has the state: options, game, position. It answers one line at a time. [`serve`]
//! reads lines on a separate thread, so that it also sees them during a search. Then `stop`, `quit`
//! and `isready` are answered at once, and other lines wait for the end of the search. The end of
//! input ends the search, too, but the waiting lines are still answered.
//!
//! This module uses neither the terminal nor the file system. The program passes two functions: one
//! prints, and one opens a game from the options.

mod error;
mod game;
mod session;
mod settings;
mod waiting;

use std::io::BufRead;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use engine::StopFlag;

use self::waiting::{WaitingLine, WaitingLines};
use crate::input::{InputLine, read_line};

pub use self::error::{Error, Print};
pub use self::game::{BuildSearcher, BuiltSearcher, ProtocolGame, SearchedGame, seen_by_player};
pub use self::session::{LineReply, OpenGame, SearchOrder, Session};
pub use self::settings::Settings;

/// An event in a session.
enum Event {
    /// A line was read.
    Line(InputLine),
    /// There are no more lines.
    EndOfInput,
    /// The search has ended; it may have failed.
    SearchEnded { failed: bool },
}

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// Answers lines until `quit` or the end of input. `input` is called on the thread that reads.
///
/// # Errors
/// Output that cannot be written; a search that panicked.
pub fn serve<R: BufRead>(
    input: impl FnOnce() -> R + Send + 'static,
    session: Session<'_>,
) -> Result<(), Error> {
    // Room for one event: a line is read only when the one before it was received.
    let (sender, events) = sync_channel(1);
    let reader = sender.clone();
    thread::spawn(move || read_lines(&mut input(), &reader));
    let waiting = WaitingLines::default();
    let mut conversation = Conversation { session, sender, events, waiting, ended: false };
    while let Some(line) = conversation.next() {
        if conversation.answer(line)? == Flow::Quit {
            break;
        }
    }
    Ok(())
}

/// Sends all lines of the input.
fn read_lines(input: &mut impl BufRead, sender: &SyncSender<Event>) {
    loop {
        let event = match read_line(input) {
            Ok(Some(line)) => Event::Line(line),
            Ok(None) | Err(_) => Event::EndOfInput,
        };
        let last = matches!(event, Event::EndOfInput);
        if sender.send(event).is_err() || last {
            return;
        }
    }
}

/// A session and the events that it reacts to.
struct Conversation<'a> {
    session: Session<'a>,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    /// Lines that came during a search.
    waiting: WaitingLines,
    /// Whether the input has ended.
    ended: bool,
}

impl Conversation<'_> {
    /// The next line to answer; `None` after the last.
    fn next(&mut self) -> Option<WaitingLine> {
        if let Some(line) = self.waiting.pop() {
            return Some(line);
        }
        if self.ended {
            return None;
        }
        match self.events.recv() {
            Ok(Event::Line(line)) => Some(WaitingLine::new(line)),
            Ok(Event::EndOfInput | Event::SearchEnded { .. }) | Err(_) => None,
        }
    }

    /// Answers a line. A wrong line gets an error and changes nothing.
    fn answer(&mut self, WaitingLine { line, stopped }: WaitingLine) -> Result<Flow, Error> {
        let reply = match line {
            Ok(line) => self.session.answer(line.trim()),
            Err(error) => Err(error.into()),
        };
        let print = self.session.printer();
        let answered = reply.and_then(|reply| match reply {
            LineReply::Text(text) => Ok(print(&text).map(|()| Flow::Continue)?),
            LineReply::Quit => Ok(Flow::Quit),
            LineReply::Search(order) => self.search(&order, stopped),
        });
        match answered {
            Err(Error::Refused(message)) => {
                print(&format!("info string error {message}\n"))?;
                Ok(Flow::Continue)
            }
            other => other,
        }
    }

    /// Searches, and receives lines meanwhile.
    fn search(&mut self, order: &SearchOrder, stopped: bool) -> Result<Flow, Error> {
        let Self { session, sender, events, waiting, ended } = self;
        let print = session.printer();
        print(&order.notes)?;
        let stop = StopFlag::default();
        if stopped {
            stop.stop();
        }
        thread::scope(|scope| {
            let search = scope.spawn(|| {
                let result = session.search(order.limits, &stop);
                // The listener waits for this event.
                let _ = sender.send(Event::SearchEnded { failed: result.is_err() });
                result
            });
            let mut listener = Listener { events, waiting, stop: &stop, ended, print };
            let heard = listener.listen(order.until_stop);
            stop.stop();
            let best = search.join();
            let best = best.map_err(|_| Error::Failed("the search has failed".to_owned()))??;
            print(&best)?;
            heard
        })
    }
}

/// Receives events while a search runs.
struct Listener<'a> {
    events: &'a Receiver<Event>,
    waiting: &'a mut WaitingLines,
    stop: &'a StopFlag,
    /// Whether the input has ended.
    ended: &'a mut bool,
    print: Print<'a>,
}

impl Listener<'_> {
    /// Receives events until the search has ended; with `until_stop` also until it was stopped. The
    /// search is stopped by `stop`, `quit`, the end of input, or output that fails. All lines are
    /// received, so that the other end never waits to write.
    fn listen(&mut self, until_stop: bool) -> Result<Flow, Error> {
        let (mut heard, mut search_ended) = (Ok(Flow::Continue), false);
        while !search_ended || until_stop && !self.stop.is_set() {
            match self.events.recv() {
                Ok(Event::SearchEnded { failed }) => {
                    search_ended = true;
                    if failed {
                        self.stop.stop();
                    }
                }
                Ok(Event::EndOfInput) | Err(_) => {
                    // The end of input acts like `stop`, since no line can end the search any more.
                    *self.ended = true;
                    self.stop.stop();
                    self.waiting.stop();
                }
                Ok(Event::Line(line)) => match self.hear(line) {
                    Ok(Flow::Continue) => {}
                    Ok(Flow::Quit) => heard = heard.map(|_| Flow::Quit),
                    Err(error) => {
                        heard = Err(error);
                        self.stop.stop();
                    }
                },
            }
        }
        heard
    }

    /// Reacts to a line that comes during a search.
    fn hear(&mut self, line: InputLine) -> Result<Flow, Error> {
        match line.as_deref().map(str::trim) {
            Ok("quit") => {
                self.stop.stop();
                return Ok(Flow::Quit);
            }
            Ok("stop") => {
                self.stop.stop();
                self.waiting.stop();
            }
            Ok("isready") => (self.print)("readyok\n")?,
            _ => {
                if let Err(error) = self.waiting.push(line) {
                    (self.print)(&format!("info string error {error}\n"))?;
                }
            }
        }
        Ok(Flow::Continue)
    }
}
