//! Heat maps: numbers on the squares of a board.

use maud::html;

use crate::axes::{Tone, nothing, short};

/// Numbers on the squares of a board, or in the cells of a grid. A larger number has a stronger
/// colour.
#[derive(Clone, Debug, Default)]
pub struct HeatMap {
    /// The title.
    pub title: String,
    /// A description.
    pub about: String,
    /// The names below the columns.
    pub columns: Vec<String>,
    /// The rows from top to bottom: the name of each, and its squares; `None` where there is no
    /// number.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
}

impl HeatMap {
    /// The map as SVG: positive numbers in one colour, negative numbers in another.
    #[must_use]
    pub fn html(&self) -> String {
        let numbers = self.rows.iter().flat_map(|(_, cells)| cells).flatten();
        let most = numbers.fold(0.0f64, |most, number| most.max(number.abs()));
        if self.rows.is_empty() {
            return nothing(&self.title, "nothing to show yet");
        }
        let cell = |number: f64| {
            let tone = if number < 0.0 { Tone::Bad } else { Tone::Good };
            let part = if most > 0.0 { 70.0 * number.abs() / most } else { 0.0 };
            (tone.class(), part)
        };
        let picture = html! {
            figcaption { (self.title) }
            @if !self.about.is_empty() { p.about { (self.about) } }
            div.wide {
                table.board {
                    @for (name, cells) in &self.rows {
                        tr {
                            th { (name) }
                            @for number in cells {
                                @match number {
                                    None => td {},
                                    Some(number) => {
                                        @let (class, part) = cell(*number);
                                        td class={ "cell " (class) }
                                            style=(format_args!("--part:{part:.0}%")) {
                                            (short((100.0 * number).round() / 100.0))
                                        }
                                    }
                                }
                            }
                        }
                    }
                    tr { th {} @for name in &self.columns { th { (name) } } }
                }
            }
        };
        picture.into_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_their_numbers() {
        let board = HeatMap {
            columns: ["a", "b"].map(str::to_owned).to_vec(),
            rows: vec![
                ("2".to_owned(), vec![Some(0.5), None]),
                ("1".to_owned(), vec![None, Some(-1.0)]),
            ],
            ..HeatMap::default()
        };
        let html = board.html();
        assert!(html.contains("<td class=\"cell good\" style=\"--part:35%\">0.5</td><td></td>"));
        assert!(html.contains("<td></td><td class=\"cell bad\" style=\"--part:70%\">-1</td>"));
    }
}
