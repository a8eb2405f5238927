//! `selfplay gather`.

use std::collections::HashSet;
use std::thread::sleep;
use std::time::Duration;

use cli::{Failure, INCOMPLETE, print, shown_progress, stop_on_interrupt, warn};
use engine::StopFlag;
use selfplay::{GatherReport, Gathering, read_plan};

use super::args::GatherArguments;

/// The time between two looks with `--follow`, in steps in which an interrupt is noticed.
const STEPS: u32 = 20;
const STEP: Duration = Duration::from_millis(50);

/// Gathers the parts in a folder.
pub(crate) fn run(args: &GatherArguments) -> Result<(), Failure> {
    let plan = args.plan.as_ref().map(|file| read_plan(file)).transpose()?;
    let stop = stop_on_interrupt()?;
    let mut told = HashSet::new();
    let mut progress = shown_progress(args.quiet || !args.follow);
    let mut begun = false;
    let last = loop {
        let found = Gathering::open(&args.folder, &args.out, plan.clone(), &args.without)?;
        let Some(mut gathering) = found else {
            if !args.follow {
                warn(&format!("{}: no part is there yet", args.folder.display()));
                return Err(incomplete());
            }
            if !pause(&stop) {
                return Err(incomplete());
            }
            continue;
        };
        let report = loop {
            gathering.look()?;
            let report = gathering.report();
            if !std::mem::replace(&mut begun, true) {
                progress.begin(report.of, report.units);
            }
            tell(&report, args.quiet, &mut told);
            progress.advance(report.units, &|| report.words());
            if report.is_complete() || !args.follow || !pause(&stop) {
                break report;
            }
        };
        break report;
    };
    progress.finish();
    print(&if args.missing {
        last.missing_text()
    } else if args.json {
        last.json()
    } else {
        last.text()
    })?;
    if last.is_complete() { Ok(()) } else { Err(incomplete()) }
}

/// The end of a look at a match that is not complete.
fn incomplete() -> Failure {
    Failure::Status(INCOMPLETE, String::new())
}

/// Waits a second. The result is `false` after an interrupt.
fn pause(stop: &StopFlag) -> bool {
    (0..STEPS).all(|_| {
        sleep(STEP);
        !stop.is_set()
    })
}

/// Names the files with faults, each fault once. A part that is being written is half-written, so
/// these are named only unless `quiet`.
fn tell(report: &GatherReport, quiet: bool, told: &mut HashSet<String>) {
    let faults = report.refused.iter().chain(&report.damaged);
    for fault in faults.filter(|fault| !(quiet && fault.fault.starts_with("half-written"))) {
        let words = format!("{}: {}", fault.part, fault.fault);
        if told.insert(words.clone()) {
            warn(&words);
        }
    }
}
