//! Games of a file of PDN, as records and as openings.

use std::fs::File;
use std::io;
use std::path::Path;

use draughts::{PdnError, PdnReader, PlayedGame, replay};
use games::{Actor, AnyState, Notation, Outcome, ParseError, SeatSet, State, with_state};

use crate::Error;
use crate::players::player::Player;
use crate::players::settings::Settings;
use crate::records::imported::word;
use crate::records::journal::Records;
use crate::records::reason::Reason;
use crate::records::record::{GameRecord, shares};
use crate::schedule::plan::Plan;
use crate::schedule::seating::TournamentKind;

/// The name of all players of a collection.
const COLLECTION: &str = "players";

/// Whether a file has PDN, by its name.
pub(crate) fn is_pdn(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdn"))
}

/// The games of a file, each as its parts, by the rules of `game` or of their tags.
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn games_of<'a>(
    path: &Path,
    game: Option<&'a str>,
) -> io::Result<impl Iterator<Item = Result<Vec<PlayedGame>, PdnError>> + 'a> {
    let games = PdnReader::new(reader::streamed(File::open(path)?)?);
    Ok(games.map(move |read| read.and_then(|pdn| replay(&pdn, game))))
}

/// Games that are records, and the reasons why others are not.
#[derive(Default)]
struct Found {
    games: Vec<PlayedGame>,
    left_out: Vec<String>,
}

impl Found {
    fn read(path: &Path, game: Option<&str>) -> Result<Self, Error> {
        let unreadable = |error| Error::file("records", path, "a readable file", error);
        let mut found = Self::default();
        for parts in games_of(path, game).map_err(unreadable)? {
            match parts {
                Ok(parts) => parts.into_iter().for_each(|part| found.add(part)),
                Err(error) => found.left_out.push(error.to_string()),
            }
        }
        Ok(found)
    }

    /// Adds a game. The games of a file have the rules of the first one, apart from draws by a
    /// count.
    fn add(&mut self, game: PlayedGame) {
        let variant = |game: &PlayedGame| game.game_type.map(|game_type| game_type.variant);
        let first = self.games.first();
        let other = first.filter(|first| variant(first) != variant(&game));
        let fault = match other {
            Some(first) => {
                let expected = format!("{}, as in the first game", first.start.game_text());
                Some(ParseError::new("game", &game.start.game_text(), expected))
            }
            None => outcome(&game).err(),
        };
        match fault {
            None => self.games.push(PlayedGame { notes: Vec::new(), ..game }),
            Some(fault) => self.left_out.push(format!("game {}: {fault}", game.number)),
        }
    }
}

/// The outcome of a game.
///
/// # Errors
/// A game without a result, or with another one than its last position has.
fn outcome(game: &PlayedGame) -> Result<Outcome, ParseError> {
    let wrong = |read: &str, expected: &str| Err(ParseError::new("Result", read, expected));
    let told = game.result.as_ref().map(|shares| {
        let seats = games::Seat::all(shares.len() as u8).zip(shares);
        seats.filter(|&(_, &share)| share > 0.0).map(|(seat, _)| seat).collect::<SeatSet>()
    });
    match (told, game.end.result()) {
        (None, Some(by_rules)) => Ok(by_rules),
        (Some(told), by_rules) if !told.is_empty() => match by_rules {
            Some(by_rules) if by_rules.winners() != told => {
                wrong(&format!("{:?}", game.result), "the result of the last position")
            }
            _ => Ok(Outcome::shared(told)),
        },
        (Some(_), _) => wrong("0-0", "a winner or a draw"),
        (None, None) => wrong("*", "the result of a game"),
    }
}

/// Reads a file as the records of a match. If two players play all games, it is a match of the two.
/// If not, one player has all seats, and the games compare no players.
///
/// # Errors
/// A file that cannot be read, or that has no game with a result.
pub(crate) fn read(path: &Path) -> Result<Records, Error> {
    let mut found = Found::read(path, None)?;
    // One game without draws by a count sets the rules of all.
    let rules = found.games.iter().map(|game| game.start.game_text());
    if let Some(longest) = rules.max_by_key(|rules| rules.matches("quiet=0").count())
        && found.games.iter().any(|game| game.start.game_text() != longest)
    {
        found = Found::read(path, Some(&longest))?;
    }
    let Some(first) = found.games.first() else {
        let expected = match found.left_out.first() {
            Some(error) => format!("games with results ({error})"),
            None => "games with results".to_owned(),
        };
        return Err(ParseError::new("records", &path.to_string_lossy(), expected).into());
    };
    let names = two_names(&found.games);
    let players = names.clone().unwrap_or_else(|| vec![COLLECTION.to_owned()]);
    let players = players.iter().map(|name| {
        // No program plays these games again.
        Player::read(Settings::default().with("name", name).with("cmd", "pdn"))
    });
    let players = players.collect::<Result<Vec<_>, _>>()?;
    let kind = if names.is_some() { TournamentKind::RoundRobin } else { TournamentKind::Solo };
    let mut plan = Plan { kind, opening: 0, ..Plan::new(&first.start.game_text(), players, 0, 0) };
    plan.openings = Some(path.to_string_lossy().into_owned());
    let mut played = [0_u64; 2];
    let mut games = Vec::new();
    for game in &found.games {
        // The second game of a unit has the seats exchanged.
        let turned = names.as_ref().is_some_and(|names| word(&game.players[0]) != names[0]);
        let unit = &mut played[usize::from(turned)];
        let seated = match &names {
            Some(_) => game.players.iter().map(|name| word(name)).collect(),
            None => vec![COLLECTION.to_owned(); 2],
        };
        games.push(record(game, (*unit, turned.into()), seated)?);
        *unit += 1;
    }
    plan.units = played[0].max(played[1]);
    plan.check()?;
    let mut records = Records::new(plan, games);
    records.left_out = found.left_out;
    Ok(records)
}

/// The names of the two players of all games; `None` if there are others.
fn two_names(games: &[PlayedGame]) -> Option<Vec<String>> {
    let names: Vec<_> = games.first()?.players.iter().map(|name| word(name)).collect();
    let same = |game: &PlayedGame| {
        let players: Vec<_> = game.players.iter().map(|name| word(name)).collect();
        players.len() == 2
            && players[0] != players[1]
            && players.iter().all(|name| names.contains(name))
    };
    (names.iter().all(|name| !name.is_empty() && name != "?") && games.iter().all(same))
        .then_some(names)
}

fn record(
    game: &PlayedGame,
    (unit, number): (u64, u32),
    players: Vec<String>,
) -> Result<GameRecord, ParseError> {
    let outcome = outcome(game)?;
    let chosen = game.moves.len();
    let (plies, reason) = with_state!(&game.end, state => (state.history().plies(), reason(state)));
    Ok(GameRecord {
        unit,
        game: number,
        seed: 0,
        players,
        opening: 0,
        values: vec![None; chosen],
        depths: vec![None; chosen],
        nodes: vec![None; chosen],
        times: vec![0; chosen],
        processor: Vec::new(),
        plies,
        result: shares(outcome, AnyState::seats(&game.end)),
        reason,
        fault: None,
        luck: None,
        start: game.start.text(),
        moves: game.moves.clone(),
    })
}

fn reason<G: Notation>(state: &State<G>) -> Reason {
    if matches!(state.actor(), Actor::Over(_)) { Reason::of(state) } else { Reason::Agreed }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use games::etoile::EtoileOnSquare10;

    use super::*;
    use crate::{MatchReport, Openings, Schedule, Tally, verify};

    fn records(name: &str, text: &str) -> Result<Records, String> {
        let path = std::env::temp_dir().join(format!("pdn-{}-{name}.PDN", std::process::id()));
        fs::write(&path, text).unwrap();
        let records = Records::read(&path).map_err(|error| error.to_string());
        fs::remove_file(path).unwrap();
        records
    }

    fn game(white: &str, black: &str, body: &str) -> String {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[GameType \"20\"]\n{body}\n\n")
    }

    fn hold(records: &Records, seats: usize) {
        let schedule = Schedule::new(records.plan.kind, records.plan.players.len(), seats);
        let mut tally = Tally::new(&records.plan).unwrap();
        for game in &records.games {
            assert!(tally.add(game).unwrap());
            verify::<EtoileOnSquare10>(&records.plan, &schedule, game).unwrap();
        }
    }

    #[test]
    fn two_players_have_a_match() {
        let text = [
            game("Ann, A.", "Bob", "1. 32-28 19-23 2. 28x19 14x23 2-0"),
            game("Bob", "Ann, A.", "1. 32-28 19-23 1-1"),
            game("Ann, A.", "Bob", "1. 31-26 0-2"),
            game("Ann, A.", "Bob", "1. 31-26 *"),
            game("Ann, A.", "Bob", "1. 31-26 0-0"),
            game("Ann, A.", "Bob", "1. 31-99 2-0"),
            "[White \"Bob\"]\n[Black \"Ann, A.\"]\n[GameType \"21\"]\n1. 11-15 1-0\n".to_owned(),
        ];
        let records = records("match", &text.concat()).unwrap();
        hold(&records, 2);
        assert_eq!(records.plan.units, 2);
        let numbers: Vec<_> = records.games.iter().map(|game| (game.unit, game.game)).collect();
        assert_eq!(numbers, [(0, 0), (0, 1), (1, 0)]);
        assert_eq!(records.games[1].players, ["Bob", "Ann_ A."]);
        assert!(records.games.iter().all(|game| game.reason == Reason::Agreed));
        let words = ["Result: read \"*\"", "Result: read \"0-0\"", "column 4: move", "game: read"];
        assert_eq!(records.left_out.len(), words.len());
        for (error, words) in records.left_out.iter().zip(words) {
            assert!(error.contains(words), "{error}");
        }
        let mut tally = Tally::new(&records.plan).unwrap();
        records.games.iter().for_each(|game| assert!(tally.add(game).unwrap()));
        let report = MatchReport::new(&records.plan, &tally).unwrap();
        assert!(report.text().contains("Ann_ A."), "{}", report.text());
    }

    /// A game that went on after a draw by a count switches these draws off for all games.
    #[test]
    fn other_files_are_collections() {
        let long =
            format!("[FEN \"W:WK1:BK46,K3\"]\n{} 1. 1-6 1-1", "1-6 46-41 6-1 41-46 ".repeat(40));
        let text = [
            game("Ann", "Bob", "1. 32-28 1-1"),
            game("Bob", "Cid", &long),
            game("?", "?", "[FEN \"W:W28:B23\"]\n1. 28x19"),
        ];
        let records = records("collection", &text.concat()).unwrap();
        assert_eq!(records.left_out, [""; 0]);
        assert!(records.plan.game.contains("quiet=0,repetition=0"), "{}", records.plan.game);
        hold(&records, 2);
        assert_eq!((records.plan.units, records.games.len()), (3, 3));
        assert_eq!(records.games[2].reason, Reason::Rules);
        assert_eq!(records.games[2].players, ["players", "players"]);
    }

    #[test]
    fn a_file_without_results_has_no_records() {
        let error = records("none", &game("Ann", "Bob", "1. 32-28 *")).unwrap_err();
        assert!(
            error.contains("expected games with results (game 1: Result: read \"*\""),
            "{error}"
        );
        let error = records("wrong", &game("A", "B", "[FEN \"W:W28:B23\"]\n1. 28x19 0-2"));
        assert!(error.unwrap_err().contains("expected the result of the last position"));
    }

    #[test]
    fn openings_may_be_pdn() {
        let path = std::env::temp_dir().join(format!("pdn-{}-openings.pdn", std::process::id()));
        fs::write(&path, "1. 32-28 19-23 *\n1. 31-26 *\n").unwrap();
        let game = "etoile:board=square10,landing=any,majority=yes,omit=must,players=2";
        let start = State::<EtoileOnSquare10>::parse(&format!("{game} startpos")).unwrap();
        let resources = games::Resources::default();
        let openings = Openings::read(&path, (&start, &resources), 0).unwrap();
        let streams = crate::referee::streams::Streams::new(1, 0);
        let drawn = [0, 1, 2].map(|round| openings.draw(round, streams).unwrap().moves.join(" "));
        assert_eq!(drawn, ["d4-e5 g7-f6", "b4-a5", "d4-e5 g7-f6"]);
        fs::write(&path, "1. 32-28 *\n1. 32-27 32-27 *\n").unwrap();
        let error = Openings::read(&path, (&start, &resources), 0).unwrap_err().to_string();
        assert!(error.contains("line 2: column 10, move: read \"32-27\""), "{error}");
        fs::remove_file(path).unwrap();
    }
}
