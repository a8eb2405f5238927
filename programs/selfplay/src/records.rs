//! The commands for records: `selfplay replay`, `verify`, `stats`, `merge` and `sprt`.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use cli::{Failure, check_own, print, print_line, replace_own, stop_on_interrupt, warn};
use engine::Playable;
use games::{ParseError, with_game};
use selfplay::{
    Contest, MatchReport, Orphans, PAGE_MARK, PlayerPool, Records, TABLE_MARK, Tally, Timeline,
    merge, merge_files, write_table,
};
use statistics::{Decision, Multinomial, Sprt, Strength};

use super::args::{self, Files};
use super::play::check_players;

/// Reads a file of records or of PDN. Warnings name the games that are no records.
fn read(file: &Path) -> Result<Records, Failure> {
    let records = Records::read(file)?;
    records.left_out.iter().for_each(|error| warn(&format!("{}: {error}", file.display())));
    Ok(records)
}

/// Plays a unit again, prints its records, and compares them with the records in the file.
pub(crate) fn replay(args: &args::Replay) -> Result<(), Failure> {
    let records = read(&args.file)?;
    with_game!(&records.plan.start()?, G => replay_unit::<G>(&records, args.unit))
}

fn replay_unit<G: Playable>(records: &Records, unit: u64) -> Result<(), Failure> {
    let plan = &records.plan;
    if unit >= plan.units {
        let expected = format!("a number below {}", plan.units);
        return Err(ParseError::new("unit", &unit.to_string(), expected).into());
    }
    if let Some([key, found, given]) = plan.difference(&plan.clone().with_files()?) {
        let message = format!("replay: {key} is {found} in the records, {given} here");
        return Err(Failure::Input(message));
    }
    let contest = Contest::<G>::new(plan.clone())?;
    let stop = stop_on_interrupt()?;
    let _orphans = Orphans::adopt();
    check_players(&contest, &stop)?;
    let mut pool = PlayerPool::new(&contest);
    let mut differing = Vec::new();
    for game in 0..contest.schedule.games_per_unit() {
        let Some(played) = contest.play(unit, game, &mut pool, &stop)? else {
            return Err(Failure::Broken(format!("unit {unit} was interrupted")));
        };
        let record = played.record;
        print_line(&serde_json::json!(record).to_string())?;
        let mut known =
            records.games.iter().filter(|known| (known.unit, known.game) == (unit, game));
        if known.any(|known| !known.is_replay_of(&record)) {
            differing.push(game.to_string());
        }
    }
    if differing.is_empty() || !plan.is_repeatable() {
        return Ok(());
    }
    let games = differing.join(", ");
    Err(Failure::Broken(format!("unit {unit}: game {games} differs from the records")))
}

/// Replays every game of some files against the rules.
pub(crate) fn verify(args: &Files) -> Result<(), Failure> {
    for file in &args.files {
        let records = read(file)?;
        with_game!(&records.plan.start()?, G => verify_file::<G>(file, &records))?;
    }
    Ok(())
}

fn verify_file<G: Playable>(file: &Path, records: &Records) -> Result<(), Failure> {
    let mut tally = Tally::new(&records.plan)?;
    for record in &records.games {
        let wrong = |what: &dyn Display| {
            let (file, unit, game) = (file.display(), record.unit, record.game);
            Failure::Broken(format!("{file}: unit {unit}, game {game}: {what}"))
        };
        if !tally.add(record)? {
            return Err(wrong(&"recorded twice"));
        }
        selfplay::verify::<G>(&records.plan, tally.schedule(), record)
            .map_err(|error| wrong(&error))?;
    }
    print_line(&format!("{}: {} games follow the rules", file.display(), records.games.len()))?;
    match records.left_out.len() {
        0 => Ok(()),
        others => {
            let message = format!("{}: {others} other games are no records", file.display());
            Err(Failure::Broken(message))
        }
    }
}

/// Reports the result of each match in some files. The parts of a match are merged first.
pub(crate) fn stats(args: &args::Stats) -> Result<(), Failure> {
    let mut matches: Vec<Vec<Records>> = Vec::new();
    for file in &args.files.files {
        let records = read(file)?;
        let same = |parts: &&mut Vec<Records>| parts[0].plan.difference(&records.plan).is_none();
        match matches.iter_mut().find(same) {
            Some(parts) => parts.push(records),
            None => matches.push(vec![records]),
        }
    }
    for parts in matches {
        let Records { plan, games, .. } = merge(parts)?;
        let mut tally = Tally::new(&plan)?;
        for record in &games {
            tally.add(record)?;
        }
        let report = MatchReport::new(&plan, &tally)?;
        print(&if args.json { report.json() } else { report.text() })?;
    }
    Ok(())
}

/// Merges files.
pub(crate) fn merge_parts(args: &args::MergeArguments) -> Result<(), Failure> {
    let whole = merge_files(&args.files.files, &args.out)?;
    let mut tally = Tally::new(&whole.plan)?;
    for record in &whole.games {
        tally.add(record)?;
    }
    let (units, of) = (tally.units().count(), whole.plan.own_units());
    let out = args.out.display();
    print_line(&format!("{out}: {} games, {units} of {of} units complete", whole.games.len()))
}

/// Writes the page and the table of a match.
pub(crate) fn report(args: &args::ReportArguments) -> Result<(), Failure> {
    let records = read(&args.file)?;
    let mut tally = Tally::new(&records.plan)?;
    for record in &records.games {
        tally.add(record)?;
    }
    let timeline = with_game!(&records.plan.start()?, G => Timeline::of::<G>(&records, &tally))?;
    let page = MatchReport::new(&records.plan, &tally)?.with_timeline(timeline).page();
    let out = &args.out;
    fs::create_dir_all(out).map_err(|error| {
        let expected = format!("a folder to write to ({error})");
        ParseError::new("out", &out.to_string_lossy(), expected)
    })?;
    let mut table = Vec::new();
    write_table(&records, &mut table)?;
    let files = [("report.html", page.as_bytes(), PAGE_MARK), ("games.csv", &table, TABLE_MARK)];
    // Both files are checked before either is written.
    files.iter().try_for_each(|(name, _, mark)| check_own("out", &out.join(name), mark))?;
    for (name, contents, mark) in files {
        let path = out.join(name);
        replace_own(&path, contents, mark)?;
        print_line(&path.display().to_string())?;
    }
    Ok(())
}

/// Computes a test from the counts of units.
pub(crate) fn sprt(args: &args::SprtArguments) -> Result<(), Failure> {
    let results = Multinomial::new(args.results.clone())?;
    let test = Sprt::parse(&args.test)?;
    test.check_results(&results)?;
    let (low, high) = test.bounds();
    let verdict = match test.decision(&results) {
        Some(Decision::H1) => "H1 accepted",
        Some(Decision::H0) => "H0 accepted",
        None => "not decided",
    };
    let (llr, corrected) = (test.llr(&results), test.corrected(&results));
    print_line(&format!(
        "LLR {llr:.7} [{low:.6}, {high:.6}]: {verdict} (by {corrected:.4}, corrected for few units)"
    ))?;
    match Strength::of(&results) {
        Some(strength) => print_line(&strength.words("the first player", "the second")),
        None => Ok(()),
    }
}
