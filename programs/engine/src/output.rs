//! Writing results.

use engine::{Answer, Proof, Variation};
use eval::Value;
use games::{Notation, Seat, State};
use serde_json::{Map, Value as Json, json};

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

/// The `info` lines of an answer, best first; just one, without moves, where chance acts.
pub(crate) fn info_lines<G: Notation>(
    state: &State<G>,
    answer: &Answer<G::Move>,
    multipv: bool,
) -> Vec<String> {
    if answer.variations.is_empty() {
        return vec![info(answer, "", answer.value, "", "")];
    }
    let line = |(rank, line): (usize, &Variation<G::Move>)| {
        let rank = if multipv { format!(" multipv {}", rank + 1) } else { String::new() };
        let proof = match proof(state, line) {
            Some((word, Some(distance))) => format!(" proven {word} distance {distance}"),
            Some((word, None)) => format!(" proven {word}"),
            None => String::new(),
        };
        let pv = format!(" pv {}", line_texts(state, &line.moves).join(" "));
        info(answer, &rank, line.value, &proof, &pv)
    };
    answer.variations.iter().enumerate().map(line).collect()
}

fn info<M: Copy>(answer: &Answer<M>, rank: &str, value: Value, proof: &str, pv: &str) -> String {
    format!(
        "info depth {} seldepth {}{rank} score cp {} value {:.6}{proof} {}{pv}",
        answer.depth,
        answer.seldepth,
        centi_log_odds(value),
        value.to_f64(),
        effort(answer),
    )
}

/// An `info` line that says no more than what the search has taken.
pub(crate) fn effort_line<M: Copy>(answer: &Answer<M>) -> String {
    format!("info {}", effort(answer))
}

fn effort<M: Copy>(answer: &Answer<M>) -> String {
    let Answer { nodes, hashfull, elapsed, .. } = answer;
    let (nps, time) = (answer.nps(), elapsed.as_millis());
    format!("nodes {nodes} nps {nps} hashfull {hashfull} time {time}")
}

/// The score that match tools expect: hundredths of log-odds; a proven result beyond 100000.
fn centi_log_odds(value: Value) -> i64 {
    match value.distance() {
        Some(distance) if value.is_win() => 120_000 - i64::from(distance),
        Some(distance) => i64::from(distance) - 120_000,
        None => {
            let expected = value.to_f64().clamp(-0.999_999, 0.999_999);
            (100.0 * ((1.0 + expected) / (1.0 - expected)).ln()).round() as i64
        }
    }
}

/// What a line proves, and after how many player moves it comes at the latest. A draw nobody can force to come
/// sooner than the cap on the game's length, if there is one.
fn proof<G: Notation>(
    state: &State<G>,
    line: &Variation<G::Move>,
) -> Option<(&'static str, Option<u32>)> {
    Some(match line.proof()? {
        Proof::Win(distance) => ("win", Some(distance)),
        Proof::Loss(distance) => ("loss", Some(distance)),
        Proof::Draw => ("draw", state.history().plies_left()),
    })
}

/// The texts of a line of moves.
pub(crate) fn line_texts<G: Notation>(state: &State<G>, moves: &[G::Move]) -> Vec<String> {
    let game = state.game();
    let mut position = *state.position();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(game.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    texts
}

/// An answer as JSON; `lines` where several were asked for.
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
    let proof = proof(state, line);
    object.insert("value".into(), millionths(line.value.to_f64()));
    object.insert("proven".into(), json!(proof.map(|(word, _)| word)));
    if let Some((_, distance)) = proof {
        object.insert("distance".into(), json!(distance));
    }
    object.insert("pv".into(), json!(line_texts(state, &line.moves)));
    object
}
