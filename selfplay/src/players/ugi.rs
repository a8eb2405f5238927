//! A player in another process, in the text protocol.

use std::time::{Duration, Instant};

use engine::{Proof, StopFlag};
use games::{Notation, format_game};

use crate::players::limit::{Allowance, Limit};
use crate::players::player::{Fault, Player, Reply, Sitting};
use crate::players::process::Process;
use crate::players::spec::{HASH, Launch};
use crate::players::view::View;

/// Lines in a row that are none of the protocol, before they are garbage. It allows for some chatter.
const CHATTER: u32 = 100;

/// What a line of an answer may begin with.
const WORDS: [&str; 8] =
    ["info", "bestmove", "response", "readyok", "ugiok", "id", "option", "copyprotection"];

/// A player in another process, which is started when it is first needed.
pub(crate) struct ProcessPlayer {
    launch: Launch,
    /// How long it may be silent where its time is not limited.
    patience: Duration,
    running: Option<Running>,
}

/// A process that has said hello.
struct Running {
    process: Process,
    /// The names of its options.
    offered: Vec<String>,
}

impl ProcessPlayer {
    pub(crate) fn new(launch: Launch, patience: Duration) -> Self {
        Self { launch, patience, running: None }
    }

    /// Starts the process to see whether it can be a player at all.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn check<G: Notation>(&mut self, game: &G) -> Result<(), Fault> {
        let running = Running::start(&self.launch, &format_game(game), self.patience)?;
        let mut missing = self.launch.options.iter().map(|(name, _)| name);
        match missing.find(|name| !running.offers(name)) {
            None => Ok(()),
            Some(name) => Err(Fault::Garbage(format!("it has no option {name}"))),
        }
    }
}

impl<G: Notation> Player<G> for ProcessPlayer {
    fn begin(&mut self, game: &G, sitting: Sitting) -> Result<(), Fault> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.launch, &format_game(game), self.patience)?),
        };
        running.process.send("uginewgame")?;
        running.set("Seed", &sitting.search_seed.to_string())?;
        running.ready(self.patience)
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let not_there = || Fault::Crash("not started".to_owned());
        let process = &mut self.running.as_mut().ok_or_else(not_there)?.process;
        process.send(&position(view))?;
        process.send(&go(allowance))?;
        let patience = allowance.deadline(view.seat).map_or(self.patience, |time| time + GRACE);
        let deadline = Instant::now() + patience;
        let (mut thought, mut chatter) = (Thought::default(), 0);
        loop {
            let line = process.line(deadline, stop)?;
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "info" => thought.take(rest),
                "bestmove" => return thought.choice(view, rest),
                _ if WORDS.contains(&word) || line.is_empty() => {}
                _ => {
                    chatter += 1;
                    if chatter > CHATTER {
                        return Err(Fault::Garbage(format!("{chatter} lines like {line:.60?}")));
                    }
                }
            }
        }
    }
}

/// How long a player is waited for beyond its time, to see whether it is late or does not answer.
const GRACE: Duration = Duration::from_secs(1);

impl Running {
    fn start(launch: &Launch, game: &str, patience: Duration) -> Result<Self, Fault> {
        let mut process = Process::start(launch)?;
        process.send("ugi")?;
        let (deadline, mut offered) = (Instant::now() + patience, Vec::new());
        loop {
            let line = process.line(deadline, &StopFlag::default())?;
            if line == "ugiok" {
                break;
            }
            let name = line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type "));
            offered.extend(name.map(|(name, _)| name.to_owned()));
        }
        let mut running = Self { process, offered };
        // The game may name what is in a pack.
        let (packs, others): (Vec<_>, Vec<_>) =
            launch.options.iter().partition(|(name, _)| name.eq_ignore_ascii_case("Pack"));
        for (name, value) in packs {
            running.set(name, value)?;
        }
        running.set("Game", game)?;
        running.set("Threads", "1")?;
        running.set("Hash", &HASH.to_string())?;
        for (name, value) in others {
            running.set(name, value)?;
        }
        running.ready(patience)?;
        Ok(running)
    }

    fn offers(&self, name: &str) -> bool {
        self.offered.iter().any(|offered| offered.eq_ignore_ascii_case(name))
    }

    /// Sets an option that the process has.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        if self.offers(name) {
            self.process.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    /// Waits until it has done what it was told to. What it could not do is its fault.
    fn ready(&mut self, patience: Duration) -> Result<(), Fault> {
        self.process.send("isready")?;
        let deadline = Instant::now() + patience;
        loop {
            let line = self.process.line(deadline, &StopFlag::default())?;
            if let Some(error) = line.strip_prefix("info string error ") {
                return Err(Fault::Garbage(format!("refused its options: {error}")));
            }
            if line == "readyok" {
                return Ok(());
            }
        }
    }
}

/// The position that a player is shown.
fn position<G: Notation>(view: &View<'_, G>) -> String {
    let line = &view.playthrough;
    let fields = line.start.split_once(' ').map_or("", |(_, fields)| fields);
    let moves = if line.moves.is_empty() { "" } else { " moves " };
    format!("position fen {fields}{moves}{}", line.moves.join(" "))
}

/// The question.
fn go(allowance: &Allowance) -> String {
    match allowance.limit {
        Limit::Nodes(nodes) => format!("go nodes {nodes}"),
        Limit::Depth(depth) => format!("go depth {depth}"),
        Limit::Move(time) => format!("go movetime {}", time.as_millis().max(1)),
        Limit::Clock { .. } => {
            let seat = |(number, (left, increment)): (u32, (&Duration, &Duration))| {
                let (left, increment) = (left.as_millis().max(1), increment.as_millis());
                format!(" p{number}time {left} p{number}inc {increment}")
            };
            let clocks = allowance.left.iter().zip(&allowance.increment);
            format!("go{}", (1..).zip(clocks).map(seat).collect::<String>())
        }
    }
}

/// What a player said of its search so far.
#[derive(Debug, Default)]
struct Thought {
    value: Option<f64>,
    proof: Option<Proof>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Thought {
    /// Takes what an `info` line says of the best move.
    fn take(&mut self, text: &str) {
        let words: Vec<_> = text.split(' ').collect();
        let end = words.iter().position(|&word| word == "pv" || word == "string");
        let words = &words[..end.unwrap_or(words.len())];
        let after = |name| {
            let place = words.iter().position(|&word| word == name)?;
            words.get(place + 1).copied()
        };
        if after("multipv").is_some_and(|rank| rank != "1") {
            return;
        }
        if let Some(depth) = after("depth").and_then(|text| text.parse().ok()) {
            self.depth = Some(depth);
            // A player that does not say how far off the end is has proven the result all the same.
            let distance = after("distance").and_then(|text| text.parse().ok()).unwrap_or(0);
            self.proof = after("proven").and_then(|word| match word {
                "win" => Some(Proof::Win(distance)),
                "draw" => Some(Proof::Draw),
                "loss" => Some(Proof::Loss(distance)),
                _ => None,
            });
        }
        if let Some(nodes) = after("nodes").and_then(|text| text.parse().ok()) {
            self.nodes = Some(nodes);
        }
        let value = after("value").and_then(|text| text.parse().ok());
        if let Some(value) = value.filter(|value: &f64| (-1.0..=1.0).contains(value)) {
            self.value = Some(value);
        }
    }

    /// The answer, with the move after the word `bestmove`.
    fn choice<G: Notation>(self, view: &View<'_, G>, text: &str) -> Result<Reply<G::Move>, Fault> {
        let Some(text) = text.split(' ').next().filter(|text| !text.is_empty()) else {
            return Err(Fault::Garbage("bestmove without a move".to_owned()));
        };
        let state = &view.playthrough.state;
        let mv = state.game.parse_move(&state.position, text);
        let mv =
            mv.map_err(|_| Fault::Illegal(format!("{text:.60} in {}", view.playthrough.text())))?;
        let Self { value, proof, depth, nodes } = self;
        Ok(Reply { mv, value, proof, depth, nodes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_line_tells() {
        let mut thought = Thought::default();
        thought.take(
            "depth 3 seldepth 5 multipv 1 score cp 3 value 0.5 proven win distance 3 nodes 9 pv a",
        );
        thought.take("depth 3 multipv 2 value 0.1 nodes 12 pv b");
        thought.take("string depth 8");
        assert_eq!((thought.depth, thought.nodes, thought.value), (Some(3), Some(9), Some(0.5)));
        assert_eq!(thought.proof, Some(Proof::Win(3)));
        thought.take("depth 4 value nan nodes x");
        assert_eq!((thought.depth, thought.nodes, thought.value), (Some(4), Some(9), Some(0.5)));
        assert_eq!(thought.proof, None);
    }

    #[test]
    fn clocks_are_told() {
        let limit = Limit::Clock { time: Duration::ZERO, increment: Duration::ZERO };
        let left = vec![Duration::from_millis(900), Duration::from_micros(10)];
        let increment = vec![Duration::from_millis(5), Duration::ZERO];
        let text = go(&Allowance { limit, left, increment });
        assert_eq!(text, "go p1time 900 p1inc 5 p2time 1 p2inc 0");
    }
}
