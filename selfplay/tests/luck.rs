//! Results without luck: the same on the average, and less spread out.

use std::collections::HashSet;

use engine::StopFlag;
use games::maitres::Maitres;
use selfplay::{Contest, Plan, Summary, Tally};

#[test]
fn adjusted_results_are_unbiased_and_less_spread() {
    let players = ["name=A,nodes=30", "name=B,nodes=15"].map(str::to_owned).to_vec();
    let plan = Plan::new("maitres", players, 11, 500);
    let contest = Contest::<Maitres>::new(plan.clone()).expect("a match");
    let (mut tally, mut lucks) = (Tally::new(&plan).expect("a plan"), vec![0.0; 500]);
    let keep = |record: selfplay::GameRecord| {
        let seat = record.players.iter().position(|name| name == "A").expect("it plays");
        let luck = record.luck.as_ref().expect("a game of chance");
        assert_eq!(luck[0], -luck[1]);
        lucks[record.unit as usize] += luck[seat] / 2.0;
        tally.add(&record).map(|_| ())
    };
    contest.run(&HashSet::new(), 2, &StopFlag::default(), keep).expect("games");
    // What is taken off is nothing on the average, within its own error.
    let count = lucks.len() as f64;
    let mean = lucks.iter().sum::<f64>() / count;
    let variance = lucks.iter().map(|luck| (luck - mean).powi(2)).sum::<f64>() / count;
    assert!(mean.abs() < 3.0 * (variance / count).sqrt(), "{mean} of {variance}");
    assert!(variance > 0.01, "{variance}");
    let summary = Summary::of(&tally, None);
    let head = summary.head(0, 1);
    let (adjusted, factor) = head.adjusted().expect("a game of chance");
    let raw = head.strength().expect("games");
    assert!((raw.score - adjusted.score - mean).abs() < 1e-5, "{raw:?} {adjusted:?}");
    assert!(factor > 1.3, "worth {factor} times the games");
    let (raw, adjusted) = (raw.margin().expect("finite"), adjusted.margin().expect("finite"));
    assert!(adjusted < raw, "{adjusted} {raw}");
}
