//! Tables of a game with a die, compared with brute force, and with missing or damaged files and
//! files of another game.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use games::maitres::{BOARD, HOME, Maitres, Position, Variant};
use games::{Actor, Bits, Ending, Endings, Game, Outcome, Seat, State, Verdict, WinChance};
use tablebases::maitres::TableSet;
use tablebases::{BuildLimits, Built, Tabled};

use crate::common::{LIMITS, folder};

const GAME: &str = "maitres:variant=annihilation";

fn game(text: &str) -> Maitres {
    *State::<Maitres>::parse(&format!("{text} startpos")).expect("a game").game()
}

fn build(game: &Maitres, pieces: u8, dir: &Path, limits: BuildLimits) -> Built {
    game.build_tables(pieces, 4, dir, limits, &mut |_| ()).expect("tables")
}

fn open(game: &Maitres, dir: &Path) -> TableSet {
    TableSet::open(game, dir).expect("tables").expect("tables")
}

/// All positions of one piece of each side in which the die is to be rolled. With `masters` the two
/// pieces are Masters.
fn pairs(game: &Maitres) -> Vec<Position> {
    let middle = BOARD & !HOME[0] & !HOME[1];
    let mut found = Vec::new();
    let squares: Vec<u128> = Bits(BOARD).map(|square| 1 << square).collect();
    for &one in &squares {
        for &other in squares.iter().filter(|&&other| other != one) {
            for smalls in [0, one, other, one | other] {
                let masters = game.variant == Variant::Master;
                if smalls & !middle != 0 || masters && smalls != 0 {
                    continue;
                }
                let masters = if masters { [one, other] } else { [0; 2] };
                let position = |side| Position::of_pieces([one, other], smalls, masters, side);
                found.extend(Seat::all(2).map(position));
            }
        }
    }
    found
}

/// The probabilities of positions that lead to no others, by value iteration in floating point from
/// below and above.
fn brute_force(game: &Maitres, positions: &[Position]) -> Vec<f64> {
    let numbers: HashMap<Position, usize> =
        positions.iter().enumerate().map(|(number, &position)| (position, number)).collect();
    // For each roll of each position: whether it wins, and the positions that it leads to.
    let mut rolls: Vec<(bool, Vec<usize>)> = Vec::new();
    for position in positions {
        game.each_event(position, |die, _| {
            let rolled = game.apply_event(position, die);
            let mut roll = (false, Vec::new());
            game.each_move(&rolled, |mv| {
                let child = game.play(&rolled, mv);
                match game.actor(&child) {
                    Actor::Over(outcome) => roll.0 |= outcome == Outcome::win(rolled.side()),
                    _ => roll.1.push(numbers[&child]),
                }
            });
            rolls.push(roll);
        });
    }
    let mut bounds = vec![[0.0, 1.0]; positions.len()];
    loop {
        let mut widest = 0.0f64;
        for number in 0..positions.len() {
            let mut sums = [0.0; 2];
            for (won, children) in &rolls[6 * number..6 * number + 6] {
                let mut best = if *won { [1.0; 2] } else { [0.0f64; 2] };
                for &child in children {
                    let [low, high]: [f64; 2] = bounds[child];
                    best = [best[0].max(1.0 - high), best[1].max(1.0 - low)];
                }
                sums = [sums[0] + best[0], sums[1] + best[1]];
            }
            bounds[number] = sums.map(|sum| sum / 6.0);
            widest = widest.max(bounds[number][1] - bounds[number][0]);
        }
        if widest < 1e-8 {
            return bounds.into_iter().map(|[low, high]| (low + high) / 2.0).collect();
        }
    }
}

/// Every position of two pieces has the probability that brute force finds, before and after a
/// roll.
#[test]
fn chances_are_those_of_brute_force() {
    compare_with_brute_force(&[("maitres", 3600)]);
}

#[test]
#[ignore = "long"]
fn more_chances_are_those_of_brute_force() {
    compare_with_brute_force(&[(GAME, 11_370), ("maitres:passage=leap", 3600)]);
}

fn compare_with_brute_force(games: &[(&str, u64)]) {
    for &(text, expected) in games {
        let game = game(text);
        let dir = folder(&format!("chances-{}", text.replace(':', "-")));
        let built = build(&game, 2, &dir, LIMITS);
        assert_eq!(built.positions, expected, "{text}");
        let verified = game.verify_tables(&dir, LIMITS, &mut |_| ()).expect("tables");
        assert_eq!((verified.wrong, verified.positions), (None, built.positions), "{text}");

        let set = open(&game, &dir);
        let positions = pairs(&game);
        let chances = brute_force(&game, &positions);
        let (least, most) = chances
            .iter()
            .fold((1.0f64, 0.0f64), |(least, most), &chance| (least.min(chance), most.max(chance)));
        assert!(least < 0.48 && most > 0.55, "{text}: {least} to {most}");
        let one = f64::from(WinChance::ONE);
        for (position, chance) in positions.iter().zip(&chances) {
            let Some(Ending::Chance(WinChance { low, high })) = set.probe(position) else {
                panic!("{position:?}")
            };
            let (low, high) = (f64::from(low) / one, f64::from(high) / one);
            let shown = format!("{text}: {chance} from {low} to {high} in {position:?}");
            assert!(low - 1e-7 <= *chance && *chance <= high + 1e-7, "{shown}");
            assert!(high - low <= 1.0 / 32768.0, "{shown}");
        }
    }
}

/// After a roll the best move counts, and a possible win is a win.
#[test]
fn a_roll_is_resolved_by_its_moves() {
    let game = game(GAME);
    let dir = folder("rolls");
    build(&game, 2, &dir, LIMITS);
    let set = open(&game, &dir);
    let probe = |fields: &str| {
        let state = State::<Maitres>::parse(&format!("{GAME} {fields}")).expect("a position");
        (set.probe(state.position()), set.verdict(state.position()))
    };
    assert_eq!(probe("9/9/9/9/4l4/9/4L4/9/9 r 2"), (Some(Ending::Win(1)), None));
    assert_eq!(probe("9/9/9/9/9/9/4L4/9/9 b -").0, Some(Ending::Loss(0)));
    assert_eq!(probe("9/9/9/9/9/9/4L4/9/9 r -").0, Some(Ending::Win(0)));
    // After a pass the other player is to roll.
    let (Some(Ending::Chance(passed)), None) = probe("9/9/9/9/4L4/9/9/1l7/9 r 6") else { panic!() };
    let (Some(Ending::Chance(other)), verdict) = probe("9/9/9/9/4L4/9/9/1l7/9 b -") else {
        panic!()
    };
    assert_eq!(passed, other.flipped());
    // Colours and mirror images do not change the result.
    for same in ["9/1L7/9/9/4l4/9/9/9/9 r -", "9/9/9/9/4L4/9/9/7l1/9 b -"] {
        assert_eq!(probe(same).0, Some(Ending::Chance(other)), "{same}");
    }
    // A limit of the game's length leaves a result open that is certain without the limit.
    assert_eq!(verdict, Some(Verdict::Open(Ending::Chance(other))));
    let endless = Maitres { plies: 0, ..game };
    let state = State::<Maitres>::parse(&format!("{GAME} 9/9/9/9/4L4/9/9/1l7/9 b -")).expect("ok");
    let verdict = open(&endless, &dir).verdict(state.position());
    assert_eq!(verdict, Some(Verdict::Certain(Ending::Chance(other))));
    // Positions with more pieces are not known.
    assert_eq!(probe("9/9/9/9/4L4/9/9/1l7/l8 b -"), (None, None));
}

/// The files of tables and bounds of a game, without its lock.
fn files(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let own = fs::read_dir(dir).expect("a folder").next().expect("one").expect("a folder").path();
    let entries = fs::read_dir(own).expect("a folder").map(|entry| entry.expect("a file").path());
    let paths = entries.filter(|path| path.extension().is_some());
    let mut files: Vec<_> =
        paths.map(|path| (path.clone(), fs::read(&path).expect("a file"))).collect();
    files.sort();
    files
}

/// An interrupted build continues to the same files, with any number of threads and little memory,
/// and also if bounds that other tables need were removed.
#[test]
fn an_interrupted_build_of_chances_goes_on() {
    let game = game(GAME);
    let dir = folder("chances-interrupted");
    let whole = build(&game, 2, &dir, LIMITS);
    assert_eq!(whole.tables, 4);
    let expected = files(&dir);
    assert_eq!(expected.len(), 8);
    // Each time another third of the files is kept, and there is another number of threads.
    for kept in [0, 4, 5] {
        for (number, (path, _)) in expected.iter().enumerate() {
            if number % 3 != kept % 3 || number == kept {
                fs::remove_file(path).expect("removed");
            }
        }
        let limits =
            BuildLimits { memory: if kept % 2 == 0 { 1 } else { 64 }, threads: 1 + kept % 3 };
        let again = build(&game, 2, &dir, limits);
        assert_eq!((again.positions, again.bytes), (whole.positions, whole.bytes));
        // Bounds that no table needs any more are not made again.
        for (path, bytes) in files(&dir) {
            assert!(expected.contains(&(path.clone(), bytes)), "{}", path.display());
        }
        let tables =
            |path: &&(PathBuf, Vec<u8>)| path.0.extension().is_some_and(|kind| kind == "table");
        assert_eq!(files(&dir).iter().filter(tables).count(), 4);
        for (path, bytes) in &expected {
            fs::write(path, bytes).expect("written");
        }
    }
    let again = game.build_tables(2, 4, &dir, LIMITS, &mut |_| panic!("nothing is left"));
    assert_eq!(again.expect("tables").tables, 0);
}

/// Checks that every use of a folder fails, with an error that has all of `words`.
#[track_caller]
fn refused(game: &Maitres, dir: &Path, words: &[&str]) {
    let errors = [
        TableSet::open(game, dir).err(),
        game.verify_tables(dir, LIMITS, &mut |_| ()).err(),
        game.build_tables(3, 4, dir, LIMITS, &mut |_| ()).err(),
    ];
    for error in errors {
        let error = error.expect("an error").to_string();
        for word in words {
            assert!(error.contains(word), "{word:?} in {error:?}");
        }
    }
}

#[test]
fn other_files_are_no_chances() {
    let (one, other) = (game(GAME), game("maitres:passage=leap,variant=annihilation"));
    let [dir, elsewhere] = ["chances-other", "chances-elsewhere"].map(folder);
    build(&one, 2, &dir, LIMITS);
    build(&other, 2, &elsewhere, LIMITS);
    let table = |dir: &Path, name: &str| {
        let found = files(dir).into_iter().find(|(path, _)| path.ends_with(name));
        found.expect("a file")
    };
    let (path, whole) = table(&dir, "l-s.table");
    let put = |bytes: &[u8]| fs::write(&path, bytes).expect("written");
    put(&table(&elsewhere, "l-s.table").1);
    refused(
        &one,
        &dir,
        &["l-s.table: read game maitres:passage=leap", "expected game maitres:plies=0"],
    );
    put(&table(&dir, "s-l.table").1);
    refused(&one, &dir, &["l-s.table: read table s-l, expected table l-s"]);
    put(&table(&dir, "l-s.bounds").1);
    refused(
        &one,
        &dir,
        &["l-s.table: read game maitres:plies=0,variant=annihilation bounds, expected"],
    );
    put(&whole[..whole.len() - 1]);
    refused(&one, &dir, &["l-s.table", "bytes, expected"]);
    let mut old = whole.clone();
    old[8] = 0;
    put(&old);
    refused(&one, &dir, &["l-s.table: read format version 0, expected version 1"]);
    for at in (0..whole.len()).step_by(113) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        put(&bytes);
        assert!(TableSet::open(&one, &dir).is_err(), "byte {at}");
    }
    put(&whole);

    // A build that continues reads bounds.
    let (path, whole) = table(&dir, "l-l.bounds");
    let mut damaged = whole.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    fs::write(&path, damaged).expect("written");
    let error = one.build_tables(3, 4, &dir, LIMITS, &mut |_| ()).expect_err("damaged").to_string();
    assert!(error.contains("l-l.bounds: read block 0 that is damaged"), "{error}");
    assert!(TableSet::open(&one, &dir).is_ok(), "searches do not ask for them");
}

#[test]
fn a_missing_slice_is_not_used() {
    let game = game(GAME);
    let dir = folder("chances-missing");
    build(&game, 2, &dir, LIMITS);
    let path = files(&dir)[0].0.with_file_name("l-s.table");
    fs::remove_file(path).expect("removed");
    let set = open(&game, &dir);
    for position in pairs(&game).iter().step_by(7) {
        let (own, other) = (position.side(), position.side().other());
        let missing = position.smalls(own) == 0 && position.smalls(other) != 0;
        assert_eq!(set.probe(position).is_none(), missing, "{position:?}");
    }
    let error = game.verify_tables(&dir, LIMITS, &mut |_| ()).expect_err("a table is missing");
    assert!(error.to_string().contains("l-s.table: read no file, expected a table that others"));
}

#[test]
fn chances_have_limits() {
    let game = game(GAME);
    let dir = folder("chances-limits");
    let build = |pieces, memory| {
        let limits = BuildLimits { memory, threads: 1 };
        game.build_tables(pieces, 4, &dir, limits, &mut |_| ()).map_err(|error| error.to_string())
    };
    let error = build(5, 64).expect_err("five");
    assert_eq!(error, "pieces: read \"5\", expected a number from 2 to 4 with a die");
    let error = build(3, 1).expect_err("too little");
    assert!(
        error.starts_with("memory: read 1 MiB, expected ") && error.contains(" for "),
        "{error}"
    );
    let own = files(&dir)[0].0.with_file_name("lock");
    let lock = fs::File::open(own).expect("a lock");
    lock.lock().expect("locked");
    let error = build(2, 64).expect_err("in use");
    assert!(error.contains("expected a folder that no other build writes to"), "{error}");
}

/// Tables with one piece of each side lead to no others, and equal those of the complete build.
#[test]
fn a_slice_stands_alone() {
    let game = game(GAME);
    let (part, whole) = (folder("dice-slice"), folder("dice-slice-whole"));
    let slice = game.build_tables(3, 1, &part, LIMITS, &mut |_| ()).expect("tables");
    assert_eq!(slice, build(&game, 2, &whole, LIMITS));
    assert_eq!(game.verify_tables(&part, LIMITS, &mut |_| ()).expect("tables").wrong, None);
    let error = game.build_tables(3, 0, &part, LIMITS, &mut |_| ()).expect_err("no piece");
    assert_eq!(error.to_string(), "a-side: read \"0\", expected a number from 1 to 6");
}
