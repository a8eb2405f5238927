//! When a long run ends by itself.

use std::time::{Duration, SystemTime};

use engine::StopFlag;
use games::ParseError;
use jiff::civil::Time;
use jiff::{SignedDuration, ToSpan, Zoned};

/// The arguments that say when a run ends.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct DeadlineArguments {
    /// Stop when it is so late, as 07:00 by the clock on the wall
    #[arg(long, value_name = "HH:MM", value_parser = read_time_of_day, conflicts_with = "run_for")]
    until: Option<Time>,
    /// Stop after so long, as 8h, 90m or 1h30m
    #[arg(long = "for", id = "run_for", value_name = "TIME", value_parser = read_duration)]
    run_for: Option<Duration>,
}

/// A time at which a run ends, if there is one. It is one of the system's clock, so that a machine that
/// sleeps meanwhile does not put it off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deadline(Option<SystemTime>);

impl DeadlineArguments {
    /// The deadline of a run that begins now.
    #[must_use]
    pub fn deadline(&self) -> Deadline {
        let now = Zoned::now();
        let until = self.until.and_then(|time| next(&now, time)).map(SystemTime::from);
        Deadline(until.or_else(|| SystemTime::from(now).checked_add(self.run_for?)))
    }
}

impl Deadline {
    /// Whether it is so late.
    #[must_use]
    pub fn passed(self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// The time left, where there is a deadline.
    #[must_use]
    pub fn left(self) -> Option<Duration> {
        self.0.map(|end| end.duration_since(SystemTime::now()).unwrap_or_default())
    }

    /// A flag that is set when it is so late, or soon after `interrupt` is.
    #[must_use]
    pub fn watch(self, interrupt: &StopFlag) -> StopFlag {
        const INTERVAL: Duration = Duration::from_millis(100);
        let (interrupt, stop) = (interrupt.clone(), StopFlag::default());
        let flag = stop.clone();
        std::thread::spawn(move || {
            while !self.passed() && !interrupt.is_set() && !flag.is_set() {
                std::thread::sleep(INTERVAL);
            }
            flag.stop();
        });
        stop
    }
}

/// The next time that the clock shows `time`: later today, or tomorrow.
fn next(now: &Zoned, time: Time) -> Option<Zoned> {
    let on = |date: jiff::civil::Date| date.to_datetime(time).to_zoned(now.time_zone().clone());
    let today = on(now.date()).ok()?;
    if today > *now { Some(today) } else { on(now.date().checked_add(1.day()).ok()?).ok() }
}

fn read_time_of_day(text: &str) -> Result<Time, ParseError> {
    let wrong = || ParseError::new("time", text, "a time of day as 07:00");
    let digits = |part: &str| {
        let plain = part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<i8>().ok().filter(|_| plain)
    };
    let (hour, minute) = text.split_once(':').ok_or_else(wrong)?;
    let time = digits(hour).zip(digits(minute));
    time.and_then(|(hour, minute)| Time::new(hour, minute, 0, 0).ok()).ok_or_else(wrong)
}

fn read_duration(text: &str) -> Result<Duration, ParseError> {
    let time = text.parse::<SignedDuration>().ok().filter(SignedDuration::is_positive);
    let time = time.and_then(|time| Duration::try_from(time).ok());
    time.ok_or_else(|| ParseError::new("time", text, "a time as 8h, 90m, 30s or 1h30m"))
}

#[cfg(test)]
mod tests {
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

    /// The night in which the clock goes back has an hour more.
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
            assert!(read_time_of_day(text).unwrap_err().expected.contains("as 07:00"), "{text}");
        }
    }

    #[test]
    fn a_deadline_passes() {
        assert_eq!(DeadlineArguments::default().deadline(), Deadline(None));
        assert!(!Deadline(None).passed() && Deadline(None).left().is_none());
        let run_for = Some(Duration::from_secs(60));
        let deadline = DeadlineArguments { until: None, run_for }.deadline();
        assert!(!deadline.passed() && deadline.left() > Some(Duration::from_secs(50)));
        let past = Deadline(Some(SystemTime::UNIX_EPOCH));
        assert_eq!((past.passed(), past.left()), (true, Some(Duration::ZERO)));
        let (interrupt, calm) = (StopFlag::default(), StopFlag::default());
        interrupt.stop();
        for stop in [past.watch(&calm), deadline.watch(&interrupt)] {
            while !stop.is_set() {
                std::thread::yield_now();
            }
        }
        assert!(!deadline.watch(&calm).is_set());
    }
}
