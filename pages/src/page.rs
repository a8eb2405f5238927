//! The frame of a page.

use maud::{DOCTYPE, PreEscaped, html};

const STYLE: &str = "body{font-family:sans-serif;max-width:84rem;margin:1rem auto;padding:0 1rem;\
    color:#222;background:#fff}pre{overflow-x:auto;background:#f5f5f5;padding:1rem}\
    main{display:grid;grid-template-columns:repeat(auto-fit,minmax(28rem,1fr));gap:1rem}\
    figure{margin:0;border:1px solid #ddd;padding:.5rem}svg{width:100%;height:auto}";

/// A page with a text and pictures (as [`Plot::svg`](crate::Plot::svg) gives them) that needs nothing else.
#[must_use]
pub fn html_page(title: &str, text: &str, pictures: &[String]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                pre { (text) }
                main {
                    @for picture in pictures {
                        figure { (PreEscaped(picture)) }
                    }
                }
            }
        }
    };
    page.into_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_pictures_are_not() {
        let page = html_page("A < B", "<b> & c", &["<svg></svg>".to_owned()]);
        assert!(page.starts_with("<!DOCTYPE html>"));
        assert!(page.contains("<title>A &lt; B</title>"), "{page}");
        assert!(page.contains("<pre>&lt;b&gt; &amp; c</pre>"), "{page}");
        assert!(page.contains("<figure><svg></svg></figure>"), "{page}");
    }
}
