//! Bars side by side.

use maud::{Markup, html};

use crate::axes::{Axes, BELOW, COLOURS, label, legend, picture, span};

/// The most names under bars.
const MAX_NAMES: usize = 12;

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

impl Bars {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let totals = self.bars.iter().map(|(_, parts)| parts.iter().sum::<f64>());
        let axes =
            Axes { across: (0.0, self.bars.len().max(1) as f64), up: span(totals.chain([0.0])) };
        // No more names than there is room for.
        let every = self.bars.len().div_ceil(MAX_NAMES).max(1);
        let body = html! {
            (axes.lines(&self.across, &self.up))
            (axes.heights())
            @for (place, (name, parts)) in self.bars.iter().enumerate() {
                (bar(&axes, place, parts))
                @if place % every == 0 {
                    (label((axes.x(place as f64 + 0.5), BELOW), "middle", name))
                }
            }
            @if self.parts.len() > 1 { (legend(self.parts.iter().map(String::as_str))) }
        };
        picture(&self.title, &body)
    }
}

/// Bar number `place`, its parts from the bottom to the top.
fn bar(axes: &Axes, place: usize, parts: &[f64]) -> Markup {
    let left = axes.x(place as f64 + 0.1);
    let width = axes.x(place as f64 + 0.9) - left;
    let stacked = parts.iter().scan(0.0, |below, &part| {
        let bottom = *below;
        *below += part;
        Some((axes.y(*below), axes.y(bottom)))
    });
    html! {
        @for ((top, bottom), colour) in stacked.zip(COLOURS.iter().cycle()) {
            rect x=(format_args!("{left:.1}")) y=(format_args!("{top:.1}"))
                width=(format_args!("{width:.1}")) height=(format_args!("{:.1}", bottom - top))
                fill=(colour) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Not every bar has room for its name, but every part is drawn.
    #[test]
    fn every_part_and_some_names_are_drawn() {
        let bars = (0..30).map(|place| (format!("bar {place}."), vec![1.0, 2.0])).collect();
        let svg = Bars { bars, ..Bars::default() }.svg();
        assert_eq!(svg.matches("<rect").count(), 60);
        assert_eq!(svg.matches(">bar ").count(), 10);
        assert!(svg.contains(">bar 0.<") && svg.contains(">bar 27.<"), "{svg}");
    }
}
