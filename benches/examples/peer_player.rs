//! A player for matches: the search of the `minimax` crate at its best settings, with our
//! evaluation.
//!
//! ```text
//! cargo build --release -p benches --example peer_player
//! selfplay match ruches --player name=own --player name=peer,cmd=target/release/examples/peer_player --each time=100ms --games 400
//! ```
//!
//! `weights=FILE` uses other weights than the built-in ones.
//!
//! It understands the part of the text protocol that such a match needs: a game, weights,
//! positions, and a fixed time per move. The peer knows neither repetition nor a player who moves
//! twice, as after a huff. So Étoile needs `omit=must`.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use benches::{Peer, PeerState, Quantised, QuantisedGame, peer_options};
use eval::Weights;
use games::{AnyState, Notation, State};
use minimax::{IterativeSearch, Strategy};
use ugi::{Command, Go, OptionLine};

/// The part of the time that is kept in reserve, so that answers arrive in time.
const RESERVE: Duration = Duration::from_millis(2);

/// The peer with any game.
trait SeatedPeer {
    /// The move in a position (`FIELDS [moves ...]`) after this time.
    fn choose(&mut self, fields: &str, time: Duration) -> Result<String, String>;
}

/// The peer with a certain game.
struct SeatedWith<G: QuantisedGame> {
    /// The game with its options, the start of position texts.
    head: String,
    game: &'static Quantised<G>,
    search: IterativeSearch<Peer<G>>,
}

impl<G: QuantisedGame + Notation> SeatedPeer for SeatedWith<G> {
    fn choose(&mut self, fields: &str, time: Duration) -> Result<String, String> {
        let state = State::<G>::parse(&format!("{} {fields}", self.head));
        let state = state.map_err(|error| error.to_string())?;
        let moves = state.legal_moves();
        let first = moves
            .first()
            .ok_or("position: read one where nobody moves, expected a player to act")?;
        let asked = PeerState { game: self.game, position: *state.position() };
        self.search.set_timeout(time.saturating_sub(RESERVE));
        // The peer has no move before the end of its first iteration.
        let chosen = self.search.choose_move(&asked).unwrap_or(*first);
        Ok(state.game().format_move(state.position(), chosen))
    }
}

fn seated<G: QuantisedGame + Notation + 'static>(
    head: &str,
    weights: Option<&str>,
    state: State<G>,
) -> Result<Box<dyn SeatedPeer>, String> {
    let seats = state.game().seats();
    if seats != 2 {
        return Err(format!("Game: read {head}, of {seats} players, expected one of two"));
    }
    // Lives as long as the program, which has only a few games.
    let game: &'static Quantised<G> = Box::leak(Box::new(Quantised(state.into_game())));
    let weights = match weights {
        None => Weights::default_for(&game.0),
        Some(file) => std::fs::read(file)
            .map_err(|error| error.to_string())
            .and_then(|text| Weights::parse(&game.0, text).map_err(|error| error.to_string()))
            .map_err(|error| {
                format!("Weights: read {file}, expected weights of {head} ({error})")
            })?,
    };
    let peer = Peer::with_evaluator(game.evaluator_with(&weights));
    let search = IterativeSearch::new(peer, peer_options(true));
    Ok(Box::new(SeatedWith { head: head.to_owned(), game, search }))
}

/// The peer with a game, by its name and options, and optionally a weights file.
fn sit_down(game: &str, weights: Option<&str>) -> Result<Box<dyn SeatedPeer>, String> {
    match AnyState::start(game).map_err(|error| error.to_string())? {
        AnyState::Benedictine(state) => seated(game, weights, state),
        AnyState::Ruches(state) => seated(game, weights, state),
        AnyState::Etoile(state) => seated(game, weights, state),
        AnyState::EtoileSquare8(state) => seated(game, weights, state),
        AnyState::EtoileSquare10(state) => seated(game, weights, state),
        _ => Err(format!("Game: read {game}, expected one without chance and hidden cards")),
    }
}

/// The settings received so far.
#[derive(Default)]
struct Conversation {
    peer: Option<Box<dyn SeatedPeer>>,
    game: Option<String>,
    weights: Option<String>,
    fields: String,
}

impl Conversation {
    /// The answer to a line, if it has one.
    fn answer(&mut self, line: &str) -> Result<Option<String>, String> {
        let command = Command::parse(line.trim()).map_err(|error| error.to_string())?;
        match command {
            Command::Ugi => {
                let [game, weights] =
                    ["Game", "Weights"].map(|name| OptionLine::text(name, "<empty>"));
                return Ok(Some(format!("id name minimax\n{game}\n{weights}\nugiok")));
            }
            Command::IsReady => return Ok(Some("readyok".to_owned())),
            Command::SetOption { name, value } => {
                match name {
                    "Game" => self.game = Some(value.to_owned()),
                    "Weights" => self.weights = Some(value.to_owned()),
                    _ => return Err(format!("option: read {name:?}, expected Game or Weights")),
                }
                // The options can come in any order.
                if let Some(game) = &self.game {
                    self.peer = Some(sit_down(game, self.weights.as_deref())?);
                }
            }
            Command::Position(text) => text.clone_into(&mut self.fields),
            Command::Go(limits) => {
                let (go, _) = Go::parse(limits);
                let time = go
                    .move_time
                    .ok_or_else(|| format!("go: read {limits:?}, expected movetime MS"))?;
                let peer = self.peer.as_mut().ok_or("go: expected a game before it")?;
                let chosen = peer.choose(&self.fields, time)?;
                return Ok(Some(format!("bestmove {chosen}")));
            }
            Command::Empty
            | Command::NewGame
            | Command::Stop
            | Command::Query(_)
            | Command::Quit => {}
        }
        Ok(None)
    }
}

fn main() -> io::Result<()> {
    let mut conversation = Conversation::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line == "quit" {
            break;
        }
        let answer = match conversation.answer(&line) {
            Ok(answer) => answer,
            Err(error) => Some(format!("info string error {error}")),
        };
        if let Some(answer) = answer {
            writeln!(io::stdout(), "{answer}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_plays_what_it_can_and_refuses_the_rest() {
        let games = ["benedictine", "ruches", "etoile:players=2", "etoile:board=square8,players=2"];
        for game in games {
            let mut conversation = Conversation::default();
            let mut say = |line: &str| conversation.answer(line);
            assert_eq!(say(&format!("setoption name Game value {game}")), Ok(None));
            assert_eq!(say("position startpos"), Ok(None));
            let answer = say("go movetime 10").unwrap().unwrap();
            let chosen = answer.strip_prefix("bestmove ").unwrap();
            assert!(
                AnyState::parse(&format!("{game} startpos moves {chosen}")).is_ok(),
                "{answer}"
            );
            assert!(say("go depth 3").unwrap_err().contains("movetime"));
            assert!(say("position fen nonsense").is_ok() && say("go movetime 10").is_err());
        }
        let mut conversation = Conversation::default();
        conversation.answer("setoption name Game value ruches").unwrap();
        let refused = conversation.answer("setoption name Weights value none.toml").unwrap_err();
        assert!(refused.starts_with("Weights: read none.toml, expected weights of ruches"));
        let mut conversation = Conversation::default();
        for game in ["maitres", "buteur", "etoile", "chess"] {
            let refused = conversation.answer(&format!("setoption name Game value {game}"));
            assert!(refused.is_err(), "{game}");
        }
    }
}
