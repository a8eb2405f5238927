//! Writing results.

use engine::{Answer, Variation};
use games::{Notation, Seat, State};
use serde_json::{Map, Value as Json, json};
use ugi::{Proven, line_texts};

/// A number with six decimals.
pub(crate) fn millionths(value: f64) -> Json {
    json!((value * 1e6).round() / 1e6)
}

/// A paragraph in lines of at most `width` characters, each after an indent.
pub(crate) fn wrapped(paragraph: &str, indent: &str, width: usize) -> String {
    let mut lines = vec![indent.to_owned()];
    for word in paragraph.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        let is_first = line.len() == indent.len();
        if is_first || line.chars().count() + 1 + word.chars().count() <= width {
            line.push_str(if is_first { "" } else { " " });
            line.push_str(word);
        } else {
            lines.push(format!("{indent}{word}"));
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// An answer as JSON, with `lines` if several variations were asked for.
pub(crate) fn answer_json<G: Notation>(
    state: &State<G>,
    answer: &Answer<G::Move>,
    multipv: bool,
) -> String {
    let mut object = Map::new();
    match answer.variations.first() {
        Some(line) => {
            let best = line_texts(state, &line.moves).first().cloned();
            object.insert("bestmove".into(), json!(best));
            object.extend(line_json(state, line));
        }
        None => {
            object.insert("bestmove".into(), Json::Null);
            let line = Variation { value: answer.value, exhausted: false, moves: Vec::new() };
            object.extend(line_json(state, &line));
        }
    }
    if !answer.shares.is_empty() {
        let seats =
            Seat::all(state.game().seats()).map(|seat| state.game().seat_name(seat).to_owned());
        let shares = answer.shares.iter().map(|value| millionths((value.to_f64() + 1.0) / 2.0));
        object.insert("shares".into(), Json::Object(seats.zip(shares).collect()));
    }
    object.insert("depth".into(), answer.depth.into());
    object.insert("seldepth".into(), answer.seldepth.into());
    object.insert("nodes".into(), answer.nodes.into());
    object.insert("time_ms".into(), (answer.elapsed.as_millis() as u64).into());
    object.insert("nps".into(), answer.nps().into());
    if multipv {
        let lines: Vec<_> =
            answer.variations.iter().map(|line| Json::Object(line_json(state, line))).collect();
        object.insert("lines".into(), Json::Array(lines));
    }
    Json::Object(object).to_string()
}

fn line_json<G: Notation>(state: &State<G>, line: &Variation<G::Move>) -> Map<String, Json> {
    let mut object = Map::new();
    let proven = Proven::of(state, line);
    object.insert("value".into(), millionths(line.value.to_f64()));
    object.insert("proven".into(), json!(proven.map(|proven| proven.result.word())));
    if let Some(proven) = proven {
        object.insert("distance".into(), json!(proven.distance));
    }
    object.insert("pv".into(), json!(line_texts(state, &line.moves)));
    object
}
