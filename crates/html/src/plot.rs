//! Line plots.

use maud::{Markup, html};

use crate::axes::{Axes, Tone, label, nothing, picture, short, span};

/// The margin above and below the curves, as a part of their height.
const ROOM: f64 = 0.05;

/// A line plot.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The title of the x axis.
    pub across: String,
    /// The title of the y axis.
    pub up: String,
    /// The curves.
    pub lines: Vec<Curve>,
    /// Horizontal lines, with their names.
    pub levels: Vec<(f64, String)>,
    /// Whether the x axis has fractions; otherwise it is a count.
    pub fractions: bool,
}

/// A curve, which can have a band.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// Its name in the legend; none if empty.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// The lower and the upper end of the band at each point.
    pub band: Vec<(f64, f64)>,
}

impl Plot {
    /// The plot as SVG, or a sentence if there are no points.
    #[must_use]
    pub fn svg(&self) -> String {
        if self.lines.iter().all(|line| line.points.is_empty()) {
            return nothing(&self.title, "nothing to show yet");
        }
        let axes = self.axes();
        let body = html! {
            (axes.lines(&self.across, &self.up))
            (axes.heights(false))
            (axes.numbers_across(!self.fractions))
            @for (height, name) in &self.levels { (level(&axes, *height, name)) }
            @for (number, curve) in self.lines.iter().enumerate() {
                (curve.drawn(&axes, Tone::Series(number), [&self.across, &self.up]))
            }
        };
        let names = self.lines.iter().enumerate().filter(|(_, line)| !line.points.is_empty());
        let legend: Vec<_> =
            names.map(|(number, line)| (line.name.as_str(), Tone::Series(number))).collect();
        picture([&self.title, ""], &legend, &body)
    }

    /// Axes that include all curves, and 0 on the x axis.
    fn axes(&self) -> Axes {
        let points = || self.lines.iter().flat_map(|curve| &curve.points);
        let bands = self.lines.iter().flat_map(|curve| &curve.band);
        let ends = bands.flat_map(|&(low, high)| [low, high]);
        let levels = self.levels.iter().map(|level| level.0);
        let (low, high) = span(points().map(|point| point.1).chain(ends).chain(levels));
        let room = ROOM * (high - low);
        let across = span(points().map(|point| point.0).chain([0.0]));
        Axes { across, up: (low - room, high + room) }
    }
}

impl Curve {
    fn drawn(&self, axes: &Axes, tone: Tone, [across, up]: [&str; 2]) -> Markup {
        let xs = self.points.iter().map(|point| point.0);
        let upper = xs.clone().zip(&self.band).map(|(x, band)| (x, band.1));
        let lower: Vec<_> = xs.zip(&self.band).map(|(x, band)| (x, band.0)).collect();
        let around = upper.chain(lower.into_iter().rev());
        let said = |place: usize, (x, y): (f64, f64)| {
            let band = self.band.get(place).map_or_else(String::new, |&(low, high)| {
                format!(" [{}, {}]", short(low), short(high))
            });
            let name =
                if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) };
            format!("{name}{across} {}, {up} {}{band}", short(x), short(y))
        };
        html! {
            g class=(tone.class()) {
                @if !self.band.is_empty() { path.area d={ (axes.path(around)) "Z" } {} }
                @if !self.points.is_empty() {
                    path.line d=(axes.path(self.points.iter().copied())) {}
                }
                // The tooltip of a point.
                @for (place, &point) in self.points.iter().enumerate() {
                    circle.dot cx=(format_args!("{:.1}", axes.x(point.0)))
                        cy=(format_args!("{:.1}", axes.y(point.1))) r="5" {
                        title { (said(place, point)) }
                    }
                }
            }
        }
    }
}

/// A dashed horizontal line, with its name at the right end.
fn level(axes: &Axes, height: f64, name: &str) -> Markup {
    let (left, right, y) = (axes.x(axes.across.0), axes.x(axes.across.1), axes.y(height));
    html! {
        path.level d=(format_args!("M{left:.1} {y:.1}H{right:.1}")) {}
        (label((right - 4.0, y - 4.0), "end", name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        let line = Curve { name: "<A & B>".to_owned(), points: vec![(0.0, 1.0)], band: Vec::new() };
        let svg = Plot { lines: vec![line], ..Plot::default() }.svg();
        assert!(svg.contains("&lt;A &amp; B&gt;") && !svg.contains("<A"));
    }

    #[test]
    fn points_lie_between_the_axes() {
        let points = vec![(0.0, 0.0), (10.0, 5.0)];
        let curve = Curve { points, band: vec![(-5.0, 5.0), (0.0, 10.0)], ..Curve::default() };
        let plot =
            Plot { lines: vec![curve], levels: vec![(0.0, String::new())], ..Plot::default() };
        let axes = plot.axes();
        assert_eq!((axes.across, axes.up), ((0.0, 10.0), (-5.75, 10.75)));
        assert!(plot.svg().contains("class=\"level\""), "the level is drawn");
    }

    /// Each point has a tooltip with its numbers, in few digits.
    #[test]
    fn points_say_what_they_are() {
        let curve = Curve {
            name: "A".to_owned(),
            points: vec![(3.0, 1.0 / 3.0)],
            band: vec![(0.0, 2.0 / 3.0)],
        };
        let plot = Plot { across: "games".to_owned(), up: "Elo".to_owned(), ..Plot::default() };
        let svg = Plot { lines: vec![curve], ..plot }.svg();
        assert!(svg.contains("<title>A: games 3, Elo 0.333 [0, 0.667]</title>"), "{svg}");
    }

    #[test]
    fn nothing_is_said_in_words() {
        let svg = Plot { title: "Elo".to_owned(), ..Plot::default() }.svg();
        assert!(svg.contains("nothing to show yet") && !svg.contains("<svg"), "{svg}");
    }
}
