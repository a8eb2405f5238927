//! Both clocks for limits of time, with players whose times are set by the test.

use std::collections::HashSet;
use std::thread::sleep;
use std::time::Duration;

use engine::StopFlag;
use games::maitres::{Maitres, Move};
use selfplay::{
    Allowance, Bot, BotFactory, Contest, Error, Fault, GameRecord, GameStart, MatchReport, Plan,
    Player, Reason, Reply, Tally, Timekeeping, View,
};

const LIMIT: Duration = Duration::from_millis(10);

/// A player that sleeps for `wall` at its third move and answers all other moves at once. It
/// reports `processor` as the processor time of its third move.
#[derive(Clone, Copy)]
struct Late {
    wall: Duration,
    processor: Option<Duration>,
    moves: u32,
    used: Duration,
}

impl Late {
    fn new(wall: u64, processor: Option<u64>) -> Self {
        let (wall, processor) = (Duration::from_millis(wall), processor.map(Duration::from_millis));
        Self { wall, processor, moves: 0, used: Duration::ZERO }
    }
}

impl Bot<Maitres> for Late {
    fn begin(&mut self, _: &Maitres, start: GameStart) -> Result<(), Fault> {
        assert!(start.timed && !start.stop.is_set());
        self.moves = 0;
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, Maitres>,
        _: &Allowance,
        _: &StopFlag,
    ) -> Result<Reply<Move>, Fault> {
        self.moves += 1;
        if self.moves == 3 {
            sleep(self.wall);
            self.used += self.processor.unwrap_or_default();
        }
        Ok(Reply::bare(view.playthrough.state.legal_moves()[0]))
    }

    fn processor_time(&self) -> Option<Duration> {
        self.processor.map(|_| self.used)
    }
}

/// Two games of a late player with a limit of time, against a player without one.
fn play(limit: &str, clock: Timekeeping, player: Late) -> (Plan, Vec<GameRecord>) {
    let late = format!("name=late,{limit}").parse().expect("a player");
    let players = vec![late, Player::random("B")];
    let plan = Plan { clock, margin: 5, ..Plan::new("maitres", players, 1, 1) };
    let mut contest = Contest::<Maitres>::new(plan.clone()).expect("a match");
    contest.bots[0] = BotFactory::new(move || player);
    let mut records = Vec::new();
    let keep = |record| {
        records.push(record);
        Ok::<(), Error>(())
    };
    contest.run(&HashSet::new(), 1, &StopFlag::default(), keep).expect("games");
    (plan, records)
}

/// The number of games that time decided, and the number in which the player's processor time was
/// within its limit.
fn decided((plan, records): (Plan, Vec<GameRecord>)) -> (u64, u64) {
    let mut tally = Tally::new(&plan).expect("a plan");
    for record in &records {
        assert!(tally.add(record).expect("a record"));
        assert_eq!(record.processor.len(), record.times.len());
    }
    let report = MatchReport::new(&plan, &tally).expect("a report");
    let time = report.endings.iter().find(|(reason, _)| *reason == Reason::Time).expect("a count");
    assert_eq!(time.1, report.timing.decided);
    let said = report.text().contains("time decided 2 games");
    assert_eq!(report.page().contains("Decided by time"), said);
    assert_eq!(said, report.timing.decided == 2, "{}", report.text());
    (report.timing.decided, report.timing.starved)
}

/// A player that used no processor time loses only by the wall clock. A player that used too much
/// loses by both clocks.
#[test]
fn a_starved_player_keeps_its_game_by_the_processor() {
    for (processor, by_wall, by_processor) in [
        (Some(5), (2, 2), (0, 0)),
        (Some(12), (2, 0), (0, 0)),
        (Some(40), (2, 0), (2, 0)),
        // The wall clock counts if the processor time is not known.
        (None, (2, 0), (2, 0)),
    ] {
        let late = Late::new(60, processor);
        assert_eq!(decided(play("time=10ms", Timekeeping::Wall, late)), by_wall, "{processor:?}");
        let played = play("time=10ms", Timekeeping::Processor, late);
        assert_eq!(decided(played), by_processor, "{processor:?}");
    }
}

#[test]
fn the_record_has_both_clocks() {
    let (_, records) = play("time=10ms", Timekeeping::Wall, Late::new(60, Some(5)));
    for record in records {
        let fault = record.fault.expect("a fault");
        let overtime = fault.overtime.expect("its times");
        assert_eq!((overtime.limit, overtime.processor), (LIMIT.as_micros() as u64, Some(5000)));
        assert!(overtime.wall >= 60_000 && overtime.is_starved(), "{overtime:?}");
        assert!(
            fault.words.ends_with(" ms of 10, with a processor for 5 of them"),
            "{}",
            fault.words
        );
        // Random moves have no processor time.
        assert!(record.processor.contains(&Some(0)) && record.processor.contains(&None));
    }
}

/// With a clock for the whole game, only the time by the chosen clock is subtracted.
#[test]
fn a_clock_runs_by_the_processor() {
    for (processor, decided_games) in [(10, 0), (90, 2)] {
        let late = Late::new(100, Some(processor));
        let played = play("tc=0.05", Timekeeping::Processor, late);
        assert_eq!(decided(played).0, decided_games, "{processor}");
    }
}

/// Records of a match without limits of time do not mention them.
#[test]
fn records_of_old_are_the_same() {
    let players = vec![Player::search("A").nodes(20), Player::random("B")];
    let contest = Contest::<Maitres>::new(Plan::new("maitres", players, 1, 1)).expect("a match");
    assert!(!serde_json::to_string(&contest.plan).expect("JSON").contains("clock"));
    let keep = |record: GameRecord| {
        let text = serde_json::to_string(&record).expect("JSON");
        assert!(!text.contains("processor") && !text.contains("overtime"), "{text}");
        Ok::<(), Error>(())
    };
    contest.run(&HashSet::new(), 1, &StopFlag::default(), keep).expect("games");
}
