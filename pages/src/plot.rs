//! Curves in a plane.

use maud::{Markup, html};

use crate::axes::{Axes, COLOURS, label, legend, picture, span};

/// Room above and below the curves, as a part of their height.
const ROOM: f64 = 0.05;

/// Curves in a plane.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What lies across.
    pub across: String,
    /// What goes up.
    pub up: String,
    /// The curves.
    pub lines: Vec<Curve>,
    /// Level lines that mean something, with what they mean.
    pub levels: Vec<(f64, String)>,
}

/// A curve, perhaps with a band around it.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// Its name in the legend; none if empty.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// The lower and the upper end at each point.
    pub band: Vec<(f64, f64)>,
}

impl Plot {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let axes = self.axes();
        let body = html! {
            (axes.lines(&self.across, &self.up))
            (axes.heights())
            (axes.numbers_across())
            @for (height, name) in &self.levels { (level(&axes, *height, name)) }
            @for (curve, colour) in self.lines.iter().zip(COLOURS.iter().cycle()) {
                (curve.drawn(&axes, colour))
            }
            (legend(self.lines.iter().map(|curve| curve.name.as_str())))
        };
        picture(&self.title, &body)
    }

    /// Axes that have room for all that is drawn, and show where 0 lies across.
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
    fn drawn(&self, axes: &Axes, colour: &str) -> Markup {
        let xs = self.points.iter().map(|point| point.0);
        let upper = xs.clone().zip(&self.band).map(|(x, band)| (x, band.1));
        let lower: Vec<_> = xs.zip(&self.band).map(|(x, band)| (x, band.0)).collect();
        let around = upper.chain(lower.into_iter().rev());
        html! {
            @if !self.band.is_empty() {
                path d={ (axes.path(around)) "Z" } fill=(colour) fill-opacity="0.15" {}
            }
            path d=(axes.path(self.points.iter().copied()))
                fill="none" stroke=(colour) stroke-width="2" {}
        }
    }
}

/// A dashed line at one height, with its name at the right end.
fn level(axes: &Axes, height: f64, name: &str) -> Markup {
    let (left, right, y) = (axes.x(axes.across.0), axes.x(axes.across.1), axes.y(height));
    let path = format!("M{left:.1} {y:.1}H{right:.1}");
    html! {
        path d=(path) stroke="#888" stroke-dasharray="5 4" {}
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
        assert!(plot.svg().contains("stroke-dasharray"), "the level is drawn");
    }
}
