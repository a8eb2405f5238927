//! Bar charts.

use maud::{Markup, html};

use crate::axes::{Axes, BELOW, Tone, label, nothing, picture, short, span};

/// The margin beyond the longest bars, as a part of the height.
const ROOM: f64 = 0.05;

/// The most letters that fit below all bars together.
const MAX_LETTERS: usize = 44;

/// A bar chart. The parts of a bar are stacked, or side by side.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// The title.
    pub title: String,
    /// The title of the x axis.
    pub across: String,
    /// The title of the y axis.
    pub up: String,
    /// The names of the parts.
    pub parts: Vec<String>,
    /// Whether the parts are side by side. Then they can be negative.
    pub beside: bool,
    /// A description; can be empty.
    pub about: String,
    /// The name of each bar, and the sizes of its parts.
    pub bars: Vec<(String, Vec<f64>)>,
}

impl Bars {
    /// The chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        if self.bars.is_empty() {
            return nothing(&self.title, "nothing to show yet");
        }
        let heights = self.bars.iter().flat_map(|(_, parts)| {
            if self.beside { parts.clone() } else { vec![parts.iter().sum()] }
        });
        let (low, high) = span(heights.chain([0.0]));
        let counts =
            self.bars.iter().all(|(_, parts)| parts.iter().all(|part| part.fract() == 0.0));
        let room = ROOM * (high - low);
        let up = (if low < 0.0 { low - room } else { low }, high + room);
        let axes = Axes { across: (0.0, self.bars.len() as f64), up };
        let body = html! {
            (axes.lines(&self.across, &self.up))
            (axes.heights(counts))
            @for (place, (name, parts)) in self.bars.iter().enumerate() {
                (self.bar(&axes, place, name, parts))
                @if place % self.every() == 0 {
                    (label((axes.x(place as f64 + 0.5), BELOW), "middle", name))
                }
            }
        };
        let names = self.parts.iter().enumerate();
        let legend: Vec<_> =
            names.map(|(place, name)| (name.as_str(), Tone::Series(place))).collect();
        let legend = if legend.len() > 1 { &legend[..] } else { &[] };
        picture([&self.title, &self.about], legend, &body)
    }

    /// The distance between bars that have a name below, as space allows.
    fn every(&self) -> usize {
        let longest = self.bars.iter().map(|(name, _)| name.chars().count() + 1).max();
        let room = (MAX_LETTERS / longest.unwrap_or(1)).max(1);
        self.bars.len().div_ceil(room)
    }

    /// Bar number `place`. Each part has a tooltip.
    fn bar(&self, axes: &Axes, place: usize, name: &str, parts: &[f64]) -> Markup {
        let count = if self.beside { parts.len().max(1) as f64 } else { 1.0 };
        let width = (axes.x(0.84) - axes.x(0.0)) / count;
        let mut below = 0.0;
        let boxes = parts.iter().enumerate().map(|(number, &part)| {
            let from = if self.beside { 0.0 } else { below };
            below += part;
            let beside = if self.beside { number as f64 * width } else { 0.0 };
            let (one, two) = (axes.y(from), axes.y(from + part));
            (axes.x(place as f64 + 0.08) + beside, one.min(two), (one - two).abs())
        });
        let boxes: Vec<_> = boxes.collect();
        html! {
            @for (number, (left, top, height)) in boxes.into_iter().enumerate() {
                @let part = self.parts.get(number).map_or("", String::as_str);
                rect class={ "bar " (Tone::Series(number).class()) }
                    x=(format_args!("{left:.1}")) y=(format_args!("{top:.1}"))
                    width=(format_args!("{width:.1}")) height=(format_args!("{height:.1}")) {
                    title { (self.across) " " (name) ": " (part) " " (short(parts[number])) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Not every bar has room for its name, but every part is drawn and has a tooltip.
    #[test]
    fn every_part_and_some_names_are_drawn() {
        let bars = (0..30).map(|place| (format!("bar {place}."), vec![1.0, 2.0])).collect();
        let svg = Bars { bars, ..Bars::default() }.svg();
        assert_eq!(svg.matches("<rect").count(), 60);
        assert_eq!(svg.matches("<title>").count(), 60);
        let names = svg.matches(">bar ").count();
        assert!((3..=6).contains(&names), "{names}");
        assert!(svg.contains(">bar 0.<"), "{svg}");
    }

    /// A count of games has no halves.
    #[test]
    fn counts_are_whole() {
        let svg = |height: f64| {
            Bars { bars: vec![("a".to_owned(), vec![height])], ..Bars::default() }.svg()
        };
        assert!(svg(1.0).contains(">1<") && !svg(1.0).contains(">0.5<"), "{}", svg(1.0));
        assert!(svg(1.5).contains(">0.5<"), "{}", svg(1.5));
    }

    /// Negative parts are drawn below the axis.
    #[test]
    fn parts_beside_each_other_may_be_negative() {
        let bars = vec![("a".to_owned(), vec![2.0, -1.0])];
        let svg = Bars { bars, beside: true, ..Bars::default() }.svg();
        let number = |key: &str, place: usize| -> f64 {
            let text = svg.split(&format!(" {key}=\"")).nth(place).unwrap();
            text.split('"').next().unwrap().parse().unwrap()
        };
        let rects: Vec<_> = svg.match_indices("<rect").collect();
        assert_eq!(rects.len(), 2);
        let (one, two) = (number("height", 1), number("height", 2));
        assert!((one / two - 2.0).abs() < 0.02, "{one} {two}");
    }

    #[test]
    fn no_bars_are_no_picture() {
        assert!(Bars::default().svg().contains("nothing to show yet"));
    }
}
