//! The common parts of all plots: axes, their numbers, labels.

use std::fmt::Display;

use maud::{Markup, html};

/// The width of a plot in its own units: that of a phone's screen. There a unit is a point, so that
/// labels can be read. On larger screens the plot is scaled up.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 240.0;

/// The margins around the axes.
const LEFT: f64 = 44.0;
const RIGHT: f64 = WIDTH - 10.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = HEIGHT - 38.0;

/// The height of numbers and names below the x axis.
pub(crate) const BELOW: f64 = BOTTOM + 15.0;

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// One of several series, distinguishable also with colour blindness (after Okabe and Ito).
    Series(usize),
    /// Won, or a gain.
    Good,
    /// Drawn, or no change.
    Even,
    /// Lost.
    Bad,
}

impl Tone {
    /// The CSS class of the colour, for both themes.
    pub(crate) fn class(self) -> &'static str {
        const SERIES: [&str; 6] = ["s0", "s1", "s2", "s3", "s4", "s5"];
        match self {
            Self::Series(number) => SERIES[number % SERIES.len()],
            Self::Good => "good",
            Self::Even => "even",
            Self::Bad => "bad",
        }
    }
}

/// A whole plot: title, description, legend and contents.
pub(crate) fn picture([title, about]: [&str; 2], legend: &[(&str, Tone)], body: &Markup) -> String {
    let legend: Vec<_> = legend.iter().filter(|(name, _)| !name.is_empty()).collect();
    let picture = html! {
        figcaption { (title) }
        @if !about.is_empty() { p.about { (about) } }
        @if !legend.is_empty() {
            ul.legend {
                @for (name, tone) in legend { li class=(tone.class()) { (name) } }
            }
        }
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format_args!("0 0 {WIDTH} {HEIGHT}"))
            role="img" aria-label=(title) {
            (body)
        }
    };
    picture.into_string()
}

/// A plot without data, with a reason.
pub(crate) fn nothing(title: &str, why: &str) -> String {
    html! { figcaption { (title) } p.nothing { (why) } }.into_string()
}

/// The axes: the range of each.
pub(crate) struct Axes {
    pub(crate) across: (f64, f64),
    pub(crate) up: (f64, f64),
}

impl Axes {
    pub(crate) fn x(&self, number: f64) -> f64 {
        let (low, high) = self.across;
        LEFT + (number - low) / (high - low) * (RIGHT - LEFT)
    }

    pub(crate) fn y(&self, number: f64) -> f64 {
        let (low, high) = self.up;
        BOTTOM - (number - low) / (high - low) * (BOTTOM - TOP)
    }

    pub(crate) fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let points = points.map(|(x, y)| format!("{:.1} {:.1}", self.x(x), self.y(y)));
        let points: Vec<_> = points.collect();
        format!("M{}", points.join("L"))
    }

    /// The axes and their titles.
    pub(crate) fn lines(&self, across: &str, up: &str) -> Markup {
        html! {
            path.axis d=(format_args!("M{LEFT} {TOP}V{BOTTOM}H{RIGHT}")) {}
            (label((RIGHT, HEIGHT - 6.0), "end", across))
            (label((4.0, 14.0), "start", up))
        }
    }

    /// Ticks of the y axis with grid lines. `whole`: only integers, for counts.
    pub(crate) fn heights(&self, whole: bool) -> Markup {
        html! {
            @for number in shown_numbers(self.up, whole) {
                @let y = self.y(number);
                path.grid d=(format_args!("M{LEFT} {y:.1}H{RIGHT}")) {}
                (label((LEFT - 5.0, y + 4.0), "end", short(number)))
            }
        }
    }

    /// Ticks of the x axis. `whole`: only integers, for counts.
    pub(crate) fn numbers_across(&self, whole: bool) -> Markup {
        html! {
            @for number in shown_numbers(self.across, whole) { (label((self.x(number), BELOW), "middle", short(number))) }
        }
    }
}

/// A text at a position.
pub(crate) fn label((x, y): (f64, f64), anchor: &str, words: impl Display) -> Markup {
    html! {
        text x=(format_args!("{x:.1}")) y=(format_args!("{y:.1}")) text-anchor=(anchor) {
            (words.to_string())
        }
    }
}

/// The least and the greatest number, with a minimal distance between them.
pub(crate) fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let widen = |(low, high): (f64, f64), number: f64| (low.min(number), high.max(number));
    let (low, high) =
        numbers.filter(|number| number.is_finite()).fold((f64::INFINITY, f64::NEG_INFINITY), widen);
    if low > high {
        (0.0, 1.0)
    } else if high - low < 1e-9 {
        (low - 0.5, high + 0.5)
    } else {
        (low, high)
    }
}

/// Ticks within a range, or only the integers among them.
fn shown_numbers(span: (f64, f64), whole: bool) -> impl Iterator<Item = f64> {
    let numbers = round_numbers(span, 5.0).into_iter();
    numbers.filter(move |number| !whole || number.fract().abs() < 1e-9)
}

/// Ticks within a range, in steps of 1, 2 or 5 times a power of ten.
fn round_numbers((low, high): (f64, f64), about: f64) -> Vec<f64> {
    let rough = (high - low) / about;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|step| step * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(rough);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|number| number as f64 * step).collect()
}

/// A number with four significant digits, without trailing zeros.
#[must_use]
pub fn short(number: f64) -> String {
    if !number.is_finite() {
        return if number > 0.0 { "∞".to_owned() } else { "-∞".to_owned() };
    }
    let whole = number.abs().log10().floor().max(0.0) as usize;
    let text = format!("{number:.*}", 3usize.saturating_sub(whole));
    let text = match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.'),
        None => &text,
    };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers_lie_within() {
        assert_eq!(round_numbers((0.0, 100.0), 5.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(round_numbers((-3.0, 3.5), 5.0), [-2.0, 0.0, 2.0]);
        assert_eq!(round_numbers((0.0, 0.4), 5.0).len(), 5);
    }

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0.200_000_001, "0.2"),
            (-40.0, "-40"),
            (1_234.567_8, "1235"),
            (12.345_678, "12.35"),
            (0.123_456_789_012, "0.123"),
            (-0.000_01, "0"),
            (f64::INFINITY, "∞"),
        ] {
            assert_eq!(short(number), text);
        }
    }

    /// A count has no halves.
    #[test]
    fn counts_are_whole() {
        let axes = Axes { across: (0.0, 2.0), up: (0.0, 1.0) };
        let shown = |whole| axes.numbers_across(whole).into_string();
        assert!(shown(false).contains(">0.5<") && !shown(true).contains(">0.5<"));
        assert!(shown(true).contains(">1<") && shown(true).contains(">2<"));
    }

    #[test]
    fn infinite_ends_do_not_stretch_a_picture() {
        assert_eq!(span([f64::INFINITY, 1.0, 3.0].into_iter()), (1.0, 3.0));
        assert_eq!(span([2.0].into_iter()), (1.5, 2.5));
        assert_eq!(span(std::iter::empty()), (0.0, 1.0));
    }
}
