//! Errors in arguments, in one line: the field, the text that was read, the expected text.

use std::error::Error as _;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use games::ParseError;

/// The error in one line.
pub(crate) fn words(error: &Error) -> String {
    let found = match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => value(error),
        ErrorKind::UnknownArgument => unknown(error, "argument", ContextKind::InvalidArg),
        ErrorKind::InvalidSubcommand => {
            unknown(error, "subcommand", ContextKind::InvalidSubcommand)
        }
        ErrorKind::MissingRequiredArgument => missing(error),
        ErrorKind::ArgumentConflict => conflict(error),
        ErrorKind::InvalidUtf8 => not_text(),
        ErrorKind::MissingSubcommand => {
            Some("command: read nothing, expected a command that --help lists".to_owned())
        }
        _ => None,
    };
    found.unwrap_or_else(|| parser_words(error))
}

/// The texts of one kind in the error of the parser.
fn texts(error: &Error, kind: ContextKind) -> Vec<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The first of these texts.
fn text(error: &Error, kind: ContextKind) -> Option<&str> {
    texts(error, kind).first().copied()
}

/// `--depth` of `--depth <DEPTH>`.
fn name(argument: &str) -> &str {
    argument.split(' ').next().unwrap_or(argument)
}

fn refused(field: &str, read: &str, expected: impl Into<String>) -> Option<String> {
    Some(ParseError::new(field, read, expected).to_string())
}

/// A value that was refused, by a reader of this workspace (with a [`ParseError`]) or by the
/// parser.
fn value(error: &Error) -> Option<String> {
    let argument = text(error, ContextKind::InvalidArg)?;
    let read = text(error, ContextKind::InvalidValue)?;
    let field = name(argument);
    if let Some(own) = error.source().and_then(|source| source.downcast_ref::<ParseError>()) {
        return refused(field, read, own.expected.as_str());
    }
    let words = texts(error, ContextKind::ValidValue);
    match error.source() {
        _ if !words.is_empty() => refused(field, read, format!("one of {}", words.join(" "))),
        _ if read.is_empty() => Some(format!("{field}: read nothing, expected a value")),
        Some(source) => refused(field, read, format!("another value: {source}")),
        None => None,
    }
}

/// An unknown word.
fn unknown(error: &Error, field: &str, kind: ContextKind) -> Option<String> {
    let read = text(error, kind)?;
    let near = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg];
    let near: Vec<_> = near.iter().flat_map(|&kind| texts(error, kind)).collect();
    let expected = match near[..] {
        [] => "a name that --help lists".to_owned(),
        _ => format!("perhaps {:?}", near.join(" or ")),
    };
    refused(field, read, expected)
}

fn missing(error: &Error) -> Option<String> {
    let arguments = texts(error, ContextKind::InvalidArg);
    (!arguments.is_empty()).then(|| {
        format!("{}: read nothing, expected a value (see --help)", arguments.join(" and "))
    })
}

fn conflict(error: &Error) -> Option<String> {
    let argument = name(text(error, ContextKind::InvalidArg)?);
    match text(error, ContextKind::PriorArg).map(name) {
        Some(other) if other != argument => {
            Some(format!("{argument}: read it beside {other}, expected one of the two"))
        }
        _ => Some(format!("{argument}: read it twice, expected it once")),
    }
}

/// An argument that is not text.
fn not_text() -> Option<String> {
    let arguments = (1..).zip(std::env::args_os().skip(1));
    let (number, read) = arguments.into_iter().find(|(_, argument)| argument.to_str().is_none())?;
    refused(&format!("argument {number}"), &read.to_string_lossy(), "text in UTF-8")
}

/// The message of the argument parser, in one line.
fn parser_words(error: &Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let text = text.split("\n\n").next().unwrap_or(text);
    let words = text.lines().map(str::trim).filter(|line| !line.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
