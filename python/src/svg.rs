//! Pictures of states, drawn by the scripts of the page of `engine serve`.

use std::collections::BTreeMap;

use games::{AnyState, Seat};
use play::{Language, LiveGame, PitchView, Viewer, texts};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rquickjs::loader::{BuiltinLoader, BuiltinResolver};
use rquickjs::{CatchResultExt, Context, Module, Runtime};
use serde_json::{Value, json};

use crate::error::value_error;
use crate::past::Past;

macro_rules! assets {
    ($($name:literal)+) => {
        [$(($name, include_str!(concat!("../../crates/serve/assets/", $name)))),+]
    };
}

/// The scripts of the page that draw, unchanged.
const SCRIPTS: [(&str, &str); 14] = assets! {
    "board.js" "dom.js" "drag.js" "ghosts.js" "levels.js" "offer.js" "panel.js" "stand.js"
    "games/benedictine.js" "games/buteur.js" "games/etoile.js" "games/grid.js" "games/maitres.js"
    "games/ruches.js"
};

/// The stand-in for the script that asks the server. The drawing scripts ask for texts only.
const TRANSPORT: &str = "export const request = async () => globalThis.answer;";

/// The style sheets of the page.
const SHEETS: [(&str, &str); 2] = assets! { "style.css" "board.css" };

/// The picture of a state as a player sees it, or with all cards, as the text of an SVG file.
pub(crate) fn draw(
    now: &AnyState,
    past: &Past,
    player: Option<u8>,
    size: u64,
    language: Language,
) -> PyResult<String> {
    let (live, viewer) = live(now, past, player)?;
    let view = live.view(viewer);
    let words = texts(language);
    let own = player.map_or(Seat::FIRST, |player| Seat::new(view.seats[usize::from(player)]));
    let all: BTreeMap<_, _> = words.all().collect();
    let request = json!({
        "turn": turn(now, own),
        "texts": all,
        "packs": packs(now),
        "sheets": SHEETS.map(|(_, text)| text).concat(),
        "size": size,
        "label": words.get(&format!("{}.title", view.name)),
        "view": view,
    });
    run(&request).map_err(|error| PyRuntimeError::new_err(format!("picture: {error}")))
}

/// The game of the last steps, as the page shows it.
fn live(now: &AnyState, past: &Past, player: Option<u8>) -> PyResult<(LiveGame, Viewer)> {
    // The page marks the last move, and shows the last roll of the die.
    const STEPS: usize = 4;
    let mut steps: Vec<_> = past.iter().take(STEPS).collect();
    steps.reverse();
    let first = steps.first().map_or(now, |&(before, _)| before);
    let mut live = LiveGame::new(first.clone(), 0);
    for (before, mv) in steps {
        let text = before.move_text(mv).map_err(value_error)?;
        live.step(&text).map_err(value_error)?;
    }
    if player.is_none() {
        live.show_all();
    }
    Ok((live, player.map_or(Viewer::All, Viewer::Player)))
}

/// The turn of the board, in the units of the page: a player sees it from the own side.
fn turn(state: &AnyState, own: Seat) -> u8 {
    match (state.seats(), own.number()) {
        (_, 0) => 0,
        (3, 1) => 4,
        (3, _) => 2,
        _ => 1,
    }
}

/// The pitch and pack of a match of Buteur.
fn packs(state: &AnyState) -> Value {
    let AnyState::Buteur(state) = state else { return json!([]) };
    json!([PitchView::of(&state.game().pack)])
}

/// Runs the scripts.
fn run(request: &Value) -> Result<String, String> {
    let words = |error: rquickjs::Error| error.to_string();
    let runtime = Runtime::new().map_err(words)?;
    let mut resolver = BuiltinResolver::default();
    let mut loader = BuiltinLoader::default();
    for (name, text) in SCRIPTS.into_iter().chain([("transport.js", TRANSPORT)]) {
        resolver.add_module(name);
        loader.add_module(name, text);
    }
    runtime.set_loader(resolver, loader);
    let context = Context::full(&runtime).map_err(words)?;
    context.with(|ctx| {
        ctx.globals().set("request", request.to_string()).map_err(words)?;
        let page = Module::evaluate(ctx.clone(), "page.js", include_str!("page.js"));
        let done = page.and_then(|promise| promise.finish::<()>());
        done.catch(&ctx).map_err(|error| error.to_string())?;
        ctx.globals().get("drawn").map_err(words)
    })
}
