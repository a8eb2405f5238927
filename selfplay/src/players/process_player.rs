//! A player in another process, which speaks the text protocol.

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::{Playable, StopFlag};
use games::{Notation, ParseError, format_game};
use reader::words_text;
use ugi::{Command, Go, GoClock, Info, OptionLine};

use crate::Error;
use crate::players::bot::{Bot, Fault, GameStart, Reply};
use crate::players::kind::{BotFactory, PlayerKind, Table, Terms};
use crate::players::launch::{ARGUMENTS, Launch, OPTION};
use crate::players::limit::{Allowance, Limit};
#[cfg(not(unix))]
use crate::players::no_process::Process;
#[cfg(unix)]
use crate::players::process::Process;
use crate::players::reported_search::ReportedSearch;
use crate::players::search::HASH;
use crate::players::settings::{Settings, Unread};
use crate::players::timekeeping::Timekeeping;
use crate::players::view::View;
use crate::players::wait::Wait;

/// The greatest number of lines outside the protocol in one answer. It allows for some chatter.
const CHATTER: u32 = 100;

/// The greatest number of bytes that a player may write before it answers.
const LOUDEST: usize = 16 << 20;

/// The additional cost of a line in bytes, since an empty line takes time as well.
const LINE: usize = 16;

/// The first words of valid lines.
const WORDS: [&str; 8] =
    ["info", "bestmove", "response", "readyok", "ugiok", "id", "option", "copyprotection"];

/// The additional time to wait for a player, to distinguish a late answer from no answer.
const GRACE: Duration = Duration::from_secs(1);

/// A player in another process. The process is started when it is first needed.
pub(crate) struct ProcessPlayer {
    launch: Launch,
    terms: Terms,
    running: Option<Running>,
}

/// A process after the handshake.
struct Running {
    process: Process,
    /// The names of the options that it offers.
    offered: Vec<String>,
}

impl ProcessPlayer {
    pub(crate) fn new(launch: Launch, terms: Terms) -> Self {
        Self { launch, terms, running: None }
    }

    /// Starts the process to check that it can be a player.
    ///
    /// # Errors
    /// The fault of the process.
    pub(crate) fn check<G: Notation>(&mut self, game: &G, stop: &StopFlag) -> Result<(), Fault> {
        let wait = Wait::new(self.terms.patience, stop);
        let running = self.running.insert(Running::start(&self.launch, &format_game(game), &wait)?);
        let mut missing = self.launch.options.iter().map(|(name, _)| name);
        match missing.find(|name| !running.offers(name)) {
            None => Ok(()),
            Some(name) => Err(Fault::Garbage(format!("it has no option {name}"))),
        }
    }
}

impl<G: Notation> Bot<G> for ProcessPlayer {
    fn begin(&mut self, game: &G, start: GameStart) -> Result<(), Fault> {
        let wait = Wait::new(self.terms.patience, &start.stop);
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.launch, &format_game(game), &wait)?),
        };
        running.process.send(&Command::NewGame.to_string(), &wait)?;
        running.set("Seed", &start.search_seed.to_string(), &wait)?;
        running.ready(&wait)?;
        if start.timed {
            running.process.look();
        }
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let not_there = || Fault::Crash("not started".to_owned());
        let process = &mut self.running.as_mut().ok_or_else(not_there)?.process;
        let wait = self.terms.wait(allowance.deadline(view.seat), process, stop);
        process.skip_lines(|line| line.starts_with("bestmove"))?;
        // Both lines are sent at once, so that the process is woken only once, when its time
        // begins.
        process.send(&format!("{}\n{}", position(view), go(allowance)), &wait)?;
        let (mut search, mut chatter) = (ReportedSearch::default(), 0);
        hear(process, &wait, |line| {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word {
                "info" => search.add(&Info::parse(rest)),
                "bestmove" => return Some(search.choice(view, rest)),
                _ if WORDS.contains(&word) || line.is_empty() => {}
                _ => {
                    chatter += 1;
                    if chatter > CHATTER {
                        let words = format!("{chatter} lines like {line:.60?}");
                        return Some(Err(Fault::Garbage(words)));
                    }
                }
            }
            None
        })
    }

    fn dismiss(&mut self) {
        if let Some(running) = &mut self.running {
            running.process.dismiss();
        }
    }

    fn processor_time(&self) -> Option<Duration> {
        self.running.as_ref().and_then(|running| running.process.processor_time())
    }
}

impl Terms {
    /// The wait for an answer in `time`, or without a limit of time.
    pub(crate) fn wait<'a>(
        self,
        time: Option<Duration>,
        process: &Process,
        stop: &'a StopFlag,
    ) -> Wait<'a> {
        let Self { patience, timekeeping } = self;
        let Some(time) = time.map(|time| time + GRACE) else { return Wait::new(patience, stop) };
        match (timekeeping, process.processor_time()) {
            (Timekeeping::Processor, Some(used)) => {
                // A sleeping process uses no processor time, so this wait has an end by the wall
                // clock, too.
                Wait::new(time + patience, stop).until_used(used + time)
            }
            _ => Wait::new(time, stop),
        }
    }
}

/// Reads lines until `take` turns one into an answer.
pub(crate) fn hear<T>(
    process: &mut Process,
    wait: &Wait<'_>,
    mut take: impl FnMut(&str) -> Option<Result<T, Fault>>,
) -> Result<T, Fault> {
    let mut heard = 0;
    loop {
        let line = process.line(wait)?;
        if let Some(answer) = take(&line) {
            return answer;
        }
        heard += line.len() + LINE;
        if heard > LOUDEST {
            return Err(Fault::Garbage(format!("more than {LOUDEST} bytes without an answer")));
        }
    }
}

impl Running {
    fn start(launch: &Launch, game: &str, wait: &Wait<'_>) -> Result<Self, Fault> {
        let mut process = Process::start(launch)?;
        process.send(&Command::Ugi.to_string(), wait)?;
        let mut offered = Vec::new();
        hear(&mut process, wait, |line| {
            offered.extend(OptionLine::parse(line).map(|option| option.name));
            (line == "ugiok").then_some(Ok(()))
        })?;
        let mut running = Self { process, offered };
        // Packs are set first, since the game may need one.
        let (packs, others): (Vec<_>, Vec<_>) =
            launch.options.iter().partition(|(name, _)| name.eq_ignore_ascii_case("Pack"));
        for (name, value) in packs {
            running.set(name, value, wait)?;
        }
        running.set("Game", game, wait)?;
        running.set("Threads", "1", wait)?;
        running.set("Hash", &HASH.to_string(), wait)?;
        for (name, value) in others {
            running.set(name, value, wait)?;
        }
        running.ready(wait)?;
        Ok(running)
    }

    fn offers(&self, name: &str) -> bool {
        self.offered.iter().any(|offered| offered.eq_ignore_ascii_case(name))
    }

    /// Sets an option, if the process offers it.
    fn set(&mut self, name: &str, value: &str, wait: &Wait<'_>) -> Result<(), Fault> {
        if self.offers(name) {
            self.process.send(&Command::SetOption { name, value }.to_string(), wait)?;
        }
        Ok(())
    }

    /// Waits until the process is ready. An option that it refuses is its fault.
    fn ready(&mut self, wait: &Wait<'_>) -> Result<(), Fault> {
        self.process.send(&Command::IsReady.to_string(), wait)?;
        hear(&mut self.process, wait, |line| {
            let refused = |error| Fault::Refused(format!("refused its options: {error:.200}"));
            let words: Vec<_> = line.split_whitespace().collect();
            match words.strip_prefix(&["info", "string", "error"]) {
                Some(error) => Some(Err(refused(&error.join(" ")))),
                None => (line == "readyok").then_some(Ok(())),
            }
        })
    }
}

/// The command that sends the position of a view.
fn position<G: Notation>(view: &View<'_, G>) -> String {
    let line = &view.playthrough;
    let fields = line.start.split_once(' ').map_or("", |(_, fields)| fields);
    let moves = if line.moves.is_empty() { "" } else { " moves " };
    Command::Position(&format!("{fields}{moves}{}", line.moves.join(" "))).to_string()
}

/// The command that begins a search.
fn go(allowance: &Allowance) -> String {
    // A player without time left still has to move.
    let at_least_1 = |time: Duration| time.max(Duration::from_millis(1));
    let go = match allowance.limit {
        Limit::Nodes(nodes) => Go { nodes: Some(nodes), ..Go::default() },
        Limit::Depth(depth) => Go { depth: Some(depth.into()), ..Go::default() },
        Limit::Move(time) => Go { move_time: Some(at_least_1(time)), ..Go::default() },
        Limit::Clock { .. } => {
            let clocks = allowance.left.iter().zip(&allowance.increment);
            Go::with_clocks(clocks.map(|(&left, &increment)| GoClock {
                left: Some(at_least_1(left)),
                increment: Some(increment),
            }))
        }
    };
    Command::Go(&go.to_string()).to_string()
}

/// Reads the program and its arguments; `None` if there is no program.
pub(crate) fn command(
    unread: &mut Unread<'_>,
    default: &str,
) -> Result<Option<(PathBuf, Vec<String>)>, ParseError> {
    let Some(program) = unread.take("cmd") else { return Ok(None) };
    if program.is_empty() {
        return Err(ParseError::new("player cmd", program, "a program"));
    }
    let arguments = unread.words("args")?.unwrap_or_else(|| vec![default.to_owned()]);
    Ok(Some((program.into(), arguments)))
}

/// Reads the options to set, by name.
pub(crate) fn options_of(unread: &mut Unread<'_>) -> Vec<(String, String)> {
    let mut options = Vec::new();
    for (key, value) in std::mem::take(&mut unread.items) {
        match key.strip_prefix(OPTION) {
            Some(name) => options.push((name.to_owned(), value.to_owned())),
            None => unread.items.push((key, value)),
        }
    }
    options
}

impl Launch {
    /// Adds the settings that [`command`] and [`options_of`] read.
    pub(crate) fn write_command(&self, settings: Settings, default: &str) -> Settings {
        let mut settings = settings.with("cmd", self.program.display());
        let arguments = words_text(&self.arguments);
        if arguments != default {
            settings = settings.with_raw("args", &arguments);
        }
        let options = self.options.iter();
        options.fold(settings, |settings, (name, value)| settings.with(&Self::key_of(name), value))
    }

    /// The file of the program. A name without a folder is found by the system.
    pub(crate) fn path(&self) -> Option<&Path> {
        (self.program.components().count() > 1).then_some(&self.program)
    }
}

impl PlayerKind for Launch {
    const USAGE: &'static str = "cmd=";
    const KEYS: &'static [&'static str] = &["cmd", "args", "protocol"];

    fn read(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError> {
        if !unread.items.iter().any(|&(key, _)| key == "cmd") {
            return Ok(None);
        }
        if let Some(protocol) = unread.take("protocol").filter(|&protocol| protocol != "ugi") {
            return Err(ParseError::new("player protocol", protocol, "ugi or hub"));
        }
        let Some((program, arguments)) = command(unread, ARGUMENTS)? else { return Ok(None) };
        let mut options = Vec::new();
        for (key, option) in [("hash", "Hash"), ("weights", "Weights")] {
            options.extend(unread.take(key).map(|value| (option.to_owned(), value.to_owned())));
        }
        options.extend(options_of(unread));
        // The protocol ignores letter case in names of options.
        for (place, (name, value)) in options.iter().enumerate() {
            if options[..place].iter().any(|(other, _)| other.eq_ignore_ascii_case(name)) {
                let field = format!("player {}", Self::key_of(name));
                return Err(ParseError::new(field, value, "each option only once"));
            }
        }
        Ok(Some(Self { program, arguments, options }))
    }

    fn write(&self, settings: Settings) -> Settings {
        self.write_command(settings, ARGUMENTS)
    }

    fn file(&self) -> Option<&Path> {
        self.path()
    }

    fn check<G: Playable>(&self, game: &G, terms: Terms, stop: &StopFlag) -> Result<(), Fault> {
        ProcessPlayer::new(self.clone(), terms).check(game, stop)
    }

    fn factory<G: Playable>(&self, table: &Table<'_, G>) -> Result<BotFactory<G>, Error> {
        let (launch, terms) = (self.clone(), table.terms);
        Ok(BotFactory::new(move || ProcessPlayer::new(launch.clone(), terms)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_told() {
        let limit = Limit::Clock { time: Duration::ZERO, increment: Duration::ZERO };
        let left = vec![Duration::from_millis(900), Duration::from_micros(10)];
        let increment = vec![Duration::from_millis(5), Duration::ZERO];
        let text = go(&Allowance { limit, left, increment });
        assert_eq!(text, "go p1time 900 p1inc 5 p2time 1 p2inc 0");
    }
}
