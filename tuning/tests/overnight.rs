//! An interrupted night ends in the same way as one without interruption.

use std::fs;
use std::path::Path;

use engine::StopFlag;
use games::State;
use games::ruches::Ruches;
use selfplay::{Progress, Silent};
use tuning::fit::FitOptions;
use tuning::{Error, NIGHT_WEIGHTS, Night, NightOptions, ROUNDS, Round};

fn night(folder: &Path, threads: usize) -> Night<'_> {
    let options = NightOptions {
        game: "ruches".to_owned(),
        pack: None,
        weights: "zero".to_owned(),
        player: "nodes=30".to_owned(),
        games: 30,
        opening: 8,
        per_game: 24,
        fit: FitOptions { epochs: 5, batch: 512, ..FitOptions::default() },
        each: "nodes=30".to_owned(),
        sprt: "elo0=0,elo1=50".to_owned(),
        match_games: 20,
    };
    Night { options, folder, threads, rounds: 2, exchange: None }
}

fn run(night: &Night<'_>, stop: &StopFlag, progress: &mut dyn Progress) -> Vec<Round> {
    let game = State::<Ruches>::parse("ruches startpos").expect("a game").into_game();
    night.run(&game, stop, progress, |_| Ok::<(), Error>(())).expect("a night")
}

/// Stops a run after a number of steps: games, or epochs of a fit.
struct Interruption {
    stop: StopFlag,
    steps: u32,
}

impl Progress for Interruption {
    fn begin(&mut self, _: u64, _: u64) {}

    fn advance(&mut self, _: u64, _: &dyn Fn() -> String) {
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            self.stop.stop();
        }
    }

    fn finish(&mut self) {}
}

#[test]
fn interrupted_nights_go_on() {
    let folder = std::env::temp_dir().join(format!("tuning-night-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let expected = run(&night(&folder, 2), &StopFlag::default(), &mut Silent);
    let contents = || [ROUNDS, NIGHT_WEIGHTS].map(|name| fs::read(folder.join(name)).unwrap());
    let files = contents();
    assert_eq!(expected.len(), 2);
    assert!(expected[0].kept, "even a little is better than nothing: {:?}", expected[0]);
    assert!(expected[0].losses[1] < expected[0].losses[0]);

    fs::remove_dir_all(&folder).unwrap();
    let (mut found, mut interruptions) = (Vec::new(), 0);
    while found.len() < 2 {
        let stop = StopFlag::default();
        let mut interruption = Interruption { stop: stop.clone(), steps: 9 + 4 * interruptions };
        // The folder is the same in any spelling.
        let spelled =
            folder.parent().expect("a folder").join(".").join(folder.file_name().unwrap());
        let night = night(if interruptions % 2 == 0 { &folder } else { &spelled }, 1);
        found = run(&night, &stop, &mut interruption);
        interruptions += 1;
    }
    assert!(interruptions > 3, "{interruptions} interruptions");
    assert_eq!(found, expected);
    assert_eq!(contents(), files);

    let mut other = night(&folder, 1);
    other.options.games = 31;
    let game = State::<Ruches>::parse("ruches startpos").unwrap().into_game();
    let Err(error @ Error::Checkpoint(_)) =
        other.run(&game, &StopFlag::default(), &mut Silent, |_| Ok(()))
    else {
        panic!("went on")
    };
    assert!(error.to_string().contains("games: read 30, expected 31 as in this run"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}
