//! Arguments of programs.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Parser};
use engine::{MAX_THREADS, available_threads};
use games::ParseError;
use reader::{bounds, plain_line};

use crate::{Failure, parent};

/// The command of a program, with the option that all programs have.
#[must_use]
pub fn command<A: Parser>() -> Command {
    let parent = Arg::new(parent::NAME)
        .long(parent::NAME)
        .value_name("PID")
        .value_parser(whole::<u32>(1, i32::MAX as u64))
        .help(parent::HELP)
        .global(true);
    A::command().arg(parent)
}

/// Reads the program's arguments; `None` if help or the version was printed instead.
///
/// # Errors
/// Wrong arguments, in one line.
pub fn read_arguments<A: Parser>() -> Result<Option<A>, Failure> {
    let command = with_signs(command::<A>());
    let matches = command.try_get_matches_from(std::env::args_os().map(plain));
    if let Some(&number) = matches.as_ref().ok().and_then(|found| found.get_one(parent::NAME)) {
        parent::end_with(number)?;
    }
    let read = matches.and_then(|mut matches| {
        A::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut A::command()))
    });
    match read {
        Ok(arguments) => Ok(Some(arguments)),
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // The error is the help.
            crate::print(&error.to_string())?;
            Ok(None)
        }
        Err(error) if !error.use_stderr() => {
            error.print()?;
            Ok(None)
        }
        Err(error) => Err(Failure::usage(&error)),
    }
}

/// An argument without marks of Windows: a shell script pastes them from files into arguments.
fn plain(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if plain_line(text) != text => plain_line(text).into(),
        _ => argument,
    }
}

/// Lets values of numbers and times begin with a sign, so that errors speak of wrong numbers
/// instead of unknown options.
fn with_signs(command: Command) -> Command {
    let signed = |arg: Arg| {
        let value = arg.get_value_parser().type_id();
        let texts = [
            ValueParser::string().type_id(),
            clap::value_parser!(PathBuf).type_id(),
            clap::value_parser!(OsString).type_id(),
        ];
        let text = texts.contains(&value);
        match arg.get_action().takes_values() {
            true if text => arg.allow_negative_numbers(true),
            takes_values => arg.allow_hyphen_values(takes_values),
        }
    };
    command.mut_args(signed).mut_subcommands(with_signs)
}

/// A reader of a whole number within bounds, for an argument.
///
/// # Errors
/// The reader refuses any other text.
pub fn whole<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, ParseError> + Clone + Send + Sync {
    move |text| {
        let number = reader::whole("number", text, least..=most)?;
        T::try_from(number).map_err(|_| ParseError::new("number", text, bounds(&(least..=most))))
    }
}

/// The greatest number of moves, positions or rounds.
pub const MOST: u64 = u32::MAX as u64;

/// Reads a whole number from 1.
///
/// # Errors
/// A text that is no whole number from 1.
pub fn read_count(text: &str) -> Result<u64, ParseError> {
    whole(1, u64::MAX)(text)
}

/// Reads a whole number from 0.
///
/// # Errors
/// A text that is no whole number from 0.
pub fn read_number(text: &str) -> Result<u64, ParseError> {
    whole(0, u64::MAX)(text)
}

/// Reads a number of threads.
///
/// # Errors
/// A text that is no allowed number of threads.
pub fn read_threads(text: &str) -> Result<usize, ParseError> {
    whole(1, MAX_THREADS as u64)(text)
}

/// The given number of threads, or one for each core.
#[must_use]
pub fn threads_or_all(given: Option<usize>) -> usize {
    given.unwrap_or_else(available_threads)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::{CommandFactory, FromArgMatches, Parser};

    use super::*;

    #[test]
    fn threads_have_bounds() {
        assert_eq!(read_threads("1"), Ok(1));
        assert_eq!(read_threads(&MAX_THREADS.to_string()), Ok(MAX_THREADS));
        for text in ["0", "1025", "-1", "x", ""] {
            let expected = format!("number: read {text:?}, expected a whole number from 1 to 1024");
            assert_eq!(read_threads(text).unwrap_err().to_string(), expected);
        }
        assert!((1..=MAX_THREADS).contains(&threads_or_all(None)));
    }

    #[derive(Debug, Parser)]
    struct Arguments {
        #[arg(long, value_parser = read_count)]
        games: u64,
        #[arg(long, value_parser = whole::<u32>(1, 100))]
        depth: Option<u32>,
        #[arg(long, value_parser = |text: &str| Err::<Duration, _>(ParseError::new("t", text, "a time")))]
        time: Option<Duration>,
        #[arg(long, conflicts_with = "depth")]
        out: Option<PathBuf>,
        #[arg(long)]
        quiet: bool,
        #[arg(long, value_parser = ["fast", "slow"])]
        pace: Option<String>,
    }

    fn read(arguments: &[&str]) -> Result<Arguments, String> {
        let whole = [&["x"][..], arguments].concat();
        let matches = with_signs(Arguments::command()).try_get_matches_from(whole);
        let read = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
        read.map_err(|error| match Failure::usage(&error) {
            Failure::Input(message) => message,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn errors_name_field_and_expectation() {
        for (arguments, expected) in [
            (
                &["--games", "0"][..],
                "--games: read \"0\", expected a whole number from 1 to 18446744073709551615",
            ),
            (
                &["--games=-1"],
                "--games: read \"-1\", expected a whole number from 1 to 18446744073709551615",
            ),
            (&[], "--games <GAMES>: read nothing, expected a value (see --help)"),
            (&["--depth", "-1"], "--depth: read \"-1\", expected a whole number from 1 to 100"),
            (
                &["--depth", "4294967297"],
                "--depth: read \"4294967297\", expected a whole number from 1 to 100",
            ),
            (
                &["--depth", "--quiet"],
                "--depth: read \"--quiet\", expected a whole number from 1 to 100",
            ),
            (&["--time", "-5s"], "--time: read \"-5s\", expected a time"),
            (&["--depth", "1", "--depth", "2"], "--depth: read it twice, expected it once"),
            (
                &["--games", "1", "--depth", "1", "--out", "a"],
                "--depth: read it beside --out, expected one of the two",
            ),
            (&["--out", ""], "--out: read nothing, expected a value"),
            (&["--out"], "--out: read nothing, expected a value"),
            (&["--pace", "no"], "--pace: read \"no\", expected one of fast slow"),
            (&["--dept", "1"], "argument: read \"--dept\", expected perhaps \"--depth\""),
            (&["-\n"], "argument: read \"-\\n\", expected a name that --help lists"),
        ] {
            assert_eq!(read(arguments).unwrap_err(), expected, "{arguments:?}");
        }
        let good = read(&["--games", "3", "--out", "-7"]).expect("arguments");
        assert_eq!((good.games, good.depth), (3, None));
        assert_eq!(good.out, Some(PathBuf::from("-7")));
        // An option cannot be the name of a file.
        assert!(read(&["--games", "3", "--out", "--quiet"]).is_err());
        assert!(!good.quiet && good.time.is_none() && good.pace.is_none());
    }
}
