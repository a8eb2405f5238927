//! Searches with endgame tables: their values are those of the tables, and they win won positions
//! before the draw rules end the game.

use std::path::PathBuf;

use engine::{Playable, Request, Searcher};
use eval::Value;
use games::etoile::{Board, Etoile, Position, Square8, Star};
use games::maitres::{Die, Maitres};
use games::{
    Actor, Ending, Endings, Game, Notation, Outcome, SharedEndings, State, Tactics, Verdict,
    WinChance,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tablebases::etoile::{TableSet, build};
use tablebases::{BuildLimits, Tabled, maitres};

const ENGLISH: &str = "etoile:board=square8,players=2,rules=english";

/// The number of won positions that are played with each set of rules, with up to three pieces.
const GAMES: usize = 40;

/// Builds tables of up to `pieces` pieces in a folder for this test.
fn built<B: Board>(name: &str, text: &str, pieces: u8) -> (Etoile<B>, PathBuf) {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    let game = State::<Etoile<B>>::parse(&format!("{text} startpos")).expect("a game").into_game();
    let limits = BuildLimits { memory: 512, threads: 2 };
    build(&game, pieces, &dir, limits, |_| ()).expect("tables");
    (game, dir)
}

fn searcher<G: Playable>(game: &G, endings: Option<SharedEndings<G>>) -> Searcher<G> {
    Searcher::builder(game.clone()).hash(1).endings(endings).build().expect("a MiB")
}

/// `count` random positions that the player to act wins under all draw rules, each with its
/// distance. Every table is equally likely, because the largest has nearly all positions.
fn won_positions<B: Board>(set: &TableSet<B>, count: usize) -> Vec<(Position, u16)> {
    let ids: Vec<_> = set.tables().map(|(id, ..)| id).collect();
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut found = Vec::new();
    while found.len() < count {
        let id = ids[random.random_range(0..ids.len())];
        let number = random.random_range(0..set.numbers(id));
        let Some(position) = set.position(id, number) else { continue };
        if let Some(Verdict::Certain(Ending::Win(distance))) = set.verdict(&position) {
            found.push((position, distance));
        }
    }
    found
}

/// Plays won positions to the end; both sides use tables. The winner must win all of them.
fn wins_all<B: Board>(name: &str, text: &str, pieces: u8, games: usize)
where
    Etoile<B>: Playable<Position = Position>,
{
    let (game, dir) = built::<B>(name, text, pieces);
    let set = TableSet::open(&game, &dir).expect("tables").expect("tables");
    let mut searcher = searcher(&game, game.open_tables(&dir).expect("tables"));
    let (mut longest, mut plies) = (0, 0);
    for (start, distance) in won_positions(&set, games) {
        let mut state = State::new(game, start);
        let winner = start.side();
        let first = searcher.search(&state, &Request::new().depth(1));
        // The reported distance is also valid against a loser who omits captures.
        let latest = i32::from(distance) + game.delay() as i32 * (i32::from(distance) / 2);
        assert_eq!(first.value.distance(), Some(latest), "{start:?}");
        while let Actor::Seat(_) = state.actor() {
            let best = searcher.search(&state, &Request::new().depth(2)).best().expect("a move");
            state.play_unchecked(best);
            plies += 1;
        }
        assert_eq!(state.actor(), Actor::Over(Outcome::win(winner)), "{start:?}");
        longest = longest.max(distance);
    }
    println!("{text}: {games} won, the longest in {longest}, {plies} plies in all");
}

#[test]
fn won_endings_are_won() {
    wins_all::<Square8>("won-english", &format!("{ENGLISH},quiet=40"), 3, GAMES);
    wins_all::<Star>("won-star", "etoile:players=2", 3, GAMES);
    wins_all::<Star>("won-misere", "etoile:misere=yes,players=2,rules=italian", 3, GAMES);
}

/// The same with a thousand positions of up to four pieces each.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_won_endings_are_won() {
    wins_all::<Square8>("won-english-4", &format!("{ENGLISH},quiet=40"), 4, 1000);
    wins_all::<Star>("won-star-4", "etoile:players=2", 4, 1000);
}

/// The number of won positions that a search wins against itself without tables, with 400,000 nodes
/// a move (about 100 ms). A proven win counts as won.
fn share_without_tables<B: Board>(name: &str, text: &str)
where
    Etoile<B>: Playable<Position = Position>,
{
    const POSITIONS: usize = 200;
    let (game, dir) = built::<B>(name, text, 4);
    let set = TableSet::open(&game, &dir).expect("tables").expect("tables");
    let mut won = 0;
    for (start, distance) in won_positions(&set, POSITIONS) {
        let mut searcher = Searcher::builder(game).hash(16).build().expect("16 MiB");
        let mut state = State::new(game, start);
        let winner = start.side();
        let is_won = loop {
            match state.actor() {
                Actor::Over(outcome) => break outcome == Outcome::win(winner),
                _ if state.history().plies() > 400 => break false,
                _ => (),
            }
            let answer = searcher.search(&state, &Request::new().nodes(400_000));
            let own = game.mover(state.position()) == winner;
            if if own { answer.value.is_win() } else { answer.value.is_loss() } {
                break true;
            }
            state.play_unchecked(answer.best().expect("a move"));
        };
        won += usize::from(is_won);
        if !is_won {
            println!("not won: {} in {distance}", game.format_fields(&start));
        }
    }
    println!("{text}: {won} of {POSITIONS} won without tables");
}

#[test]
#[ignore = "a measurement"]
fn won_endings_without_tables() {
    share_without_tables::<Square8>("alone-english", &format!("{ENGLISH},quiet=40"));
    share_without_tables::<Star>("alone-star", "etoile:players=2");
}

/// Each move of a position in the tables has the value of the tables. The search goes no deeper.
#[test]
fn a_search_ends_at_the_tables() {
    let text = &format!("{ENGLISH},quiet=0,repetition=0");
    let (game, dir) = built::<Square8>("search", text, 3);
    let endings = game.open_tables(&dir).expect("tables");
    let set = TableSet::open(&game, &dir).expect("tables").expect("tables");
    let mut with = searcher(&game, endings);
    for fields in ["A Kc3,Kd4 Ka1 0 -", "B Kc3 Ka1,Kh8 0 -", "A c3 e5,Kh8 0 -", "A c1 f8 0 -"] {
        let state = State::<Etoile<_>>::parse(&format!("{text} {fields}")).expect("a position");
        let answer = with.search(&state, &Request::new().depth(20).variations(30));
        assert_eq!(answer.depth, 1, "nothing more can be learned: {fields}");
        for line in &answer.variations {
            let child = game.play(state.position(), line.moves[0]);
            let value = line.value;
            let found = match (value.is_win(), value.is_loss()) {
                (true, _) => Ending::Win(value.distance().unwrap_or(0) as u16),
                (_, true) => Ending::Loss(value.distance().unwrap_or(0) as u16),
                _ => Ending::Draw,
            };
            assert_eq!(
                Some(found),
                set.probe(&child).map(|ending| ending.before(false)),
                "{fields}"
            );
        }
    }
}

/// In games with a die, a chance to win from the tables is the value of the position. It ends the
/// line, so a search of any depth finds the same value. Near the limit of the game's length the
/// tables are not used.
#[test]
fn a_search_takes_chances_from_tables() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("chances");
    let _ = std::fs::remove_dir_all(&dir);
    let game = |text: &str| {
        State::<Maitres>::parse(&format!("{text} startpos")).expect("a game").into_game()
    };
    let base = game("maitres:variant=annihilation");
    let limits = BuildLimits { memory: 64, threads: 2 };
    base.build_tables(2, 4, &dir, limits, &mut |_| ()).expect("tables");
    let set = maitres::TableSet::open(&base, &dir).expect("tables").expect("tables");
    let ids: Vec<_> = set.tables().map(|(id, ..)| id).collect();
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut with = searcher(&base, base.open_tables(&dir).expect("tables"));
    let short = Maitres { plies: 100, ..base };
    let mut unused = searcher(&short, short.open_tables(&dir).expect("tables"));
    let mut without = searcher(&short, None);
    let mut chances = 0;
    while chances < 200 {
        let id = ids[random.random_range(0..ids.len())];
        let number = random.random_range(0..set.numbers(id));
        let Some(position) = set.position(id, number) else { continue };
        let rolled = base.apply_event(&position, Die(random.random_range(1..=6)));
        let Some(Ending::Chance(WinChance { low, high })) = set.probe(&rolled) else { continue };
        chances += 1;
        let best = i64::from(low + high) - i64::from(WinChance::ONE);
        let best = best * i64::from(Value::ONE) / i64::from(WinChance::ONE);
        for depth in [1, 3] {
            let answer = with.search(&State::new(base, rolled), &Request::new().depth(depth));
            // The bound of the best move may come from another move.
            let unit = i64::from(Value::ONE) / i64::from(WinChance::ONE) + 1;
            assert!((i64::from(answer.value.units()) - best).abs() <= unit, "{rolled:?}");
            assert!(answer.variations[0].proof().is_none());
            assert!(answer.nodes < 120, "{} nodes", answer.nodes);
        }
        let [one, other] = [&mut unused, &mut without].map(|searcher| {
            let answer = searcher.search(&State::new(short, rolled), &Request::new().depth(2));
            (answer.value, answer.nodes, answer.best())
        });
        assert_eq!(one, other, "{rolled:?}");
    }
}
