//! Data files: a reader gets the data that was written, also after faults of the file or the
//! writer.

mod faults;

use std::fs;
use std::path::{Path, PathBuf};

use engine::{Playable, StopFlag};
use games::etoile::EtoileOnSquare8;
use games::ruches::Ruches;
use games::{
    Actor, AnyState, Game, Information, Noisiness, Resources, State, with_game, with_state,
};
use selfplay::{Contest, Plan, Shard, Silent, TournamentKind};
use tuning::data::{CompactGame, DataError, DataFile, Header, Replayer, format_data, merge_data};
use tuning::fit::{Labels, LoadError, load};
use tuning::{Generation, GenerationCounts};

const GAMES: [&str; 9] = [
    "benedictine",
    "maitres",
    "maitres:variant=annihilation",
    "ruches",
    "etoile",
    "etoile:players=2,misere=yes",
    "etoile:board=square8,players=2,rules=english",
    "buteur",
    "buteur:players=3",
];

fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tuning-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn plan(game: &str, games: u64, player: &str) -> Plan {
    let start = AnyState::parse(&format!("{game} startpos")).expect("a game");
    let game = with_state!(&start, state => games::format_game(state.game()));
    let player = format!("name=self,{player}").parse().expect("a player");
    let mut plan = Plan::new(&game, vec![player], 7, games);
    plan.kind = TournamentKind::Solo;
    plan.opening = 6;
    plan
}

fn generate(plan: &Plan, out: &Path, threads: usize, stop: &StopFlag) -> GenerationCounts {
    try_generate(plan, out, threads, stop).expect("a file that goes on")
}

fn try_generate(
    plan: &Plan,
    out: &Path,
    threads: usize,
    stop: &StopFlag,
) -> Result<GenerationCounts, tuning::Error> {
    fn run<G: Playable>(
        plan: Plan,
        out: &Path,
        threads: usize,
        stop: &StopFlag,
    ) -> Result<GenerationCounts, tuning::Error> {
        let contest = Contest::<G>::new(plan).expect("a game");
        let generation = Generation { contest, per_game: 10, luck: true, threads };
        generation.run(out, true, stop, &mut Silent)
    }
    let start = AnyState::parse(&format!("{} startpos", plan.game)).expect("a game");
    with_game!(&start, G => run::<G>(plan.clone(), out, threads, stop))
}

fn refusal(path: &Path) -> String {
    match DataFile::read(path) {
        Err(error) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

/// In every game the samples are positions of the kind that the search evaluates, seen by one
/// player.
#[test]
fn samples_are_leaves() {
    fn check<G: Playable>(game: &G, games: &[CompactGame]) -> usize {
        let (replayer, mut count) = (Replayer::new(game, Resources::none()), 0);
        for compact in games {
            assert!(compact.samples.len() <= 10);
            let walked = replayer.each_sample(compact, |sample, view| {
                count += 1;
                assert_eq!(G::Information::view(game, view, sample.viewer), *view);
                match game.actor(view) {
                    Actor::Over(_) => panic!("{view:?} is over"),
                    Actor::Seat(_) => {
                        assert!(!game.wins_now(view));
                        assert!(!G::TACTICAL || game.noisiness(view) == Noisiness::Quiet);
                    }
                    Actor::Chance => {}
                }
            });
            walked.expect("the rules");
        }
        count
    }
    for game in GAMES {
        let out = path(&format!("leaves-{}", game.len()));
        let counts = generate(&plan(game, 12, "random=yes"), &out, 2, &StopFlag::default());
        let file = DataFile::read(&out).unwrap();
        fs::remove_file(&out).unwrap();
        assert_eq!((file.games.len(), counts.games), (12, 12), "{game}");
        let start = AnyState::parse(&format!("{game} startpos")).unwrap();
        let found = with_state!(&start, state => check(state.game(), &file.games));
        assert_eq!(found as u64, counts.positions, "{game}");
        assert!(found > 20, "{game}: {found} samples");
    }
}

/// The file does not depend on the number of threads, on the time of an interruption, or on the
/// byte after which the program was killed.
#[test]
fn files_depend_on_the_match_alone() {
    let plan = plan("maitres", 12, "nodes=60");
    let whole = path("whole");
    generate(&plan, &whole, 1, &StopFlag::default());
    let expected = fs::read(&whole).unwrap();
    let again = path("again");
    generate(&plan, &again, 3, &StopFlag::default());
    assert_eq!(fs::read(&again).unwrap(), expected);
    for place in 0..10 {
        let length = place * expected.len() / 10 + 3;
        fs::write(&again, &expected[..length]).unwrap();
        assert!(refusal(&again).contains("data "), "{length}");
        let stopped = StopFlag::default();
        stopped.stop();
        assert!(!generate(&plan, &again, 2, &stopped).is_complete());
        assert!(generate(&plan, &again, 2, &StopFlag::default()).is_complete());
        assert!(fs::read(&again).unwrap() == expected, "cut after {length} bytes");
    }
    fs::remove_file(whole).unwrap();
    fs::remove_file(again).unwrap();
}

/// A step is an index among all routes of the moves. So data of versions in which each route was a
/// move is still read.
#[test]
fn steps_count_the_routes_of_moves() {
    let start = "etoile:board=square8,omit=must,players=2 A c3 d2,f2,d4,f4,a7 0 -";
    let ends = ["c3xe5xg3xe1xc3", "c3xe1xg3xe5xc3"].map(|text| {
        let end = State::<EtoileOnSquare8>::parse(&format!("{start} moves {text}"));
        let end = end.expect("a capture in a circle");
        (*end.game(), end.game().key(end.position()).0)
    });
    assert_eq!(ends[0], ends[1]);
    let (game, end) = ends[0];
    let replayer = Replayer::new(&game, Resources::none());
    for (step, legal) in [(0, true), (1, true), (2, false)] {
        let compact = CompactGame {
            unit: 0,
            game: 0,
            start: Some(start.to_owned()),
            steps: vec![step],
            winners: Vec::new(),
            end,
            samples: Vec::new(),
            dropped: 0,
        };
        assert_eq!(replayer.walk(&compact, |_, _| {}).is_ok(), legal, "step {step}");
    }
}

#[test]
fn parts_make_the_whole() {
    let plan = plan("benedictine", 15, "random=yes");
    let whole = path("all");
    generate(&plan, &whole, 2, &StopFlag::default());
    let whole_file = DataFile::read(&whole).unwrap();
    let parts: Vec<_> = (0..3)
        .map(|index| {
            let out = path(&format!("part-{index}"));
            let shard = Shard::Every { index, count: 3 };
            generate(&Plan { shard, ..plan.clone() }, &out, 1, &StopFlag::default());
            let file = DataFile::read(&out).unwrap();
            fs::remove_file(out).unwrap();
            file
        })
        .collect();
    let steps = |games: &[CompactGame]| -> Vec<_> {
        games.iter().map(|game| (game.unit, game.steps.clone(), game.winners.clone())).collect()
    };
    let mut twice = parts.clone();
    twice.push(parts[1].clone());
    let (header, games, finished) = merge_data(twice).unwrap();
    assert!(finished && header.plan.shard.is_whole());
    assert!(!merge_data(parts[..2].to_vec()).unwrap().2, "a part is missing");
    assert_eq!(steps(&games), steps(&whole_file.games));
    let mut other = parts[0].clone();
    other.header = Header { per_game: 9, ..header };
    let Err(error @ DataError::OtherMatch { .. }) = merge_data(vec![parts[0].clone(), other])
    else {
        panic!("was merged")
    };
    assert_eq!(error.to_string(), "data: per-game: read 9, expected 10 as in the first file");
    fs::remove_file(whole).unwrap();
}

/// Every changed byte is detected, and games with other rules are refused.
#[test]
fn damage_is_found() {
    let out = path("damage");
    generate(&plan("ruches", 3, "random=yes"), &out, 1, &StopFlag::default());
    let whole = fs::read(&out).unwrap();
    let file = DataFile::read(&out).unwrap();
    assert_eq!(format_data(&file.header, &file.games, true).unwrap(), whole);
    for place in (0..whole.len()).step_by(7) {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        fs::write(&out, &changed).unwrap();
        refusal(&out);
    }
    fs::write(&out, "ruches\n").unwrap();
    assert!(refusal(&out).contains("tuning_data: read none, expected a format of data files"));
    let mut later = whole.clone();
    let version = b"{\"tuning_data\":".len();
    later[version] = b'3';
    fs::write(&out, &later).unwrap();
    assert!(refusal(&out).contains("tuning_data: read 3, expected a format of data files, 1 to 2"));
    fs::remove_file(out).unwrap();
    let ruches = State::<Ruches>::parse("ruches startpos").unwrap().into_game();
    let replayer = Replayer::new(&ruches, Resources::none());
    let compact = CompactGame { end: 1, ..file.games[0].clone() };
    assert!(
        replayer.walk(&compact, |_, _| {}).unwrap_err().to_string().contains("under other rules")
    );
    let steps = vec![100_000];
    let compact = CompactGame { steps, ..file.games[0].clone() };
    let error = replayer.walk(&compact, |_, _| {}).unwrap_err();
    assert_eq!(error.to_string(), "step 1: read 100000, expected one that is there");
}

/// Data of two sets of weights are not mixed. Nothing is learned if all results are the same.
#[test]
fn files_that_teach_nothing_are_refused() {
    let labels = Labels { mix: 0.3, held_out: 50 };
    let refused = |paths: &[PathBuf]| match load(paths, labels) {
        Err(error @ (LoadError::Data(_) | LoadError::OneResult { .. })) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let [one, two] = ["benedictine", "ruches"].map(|game| {
        let out = path(&format!("mixed-{game}"));
        generate(&plan(game, 6, "random=yes"), &out, 1, &StopFlag::default());
        out
    });
    let message = refused(&[one.clone(), two.clone()]);
    let expected = "a game of the set ruches, expected benedictine as in the first file";
    assert!(message.ends_with(expected), "{message}");
    let loaded = load(&[one.clone(), one.clone()], labels).expect("one set");
    assert_eq!((loaded.games, loaded.files.len()), (12, 2));
    assert_eq!(loaded.duplicates, loaded.train.len() + loaded.held_out.len());

    let mut file = DataFile::read(&one).expect("a data file");
    file.games.iter_mut().for_each(|game| game.winners = vec![0, 1]);
    fs::write(&one, format_data(&file.header, &file.games, true).expect("games")).expect("a file");
    let message = refused(std::slice::from_ref(&one));
    assert!(message.contains("all of the same result, expected different ones"), "{message}");
    // A game with samples must have a winner, and the winner must be a seat of the game.
    for (winners, read) in [(vec![], "[]"), (vec![2], "[2]")] {
        file.games[3].winners = winners;
        let bytes = format_data(&file.header, &file.games, true).expect("games");
        fs::write(&one, bytes).expect("a file");
        let message = refused(std::slice::from_ref(&one));
        let expected =
            format!("game 0: winners: read {read}, expected one or more of 2 seats from 0");
        assert!(message.contains("unit 3") && message.ends_with(&expected), "{message}");
    }
    fs::remove_file(one).expect("a file");
    fs::remove_file(two).expect("a file");
}
