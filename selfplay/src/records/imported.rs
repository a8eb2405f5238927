//! Games that were played elsewhere, by people or in the engine's own server, as the records of a
//! match of one game.
//!
//! The referee did not draw the chance events of these games. So the plan has no seed for them: its
//! start was read, and all steps up to the last chance event count as the opening.
//! [`verify`](crate::verify) checks every step against the rules, but none against a seed.

use games::{Actor, AnyState, Notation, ParseError, State, with_state};

use crate::Error;
use crate::players::player::Player;
use crate::players::settings::Settings;
use crate::players::view::Playthrough;
use crate::records::parser::format_game;
use crate::records::reason::Reason;
use crate::records::record::{GameRecord, format_line, shares};
use crate::schedule::plan::Plan;

/// A game that was played elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct ImportedGame<'a> {
    /// The first position of the game.
    pub start: &'a str,
    /// All moves and chance events after the start.
    pub moves: &'a [String],
    /// For each seat the player's name and its kind, such as `person` or `level-3`.
    pub players: &'a [(String, String)],
    /// The text of the pack that the start names, if that pack is not compiled in.
    pub pack: Option<&'a str>,
}

impl ImportedGame<'_> {
    /// The lines of the file of records.
    ///
    /// # Errors
    /// A text that is not a game, a move that is not legal, or a game that is not over.
    pub fn records(&self) -> Result<String, Error> {
        let game = self.start.split(' ').next().unwrap_or_default();
        let names = self.names();
        let players = names.iter().zip(self.players).map(|(name, (_, kind))| {
            // This player is not a search in this process.
            Player::read(Settings::default().with("name", name).with("cmd", word(kind)))
        });
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let plan = Plan {
            pack: self.pack.map(str::to_owned),
            opening: 0,
            openings: Some("table".to_owned()),
            ..Plan::new(game, players, 0, 1)
        };
        plan.check()?;
        let start = AnyState::parse_with(self.start, &plan.resources()?)?;
        let record = with_state!(start, state => self.record(state, names))?;
        let lines = format_line(&plan)? + &format_game(&plan.digest()?, &record)?;
        Ok(lines)
    }

    fn record<G: Notation>(
        &self,
        state: State<G>,
        players: Vec<String>,
    ) -> Result<GameRecord, ParseError> {
        let mut line = Playthrough::new(state);
        let (mut opening, mut chosen) = (0, 0);
        for (number, text) in (1..).zip(self.moves) {
            let chance = line.state.actor() == Actor::Chance;
            (opening, chosen) = if chance { (number, 0) } else { (opening, chosen + 1) };
            line.step(text)?;
        }
        let Actor::Over(outcome) = line.state.actor() else {
            return Err(ParseError::new("record", "a game under way", "one that is over"));
        };
        Ok(GameRecord {
            unit: 0,
            game: 0,
            seed: 0,
            players,
            opening,
            values: vec![None; chosen],
            depths: vec![None; chosen],
            nodes: vec![None; chosen],
            times: vec![0; chosen],
            processor: Vec::new(),
            plies: line.state.history().plies(),
            result: shares(outcome, line.state.game().seats()),
            reason: Reason::of(&line.state),
            fault: None,
            luck: None,
            start: line.start,
            moves: line.moves,
        })
    }

    /// A unique name for each player.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (seat, (name, _)) in (1..).zip(self.players) {
            let name = Some(word(name)).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| format!("player-{seat}"));
            names.push(if names.contains(&name) { format!("{name}-{seat}") } else { name });
        }
        names
    }
}

/// Makes a text valid as a value in the settings of a player.
pub(crate) fn word(text: &str) -> String {
    text.trim().replace(|letter: char| letter == ',' || letter == '=' || letter.is_control(), "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::parser::Parser;
    use crate::{Schedule, verify};
    use games::{maitres, ruches};

    fn players(names: [&str; 2]) -> Vec<(String, String)> {
        names
            .into_iter()
            .zip(["person", "level-3"])
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .collect()
    }

    /// Plays the first legal move or event until the game is over.
    fn first<G: Notation>(text: &str) -> (String, Vec<String>) {
        let mut line = Playthrough::new(State::<G>::parse(text).unwrap());
        loop {
            match line.state.actor() {
                Actor::Over(_) => return (line.start, line.moves),
                Actor::Chance => line.apply_event(line.state.legal_events()[0].0),
                Actor::Seat(_) => line.play(line.state.legal_moves()[0]),
            }
        }
    }

    fn holds<G: Notation>(text: &str) -> GameRecord {
        let (start, moves) = first::<G>(text);
        let players = players(["Ann, the first", "Ann, the first"]);
        let game = ImportedGame { start: &start, moves: &moves, players: &players, pack: None };
        let text = game.records().unwrap();
        let (plan, record) = text.trim_end().split_once('\n').unwrap();
        let mut parser = Parser::begin(plan).unwrap();
        parser.add(record).unwrap();
        let schedule = Schedule::new(parser.plan.kind, 2, 2);
        verify::<G>(&parser.plan, &schedule, &parser.games[0]).unwrap();
        assert_eq!(parser.games[0].moves, moves);
        let unfinished = ImportedGame { moves: &moves[..moves.len() - 1], ..game };
        let error = unfinished.records().unwrap_err().to_string();
        assert_eq!(error, "record: read \"a game under way\", expected one that is over");
        parser.games.remove(0)
    }

    #[test]
    fn games_of_people_are_records() {
        let record = holds::<ruches::Ruches>("ruches startpos");
        assert_eq!((record.opening, record.values.len()), (0, record.moves.len()));
        assert_eq!(record.players, ["Ann_ the first", "Ann_ the first-2"]);
        let record = holds::<maitres::Maitres>("maitres:plies=9 startpos");
        assert!(record.opening as usize >= record.moves.len() - 2, "{record:?}");
    }
}
