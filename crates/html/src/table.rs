//! Tables, which can contain bars.

use maud::{Markup, html};

use crate::axes::{Tone, short};

/// A table.
#[derive(Clone, Debug, Default)]
pub struct DataTable {
    /// The names of the columns.
    pub heading: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<DataCell>>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum DataCell {
    /// A text, aligned left.
    Text(String),
    /// A number, aligned right.
    Number(String),
    /// A bar of the parts of a whole: the name, size and colour of each.
    Strip(Vec<(String, f64, Tone)>),
}

impl DataTable {
    /// An empty table with these columns.
    #[must_use]
    pub fn new(heading: &[&str]) -> Self {
        Self { heading: heading.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    pub(crate) fn drawn(&self) -> Markup {
        let is_text = |column: usize| {
            let first = self.rows.first().and_then(|row| row.get(column));
            matches!(first, Some(DataCell::Text(_) | DataCell::Strip(_)))
        };
        html! {
            div.wide {
                table {
                    thead {
                        tr {
                            @for (column, name) in self.heading.iter().enumerate() {
                                th.text[is_text(column)] { (name) }
                            }
                        }
                    }
                    tbody { @for row in &self.rows { tr { @for cell in row { (cell.drawn()) } } } }
                }
            }
        }
    }
}

impl DataCell {
    /// A cell with a text.
    #[must_use]
    pub fn text(words: impl Into<String>) -> Self {
        Self::Text(words.into())
    }

    /// A cell with a number in few digits.
    #[must_use]
    pub fn number(number: f64) -> Self {
        Self::Number(short(number))
    }

    fn drawn(&self) -> Markup {
        html! {
            @match self {
                Self::Text(words) => td.text { (words) },
                Self::Number(words) => td { (words) },
                Self::Strip(parts) => {
                    @let whole: f64 = parts.iter().map(|part| part.1).sum();
                    td.strip {
                        @for (name, part, tone) in parts.iter().filter(|part| part.1 > 0.0) {
                            span class=(tone.class())
                                style=(format_args!("width:{:.2}%", 100.0 * part / whole))
                                title={ (short(*part)) " " (name) } {}
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wins and losses have different colours, and a bar is as long as its parts.
    #[test]
    fn strips_show_their_parts() {
        let part = |name: &str, part, tone| (name.to_owned(), part, tone);
        let mut table = DataTable::new(&["player", "games", "results"]);
        table.rows.push(vec![
            DataCell::text("A & B"),
            DataCell::number(8.0),
            DataCell::Strip(vec![
                part("won", 6.0, Tone::Good),
                part("drawn", 0.0, Tone::Even),
                part("lost", 2.0, Tone::Bad),
            ]),
        ]);
        let html = table.drawn().into_string();
        assert!(html.contains("<td class=\"text\">A &amp; B</td><td>8</td>"), "{html}");
        assert!(html.contains("class=\"good\" style=\"width:75.00%\" title=\"6 won\""), "{html}");
        assert!(html.contains("class=\"bad\" style=\"width:25.00%\" title=\"2 lost\""), "{html}");
        assert!(!html.contains("drawn"), "{html}");
    }
}
