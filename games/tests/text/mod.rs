//! Reading is strict and never panics: random and mutilated texts, and a table of bad ones with the
//! field that the error names.

mod random;
mod refused;

use games::{AnyState, ParseError, format_position, with_state};

/// The law of every text: no panic; an error of one line that names a field; else a position whose
/// text can be read.
fn check(text: &str) {
    match AnyState::parse(text) {
        Ok(any) => {
            let canonical =
                with_state!(&any, state => format_position(state.game(), state.position()));
            let again =
                AnyState::parse(&canonical).unwrap_or_else(|error| panic!("{canonical}: {error}"));
            let twice =
                with_state!(&again, state => format_position(state.game(), state.position()));
            assert_eq!(twice, canonical, "from {text:?}");
        }
        Err(error) => check_error(&error),
    }
}

fn check_error(error: &ParseError) {
    let line = error.to_string();
    assert!(!error.field.is_empty(), "{line:?}");
    assert!(!error.expected.is_empty(), "{line:?}");
    assert!(!line.chars().any(char::is_control), "{line:?}");
    assert!(line.len() < 2000, "{line:?}");
}
