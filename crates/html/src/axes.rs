//! What all pictures have in common: axes, numbers along them, labels.

use std::fmt::Display;

use maud::{Markup, html};

/// A picture is as wide as the screen of a telephone, in its own units: there they are points on the screen, so that
/// words can be read; elsewhere it is drawn larger.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 240.0;

/// The room around the axes.
const LEFT: f64 = 44.0;
const RIGHT: f64 = WIDTH - 10.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = HEIGHT - 38.0;

/// Where numbers or names stand below the axis across.
pub(crate) const BELOW: f64 = BOTTOM + 15.0;

/// What a colour means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing: one of several that are told apart, also without colour vision (after Okabe and Ito).
    Series(usize),
    /// Won, gained.
    Good,
    /// Drawn, the same.
    Even,
    /// Lost.
    Bad,
}

impl Tone {
    /// The class of the style sheet that has the colour in both themes.
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

/// A whole picture: its title, what is to be said of it, the names of its colours, and what is drawn.
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

/// A picture that has nothing to show, with words that say why.
pub(crate) fn nothing(title: &str, why: &str) -> String {
    html! { figcaption { (title) } p.nothing { (why) } }.into_string()
}

/// The axes: which numbers lie where.
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

    /// The axes and their names.
    pub(crate) fn lines(&self, across: &str, up: &str) -> Markup {
        html! {
            path.axis d=(format_args!("M{LEFT} {TOP}V{BOTTOM}H{RIGHT}")) {}
            (label((RIGHT, HEIGHT - 6.0), "end", across))
            (label((4.0, 14.0), "start", up))
        }
    }

    /// Round numbers along the axis up, with lines across: whole ones only where it counts something.
    pub(crate) fn heights(&self, whole: bool) -> Markup {
        html! {
            @for number in shown_numbers(self.up, whole) {
                @let y = self.y(number);
                path.grid d=(format_args!("M{LEFT} {y:.1}H{RIGHT}")) {}
                (label((LEFT - 5.0, y + 4.0), "end", short(number)))
            }
        }
    }

    /// Round numbers along the axis across: whole ones only where it counts something.
    pub(crate) fn numbers_across(&self, whole: bool) -> Markup {
        html! {
            @for number in shown_numbers(self.across, whole) { (label((self.x(number), BELOW), "middle", short(number))) }
        }
    }
}

/// A text at a place.
pub(crate) fn label((x, y): (f64, f64), anchor: &str, words: impl Display) -> Markup {
    html! {
        text x=(format_args!("{x:.1}")) y=(format_args!("{y:.1}")) text-anchor=(anchor) {
            (words.to_string())
        }
    }
}

/// The least and the greatest of some numbers, some room between them in any case.
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

/// Some round numbers within a span, or those of them that are whole.
fn shown_numbers(span: (f64, f64), whole: bool) -> impl Iterator<Item = f64> {
    let numbers = round_numbers(span, 5.0).into_iter();
    numbers.filter(move |number| !whole || number.fract().abs() < 1e-9)
}

/// Some round numbers within a span: steps of 1, 2 or 5 and zeros.
fn round_numbers((low, high): (f64, f64), about: f64) -> Vec<f64> {
    let rough = (high - low) / about;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|step| step * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(rough);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|number| number as f64 * step).collect()
}

/// A number with four digits that tell something, and none without need.
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

    /// What is counted has no half.
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
