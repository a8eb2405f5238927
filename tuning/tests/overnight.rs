//! An interrupted night ends in the same way as one without interruption.

use std::fs;
use std::path::Path;
use std::time::Duration;

use engine::StopFlag;
use games::State;
use games::benedictine::Benedictine;
use selfplay::Silent;
use tuning::fit::FitOptions;
use tuning::{Error, NIGHT_WEIGHTS, Night, NightOptions, ROUNDS, Round};

fn night(folder: &Path, threads: usize) -> Night<'_> {
    let options = NightOptions {
        game: "benedictine:plies=300,repetition=3".to_owned(),
        pack: None,
        weights: "zero".to_owned(),
        player: "nodes=60".to_owned(),
        games: 150,
        opening: 8,
        per_game: 24,
        fit: FitOptions { epochs: 10, batch: 512, ..FitOptions::default() },
        each: "nodes=60".to_owned(),
        sprt: "elo0=0,elo1=50".to_owned(),
        match_games: 200,
    };
    Night { options, folder, threads, rounds: 2 }
}

fn run(night: &Night<'_>, stop: &StopFlag) -> Vec<Round> {
    let game = State::<Benedictine>::parse("benedictine startpos").expect("a game").into_game();
    night.run(&game, stop, &mut Silent, |_| Ok::<(), Error>(())).expect("a night")
}

#[test]
fn interrupted_nights_go_on() {
    let folder = std::env::temp_dir().join(format!("tuning-night-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let expected = run(&night(&folder, 2), &StopFlag::default());
    let contents = || [ROUNDS, NIGHT_WEIGHTS].map(|name| fs::read(folder.join(name)).unwrap());
    let files = contents();
    assert_eq!(expected.len(), 2);
    assert!(expected[0].kept, "even a little is better than nothing: {:?}", expected[0]);
    assert!(expected[0].losses[1] < expected[0].losses[0]);

    fs::remove_dir_all(&folder).unwrap();
    let (mut found, mut interruptions) = (Vec::new(), 0);
    while found.len() < 2 {
        let stop = StopFlag::default();
        let killer = stop.clone();
        let pause = Duration::from_millis(400 + 150 * interruptions);
        let thread = std::thread::spawn(move || {
            std::thread::sleep(pause);
            killer.stop();
        });
        // The folder is the same in any spelling.
        let spelled =
            folder.parent().expect("a folder").join(".").join(folder.file_name().unwrap());
        found = run(&night(if interruptions % 2 == 0 { &folder } else { &spelled }, 1), &stop);
        thread.join().unwrap();
        interruptions += 1;
    }
    assert!(interruptions > 1, "no interruption");
    assert_eq!(found, expected);
    assert_eq!(contents(), files);

    let mut other = night(&folder, 1);
    other.options.games = 151;
    let game = State::<Benedictine>::parse("benedictine startpos").unwrap().into_game();
    let Err(error @ Error::Checkpoint(_)) =
        other.run(&game, &StopFlag::default(), &mut Silent, |_| Ok(()))
    else {
        panic!("went on")
    };
    assert!(error.to_string().contains("games: read 150, expected 151 as in this run"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}
