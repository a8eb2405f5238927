//! A new game, [`DiceRace`]: the libraries search it, count its tree, learn weights from its own
//! games, and play the learned weights against zero weights.

mod game;

use std::path::Path;
use std::{env, error, fs};

use engine::{Request, Searcher, StopFlag};
use eval::Weights;
use games::{State, perft};
use selfplay::{Match, Player, Search, Silent, TournamentKind, WeightsSource};
use statistics::{Decision, Sprt};
use tuning::fit::{FitOptions, Labels, load_as};
use tuning::{Fitting, Generation};

use game::{DiceRace, Move};

/// Plays random games, learns weights from them, and writes the weights to a file.
fn learn(folder: &Path, weights: &Path) -> Result<(), tuning::Error> {
    let (data, stop) = (folder.join("games.data"), StopFlag::default());
    let contest = Match::<DiceRace>::new()
        .player(Player::random("self"))
        .kind(TournamentKind::Solo)
        .games(400)
        .build()?;
    let generation = Generation { contest, per_game: 24, luck: true, threads: 2 };
    println!("{}", generation.run(&data, false, &stop, &mut Silent)?.words());
    let (old, options) = (Weights::zero(&DiceRace), FitOptions::default());
    let loaded = load_as::<DiceRace>(&[data], Labels::default())?;
    let fitting = Fitting { game: &DiceRace, loaded: &loaded, old: &old, options };
    let fitted = fitting.run(&folder.join("fit"), &options, false, &stop, &mut Silent)?;
    let (new, report) = fitted.expect("nobody stops it");
    assert!(report.losses[1] < report.losses[0], "better than to know nothing");
    Ok(selfplay::write_atomically(weights, &new.format(&DiceRace))?)
}

fn main() -> Result<(), Box<dyn error::Error>> {
    // A search, and a count of the tree.
    let state = State::<DiceRace>::parse("dice-race 36-38-0-0")?;
    let answer = Searcher::new(DiceRace).search(&state, &Request::new().depth(3));
    println!("best {:?}, worth {:.3}", answer.best(), answer.value.to_f64());
    assert_eq!(answer.best(), Some(Move::Run), "walking loses to a walk");
    assert_eq!(perft(&DiceRace, state.position(), 2), 2 + 6);

    // A fit, and a match of its weights against zero weights with a sequential test.
    let folder = env::temp_dir().join(format!("dice-race-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let weights = folder.join("weights.toml");
    learn(&folder, &weights)?;
    let new = Search { weights: WeightsSource::File(weights), ..Search::default() };
    let report = Match::<DiceRace>::new()
        .player(Player::new("new", new).depth(1))
        .player(Player::search("old").depth(1))
        .games(4000)
        .sprt(Sprt::elo(0.0, 50.0))
        .threads(2)
        .run()?;
    print!("{}", report.text());
    let decision = report.test.and_then(|test| test.decided).map(|(_, decision)| decision);
    assert_eq!(decision, Some(Decision::H1), "the new weights are better");
    Ok(fs::remove_dir_all(folder)?)
}
