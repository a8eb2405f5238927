//! Results adjusted for luck: the same mean, and less variance.

use std::collections::HashSet;

use engine::StopFlag;
use games::maitres::Maitres;
use selfplay::{Contest, Plan, Player, Search, Summary, Tally, WeightsSource};

/// The number of units in a match.
const GAMES: usize = 100;

#[test]
fn adjusted_results_are_unbiased_and_less_spread() {
    let players = vec![Player::search("A").nodes(30), Player::search("B").nodes(15)];
    let plan = Plan::new("maitres", players, 11, GAMES as u64);
    let contest = Contest::<Maitres>::new(plan.clone()).expect("a match");
    let (mut tally, mut lucks) = (Tally::new(&plan).expect("a plan"), vec![0.0; GAMES]);
    let keep = |record: selfplay::GameRecord| {
        let seat = record.players.iter().position(|name| name == "A").expect("it plays");
        let luck = record.luck.as_ref().expect("a game of chance");
        assert_eq!(luck[0], -luck[1]);
        lucks[record.unit as usize] += luck[seat] / 2.0;
        tally.add(&record).map(|_| ())
    };
    contest.run(&HashSet::new(), 2, &StopFlag::default(), keep).expect("games");
    // The mean of the luck is zero, within its statistical error.
    let count = lucks.len() as f64;
    let mean = lucks.iter().sum::<f64>() / count;
    let variance = lucks.iter().map(|luck| (luck - mean).powi(2)).sum::<f64>() / count;
    assert!(mean.abs() < 3.0 * (variance / count).sqrt(), "{mean} of {variance}");
    assert!(variance > 0.01, "{variance}");
    let summary = Summary::of(&tally, None);
    let head = summary.head(0, 1);
    let found = head.adjusted().expect("a game of chance");
    let (adjusted, factor) = (found.strength, found.worth);
    let raw = head.strength().expect("games");
    // Each fold has a different coefficient, but all are near the mean coefficient.
    let taken = raw.score - adjusted.score;
    assert!((taken - found.coefficient * mean).abs() < 2e-3, "{found:?} {mean}");
    assert!(factor > 1.3, "worth {factor} times the games");
    let (raw, adjusted) = (raw.margin().expect("finite"), adjusted.margin().expect("finite"));
    assert!(adjusted < raw, "{adjusted} {raw}");
}

/// Between random players, luck as the evaluation measures it does not decide games. So it is not
/// subtracted, and the variance grows only a little by the estimation of the coefficient.
#[test]
fn luck_that_tells_nothing_is_left_in() {
    let zero = Search { weights: WeightsSource::Zero, ..Search::default() };
    let players = vec![Player::random("A"), Player::new("B", zero).depth(1)];
    let plan = Plan::new("maitres", players, 7, 200);
    let report = Contest::<Maitres>::new(plan).expect("a match").play_all(2).expect("games");
    let pair = &report.pairs[0];
    let (raw, found) = (pair.strength.expect("games"), pair.adjusted.expect("a game of chance"));
    assert!(found.worth > 0.95, "{found:?}");
    assert!(found.coefficient.abs() < 0.5, "{found:?}");
    let margins = [raw, found.strength].map(|strength| strength.margin().expect("finite"));
    assert!(margins[1] < 1.03 * margins[0], "{margins:?}");
}
