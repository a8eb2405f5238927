//! The files of the page. They are compiled in. A build with debug assertions reads them from the
//! folder instead, so that a change of the page needs no new build.
//!
//! The scripts are sent as two files, and the style sheets as one. Their names contain a checksum,
//! so that a browser may keep them for ever. All other files have a tag, and a browser that has a
//! file gets a short answer.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use play::Language;
use rust_embed::RustEmbed;

use crate::bundle::{self, Scripts};
use crate::error::Refusal;
use crate::lobby::Lobby;
use crate::sent::{Lifetime, Sent, checksum};

#[derive(RustEmbed)]
#[folder = "assets"]
pub(crate) struct Assets;

/// The module that the page begins with, without its ending.
pub(crate) const SCRIPT: &str = "app";
/// The style sheet that all others follow.
const STYLE: &str = "style.css";

const JSON: &str = "application/json";

/// The page itself, its scripts and its style sheets.
struct Page {
    /// By the language of the reader: the page, with a wish for the texts of that language.
    index: [Sent; Language::ALL.len()],
    bundles: [(String, Sent); 3],
}

/// The page itself.
pub(crate) async fn page(asked: HeaderMap) -> Response {
    match whole() {
        Ok(page) => page.index[spoken(&asked) as usize].answer(&asked),
        Err(why) => Refusal::Storage(why).into_response(),
    }
}

/// One of the page's files.
pub(crate) async fn asset(Path(path): Path<String>, asked: HeaderMap) -> Response {
    if let Ok(page) = whole()
        && let Some((_, file)) = page.bundles.iter().find(|(name, _)| *name == path)
    {
        return file.answer(&asked);
    }
    let Some(file) = Assets::get(&path) else { return Refusal::NotFound.into_response() };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => JSON,
        _ => "application/octet-stream",
    };
    Sent::new(kind, Lifetime::Asked, file.data.into_owned()).answer(&asked)
}

/// The games with their options.
pub(crate) async fn games(State(lobby): State<Arc<Lobby>>, asked: HeaderMap) -> Response {
    let games = tabletop::games(&lobby.packs).to_string();
    Sent::new(JSON, Lifetime::Asked, games.into_bytes()).answer(&asked)
}

/// The words of a language. The server itself says why something cannot be chosen, so the page
/// does not need the words for that.
pub(crate) async fn texts(Path(code): Path<String>, asked: HeaderMap) -> Result<Response, Refusal> {
    static TEXTS: LazyLock<[Sent; Language::ALL.len()]> = LazyLock::new(|| {
        Language::ALL.map(|language| {
            let mut words = tabletop::words(language);
            if let Some(words) = words.as_object_mut() {
                words.retain(|key, _| !key.starts_with("why.") && !key.contains(".why-"));
            }
            Sent::new(JSON, Lifetime::Asked, words.to_string().into_bytes())
        })
    });
    let language: Language = code.parse()?;
    Ok(TEXTS[language as usize].answer(&asked))
}

/// The first language of a request that the page has.
fn spoken(asked: &HeaderMap) -> Language {
    let wished = asked.get(header::ACCEPT_LANGUAGE).and_then(|wish| wish.to_str().ok());
    let wishes = wished.unwrap_or_default().split(',').filter_map(|wish| wish.trim().get(..2));
    wishes.filter_map(|code| code.parse().ok()).next().unwrap_or_default()
}

/// The text of a file.
pub(crate) fn text(name: &str) -> Option<String> {
    Assets::get(name).map(|file| String::from_utf8_lossy(&file.data).into_owned())
}

/// All style sheets as one.
pub(crate) fn style() -> String {
    let others = Assets::iter().filter(|name| name.ends_with(".css") && name != STYLE);
    let mut names: Vec<_> = others.map(Cow::into_owned).collect();
    names.sort();
    let names = [STYLE.to_owned()].into_iter().chain(names);
    bundle::style(&names.filter_map(|name| text(&name)).collect::<Vec<_>>())
}

/// The page, which is put together once, and again after a change of its files.
fn whole() -> Result<Arc<Page>, String> {
    static KEPT: Mutex<Option<(String, Arc<Page>)>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    // Files that are compiled in do not change.
    if let Some((_, page)) = kept.as_ref().filter(|_| !cfg!(debug_assertions)) {
        return Ok(page.clone());
    }
    let scripts = bundle::scripts(&text, SCRIPT, |code| checksum(code.as_bytes()))?;
    let style = style();
    let index = text("index.html").unwrap_or_default();
    let sum = checksum([&*scripts.version, &*style, &*index].concat().as_bytes());
    if let Some((_, page)) = kept.as_ref().filter(|(of, _)| *of == sum) {
        return Ok(page.clone());
    }
    let page = Arc::new(put_together(&index, scripts, style));
    *kept = Some((sum, page.clone()));
    Ok(page)
}

fn put_together(index: &str, scripts: Scripts, style: String) -> Page {
    const CODE: &str = "text/javascript; charset=utf-8";
    let Scripts { version, first, later } = scripts;
    let sent = |name: String, kind, text: String| {
        (name, Sent::new(kind, Lifetime::Endless, text.into_bytes()))
    };
    let sheet = format!("style-{}.css", checksum(style.as_bytes()));
    let bundles = [
        sent(format!("{SCRIPT}-{version}.js"), CODE, first),
        sent(format!("later-{version}.js"), CODE, later),
        sent(sheet, "text/css; charset=utf-8", style),
    ];
    let index = index
        .replace(&format!("assets/{SCRIPT}.js"), &format!("assets/{}", bundles[0].0))
        .replace(&format!("assets/{STYLE}"), &format!("assets/{}", bundles[2].0));
    let index = Language::ALL.map(|language| {
        // The browser asks for these at once, before it has the script.
        let soon = ["games", &format!("texts/{}", language.code())].map(|path| {
            format!("<link rel=\"preload\" as=\"fetch\" href=\"api/{path}\" crossorigin>\n")
        });
        let index = index.replacen("</head>", &format!("{}</head>", soon.concat()), 1);
        Sent::new("text/html; charset=utf-8", Lifetime::Asked, index.into_bytes())
    });
    Page { index, bundles }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page is small, and all its scripts are in the bundle.
    #[test]
    fn the_page_is_whole_and_small() {
        let bytes: usize =
            Assets::iter().map(|name| Assets::get(&name).expect("listed").data.len()).sum();
        assert!(bytes < 400 << 10, "{bytes} bytes");
        let made = bundle::scripts(&text, SCRIPT, |_| "1".to_owned());
        let Scripts { first, later, .. } = made.expect("two bundles");
        let code = [first, later].concat();
        let names = Assets::iter().filter(|name| name.ends_with(".js"));
        let mut count = 0;
        for name in names {
            assert!(text(&name).expect("listed").lines().count() <= 800, "{name}");
            count += 1;
        }
        let bundled = code.lines().filter(|line| line.starts_with("const $")).count();
        assert_eq!(bundled, count, "a script that nothing imports");
        let index = text("index.html").expect("the page");
        for name in ["app.js", STYLE] {
            assert_eq!(index.matches(&format!("\"assets/{name}\"")).count(), 1, "{name}");
        }
    }

    #[test]
    fn the_first_language_counts() {
        for (wish, language) in [
            ("fr-FR,fr;q=0.9,en;q=0.8", Language::French),
            ("en-GB,fr;q=0.5", Language::English),
            ("de, fr;q=0.9", Language::French),
            ("é", Language::English),
            ("", Language::English),
        ] {
            let mut asked = HeaderMap::new();
            asked.insert(header::ACCEPT_LANGUAGE, wish.as_bytes().try_into().expect("a header"));
            assert_eq!(spoken(&asked), language, "{wish}");
        }
    }
}
