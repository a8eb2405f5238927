//! The link between the tables and the engine of a game, which are separate modules.
//!
//! A question of the tables is a call to the engine's module, which the page passes on. It has
//! three lines: the words of the task, `open` if the player to act sees all cards, and the
//! position.
//!
//! | task | answer |
//! |---|---|
//! | `choose LEVEL SEED HASH` | the text of a move |
//! | `study DEPTH NODES END VARIATIONS TABLE HASH` | the words of an [`Opinion`] |
//!
//! `HASH` is the least size of the transposition table in MiB, and `TABLE` the size that the study
//! asks for. `END` is the end of the time, in nanoseconds on the clock of both modules. A number
//! that is not given is `-`. JSON would be a quarter of the size of an engine's module.

use std::fmt::Display;
use std::str::FromStr;

use engine::{Clock, Limits, Moment, Request, StopFlag, TimeLimit};
use play::{AskedPosition, Level, Opinion, Question, Study};

/// A call to the module of an engine.
#[derive(Clone, Debug)]
pub(crate) struct EngineCall {
    pub(crate) position: AskedPosition,
    pub(crate) hash: Option<usize>,
    pub(crate) task: Task,
}

/// The task of an engine.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// Chooses a move.
    Choose { level: Level, seed: u64 },
    /// Evaluates the position.
    Study(Study),
}

impl EngineCall {
    fn text(&self) -> String {
        let Self { position: AskedPosition { text, open }, hash, task } = self;
        let hash = word(*hash);
        let task = match task {
            Task::Choose { level, seed } => format!("choose {level} {seed} {hash}"),
            Task::Study(Study { request, hash: table }) => {
                let Limits { depth, nodes, time } = *request.limits();
                let end = time.map(|time| time.hard().since(Moment::from_nanos(0)).as_nanos());
                let [depth, nodes, end] = [word(depth), word(nodes), word(end)];
                format!("study {depth} {nodes} {end} {} {table} {hash}", request.count())
            }
        };
        format!("{task}\n{}\n{text}", if *open { "open" } else { "" })
    }

    /// The call of a text, if it is one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut rows = text.splitn(3, '\n');
        let words: Vec<_> = rows.next()?.split(' ').collect();
        let open = rows.next()? == "open";
        let position = AskedPosition { text: rows.next()?.to_owned(), open };
        let (task, hash) = match words[..] {
            ["choose", level, seed, hash] => {
                (Task::Choose { level: level.parse().ok()?, seed: seed.parse().ok()? }, hash)
            }
            ["study", depth, nodes, end, variations, table, hash] => {
                let end = number(end)?.map(Moment::from_nanos);
                let (depth, nodes) = (number(depth)?, number(nodes)?);
                let limits = Limits { depth, nodes, time: end.map(TimeLimit::until) };
                let request = Request::from(limits).variations(variations.parse().ok()?);
                (Task::Study(Study { request, hash: table.parse().ok()? }), hash)
            }
            _ => return None,
        };
        Some(Self { position, hash: number(hash)?, task })
    }
}

/// A number that may be missing, as a word.
fn word(number: Option<impl Display>) -> String {
    number.map_or("-".to_owned(), |number| number.to_string())
}

/// The number of a word that [`word`] wrote.
fn number<T: FromStr>(word: &str) -> Option<Option<T>> {
    if word == "-" { Some(None) } else { word.parse().ok().map(Some) }
}

/// A question to the engine in another module.
#[derive(Debug)]
pub struct LinkedQuestion {
    position: AskedPosition,
    hash: Option<usize>,
    send: fn(&str) -> String,
}

impl LinkedQuestion {
    /// A question about a position. `send` makes a call to the engine and returns the answer.
    #[must_use]
    pub fn new(position: AskedPosition, send: fn(&str) -> String) -> Self {
        Self { position, hash: None, send }
    }

    fn answer(&self, task: Task) -> String {
        let call = EngineCall { position: self.position.clone(), hash: self.hash, task };
        (self.send)(&call.text())
    }
}

impl Question for LinkedQuestion {
    /// Both modules have the clock of the page.
    fn set_clock(&mut self, _: Clock) {}

    fn set_hash(&mut self, mib: usize) {
        self.hash = Some(mib);
    }

    /// The page stops a search by ending its worker.
    fn choose(&mut self, level: Level, seed: u64, _: &StopFlag) -> String {
        self.answer(Task::Choose { level, seed })
    }

    /// The engine's module sends its reports to the page.
    fn study(&mut self, study: &Study, _: &mut dyn FnMut(&Opinion) -> bool) -> Opinion {
        let words = self.answer(Task::Study(study.clone()));
        Opinion::from_words(&words).expect("the words of an opinion")
    }
}
