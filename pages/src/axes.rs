//! What all pictures have in common: axes, numbers along them, labels, a legend.

use std::fmt::Display;

use maud::{Markup, html};

/// Colours that are told apart without colour vision, too (Okabe and Ito).
pub(crate) const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];

/// The colour of text and axes.
const INK: &str = "#222";

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;

/// The room around the axes.
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = HEIGHT - 46.0;

/// Where numbers or names stand below the axis across.
pub(crate) const BELOW: f64 = BOTTOM + 16.0;

/// Where title and legend stand.
const HEAD: f64 = 18.0;

/// A whole picture: its title and what is drawn in it.
pub(crate) fn picture(title: &str, body: &Markup) -> String {
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format_args!("0 0 {WIDTH} {HEIGHT}"))
            role="img" font-family="sans-serif" font-size="12" fill=(INK) {
            title { (title) }
            text x=(LEFT) y=(HEAD) font-size="14" font-weight="bold" { (title) }
            (body)
        }
    };
    picture.into_string()
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
        let turned = format!("translate(14 {}) rotate(-90)", f64::midpoint(TOP, BOTTOM));
        html! {
            path d=(format_args!("M{LEFT} {TOP}V{BOTTOM}H{RIGHT}")) fill="none" stroke=(INK) {}
            (label((f64::midpoint(LEFT, RIGHT), HEIGHT - 10.0), "middle", across))
            text transform=(turned) text-anchor="middle" { (up) }
        }
    }

    /// Round numbers along the axis up, with lines across.
    pub(crate) fn heights(&self) -> Markup {
        html! {
            @for number in round_numbers(self.up) {
                @let y = self.y(number);
                path d=(format_args!("M{LEFT} {y:.1}H{RIGHT}")) stroke="#ddd" {}
                (label((LEFT - 6.0, y + 4.0), "end", short(number)))
            }
        }
    }

    /// Round numbers along the axis across.
    pub(crate) fn numbers_across(&self) -> Markup {
        html! {
            @for number in round_numbers(self.across) {
                (label((self.x(number), BELOW), "middle", short(number)))
            }
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

/// The names of curves or parts with their colours, at the upper right.
pub(crate) fn legend<'a>(names: impl Iterator<Item = &'a str>) -> Markup {
    let names: Vec<_> = names.zip(COLOURS.iter().cycle()).collect();
    let mut end = RIGHT;
    let named = names.into_iter().rev().filter(|(name, _)| !name.is_empty());
    let placed = named.map(|(name, colour)| {
        // About the width of its letters.
        let start = end - 7.0 * name.chars().count() as f64;
        end = start - 27.0;
        (start, name, colour)
    });
    html! {
        @for (start, name, colour) in placed {
            (label((start, HEAD), "start", name))
            rect x=(format_args!("{:.1}", start - 15.0)) y="8" width="11" height="11" fill=(colour) {}
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

/// Some round numbers within a span: steps of 1, 2 or 5 and zeros.
fn round_numbers((low, high): (f64, f64)) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|step| step * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(rough);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|number| number as f64 * step).collect()
}

/// A number without needless digits.
fn short(number: f64) -> String {
    let text = format!("{number:.3}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers_lie_within() {
        assert_eq!(round_numbers((0.0, 100.0)), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(round_numbers((-3.0, 3.5)), [-2.0, 0.0, 2.0]);
        assert_eq!(round_numbers((0.0, 0.4)).len(), 5);
        assert_eq!(short(0.200_000_001), "0.2");
        assert_eq!(short(-40.0), "-40");
    }

    #[test]
    fn infinite_ends_do_not_stretch_a_picture() {
        assert_eq!(span([f64::INFINITY, 1.0, 3.0].into_iter()), (1.0, 3.0));
        assert_eq!(span([2.0].into_iter()), (1.5, 2.5));
        assert_eq!(span(std::iter::empty()), (0.0, 1.0));
    }
}
