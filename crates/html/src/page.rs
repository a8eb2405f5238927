//! The frame of a page, and its blocks.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::table::DataTable;

/// The style sheet of all pages: both themes, and screens from 360 points on.
const STYLE: &str = include_str!("style.css");

/// A marker near the beginning of every page. It distinguishes a report from other HTML files.
pub const MARK: &str = "<meta name=\"generator\" content=\"board game engine\">";

/// A page: one self-contained HTML file.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The title.
    pub title: String,
    /// The result, in a sentence.
    pub lead: String,
    /// The contents, in this order.
    pub blocks: Vec<Block>,
}

/// A block of a page.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// The most important figures.
    Figures(Vec<Figure>),
    /// A table.
    Table(DataTable),
    /// Plots, as [`Plot::svg`](crate::Plot::svg) returns them, side by side where there is room.
    Pictures(Vec<String>),
    /// A short paragraph.
    Words(String),
    /// A longer text without formatting, folded below a name.
    Text {
        /// Its name.
        name: String,
        /// The text.
        text: String,
    },
}

/// A figure with a name and a note.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// The name.
    pub name: String,
    /// The figure.
    pub value: String,
    /// A note; can be empty.
    pub note: String,
}

impl Figure {
    /// A figure with its name and a note.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>, note: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), note: note.into() }
    }
}

impl Page {
    /// The page as HTML.
    #[must_use]
    pub fn html(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    (PreEscaped(MARK))
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    main {
                        h1 { (self.title) }
                        @if !self.lead.is_empty() { p.lead { (self.lead) } }
                        @for block in &self.blocks { (block.drawn()) }
                    }
                }
            }
        };
        page.into_string() + "\n"
    }
}

impl Block {
    fn drawn(&self) -> Markup {
        html! {
            @match self {
                Self::Heading(words) => h2 { (words) },
                Self::Figures(figures) => dl {
                    @for figure in figures {
                        div {
                            dt { (figure.name) }
                            dd {
                                (figure.value)
                                @if !figure.note.is_empty() { small { (figure.note) } }
                            }
                        }
                    }
                },
                Self::Table(table) => (table.drawn()),
                Self::Pictures(pictures) => div.pictures {
                    @for picture in pictures { figure { (PreEscaped(picture)) } }
                },
                Self::Words(words) => p { (words) },
                Self::Text { name, text } => details {
                    summary { (name) }
                    pre { (text) }
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_pictures_are_not() {
        let blocks = vec![
            Block::Figures(vec![Figure::new("<n>", "1 & 2", "")]),
            Block::Text { name: "<s>".to_owned(), text: "<b> & c".to_owned() },
            Block::Pictures(vec!["<svg></svg>".to_owned()]),
        ];
        let page = Page { title: "A < B".to_owned(), lead: String::new(), blocks }.html();
        assert!(page.starts_with("<!DOCTYPE html>") && page[..200].contains(MARK));
        assert!(page.contains("<title>A &lt; B</title>"), "{page}");
        assert!(page.contains("<pre>&lt;b&gt; &amp; c</pre>"), "{page}");
        assert!(page.contains("<dt>&lt;n&gt;</dt><dd>1 &amp; 2</dd>"), "{page}");
        assert!(page.contains("<figure><svg></svg></figure>"), "{page}");
    }

    /// Both themes define the same colours, and every colour that a plot uses.
    #[test]
    fn both_themes_are_whole() {
        let (light, dark) = STYLE.split_once("prefers-color-scheme:dark").unwrap();
        let names = |text: &str| {
            let mut names: Vec<_> = text.split("--").skip(1).collect();
            names.retain(|name| {
                name.split_once(':').is_some_and(|(_, value)| value.starts_with('#'))
            });
            names
                .into_iter()
                .map(|name| name.split(':').next().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let dark = dark.split("}}").next().unwrap();
        assert_eq!(names(light), names(dark));
        for number in 0..6 {
            let class = crate::Tone::Series(number).class();
            assert!(STYLE.contains(&format!(".{class}{{--c:var(--{class})}}")), "{class}");
        }
    }
}
