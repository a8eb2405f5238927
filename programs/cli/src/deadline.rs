//! Options that set the end of a long run.

use std::time::{Duration, SystemTime};

use games::ParseError;
use jiff::Zoned;
use jiff::civil::Time;
use jobs::{Deadline, parse_duration};

/// The options that set the end of a run.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct DeadlineArguments {
    /// Stop at this time of day, as 07:00
    #[arg(long, value_name = "HH:MM", value_parser = read_time_of_day, conflicts_with = "run_for")]
    until: Option<Time>,
    /// Stop after this time, as 8h, 90m or 1h30m
    #[arg(long = "for", id = "run_for", value_name = "TIME", value_parser = read_duration)]
    run_for: Option<Duration>,
}

impl DeadlineArguments {
    /// The deadline of a run that begins now.
    #[must_use]
    pub fn deadline(&self) -> Deadline {
        let now = Zoned::now();
        let until = self.until.and_then(|time| next(&now, time)).map(SystemTime::from);
        let end = until.or_else(|| SystemTime::from(now).checked_add(self.run_for?));
        end.map_or(Deadline::NEVER, Deadline::at)
    }
}

/// The next time that the clock shows `time`: later today, or tomorrow.
fn next(now: &Zoned, time: Time) -> Option<Zoned> {
    let on = |date: jiff::civil::Date| date.to_datetime(time).to_zoned(now.time_zone().clone());
    let today = on(now.date()).ok()?;
    if today > *now { Some(today) } else { on(now.date().tomorrow().ok()?).ok() }
}

fn read_time_of_day(text: &str) -> Result<Time, ParseError> {
    let wrong = || ParseError::new("time", text, "a time of day from 00:00 to 23:59");
    let digits = |part: &str| {
        let plain = part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<i8>().ok().filter(|_| plain)
    };
    let (hour, minute) = text.split_once(':').ok_or_else(wrong)?;
    let time = digits(hour).zip(digits(minute));
    time.and_then(|(hour, minute)| Time::new(hour, minute, 0, 0).ok()).ok_or_else(wrong)
}

fn read_duration(text: &str) -> Result<Duration, ParseError> {
    let time = parse_duration(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| {
        ParseError::new(
            "time",
            text,
            "a time as 8h, 90m, 30s or 1h30m, above 0 and at most 365 days",
        )
    })
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    fn zoned(text: &str) -> Zoned {
        text.parse().unwrap()
    }

    #[test]
    fn the_next_time_of_day() {
        let night = zoned("2026-11-21T23:30:00+01:00[Europe/Paris]");
        let at = |text: &str| next(&night, read_time_of_day(text).unwrap()).unwrap();
        assert_eq!(at("07:00"), zoned("2026-11-22T07:00:00+01:00[Europe/Paris]"));
        assert_eq!(at("23:31"), zoned("2026-11-21T23:31:00+01:00[Europe/Paris]"));
        assert_eq!(at("23:30"), zoned("2026-11-22T23:30:00+01:00[Europe/Paris]"), "not now");
    }

    /// The night in which the clock is set back has one hour more.
    #[test]
    fn the_clock_on_the_wall_counts() {
        let night = zoned("2026-10-25T01:00:00+02:00[Europe/Paris]");
        let morning = next(&night, read_time_of_day("7:00").unwrap()).unwrap();
        assert_eq!(night.duration_until(&morning), SignedDuration::from_hours(7));
    }

    #[test]
    fn times_are_read() {
        for (text, minutes) in [("8h", 480), ("90m", 90), ("1h30m", 90)] {
            assert_eq!(read_duration(text), Ok(Duration::from_secs(60 * minutes)), "{text}");
        }
        for text in ["", "8", "-1h", "0s", "h", "1x"] {
            assert!(read_duration(text).unwrap_err().expected.contains("as 8h"), "{text}");
        }
        for text in ["", "7", "24:00", "7:60", "+7:00", "07:00:00", "-1:00"] {
            assert!(read_time_of_day(text).unwrap_err().expected.contains("23:59"), "{text}");
        }
    }

    #[test]
    fn a_run_ends_as_asked_for() {
        assert_eq!(DeadlineArguments::default().deadline(), Deadline::NEVER);
        let run_for = Some(Duration::from_secs(60));
        let left = DeadlineArguments { until: None, run_for }.deadline().left();
        assert!(left > Some(Duration::from_secs(50)) && left <= run_for, "{left:?}");
    }
}
