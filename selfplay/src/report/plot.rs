//! Plots as SVG, drawn with nothing but text.

use std::fmt::Write;

/// Colours that are told apart without colour vision, too (Okabe and Ito).
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
/// Room around the axes: left, right, top, bottom.
const MARGIN: [f64; 4] = [64.0, 16.0, 34.0, 46.0];

/// Room above and below the lines, as a part of their height.
const ROOM: f64 = 0.05;

/// Lines in a plane.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What lies across.
    pub across: String,
    /// What goes up.
    pub up: String,
    /// The lines.
    pub lines: Vec<Curve>,
    /// Level lines that mean something, with what they mean.
    pub levels: Vec<(f64, String)>,
}

/// A line, perhaps with a band around it.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// Its name in the legend; none if empty.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// The lower and the upper end at each point.
    pub band: Vec<(f64, f64)>,
}

/// Bars side by side, each of parts on top of each other.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// What it shows.
    pub title: String,
    /// What lies across.
    pub across: String,
    /// What goes up.
    pub up: String,
    /// The names of the parts.
    pub parts: Vec<String>,
    /// The name of each bar, and the size of its parts.
    pub bars: Vec<(String, Vec<f64>)>,
}

impl Plot {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let bands = self.lines.iter().flat_map(|line| &line.band);
        let heights =
            points().map(|point| point.1).chain(bands.flat_map(|&(low, high)| [low, high]));
        let heights = heights.chain(self.levels.iter().map(|level| level.0));
        let across = span(points().map(|point| point.0).chain([0.0]));
        let (low, high) = span(heights);
        let room = ROOM * (high - low);
        let frame = Frame { across, up: (low - room, high + room) };
        let mut svg = frame.open(&self.title, &self.across, &self.up);
        frame.ticks(&mut svg, true);
        for (height, name) in &self.levels {
            let (left, right, y) =
                (frame.x(frame.across.0), frame.x(frame.across.1), frame.y(*height));
            let _ = write!(
                svg,
                r##"<path d="M{left:.1} {y:.1}H{right:.1}" stroke="#888" stroke-dasharray="5 4"/>"##
            );
            text(&mut svg, (right - 4.0, y - 4.0), "end", name);
        }
        for (line, colour) in self.lines.iter().zip(COLOURS.iter().cycle()) {
            let xs = line.points.iter().map(|point| point.0);
            if !line.band.is_empty() {
                let upper = xs.clone().zip(&line.band).map(|(x, band)| (x, band.1));
                let lower: Vec<_> = xs.zip(&line.band).map(|(x, band)| (x, band.0)).collect();
                let path = frame.path(upper.chain(lower.into_iter().rev()));
                let _ = write!(svg, r#"<path d="{path}Z" fill="{colour}" fill-opacity="0.15"/>"#);
            }
            let path = frame.path(line.points.iter().copied());
            let _ =
                write!(svg, r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"/>"#);
        }
        legend(&mut svg, self.lines.iter().map(|line| line.name.as_str()));
        svg + "</svg>"
    }
}

impl Bars {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let totals = self.bars.iter().map(|(_, parts)| parts.iter().sum::<f64>());
        let count = self.bars.len().max(1) as f64;
        let frame = Frame { across: (0.0, count), up: span(totals.chain([0.0])) };
        let mut svg = frame.open(&self.title, &self.across, &self.up);
        frame.ticks(&mut svg, false);
        // No more names than there is room for.
        let every = self.bars.len().div_ceil(MAX_NAMES).max(1);
        for (place, (name, parts)) in self.bars.iter().enumerate() {
            let left = frame.x(place as f64 + 0.1);
            let width = frame.x(place as f64 + 0.9) - left;
            let mut below = 0.0;
            for (part, colour) in parts.iter().zip(COLOURS.iter().cycle()) {
                let (top, bottom) = (frame.y(below + part), frame.y(below));
                let height = bottom - top;
                let _ = write!(
                    svg,
                    r#"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" fill="{colour}"/>"#
                );
                below += part;
            }
            if place % every == 0 {
                let middle = left + width / 2.0;
                text(&mut svg, (middle, HEIGHT - MARGIN[3] + 16.0), "middle", name);
            }
        }
        if self.parts.len() > 1 {
            legend(&mut svg, self.parts.iter().map(String::as_str));
        }
        svg + "</svg>"
    }
}

/// The most names under bars.
const MAX_NAMES: usize = 12;

/// The axes: which numbers lie where.
struct Frame {
    across: (f64, f64),
    up: (f64, f64),
}

impl Frame {
    fn x(&self, number: f64) -> f64 {
        let (low, high) = self.across;
        MARGIN[0] + (number - low) / (high - low) * (WIDTH - MARGIN[0] - MARGIN[1])
    }

    fn y(&self, number: f64) -> f64 {
        let (low, high) = self.up;
        HEIGHT - MARGIN[3] - (number - low) / (high - low) * (HEIGHT - MARGIN[2] - MARGIN[3])
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let points = points.map(|(x, y)| format!("{:.1} {:.1}", self.x(x), self.y(y)));
        let points: Vec<_> = points.collect();
        format!("M{}", points.join("L"))
    }

    /// The picture's beginning: title, axes and their names.
    fn open(&self, title: &str, across: &str, up: &str) -> String {
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="12" fill="{INK}">"#
        );
        let _ = write!(
            svg,
            r#"<title>{0}</title><text x="{1}" y="18" font-size="14" font-weight="bold">{0}</text>"#,
            escaped(title),
            MARGIN[0]
        );
        let [left, right, top, bottom] =
            [MARGIN[0], WIDTH - MARGIN[1], MARGIN[2], HEIGHT - MARGIN[3]];
        let _ =
            write!(svg, r#"<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="{INK}"/>"#);
        text(&mut svg, (f64::midpoint(left, right), HEIGHT - 10.0), "middle", across);
        let middle = f64::midpoint(top, bottom);
        let _ = write!(
            svg,
            r#"<text transform="translate(14 {middle}) rotate(-90)" text-anchor="middle">{}</text>"#,
            escaped(up)
        );
        svg
    }

    /// Numbers along the axes: up, and with `both` across as well.
    fn ticks(&self, svg: &mut String, both: bool) {
        for number in round_numbers(self.up) {
            let y = self.y(number);
            let (left, right) = (MARGIN[0], WIDTH - MARGIN[1]);
            let _ = write!(svg, r##"<path d="M{left} {y:.1}H{right}" stroke="#ddd"/>"##);
            text(svg, (left - 6.0, y + 4.0), "end", &short(number));
        }
        for number in round_numbers(self.across).into_iter().filter(|_| both) {
            text(svg, (self.x(number), HEIGHT - MARGIN[3] + 16.0), "middle", &short(number));
        }
    }
}

/// The colour of text and axes.
const INK: &str = "#222";

/// The least and the greatest of some numbers, some room between them in any case.
fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
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

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, words: &str) {
    let words = escaped(words);
    let _ = write!(svg, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{words}</text>"#);
}

/// The names of lines or parts with their colours, at the upper right.
fn legend<'a>(svg: &mut String, names: impl Iterator<Item = &'a str>) {
    let names: Vec<_> = names.zip(COLOURS.iter().cycle()).collect();
    let mut x = WIDTH - MARGIN[1];
    for (name, colour) in names.into_iter().rev().filter(|(name, _)| !name.is_empty()) {
        // About the width of its letters.
        x -= 7.0 * name.chars().count() as f64;
        text(svg, (x, 18.0), "start", name);
        x -= 15.0;
        let _ = write!(svg, r#"<rect x="{x:.1}" y="8" width="11" height="11" fill="{colour}"/>"#);
        x -= 12.0;
    }
}

/// A text as it stands in HTML and SVG.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
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

    #[test]
    fn names_are_escaped() {
        let line = Curve { name: "<A & B>".to_owned(), points: vec![(0.0, 1.0)], band: Vec::new() };
        let svg = Plot { lines: vec![line], ..Plot::default() }.svg();
        assert!(svg.contains("&lt;A &amp; B&gt;") && !svg.contains("<A"));
    }
}
