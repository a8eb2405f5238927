//! `engine ugi`: a session of the protocol on standard input and output.

use std::ffi::OsString;
use std::io::{self, Write};

use cli::{Failure, OwnPack};
use engine::{Playable, Techniques};
use games::{AnyState, with_state};
use selfplay::WeightsSource;
use tablebases::Tabled;
use ugi::server::{
    BuiltSearcher, Error, Print, ProtocolGame, SearchedGame, Session, Settings, serve,
};

use super::endings::TablesChoice;
use super::search::SearchMeans;

/// Answers lines until there are no more.
pub(crate) fn run() -> Result<(), Failure> {
    let print = |text: &str| {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    };
    let session = Session::new("engine", env!("CARGO_PKG_VERSION"), &open, &print);
    session.and_then(|session| serve(|| io::stdin().lock(), session)).map_err(failure)
}

fn open(settings: &Settings, print: Print<'_>) -> Result<Box<dyn ProtocolGame>, Error> {
    let resources =
        OwnPack::read("option Pack", settings.pack.as_deref()).map_err(error)?.resources;
    let start = AnyState::parse_with(&format!("{} startpos", settings.game), &resources)?;
    with_state!(start, state => {
        let game = SearchedGame::new(state, resources, settings, print, searcher)?;
        Ok(Box::new(game) as Box<dyn ProtocolGame>)
    })
}

fn searcher<G: Playable + Tabled>(game: &G, settings: &Settings) -> BuiltSearcher<G> {
    let weights = WeightsSource::parse(&settings.weights).load(game);
    let weights = weights.map_err(|error| Error::Refused(error.to_string()))?;
    let tables = settings.tables.as_deref().map(|text| TablesChoice::from(OsString::from(text)));
    let tables = &tables.unwrap_or_default();
    let (threads, parameters) = (settings.threads as usize, settings.parameters);
    let means = SearchMeans { hash: ("option Hash", settings.hash), threads, tables };
    let techniques = Techniques { parameters, ..Techniques::for_weights(&weights) };
    let searcher = means.searcher(game, &weights, techniques);
    let searcher = searcher.map_err(error)?;
    let line = tables.line(&searcher);
    Ok((searcher, line))
}

fn error(failure: Failure) -> Error {
    match failure {
        Failure::Input(message) => Error::Refused(message),
        Failure::Output(error) => Error::Output(error),
        Failure::Broken(message) | Failure::Status(_, message) => Error::Failed(message),
    }
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Refused(message) => Failure::Input(message),
        Error::Output(error) => Failure::Output(error),
        Error::Failed(message) => Failure::Broken(message),
    }
}
