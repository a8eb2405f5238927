//! The commands that a player can type.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use cli::Failure;
use engine::Request;
use games::ParseError;
use games::buteur::Pack;
use play::{Controller, LiveGame, Study, Turn};
use reader::plain_line;
use selfplay::{ImportedGame, Records, write_atomically};

use super::screen::viewer;
use super::words::{commands, english, nearest};
use super::{TerminalGame, player};

/// Whether the game continues after a command.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum AfterCommand {
    GoOn,
    End,
}

/// The time for a hint or an analysis.
const THINKING: Duration = Duration::from_secs(1);

/// The number of variations in an analysis.
const LINES: usize = 3;

/// The number of events that an error message lists.
const EVENTS: usize = 6;

/// The greatest size of a saved game, in MiB: a hundred times the longest games.
const GAME_MIB: u64 = 16;

impl TerminalGame {
    /// Carries out a line.
    pub(super) fn command(&mut self, line: &str) -> Result<AfterCommand, Failure> {
        let line = plain_line(line).trim();
        let (word, rest) =
            line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match english(word) {
            "quit" => {
                self.screen
                    .say("cli.bye", &[("text", &self.game.view(viewer(&self.game)).text)])?;
                return Ok(AfterCommand::End);
            }
            "" | "roll" if matches!(self.game.turn(), Turn::Chance { .. }) => self.game.roll()?,
            "" | "show" => self.show()?,
            "help" => self.screen.help(&self.game)?,
            word @ ("undo" | "redo") => self.take_back(word)?,
            "open" => self.open()?,
            "moves" => self.list()?,
            "hint" => self.hint()?,
            "eval" => self.opinion()?,
            "threats" => self.screen.threats(&self.game)?,
            "flip" => {
                self.screen.flip();
                self.changed = true;
            }
            "record" => self.record(rest)?,
            "level" => {
                self.level = rest.parse().map_err(|error| self.refused("level", &error))?;
                for player in 0..self.game.controllers().len() as u8 {
                    if self.game.controllers()[usize::from(player)] != Controller::Person {
                        self.game.seat(player, Controller::Engine(self.level));
                    }
                }
                self.screen.say("cli.level-set", &[("level", rest)])?;
            }
            "seat" => self.seat(rest)?,
            "rules" => self.screen.rules(&self.game)?,
            "lang" => {
                let language = rest.parse().map_err(|error| self.refused("lang", &error))?;
                self.screen.set_language(language);
            }
            "save" => {
                let file = if rest.is_empty() { self.file.clone() } else { PathBuf::from(rest) };
                self.save(&file)?;
            }
            "load" => self.load(rest)?,
            _ => self.step(line)?,
        }
        Ok(AfterCommand::GoOn)
    }

    /// The words that Tab can complete: commands, then moves and chance events.
    pub(super) fn words(&self) -> [Vec<String>; 2] {
        let view = self.game.view(viewer(&self.game));
        let events = view.events.into_iter().map(|event| event.text);
        let moves = view.moves.into_iter().chain(view.routes);
        let commands = commands(self.screen.language()).map(str::to_owned);
        [commands.collect(), moves.chain(events).collect()]
    }

    /// A move, its number in the list, or a chance event.
    fn step(&mut self, text: &str) -> Result<(), Failure> {
        let view = self.game.view(viewer(&self.game));
        let chosen = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let listed = chosen.and_then(|number| view.moves.get(number));
        let rolled = matches!(view.turn, Turn::Chance { .. })
            && view.events.iter().any(|e| e.text == format!("die{text}"));
        let step = if rolled {
            format!("die{text}")
        } else {
            listed.map_or(text, String::as_str).to_owned()
        };
        let language = self.screen.language();
        let word = text.split(' ').next().unwrap_or_default();
        self.game.step(&step).map_err(|error| match (view.turn, nearest(word, language)) {
            (_, Some(near)) => {
                let given = [("text", error.read.as_str()), ("command", near)];
                Failure::input(self.screen.texts().fill("cli.unknown-near", &given))
            }
            (Turn::Player { .. }, None) => {
                let commands = commands(language).collect::<Vec<_>>().join(" ");
                let given = [("text", error.read.as_str()), ("commands", &commands)];
                Failure::input(self.screen.texts().fill("cli.unknown", &given))
            }
            (Turn::Chance { .. }, None) => {
                let events: Vec<_> =
                    view.events.iter().map(|event| event.text.as_str()).take(EVENTS).collect();
                let given = [("text", error.read.as_str()), ("events", &events.join(" "))];
                Failure::input(self.screen.texts().fill("cli.unknown-event", &given))
            }
            (Turn::Over, None) => self.refused("over", &error),
        })
    }

    /// An error message in the player's language.
    fn refused(&self, key: &str, error: &ParseError) -> Failure {
        Failure::input(self.screen.refusal(key, error))
    }

    /// Shows the board, or describes the position where no board is shown.
    fn show(&mut self) -> Result<(), Failure> {
        self.changed = true;
        // Hidden cards are described with the player to act.
        let tell = self.screen.is_plain() && !self.game.hides();
        if tell { self.screen.described(&self.game) } else { Ok(()) }
    }

    /// Shows all cards: the person at the terminal agrees for all people there.
    fn open(&mut self) -> Result<(), Failure> {
        if !self.game.hides() {
            return Err(self.refused("open", &ParseError::new("open", "", "hidden cards")));
        }
        self.game.show_all();
        self.changed = true;
        self.screen.say("cli.opened", &[])
    }

    fn take_back(&mut self, word: &str) -> Result<(), Failure> {
        let back = if word == "undo" { LiveGame::undo } else { LiveGame::redo };
        let key = if self.game.hides() && word == "undo" { "undo-hidden" } else { word };
        back(&mut self.game).map_err(|error| self.refused(key, &error))?;
        self.changed = true;
        self.told = self.game.cursor();
        Ok(())
    }

    fn list(&self) -> Result<(), Failure> {
        let view = self.game.view(viewer(&self.game));
        let texts = view.moves.iter().map(|mv| self.screen.step_text(&self.game, mv));
        let lines: Vec<_> =
            (1..).zip(texts).map(|(number, text)| format!("{number:4}  {text}\n")).collect();
        let events: String =
            view.events.iter().map(|event| format!("      {}\n", event.text)).collect();
        cli::print(&(lines.concat() + &events))
    }

    fn hint(&self) -> Result<(), Failure> {
        let Some(opinion) = self.study(1) else { return Err(self.nobody("hint")) };
        let best = opinion.lines.first().and_then(|line| line.moves.first());
        let Some(best) = best else { return Err(self.nobody("hint")) };
        let best = self.screen.step_text(&self.game, best);
        self.screen.say("cli.hint", &[("move", &best)])
    }

    fn opinion(&self) -> Result<(), Failure> {
        let opinion = self.study(LINES).ok_or_else(|| self.nobody("eval"))?;
        self.screen.opinion(&self.game, &opinion)
    }

    fn study(&self, lines: usize) -> Option<play::Opinion> {
        let request = Request::new().time(THINKING).variations(lines);
        let request = request.stop(&self.interrupts.search());
        let mut question = self.game.question()?;
        Some(question.study(&Study { request, hash: 32 }, &mut |_| true))
    }

    /// `seat NAME human|engine`.
    fn seat(&mut self, text: &str) -> Result<(), Failure> {
        let (name, who) = text.split_once(' ').unwrap_or((text, ""));
        let player = player(&self.game.players(), "seat", name)
            .map_err(|error| self.refused("seat", &error))?;
        let sitter = match who {
            "human" | "humain" => Controller::Person,
            "engine" | "moteur" => Controller::Engine(self.level),
            _ => {
                let error = ParseError::new("seat", who, "human or engine");
                return Err(self.refused("sitter", &error));
            }
        };
        self.game.seat(player, sitter);
        self.changed = true;
        Ok(())
    }

    /// Saves the game as text, in a new file or in place of a saved game.
    pub(super) fn save(&self, file: &Path) -> Result<(), Failure> {
        let is_free = match read_game(file) {
            Err(error) => error.kind() == ErrorKind::NotFound,
            Ok(old) => old.is_empty() || self.open_game(&old).is_ok(),
        };
        if !is_free {
            let expected = "no file there, or a game: it is somebody else's";
            let error = ParseError::new("save", &file.to_string_lossy(), expected);
            return Err(self.refused("save", &error));
        }
        let text = format!("{}\n", self.game.text());
        let failed = |error| Failure::Broken(format!("output: {}: {error}", file.display()));
        disk::replace(file, &[text]).map_err(failed)?;
        self.screen.say("cli.saved", &[("file", &file.display().to_string())])
    }

    /// Writes the record of a finished game, in the format of `selfplay`.
    fn record(&self, file: &str) -> Result<(), Failure> {
        let default = self.file.with_extension("jsonl");
        let file = if file.is_empty() { default } else { PathBuf::from(file) };
        if self.game.turn() != Turn::Over {
            let error = ParseError::new("record", "a game under way", "one that is over");
            return Err(self.refused("record", &error));
        }
        let moves: Vec<_> =
            self.game.steps()[..self.game.cursor()].iter().map(|step| step.text.clone()).collect();
        let start = self.game.start();
        let players = self.game.by_seat(&[]);
        let own = self.game.option(Pack::KIND).is_some_and(|name| name != Pack::STANDARD);
        let pack = self.pack.text.as_deref().filter(|_| own);
        let game = ImportedGame { start: &start, moves: &moves, players: &players, pack };
        let is_taken = fs::metadata(&file).is_ok_and(|about| about.len() > 0);
        if is_taken && Records::read(&file).is_err() {
            let expected = "no file there, or the records of a game: it is somebody else's";
            let error = ParseError::new("record", &file.to_string_lossy(), expected);
            return Err(self.refused("record-file", &error));
        }
        let records = game.records()?;
        write_atomically(&file, records.as_bytes())?;
        self.screen.say("cli.saved", &[("file", &file.display().to_string())])
    }

    fn load(&mut self, file: &str) -> Result<(), Failure> {
        let path = if file.is_empty() { self.file.clone() } else { PathBuf::from(file) };
        let text = read_game(&path).map_err(|error| {
            let refused = ParseError::new("load", &path.to_string_lossy(), "a saved game");
            let is_long = error.kind() == ErrorKind::FileTooLarge;
            self.refused(if is_long { "load-long" } else { "load" }, &refused)
        })?;
        let game = self.open_game(&text);
        let mut game = game.map_err(|error| self.refused("game", &error))?;
        let sitters = self.game.controllers().iter().copied();
        let players = game.players().len() as u8;
        // People keep their seats; the engine plays additional seats.
        let sitters = sitters.chain(std::iter::repeat(Controller::Engine(self.level)));
        (0..players).zip(sitters).for_each(|(player, sitter)| game.seat(player, sitter));
        self.game = game;
        self.told = self.game.cursor();
        self.screen.say("cli.loaded", &[("file", &path.display().to_string())])?;
        self.show()
    }

    /// Opens the game of a file. It may name the pack of the current game.
    fn open_game(&self, text: &str) -> Result<LiveGame, ParseError> {
        let seed = self.game.seed();
        let mut game = LiveGame::open_with(text.trim_end(), seed, &self.pack.resources)?;
        game.set_endings(self.tables.find());
        if self.typed {
            game.type_chance();
        }
        Ok(game)
    }

    fn nobody(&self, field: &str) -> Failure {
        let expected = "a position where somebody whose cards are known is to move";
        self.refused("nobody", &ParseError::new(field, "", expected))
    }
}

/// The text of a file that may be a saved game.
fn read_game(path: &Path) -> io::Result<String> {
    disk::read_at_most(path, GAME_MIB).and_then(disk::as_text)
}
