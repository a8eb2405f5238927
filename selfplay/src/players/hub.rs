//! A player in another process, which speaks the Hub protocol of draughts programs.

use std::path::Path;
use std::time::Duration;

use draughts::check_game;
use draughts::hub::{Line, move_text, position, read_move, variant_of};
use engine::{Playable, StopFlag};
use games::{AnyState, Notation, ParseError, format_game};

use crate::Error;
use crate::players::bot::{Bot, Fault, GameStart, Reply};
use crate::players::kind::{BotFactory, PlayerKind, Table, Terms};
use crate::players::launch::Launch;
use crate::players::limit::{Allowance, Limit};
#[cfg(not(unix))]
use crate::players::no_process::Process;
#[cfg(unix)]
use crate::players::process::Process;
use crate::players::process_player::{command, hear, options_of};
use crate::players::settings::{Settings, Unread};
use crate::players::view::View;
use crate::players::wait::Wait;

/// The default arguments of a program.
const ARGUMENTS: &str = "hub";

/// The value of the key `protocol`.
const PROTOCOL: &str = "hub";

/// Scores beyond this number of men are proven results.
const PROVEN: f64 = 90.0;

/// A program that speaks the Hub protocol. Its options are the parameters of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hub(pub Launch);

/// A player in another process. The process is started when it is first needed.
pub(crate) struct HubPlayer {
    launch: Launch,
    terms: Terms,
    process: Option<Process>,
    game: GameCopy,
}

/// The game in the words of the protocol.
#[derive(Default)]
struct GameCopy {
    /// The text of the first position, and its text in the protocol.
    start: Option<(String, String)>,
    /// The state after the moves.
    state: Option<AnyState>,
    /// The moves as position texts write them, and as the protocol writes them.
    moves: Vec<(String, String)>,
}

impl GameCopy {
    /// Plays the moves of a game. Usually only the last ones are new.
    fn follow(&mut self, start: &str, moves: &[String]) -> Result<(), ParseError> {
        let followed = self.extend(start, moves);
        if followed.is_err() {
            *self = Self::default();
        }
        followed
    }

    fn extend(&mut self, start: &str, moves: &[String]) -> Result<(), ParseError> {
        let is_same = self.start.as_ref().is_some_and(|(known, _)| known == start)
            && self.moves.len() <= moves.len()
            && self.moves.iter().zip(moves).all(|((known, _), given)| known == given);
        if !is_same {
            *self = Self::default();
        }
        let mut state = match self.state.take() {
            Some(state) => state,
            None => AnyState::parse(start)?,
        };
        let wrong = |text: &str| ParseError::new("move", text, "a move of the Hub protocol");
        if self.start.is_none() {
            let text = position(&state).ok_or_else(|| wrong(start))?;
            self.start = Some((start.to_owned(), text));
        }
        for text in &moves[self.moves.len()..] {
            let mv = state.parse_move(text)?;
            let words = move_text(&state, mv).ok_or_else(|| wrong(text))?;
            state.play(mv).map_err(|_| wrong(text))?;
            self.moves.push((text.clone(), words));
        }
        self.state = Some(state);
        Ok(())
    }

    /// The line that sends the position.
    fn line(&self) -> Line {
        let start = self.start.as_ref().map_or("", |(_, text)| text);
        let line = Line::new("pos").with("pos", start);
        if self.moves.is_empty() {
            return line;
        }
        let moves: Vec<_> = self.moves.iter().map(|(_, text)| text.as_str()).collect();
        line.with("moves", moves.join(" "))
    }
}

impl HubPlayer {
    fn new(launch: Launch, terms: Terms) -> Self {
        Self { launch, terms, process: None, game: GameCopy::default() }
    }

    /// Starts the process, unless it runs.
    fn start<G: Notation>(&mut self, game: &G, wait: &Wait<'_>) -> Result<&mut Process, Fault> {
        match &mut self.process {
            Some(process) => Ok(process),
            none => Ok(none.insert(started(&self.launch, &format_game(game), wait)?)),
        }
    }
}

/// Starts a process for a game, and sets its parameters.
fn started(launch: &Launch, game: &str, wait: &Wait<'_>) -> Result<Process, Fault> {
    let mut process = Process::start(launch)?;
    process.send("hub", wait)?;
    let mut offered: Vec<(String, String)> = Vec::new();
    hear(&mut process, wait, |text| {
        let line = Line::parse(text).unwrap_or_default();
        if line.command == "param" {
            let value = |name: &str| line.get(name).unwrap_or_default().to_owned();
            offered.push((value("name"), value("values")));
        }
        (line.command == "wait").then_some(Ok(()))
    })?;
    let offers = |name: &str| offered.iter().find(|(known, _)| known == name);
    let mut set = Vec::new();
    let start = AnyState::start(game).ok();
    let variant = start.as_ref().and_then(variant_of);
    if offers("game").is_some() {
        set.push(("game", game));
    } else if let Some((_, values)) = offers("variant") {
        let wanted = variant.unwrap_or("one of this game");
        let refused = || Fault::Refused(format!("variant: read {values:?}, expected {wanted}"));
        let known = |variant: &&str| values.split_whitespace().any(|value| value == *variant);
        set.push(("variant", variant.filter(known).ok_or_else(refused)?));
    } else if variant != Some("normal") {
        return Err(Fault::Refused("it plays only international draughts".to_owned()));
    }
    if offers("threads").is_some() {
        set.push(("threads", "1"));
    }
    for (name, value) in &launch.options {
        if offers(name).is_none() {
            return Err(Fault::Garbage(format!("it has no parameter {name}")));
        }
        set.push((name, value));
    }
    for (name, value) in set {
        let line = Line::new("set-param").with("name", name).with("value", value);
        process.send(&line.to_string(), wait)?;
    }
    process.send("init", wait)?;
    answered(&mut process, wait, "ready")?;
    Ok(process)
}

/// Waits for a line that is one command. An error is the program's fault.
fn answered(process: &mut Process, wait: &Wait<'_>, command: &str) -> Result<(), Fault> {
    hear(process, wait, |text| {
        let line = Line::parse(text).unwrap_or_default();
        match line.command.as_str() {
            "error" => Some(Err(refused(&line))),
            word => (word == command).then_some(Ok(())),
        }
    })
}

fn refused(line: &Line) -> Fault {
    Fault::Refused(format!("it reported: {:.200}", line.get("message").unwrap_or_default()))
}

impl<G: Notation> Bot<G> for HubPlayer {
    fn begin(&mut self, game: &G, start: GameStart) -> Result<(), Fault> {
        let wait = Wait::new(self.terms.patience, &start.stop);
        let process = self.start(game, &wait)?;
        process.send("new-game\nping", &wait)?;
        answered(process, &wait, "pong")?;
        if start.timed {
            process.look();
        }
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let line = &view.playthrough;
        let wrong = |error: ParseError| Fault::Refused(error.to_string());
        self.game.follow(&line.start, &line.moves).map_err(wrong)?;
        let Self { process, game, terms, .. } = self;
        let not_there = || Fault::Crash("not started".to_owned());
        let process = process.as_mut().ok_or_else(not_there)?;
        let wait = terms.wait(allowance.deadline(view.seat), process, stop);
        process.skip_lines(|line| line.starts_with("done"))?;
        let level = level(allowance, view.seat.index());
        // All lines are sent at once, so that the process is woken only once.
        process.send(&format!("{}\n{level}\ngo think", game.line()), &wait)?;
        let mut search = Reported::default();
        let text = hear(process, &wait, |text| {
            let line = Line::parse(text).unwrap_or_default();
            match line.command.as_str() {
                "info" => search.add(&line),
                "error" => return Some(Err(refused(&line))),
                "done" => return Some(Ok(line.get("move").unwrap_or_default().to_owned())),
                _ => {}
            }
            None
        })?;
        let state = game.state.as_ref().ok_or_else(not_there)?;
        let illegal = || Fault::Illegal(format!("{text:.60} in {}", line.text()));
        let mv = read_move(state, &text).map_err(|_| illegal())?;
        let text = state.move_text(mv).map_err(|_| illegal())?;
        let now = &line.state;
        let mv = now.game().parse_move(now.position(), &text).map_err(|_| illegal())?;
        let Reported { value, depth, nodes } = search;
        Ok(Reply { mv, value, proof: None, depth, nodes })
    }

    fn dismiss(&mut self) {
        if let Some(process) = &mut self.process {
            process.dismiss();
        }
    }

    fn processor_time(&self) -> Option<Duration> {
        self.process.as_ref().and_then(Process::processor_time)
    }
}

/// The line with the limits of a search.
fn level(allowance: &Allowance, seat: usize) -> Line {
    // A player without time left still has to move.
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64().max(0.001));
    let line = Line::new("level");
    match allowance.limit {
        Limit::Nodes(nodes) => line.with("nodes", nodes),
        Limit::Depth(depth) => line.with("depth", depth),
        Limit::Move(time) => line.with("move-time", seconds(time)),
        Limit::Clock { .. } => {
            let (left, increment) = (allowance.left[seat], allowance.increment[seat]);
            // A program adds the increment before its move.
            let line = line.with("time", seconds(left.saturating_sub(increment)));
            if increment.is_zero() { line } else { line.with("inc", seconds(increment)) }
        }
    }
}

/// The `info` lines of a search so far.
#[derive(Default)]
struct Reported {
    value: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Reported {
    fn add(&mut self, line: &Line) {
        let number = |name: &str| line.get(name).and_then(|text| text.parse::<f64>().ok());
        let score = number("score").filter(|score| score.is_finite());
        // A score in men is read as log-odds.
        let value = score
            .map(|score| if score.abs() > PROVEN { score.signum() } else { (score / 2.0).tanh() });
        self.value = value.or(self.value);
        self.depth = line.get("depth").and_then(|text| text.parse().ok()).or(self.depth);
        self.nodes = line.get("nodes").and_then(|text| text.parse().ok()).or(self.nodes);
    }
}

impl PlayerKind for Hub {
    const USAGE: &'static str = "cmd= protocol=hub";
    const KEYS: &'static [&'static str] = &["cmd", "args", "protocol"];
    const PROOFS: bool = false;

    fn read(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError> {
        let has = |item: (&str, &str)| unread.items.contains(&item);
        if !has(("protocol", PROTOCOL)) {
            return Ok(None);
        }
        unread.take("protocol");
        let Some((program, arguments)) = command(unread, ARGUMENTS)? else {
            return Err(unread.wrong("a program, cmd=..., with protocol=hub"));
        };
        let options = options_of(unread);
        Ok(Some(Self(Launch { program, arguments, options })))
    }

    fn write(&self, settings: Settings) -> Settings {
        self.0.write_command(settings, ARGUMENTS).with("protocol", PROTOCOL)
    }

    fn file(&self) -> Option<&Path> {
        self.0.path()
    }

    fn check_effects<G: Playable>(&self, table: &Table<'_, G>) -> Result<(), Error> {
        let game = format_game(table.start.game());
        let wrong = || {
            let expected = "ugi with this game: Hub is for etoile with board=square8 or \
                board=square10, and compulsory captures";
            ParseError::new("player protocol", PROTOCOL, expected)
        };
        let start = AnyState::start(&game).map_err(|_| wrong())?;
        Ok(check_game(&start).map_err(|_| wrong())?)
    }

    fn check<G: Playable>(&self, game: &G, terms: Terms, stop: &StopFlag) -> Result<(), Fault> {
        let wait = Wait::new(terms.patience, stop);
        HubPlayer::new(self.0.clone(), terms).start(game, &wait).map(drop)
    }

    fn factory<G: Playable>(&self, table: &Table<'_, G>) -> Result<BotFactory<G>, Error> {
        let (launch, terms) = (self.0.clone(), table.terms);
        Ok(BotFactory::new(move || HubPlayer::new(launch.clone(), terms)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;

    #[test]
    fn players_of_hub_are_read_and_written() {
        for text in [
            "name=A,cmd=./scan,protocol=hub",
            "name=A,cmd=./scan,args=x y,option.book=false,protocol=hub,time=0.1s",
        ] {
            let player: Player = text.parse().unwrap();
            assert!(matches!(player.kind(), crate::Kind::Hub(_)), "{text}");
            let built = Player::new("A", player.kind().clone()).to_string();
            assert_eq!(built.parse::<Player>().unwrap().kind(), player.kind());
        }
        for (text, words) in [
            ("name=A,protocol=hub", "expected a program, cmd=..., with protocol=hub"),
            ("name=A,cmd=x,protocol=dxp", "player protocol: read \"dxp\", expected ugi or hub"),
            ("name=A,cmd=x,protocol=hub,hash=3", "keys that go together"),
        ] {
            let error = text.parse::<Player>().unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        let ugi: Player = "name=A,cmd=x,protocol=ugi".parse().unwrap();
        assert!(matches!(ugi.kind(), crate::Kind::Launch(_)));
    }

    #[test]
    fn games_are_followed() {
        let start = "etoile:board=square8,players=2,rules=english startpos";
        let mut copy = GameCopy::default();
        let moves = ["c3-d4".to_owned(), "d6-c5".to_owned()];
        copy.follow(start, &moves).unwrap();
        let line = "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"22-18 10-14\"";
        assert_eq!(copy.line().to_string(), line);
        assert!(copy.follow(start, &moves[..1]).is_ok());
        assert_eq!(copy.moves.len(), 1);
        assert!(copy.follow(start, &["x".to_owned()]).is_err());
    }

    #[test]
    fn limits_are_told() {
        let clock = Limit::Clock { time: Duration::ZERO, increment: Duration::ZERO };
        let second = Duration::from_secs(1);
        for (limit, expected) in [
            (Limit::Nodes(5), "level nodes=5"),
            (Limit::Depth(3), "level depth=3"),
            (Limit::Move(second / 2), "level move-time=0.500"),
            (clock, "level time=9.000 inc=1.000"),
        ] {
            let allowance =
                Allowance { limit, left: vec![10 * second; 2], increment: vec![second; 2] };
            assert_eq!(level(&allowance, 1).to_string(), expected);
        }
    }
}
