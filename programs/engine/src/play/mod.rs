//! `engine play`: a game in the terminal, between people and the engine.

mod commands;
mod input;
mod interrupts;
mod screen;
mod words;

use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;

use clap::Args;
use cli::{Failure, OwnPack, PackArgument, read_number};
use draughts::position_text;
use games::{AnyState, ParseError};
use play::{Controller, Language, Level, LiveGame, Turn};

use self::commands::AfterCommand;
use self::input::Input;
use self::interrupts::Interrupts;
use self::screen::Screen;
use super::endings::OwnTablesArgument;

#[derive(Args, Debug)]
pub(crate) struct PlayArguments {
    /// A game with its options, a whole position text, FEN, or a game of PDN
    #[arg(value_name = "GAME[:options]")]
    game: Option<String>,
    /// The level of the engine, 1 (a beginner) to 10
    #[arg(long, default_value = "5", value_parser = level)]
    level: Level,
    /// The players that people play: names joined by commas, or all [default: the first]
    #[arg(long, value_name = "NAMES")]
    people: Option<String>,
    /// The engine plays all sides
    #[arg(long, conflicts_with = "people")]
    watch: bool,
    /// Dice and cards come from a real table and are typed in
    #[arg(long)]
    typed: bool,
    /// The seed of dice, cards and the engine's choices [default: random]
    #[arg(long, value_parser = read_number)]
    seed: Option<u64>,
    /// The language [default: the language of the system]
    #[arg(long, value_name = "en|fr", value_parser = language)]
    lang: Option<Language>,
    /// For a screen reader: print no boards, and print moves in words
    #[arg(long)]
    plain: bool,
    /// The file that saves an interrupted game [default: NAME.game]
    #[arg(long = "file", id = "game file", value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    tables: OwnTablesArgument,
    #[command(flatten)]
    pack: PackArgument,
}

fn level(text: &str) -> Result<Level, ParseError> {
    text.parse()
}

pub(crate) fn language(text: &str) -> Result<Language, ParseError> {
    text.parse()
}

/// The language of the system's locale.
pub(crate) fn system_language() -> Language {
    let locale =
        ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = locale.into_iter().find(|locale| !locale.is_empty());
    Language::of_locale(&locale.unwrap_or_default())
}

/// A game in progress in the terminal.
struct TerminalGame {
    game: LiveGame,
    screen: Screen,
    level: Level,
    typed: bool,
    file: PathBuf,
    interrupts: Interrupts,
    tables: OwnTablesArgument,
    /// A pitch and pack from a file.
    pack: OwnPack,
    /// The number of steps that were printed.
    told: usize,
    /// Whether to print the position again.
    changed: bool,
}

/// Plays until the player ends the game.
pub(crate) fn run(args: &PlayArguments) -> Result<(), Failure> {
    let Some(text) = &args.game else {
        let names: Vec<_> = AnyState::infos().iter().map(|info| info.name).collect();
        let names = names.join(" ");
        let message =
            format!("game: read nothing, expected one of {names}, as in: engine play maitres");
        return Err(Failure::input(message));
    };
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let pack = args.pack.read()?;
    let own = position_text(text)?;
    let mut game = LiveGame::open_with(&own, seed, &pack.resources)?;
    game.set_endings(args.tables.find());
    if args.typed && !game.has_chance() {
        return Err(ParseError::new("--typed", text, "a game with dice or cards").into());
    }
    if args.typed {
        game.type_chance();
    }
    seat(&mut game, args)?;
    let name = game.view(play::Viewer::Nobody).name;
    let mut session = TerminalGame {
        told: game.cursor(),
        changed: true,
        game,
        screen: Screen::new(args.lang.unwrap_or_else(system_language), args.plain),
        level: args.level,
        typed: args.typed,
        file: args.file.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.game"))),
        interrupts: Interrupts::catch()?,
        tables: args.tables,
        pack,
    };
    let mut input = Input::new(stdin().is_terminal())?;
    session.screen.welcome(&session.game)?;
    session.play(&mut input)
}

/// A random seed.
fn fresh_seed() -> u64 {
    // The system's randomness, by way of the standard library's tables.
    RandomState::new().hash_one(0)
}

/// Gives seats to people; the engine plays the other seats.
fn seat(game: &mut LiveGame, args: &PlayArguments) -> Result<(), ParseError> {
    let names = game.players();
    let mut people = vec![false; names.len()];
    match args.people.as_deref() {
        _ if args.watch => {}
        None => people[0] = true,
        Some("all") => people.fill(true),
        Some(given) => {
            for name in reader::names("--people", given, str::to_ascii_lowercase)? {
                people[usize::from(player(&names, "--people", name)?)] = true;
            }
        }
    }
    for (player, person) in (0..).zip(people) {
        game.seat(player, if person { Controller::Person } else { Controller::Engine(args.level) });
    }
    Ok(())
}

/// The number of a player.
fn player(names: &[&str], field: &str, text: &str) -> Result<u8, ParseError> {
    let number = names.iter().position(|name| name.eq_ignore_ascii_case(text));
    let expected = || format!("one of {}", names.join(" "));
    number.map(|number| number as u8).ok_or_else(|| ParseError::new(field, text, expected()))
}

impl TerminalGame {
    fn play(&mut self, input: &mut Input) -> Result<(), Failure> {
        loop {
            self.advance()?;
            if self.interrupts.twice() {
                return self.end();
            }
            let watching = !self.game.controllers().contains(&Controller::Person);
            if watching && self.game.turn() == Turn::Over {
                return Ok(());
            }
            match input.line(&self.prompt(), self.words(), &self.interrupts)? {
                input::ReadLine::Text(text) => match self.command(&text) {
                    Ok(AfterCommand::GoOn) => {}
                    Ok(AfterCommand::End) => return Ok(()),
                    Err(
                        Failure::Input(message)
                        | Failure::Broken(message)
                        | Failure::Status(_, message),
                    ) => {
                        self.screen.error(&message)?;
                    }
                    Err(failure) => return Err(failure),
                },
                input::ReadLine::Interrupted if self.interrupts.twice() => return self.end(),
                input::ReadLine::Interrupted => self.screen.say("cli.interrupted", &[])?,
                // The game of a person is saved; a script can save it itself.
                input::ReadLine::End if input.is_terminal() => return self.end(),
                input::ReadLine::End => return Ok(()),
            }
        }
    }

    /// Lets chance and the engine act until a person must act or the game is over. Then shows the
    /// position.
    fn advance(&mut self) -> Result<(), Failure> {
        loop {
            match self.game.turn() {
                Turn::Chance { .. } if !self.typed => self.game.roll()?,
                Turn::Player { player } => {
                    let Controller::Engine(level) = self.game.controllers()[usize::from(player)]
                    else {
                        break;
                    };
                    if self.interrupts.twice() {
                        return Ok(());
                    }
                    // The engine cannot play a hand that was not typed in.
                    let Some(mut question) = self.game.question() else { break };
                    let (seed, stop) = (self.game.choice_seed(), self.interrupts.search());
                    let mv = question.choose(level, seed, &stop);
                    self.game.step(&mv)?;
                }
                Turn::Chance { .. } | Turn::Over => break,
            }
            self.tell()?;
            self.follow()?;
        }
        self.tell()?;
        if std::mem::take(&mut self.changed) { self.screen.position(&self.game) } else { Ok(()) }
    }

    /// Shows the board after a move of the engine if no person plays: a spectator is never asked
    /// for a move, before which the board would be shown. A script can ask for it.
    fn follow(&self) -> Result<(), Failure> {
        let is_watched =
            !self.game.controllers().contains(&Controller::Person) && stdout().is_terminal();
        let last = self.game.cursor().checked_sub(1).and_then(|last| self.game.steps().get(last));
        let has_moved = last.is_some_and(|step| !step.chance) && self.game.turn() != Turn::Over;
        if is_watched && has_moved && !self.screen.is_plain() {
            self.screen.board(&self.game)?;
        }
        Ok(())
    }

    /// Prints the steps that were not printed yet.
    fn tell(&mut self) -> Result<(), Failure> {
        let from = self.told.min(self.game.cursor());
        self.told = self.game.cursor();
        self.changed |= from < self.told;
        self.screen.steps(&self.game, from)
    }

    /// Saves the game, as after the second interrupt.
    fn end(&mut self) -> Result<(), Failure> {
        self.save(&self.file.clone())
    }

    fn prompt(&self) -> String {
        match self.game.turn() {
            Turn::Player { player } | Turn::Chance { player } => {
                format!("{}> ", self.game.players()[usize::from(player)])
            }
            Turn::Over => "> ".to_owned(),
        }
    }
}
