//! Hidden cards: matches and sampled deals a second, and strength in duplicate deals.
//!
//! `cargo bench -p benches --bench hidden`, with `-- speed` or `strength` for a part, and `--quick`
//! for a brief run. A single match: `-- first=depth=2 second=greedy=yes deals=1000`, with
//! `players=4` for partners.

use std::collections::BTreeMap;

use benches::{BenchRun, seconds};
use engine::{Request, Searcher, StopFlag, Uncertainty};
use games::buteur::{Buteur, Position};
use games::{Actor, Hidden, Notation, Options, Outcome, State, format_game, random_step};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use selfplay::{Contest, GameRecord, MatchReport, Plan, Tally};

/// The seed of the deals.
const SEED: u64 = 1;

/// The matches. With these numbers of nodes the three searches take the same time, about three
/// milliseconds. With 44000 nodes the tree takes 50, so the whole benchmark takes hours.
const MATCHES: [(&str, &str); 6] = [
    ("nodes=1500", "random=yes"),
    ("nodes=44000", "greedy=yes"),
    ("nodes=22000", "sampling=300,depth=1"),
    ("hidden=ismcts,nodes=2300", "hidden=worlds,depth=1"),
    ("hidden=ismcts,nodes=2300", "hidden=views,nodes=5300"),
    ("hidden=views,nodes=5300", "hidden=worlds,depth=1"),
];

fn main() {
    let mut values = BTreeMap::new();
    for argument in std::env::args().skip(1) {
        if let Some((key, value)) = argument.split_once('=') {
            values.insert(key.to_owned(), value.to_owned());
        }
    }
    let number = |key: &str, usual: u64| {
        values
            .get(key)
            .map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{key}={text}")))
    };
    let game = game(number("players", 2));
    if let (Some(first), Some(second)) = (values.get("first"), values.get("second")) {
        compete(&game, [first, second], number("from", 0), number("deals", 100));
        return;
    }
    let run = BenchRun::from_arguments();
    if run.includes("speed") {
        speed(&game, &run);
    }
    if run.includes("strength") {
        for (first, second) in MATCHES {
            compete(&game, [first, second], 0, run.of(1000, 2));
        }
    }
}

fn game(players: u64) -> Buteur {
    let options = format!("players={players}");
    let options = Options::parse(Buteur::OPTIONS, Some(&options)).expect("2 to 4 players");
    Buteur::from_options(&options).expect("a game")
}

/// Plays deals from number `from` on, each twice with the teams exchanged. Prints the score of the
/// first player.
fn compete(game: &Buteur, names: [&str; 2], from: u64, deals: u64) {
    let players = [("first", names[0]), ("second", names[1])];
    let player = |(name, keys)| format!("name={name},{keys}").parse().expect("a player");
    let players = players.map(player).to_vec();
    let plan = Plan { opening: 0, ..Plan::new(&format_game(game), players, SEED, from + deals) };
    let contest = Contest::<Buteur>::new(plan).expect("a match").without_luck();
    let mut tally = Tally::of(&contest.plan, game);
    let earlier = (0..from).flat_map(|deal| [(deal, 0), (deal, 1)]).collect();
    let mut efforts = [Effort::default(), Effort::default()];
    let keep = |record: GameRecord| {
        add_efforts(&mut efforts, &record);
        tally.add(&record).map(drop)
    };
    contest.run(&earlier, 1, &StopFlag::default(), keep).expect("games");
    let report = MatchReport::new(&contest.plan, &tally).expect("a report");
    let (results, units) = (report.players[0].results(), &report.pairs[0].units);
    let share = report.pairs[0].strength.expect("a deal").score;
    let error = 1.96 * (units.variance() / units.units()).sqrt();
    let [first, second] = efforts.map(Effort::milliseconds_a_move);
    println!(
        "{} against {}: {:.1}% ± {:.1} of the points, {deals} deals twice, {:?} won drawn lost; {first:.2} and {second:.2} ms a move",
        names[0],
        names[1],
        100.0 * share,
        100.0 * error,
        [results.wins, results.draws, results.losses],
    );
}

/// The effort of a player's moves.
#[derive(Clone, Copy, Default)]
struct Effort {
    moves: u32,
    microseconds: u64,
}

impl Effort {
    fn milliseconds_a_move(self) -> f64 {
        self.microseconds as f64 / f64::from(self.moves) / 1e3
    }
}
/// Adds the effort of the moves of a game to its players.
fn add_efforts(efforts: &mut [Effort; 2], record: &GameRecord) {
    let mut state = State::<Buteur>::parse(&record.start).expect("a start");
    let mut times = record.times.iter();
    for (step, text) in record.moves.iter().enumerate() {
        if let Actor::Seat(seat) = state.actor()
            && step >= record.opening as usize
        {
            let effort = &mut efforts[usize::from(record.players[seat.index()] != "first")];
            effort.moves += 1;
            effort.microseconds += times.next().expect("a time");
        }
        state.try_step(text).expect("a move of the record");
    }
}

/// Random matches a second, and sampled deals a second.
fn speed(game: &Buteur, run: &BenchRun) {
    let count = run.of(20_000, 50);
    let (time, results) =
        seconds(|| (0..count).map(|seed| random_match(game, seed).0).collect::<Vec<_>>());
    let drawn = results.iter().filter(|outcome| outcome.winners().len() == 2).count();
    assert!(drawn > 0 && drawn < results.len(), "{drawn} of {count} matches drawn");
    println!("random matches: {:.0} a second", f64::from(count as u32) / time);
    let views: Vec<_> = (0..run.of(40, 2))
        .flat_map(|seed| random_match(game, seed).1.into_iter().nth(20))
        .collect();
    for (name, uncertainty, depth) in [
        ("worlds, 1 move", Uncertainty::Worlds, 1),
        ("worlds, 2 moves", Uncertainty::Worlds, 2),
        ("ismcts", Uncertainty::Ismcts, 8),
    ] {
        let ask = || views.iter().map(|view| worlds(game, *view, uncertainty, depth)).sum::<u64>();
        let (time, dealt) = seconds(ask);
        assert!(dealt >= views.len() as u64, "{name}: {dealt} worlds");
        println!("{name}: {:.0} worlds a second", dealt as f64 / time);
    }
}

/// A random match: its outcome, and the views of the acting players.
fn random_match(game: &Buteur, seed: u64) -> (Outcome, Vec<Position>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = State::start(game.clone());
    let (mut views, mut buffer) = (Vec::new(), Vec::new());
    loop {
        if let Actor::Seat(_) = state.actor() {
            views.push(game.view(state.position(), game.player(state.position())));
        }
        if let Some(outcome) = random_step(&mut state, &mut buffer, &mut rng) {
            return (outcome, views);
        }
    }
}

/// Samples deals for one request and returns their number.
fn worlds(game: &Buteur, view: Position, uncertainty: Uncertainty, depth: u32) -> u64 {
    let state = State::new(game.clone(), view);
    let builder =
        Searcher::builder(game.clone()).adjust(|techniques| techniques.uncertainty = uncertainty);
    let mut searcher = builder.hash(1).build().expect("memory");
    let answer = searcher.search(&state, &Request::new().depth(depth).seed(1));
    assert!(answer.best().is_some(), "a move");
    Uncertainty::WORLDS
}
