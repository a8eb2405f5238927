//! Lines from a person at a terminal, with completion and history, or from a pipe.

use std::io::{BufRead, StdinLock, stdin};

use cli::Failure;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::interrupts::Interrupts;

/// The longest line that is read from a pipe, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The source of lines.
pub(super) enum Input {
    /// A person types.
    Terminal(Box<Editor<Completions, DefaultHistory>>),
    /// A script.
    Pipe(StdinLock<'static>),
}

/// The result of reading.
pub(super) enum ReadLine {
    /// A line without its end.
    Text(String),
    /// Ctrl-C.
    Interrupted,
    /// The end of input.
    End,
}

impl Input {
    pub(super) fn new(terminal: bool) -> Result<Self, Failure> {
        if !terminal {
            return Ok(Self::Pipe(stdin().lock()));
        }
        let broken = |error: ReadlineError| Failure::Broken(format!("terminal: {error}"));
        let config = Config::builder().completion_type(CompletionType::List);
        let config = config.completion_show_all_if_ambiguous(true).build();
        let mut editor = Editor::with_config(config).map_err(broken)?;
        editor.set_helper(Some(Completions::default()));
        Ok(Self::Terminal(Box::new(editor)))
    }

    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// The next line; Tab completes these words.
    pub(super) fn line(
        &mut self,
        prompt: &str,
        words: [Vec<String>; 2],
        interrupts: &Interrupts,
    ) -> Result<ReadLine, Failure> {
        match self {
            Self::Pipe(pipe) => read_pipe(pipe),
            Self::Terminal(editor) => {
                editor.set_helper(Some(Completions(words)));
                match editor.readline(prompt) {
                    Ok(line) => {
                        interrupts.forget();
                        // A full or disabled history does not end the game.
                        let _ = editor.add_history_entry(&line);
                        Ok(ReadLine::Text(line))
                    }
                    Err(ReadlineError::Interrupted) => {
                        interrupts.note();
                        Ok(ReadLine::Interrupted)
                    }
                    Err(ReadlineError::Eof) => Ok(ReadLine::End),
                    Err(error) => Err(Failure::Broken(format!("terminal: {error}"))),
                }
            }
        }
    }
}

fn read_pipe(pipe: &mut StdinLock<'static>) -> Result<ReadLine, Failure> {
    use std::io::Read;

    let mut bytes = Vec::new();
    let read = pipe.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
    let read = read.map_err(|error| Failure::input(format!("standard input: {error}")))?;
    if read as u64 == LONGEST_LINE {
        let message = format!("line: read {LONGEST_LINE} bytes, expected a shorter line");
        return Err(Failure::input(message));
    }
    if read == 0 {
        return Ok(ReadLine::End);
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(ReadLine::Text(text.into_owned()))
}

/// The commands, and all other words that can be typed now.
#[derive(Default)]
pub(super) struct Completions([Vec<String>; 2]);

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..at].rfind(' ').map_or(0, |space| space + 1);
        let begun = &line[start..at];
        let [commands, others] = &self.0;
        // An empty line gets the list of commands. There may be hundreds of moves.
        let others = if begun.is_empty() { &[] } else { others.as_slice() };
        let words = commands.iter().chain(others);
        let found = words.filter(|word| word.starts_with(begun)).cloned().collect();
        Ok((start, found))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}
