//! Any text as the checkpoint of a long run, of each kind, and as a line of its log; the same with
//! correct checksums. Parsed texts are written and parsed again unchanged.

#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use selfplay::format_line;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};
use tuning::fit::{Epoch, FitState};
use tuning::optimisers::SpsaState;
use tuning::tune::{ByCmaState, IterationRecord};
use tuning::{Round, parse_checkpoint, parse_log};

/// The command and the options of the run that a checkpoint belongs to, taken from its own text.
fn begun(text: &str) -> Option<(String, Map<String, Json>)> {
    let found: Json = serde_json::from_str(text).ok()?;
    let command = found.get("command")?.as_str()?.to_owned();
    Some((command, found.get("options")?.as_object()?.clone()))
}

fn check_state<S: Debug + Serialize + DeserializeOwned>(
    line: &str,
    (command, options): &(String, Map<String, Json>),
) {
    match parse_checkpoint::<S>(line, command, options) {
        Ok(state) => {
            let again =
                json!({ "format": 1, "command": command, "options": options, "state": state });
            let again = format_line(&again).expect("a line");
            let again = parse_checkpoint::<S>(&again, command, options).expect("what was written");
            assert_eq!(format!("{again:?}"), format!("{state:?}"));
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}

fn check_log<R: DeserializeOwned>(text: &str) {
    if let Err(error) = parse_log::<R>(text) {
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

fuzz_target!(|text: &str| {
    let begun_with = begun(text).unwrap_or_default();
    let mut lines = vec![text.to_owned()];
    let json = serde_json::from_str::<Json>(text).ok().filter(Json::is_object);
    lines.extend(json.and_then(|json| format_line(&json).ok()));
    for line in &lines {
        check_state::<FitState>(line, &begun_with);
        check_state::<SpsaState>(line, &begun_with);
        check_state::<ByCmaState>(line, &begun_with);
        check_state::<Vec<Round>>(line, &begun_with);
        check_log::<IterationRecord>(line);
        check_log::<Epoch>(line);
    }
});
