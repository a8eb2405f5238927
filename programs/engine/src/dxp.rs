//! `engine dxp`: games against another program over a socket, by the protocol DXP.
//!
//! Every wait for the other program has an end. A program that stalls, ends or sends nonsense loses
//! its game. Each connection has a thread and a searcher, so no connection waits for another.

mod connection;
mod game;

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use clap::Args;
use cli::{Failure, print_line, read_count, warn, whole};
use draughts::dxp::{Message, Reason, Request, read_position};
use games::{AnyState, ParseError};

use self::connection::{Connection, Lost};
use self::game::{GameEnd, Played, Terms};
use super::args::duration;
use super::draughts_search::DraughtsArguments;

/// The usual port of the protocol.
const PORT: u16 = 27531;

/// The version of the protocol.
const VERSION: u8 = 1;

/// The name of this program in messages.
pub(crate) const NAME: &str = concat!("engine ", env!("CARGO_PKG_VERSION"));

/// The greatest number of connections at a time.
const MOST_CONNECTIONS: usize = 16;

#[derive(Args, Debug)]
pub(crate) struct DxpArguments {
    /// Wait for programs at this address: PORT on the loopback address, or HOST:PORT; port 0 takes
    /// a free one [default: 127.0.0.1:27531]
    #[arg(long, value_name = "ADDR", conflicts_with = "connect")]
    listen: Option<String>,
    /// Ask the program at this address for games
    #[arg(long, value_name = "ADDR")]
    connect: Option<String>,
    /// The number of games to play [default: 1 with --connect, no end with --listen]
    #[arg(long, value_name = "N", value_parser = read_count)]
    games: Option<u64>,
    /// The time of each player for a game; with --listen the other program sets it
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration)]
    time: Duration,
    /// The number of moves of each player after which a game ends; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u16>(0, 999))]
    moves: u16,
    /// The depth of each search, in place of a share of the time
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 100))]
    depth: Option<u32>,
    /// The nodes of each search, in place of a share of the time
    #[arg(long, value_name = "N", value_parser = read_count)]
    nodes: Option<u64>,
    /// The time to wait for the other program beyond its time for the game
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    patience: Duration,
    #[command(flatten)]
    draughts: DraughtsArguments,
}

/// Plays games until their number is reached.
pub(crate) fn run(args: &DxpArguments) -> Result<(), Failure> {
    let settings = &args.draughts;
    settings.start()?;
    let terms = Terms { depth: args.depth, nodes: args.nodes, patience: args.patience };
    match &args.connect {
        Some(address) => connect(args, settings, terms, address),
        None => listen(args, settings, terms),
    }
}

/// Reads an address. A port alone is on the loopback address.
fn address(field: &str, text: &str) -> Result<SocketAddr, ParseError> {
    let port = text.strip_prefix(':').unwrap_or(text).parse::<u16>();
    let found = match port {
        Ok(port) => Some(SocketAddr::from(([127, 0, 0, 1], port))),
        Err(_) => text.to_socket_addrs().ok().and_then(|mut found| found.next()),
    };
    found.ok_or_else(|| ParseError::new(field, text, "PORT or HOST:PORT, as in 127.0.0.1:27531"))
}

/// Asks another program for games.
fn connect(
    args: &DxpArguments,
    settings: &DraughtsArguments,
    terms: Terms,
    text: &str,
) -> Result<(), Failure> {
    let address = address("--connect", text)?;
    let stream = TcpStream::connect_timeout(&address, args.patience.max(Duration::from_secs(1)));
    let stream = stream.map_err(|error| {
        Failure::Broken(format!(
            "--connect: read {text:?}, expected a program that listens ({error})"
        ))
    })?;
    let mut player = Player::new(settings, terms)?;
    let mut connection = Connection::new(stream)?;
    let games = args.games.unwrap_or(1);
    let minutes = args.time.as_secs().div_ceil(60).clamp(1, 999) as u16;
    for number in 1..=games {
        let own_seat = usize::from(number % 2 == 0);
        let request = Request {
            version: VERSION,
            name: NAME.to_owned(),
            follower_is_white: own_seat == 1,
            minutes,
            moves: args.moves,
            position: None,
        };
        let name = match invite(&mut connection, request, terms) {
            Ok(name) => name,
            Err(error) => return Err(Failure::Broken(format!("game {number}: {error}"))),
        };
        let setting = game::Setting {
            start: settings.start()?,
            own_seat,
            time: Duration::from_secs(u64::from(minutes) * 60).min(args.time),
            moves: args.moves,
            last: number == games,
        };
        let played = player.play(&mut connection, setting)?;
        report(number, &name, own_seat, &played)?;
        if played.end.ends_connection() {
            break;
        }
    }
    Ok(())
}

/// Asks for a game, and returns the name of the other program.
fn invite(connection: &mut Connection, request: Request, terms: Terms) -> Result<String, Lost> {
    connection.send(&Message::Request(request))?;
    loop {
        match connection.receive(terms.patience)? {
            Message::Accept { name, code: 0 } => return Ok(name),
            Message::Accept { code, .. } => {
                return Err(Lost::Refused(format!("the other program refused with code {code}")));
            }
            Message::Chat(text) => chat(&text),
            other => return Err(Lost::nonsense(&other)),
        }
    }
}

/// Prints a message for people.
fn chat(text: &str) {
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    // Nobody reads standard error if it cannot be written.
    let _ = writeln!(io::stderr(), "chat: {text}");
}

/// Prints the result of a game, and the game as a position text.
fn report(number: u64, name: &str, own_seat: usize, played: &Played) -> Result<(), Failure> {
    let color = ["white", "black"][own_seat];
    let name = name.replace(char::is_control, "?");
    let (result, plies) = (played.end.word(), played.moves.len());
    let why = played.end.why();
    print_line(&format!(
        "game {number} as {color} against {name:?}: {result} after {plies} plies, {why}"
    ))?;
    print_line(&played.text())
}

/// An event of the server.
enum Event {
    Connected(TcpStream),
    Failed(io::Error),
    /// A game was played, with the name of the other program and the seat of this one.
    Ended(String, usize, Box<Played>),
    Broken(Failure),
}

/// Waits for programs that ask for games.
fn listen(args: &DxpArguments, settings: &DraughtsArguments, terms: Terms) -> Result<(), Failure> {
    let text = args.listen.clone().unwrap_or_else(|| PORT.to_string());
    let address = address("--listen", &text)?;
    let unusable = |error: io::Error| {
        Failure::from(ParseError::new("--listen", &text, format!("a free address ({error})")))
    };
    let listener = TcpListener::bind(address).map_err(unusable)?;
    // Errors in weights and tables show at once.
    settings.searcher()?;
    print_line(&format!("listening on {}", listener.local_addr().map_err(unusable)?))?;
    let (sender, events) = channel();
    let acceptor = sender.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let event = stream.map_or_else(Event::Failed, Event::Connected);
            if acceptor.send(event).is_err() {
                return;
            }
        }
    });
    static CONNECTIONS: AtomicUsize = AtomicUsize::new(0);
    let mut games = 0;
    for event in events {
        match event {
            Event::Connected(stream) if CONNECTIONS.load(Relaxed) < MOST_CONNECTIONS => {
                CONNECTIONS.fetch_add(1, Relaxed);
                let (settings, sender) = (settings.clone(), sender.clone());
                thread::spawn(move || {
                    if let Err(failure) = follow(stream, &settings, terms, &sender) {
                        let _ = sender.send(Event::Broken(failure));
                    }
                    CONNECTIONS.fetch_sub(1, Relaxed);
                });
            }
            Event::Connected(stream) => drop(stream),
            Event::Failed(error) => warn(&format!("a connection failed: {error}")),
            Event::Broken(failure) => return Err(failure),
            Event::Ended(name, own_seat, played) => {
                games += 1;
                report(games, &name, own_seat, &played)?;
                if args.games.is_some_and(|most| games >= most) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Plays the games that a program asks for.
fn follow(
    stream: TcpStream,
    settings: &DraughtsArguments,
    terms: Terms,
    sender: &Sender<Event>,
) -> Result<(), Failure> {
    let mut player = Player::new(settings, terms)?;
    let Ok(mut connection) = Connection::new(stream) else { return Ok(()) };
    loop {
        let request = match connection.receive(terms.patience) {
            Ok(Message::Request(request)) => request,
            Ok(Message::Chat(text)) => {
                chat(&text);
                continue;
            }
            // After a game, the other program may confirm its end late.
            Ok(Message::End { stop: false, .. }) => continue,
            Ok(_) | Err(_) => return Ok(()),
        };
        let start = match &request.position {
            None => settings.start(),
            Some(text) => read_position(text, &settings.game).map_err(Failure::from),
        };
        let code = match (&start, request.version) {
            (Ok(_), VERSION | 0) => 0,
            (_, version) if version > VERSION => 1,
            _ => 2,
        };
        let answer = Message::Accept { name: NAME.to_owned(), code };
        if connection.send(&answer).is_err() {
            return Ok(());
        }
        let (Ok(start), 0) = (start, code) else { continue };
        let own_seat = usize::from(!request.follower_is_white);
        let time = Duration::from_secs(u64::from(request.minutes) * 60);
        let setting = game::Setting { start, own_seat, time, moves: request.moves, last: false };
        let played = player.play(&mut connection, setting)?;
        let ends = played.end.ends_connection();
        if sender.send(Event::Ended(request.name, own_seat, Box::new(played))).is_err() || ends {
            return Ok(());
        }
    }
}

pub(crate) use self::game::Player;

/// The reason of a result, from the view of this program.
pub(crate) fn reason_of(state: &AnyState, own_seat: usize) -> Reason {
    match state.result() {
        None => Reason::Unknown,
        Some(outcome) if outcome.winners().len() > 1 => Reason::Drawn,
        Some(outcome) => {
            let own = games::Seat::new(own_seat as u8);
            if outcome.winners().contains(own) { Reason::Won } else { Reason::Lost }
        }
    }
}

impl GameEnd {
    /// The result in a word.
    fn word(&self) -> &'static str {
        match self.reason {
            Reason::Won => "won",
            Reason::Lost => "lost",
            Reason::Drawn => "drawn",
            Reason::Unknown => "ended",
        }
    }
}
