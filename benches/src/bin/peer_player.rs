//! A player for matches that searches with the `minimax` crate, at its best settings, and our evaluation:
//!
//! ```text
//! selfplay match ruches --player name=own --player name=peer,cmd=target/release/peer_player --each time=100ms --games 400
//! ```
//!
//! `weights=FILE` gives it other weights than those compiled in.
//!
//! It knows as much of the text protocol as such a match asks for: a game, weights, positions, and a fixed time per move. Of a
//! game it knows neither repetition nor a player who moves twice, as after a huff: in Étoile it plays `omit=must` rightly.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use benches::{Peer, PeerState, Quantised, QuantisedGame, peer_options};
use eval::Weights;
use games::{AnyState, Notation, State};
use minimax::{IterativeSearch, Strategy};

/// What an answer takes beyond the search, so that it comes in time.
const RESERVE: Duration = Duration::from_millis(2);

/// The peer with a game, whichever it is.
trait SeatedPeer {
    /// Its move in a position, `FIELDS [moves ...]`, after so much time.
    fn choose(&mut self, fields: &str, time: Duration) -> Result<String, String>;
}

/// The peer with one game.
struct SeatedWith<G: QuantisedGame> {
    /// The game with its options, as positions begin.
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
        // It has none before its first iteration is over.
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
    // Lives as long as the program, which has one game or a few.
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

/// The peer with a game, by its name and options, and perhaps a file of weights.
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

/// What has been said so far.
#[derive(Default)]
struct Conversation {
    peer: Option<Box<dyn SeatedPeer>>,
    game: Option<String>,
    weights: Option<String>,
    fields: String,
}

impl Conversation {
    /// The answer to a line; `None` where there is none.
    fn answer(&mut self, line: &str) -> Result<Option<String>, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "ugi" => {
                let options = "option name Game type string\noption name Weights type string";
                return Ok(Some(format!("id name minimax\n{options}\nugiok")));
            }
            "isready" => return Ok(Some("readyok".to_owned())),
            "setoption" => {
                let value = |name: &str| rest.strip_prefix(&format!("name {name} value "));
                match (value("Game"), value("Weights")) {
                    (Some(game), _) => self.game = Some(game.to_owned()),
                    (_, Some(file)) => self.weights = Some(file.to_owned()),
                    _ => return Err(format!("setoption: read {rest:?}, expected Game or Weights")),
                }
                // They may come in any order.
                if let Some(game) = &self.game {
                    self.peer = Some(sit_down(game, self.weights.as_deref())?);
                }
            }
            "position" => rest.strip_prefix("fen ").unwrap_or(rest).clone_into(&mut self.fields),
            "go" => {
                let time = rest.strip_prefix("movetime ").and_then(|time| time.parse().ok());
                let time =
                    time.ok_or_else(|| format!("go: read {rest:?}, expected movetime MS"))?;
                let peer = self.peer.as_mut().ok_or("go: expected a game before it")?;
                let chosen = peer.choose(&self.fields, Duration::from_millis(time))?;
                return Ok(Some(format!("bestmove {chosen}")));
            }
            _ => {}
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
            assert_eq!(say("position fen startpos"), Ok(None));
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
