//! Small matches: independent of the number of threads, fair to all seats, and won by the stronger
//! player.

use std::collections::HashSet;

use engine::{Playable, StopFlag};
use eval::Weights;
use games::{AnyState, Outcome, Seat, with_game};
use selfplay::Error;
use selfplay::{
    Contest, GameRecord, Plan, Player, PlayerPool, Schedule, SearchSettings, Summary, Tally,
};

const GAMES: [&str; 4] =
    ["benedictine:plies=120", "maitres", "maitres:variant=annihilation", "buteur"];

fn plan(game: &str, first: &str, second: &str, units: u64) -> Plan {
    let players = [first, second].map(|text| text.parse().expect("a player")).to_vec();
    Plan { seed: 5, ..Plan::new(game, players, 5, units) }
}

/// Plays all games, and returns them in the order of their numbers.
fn play<G: Playable>(contest: &Contest<G>, threads: usize) -> Vec<GameRecord> {
    let mut records = Vec::new();
    let keep = |record| {
        records.push(record);
        Ok::<(), selfplay::Error>(())
    };
    contest.run(&HashSet::new(), threads, &StopFlag::default(), keep).expect("games");
    records.sort_by_key(|record| (record.unit, record.game));
    records
}

fn timeless(records: Vec<GameRecord>) -> Vec<GameRecord> {
    records.into_iter().map(|record| GameRecord { times: Vec::new(), ..record }).collect()
}

fn summary(plan: &Plan, records: &[GameRecord]) -> Summary {
    let mut tally = Tally::new(plan).expect("a plan");
    for record in records {
        assert!(tally.add(record).expect("a record"));
    }
    Summary::of(&tally, None)
}

fn contest<G: Playable>(plan: Plan) -> Contest<G> {
    Contest::new(plan).expect("a match")
}

fn on_every_game(run: impl Fn(&str, &AnyState)) {
    for game in GAMES {
        run(game, &AnyState::parse(&format!("{game} startpos")).expect("a game"));
    }
}

#[test]
fn threads_change_nothing() {
    on_every_game(|game, any| {
        with_game!(any, G => {
            let plan = plan(game, "name=A,nodes=60", "name=B,nodes=30,reductions=no", 3);
            let one = timeless(play(&contest::<G>(plan.clone()), 1));
            assert_eq!(one, timeless(play(&contest::<G>(plan.clone()), 3)));
            assert_eq!(one.len(), 6);
            let other = timeless(play(&contest::<G>(Plan { seed: 6, ..plan }), 2));
            assert!(one.iter().zip(&other).all(|(one, other)| one.moves != other.moves));
        });
    });
}

/// A player against itself: all games of a unit are equal, move by move.
#[test]
fn seats_go_round() {
    on_every_game(|game, any| {
        with_game!(any, G => {
            for text in ["nodes=40", "random=yes"] {
                let plan = plan(game, &format!("name=A,{text}"), &format!("name=B,{text}"), 2);
                let records = play(&contest::<G>(plan.clone()), 2);
                for unit in records.chunks(2) {
                    assert_eq!(unit[0].moves, unit[1].moves);
                    assert_eq!(unit[0].players, ["A", "B"]);
                    assert_eq!(unit[1].players, ["B", "A"]);
                }
                let summary = summary(&plan, &records);
                assert_eq!(summary.head(0, 1).units.counts(), [0, 0, 2, 0, 0]);
            }
        });
    });
}

/// All units of a round have the same start, for any players.
#[test]
fn a_round_has_one_start() {
    let any = AnyState::parse("maitres startpos").unwrap();
    with_game!(&any, G => {
        let mut plan = plan("maitres", "name=A,nodes=10", "name=B,random=yes", 6);
        plan.players.push(Player::random("C"));
        let records = play(&contest::<G>(plan), 1);
        let opening = |record: &GameRecord| record.moves[..record.opening as usize].to_vec();
        let rounds: Vec<_> = records.chunks(6).collect();
        assert_eq!(rounds.len(), 2);
        for round in &rounds {
            assert!(round.iter().all(|record| opening(record) == opening(&round[0])));
        }
        assert_ne!(opening(&rounds[0][0]), opening(&rounds[1][0]));
        let pairs: Vec<_> = rounds[0].iter().map(|record| record.players.join("-")).collect();
        assert_eq!(pairs, ["A-B", "B-A", "A-C", "C-A", "B-C", "C-B"]);
    });
}

#[test]
fn the_winner_sits_where_it_should() {
    on_every_game(|game, any| {
        with_game!(any, G => {
            let plan = plan(game, "name=A,nodes=300", "name=B,random=yes", 4);
            let records = play(&contest::<G>(plan), 2);
            let wins = |number: u32, seat| {
                let games = records.iter().filter(|record| record.game == number);
                games.filter(|record| record.outcome() == Some(Outcome::win(seat))).count()
            };
            assert!(wins(0, Seat::FIRST) >= 3, "{records:?}");
            assert!(wins(1, Seat::SECOND) >= 3, "{records:?}");
        });
    });
}

#[test]
fn negated_weights_lose() {
    on_every_game(|game, any| {
        with_game!(any, G => {
            let plan = plan(game, "name=A,nodes=200", "name=B,nodes=200", 4);
            let mut contest = contest::<G>(plan.clone());
            let mut weights = Weights::default_for(contest.start.game());
            weights.values_mut().iter_mut().for_each(|weight| *weight = -*weight);
            contest.bots[1] = SearchSettings::new(&weights, 2).factory();
            let summary = summary(&plan, &play(&contest, 2));
            assert!(summary.players[0].points >= 6.5, "{summary:?}");
        });
    });
}

/// Every game follows the rules and the seed's chance events. A changed game does not.
#[test]
fn records_are_verified() {
    on_every_game(|game, any| {
        with_game!(any, G => {
            let plan = plan(game, "name=A,nodes=50", "name=B,nodes=20,random-plies=8", 2);
            let schedule = Schedule::new(plan.kind, 2, 2);
            let verify = |record: &GameRecord| selfplay::verify::<G>(&plan, &schedule, record);
            for record in play(&contest::<G>(plan.clone()), 2) {
                assert_eq!(verify(&record), Ok(()));
                let (last, plies) = (record.moves.len() - 1, record.plies);
                let mut changed = record.clone();
                changed.moves.truncate(last);
                assert!(verify(&changed).is_err(), "shorter");
                changed = GameRecord { plies: plies + 1, ..record.clone() };
                assert!(verify(&changed).is_err(), "plies");
                let won = record.result[0] == 1.0;
                changed.result = if won { vec![0.0, 1.0] } else { vec![1.0, 0.0] };
                assert!(verify(&GameRecord { plies, ..changed }).is_err(), "result");
                let moves = record.times.len();
                for (processor, wrong) in [(moves, false), (moves + 1, true), (moves - 1, true)] {
                    let changed = GameRecord { processor: vec![None; processor], ..record.clone() };
                    assert_eq!(verify(&changed).is_err(), wrong && processor > 0, "processor");
                }
                let mut changed = record.clone();
                changed.moves.remove(last / 2);
                assert!(verify(&changed).is_err(), "a step is missing");
                assert!(verify(&GameRecord { unit: record.unit + 1, ..record }).is_err(), "unit");
            }
        });
    });
}

#[test]
fn any_game_can_be_played_alone() {
    let any = AnyState::parse("maitres startpos").unwrap();
    with_game!(&any, G => {
        let contest = contest::<G>(plan("maitres", "name=A,nodes=40", "name=B,random=yes", 6));
        let all = play(&contest, 2);
        let mut pool = PlayerPool::new(&contest);
        for &(unit, game) in &[(5, 1), (0, 0), (3, 1)] {
            let alone = contest.play(unit, game, &mut pool, &StopFlag::default()).unwrap().unwrap();
            assert!(alone.record.is_replay_of(&all[(2 * unit + u64::from(game)) as usize]));
        }
    });
}

#[test]
fn a_stopped_match_gives_games_up() {
    let any = AnyState::parse("maitres startpos").unwrap();
    with_game!(&any, G => {
        let contest = contest::<G>(plan("maitres", "name=A,nodes=40", "name=B,random=yes", 9));
        let (stop, mut kept) = (StopFlag::default(), Vec::new());
        let keep = |record: GameRecord| {
            kept.push((record.unit, record.game));
            stop.stop();
            Ok::<(), selfplay::Error>(())
        };
        contest.run(&HashSet::new(), 1, &stop, keep).unwrap();
        // One game sets `stop`, one is in the channel, and one thread waits to hand over its game.
        assert!(kept.len() <= 3 && kept.starts_with(&[(0, 0)]), "{kept:?}");
        let failing = |_| Err(Error::Output(std::io::Error::other("full")));
        let result = contest.run(&HashSet::new(), 2, &StopFlag::default(), failing);
        assert!(matches!(result, Err(Error::Output(_))));
    });
}

#[test]
fn an_opening_that_leaves_no_game_is_an_error() {
    let any = AnyState::parse("benedictine startpos").unwrap();
    with_game!(&any, G => {
        let plan = plan("benedictine:plies=4", "name=A,nodes=40", "name=B,random=yes", 1);
        let error = Contest::<G>::new(plan).expect_err("no such match");
        let message = error.to_string();
        assert!(message.contains("opening: read \"4\", expected so few moves"), "{message}");
    });
}
