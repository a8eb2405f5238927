//! The files of the page. They are compiled in. A build with debug assertions reads them from the
//! folder instead, so that a change of the page needs no new build.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::Refusal;

#[derive(RustEmbed)]
#[folder = "assets"]
pub(crate) struct Assets;

/// The page itself.
pub(crate) async fn page() -> Response {
    file("index.html")
}

/// One of the page's files.
pub(crate) async fn asset(Path(path): Path<String>) -> Response {
    file(&path)
}

fn file(path: &str) -> Response {
    let Some(file) = Assets::get(path) else { return Refusal::NotFound.into_response() };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    // After a new build, a browser must not use old files from its cache.
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (StatusCode::OK, headers, file.data).into_response()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Assets;

    /// The page is small, and every module that it names exists.
    #[test]
    fn the_page_is_whole_and_small() {
        let file = |name: &str| Assets::get(name).map(|file| file.data);
        let bytes: usize = Assets::iter().map(|name| file(&name).expect("listed").len()).sum();
        assert!(bytes < 300 << 10, "{bytes} bytes");
        let mut imports = 0;
        for name in Assets::iter().filter(|name| name.ends_with(".js")) {
            let text = String::from_utf8(file(&name).expect("listed").into_owned()).expect("text");
            assert!(text.lines().count() <= 800, "{name}");
            for import in text.lines().filter_map(|line| line.split(" from \"").nth(1)) {
                let import = import.trim_end_matches([';', '"']);
                let folder = Path::new(&*name).parent().expect("a folder");
                let full = match import.strip_prefix("../") {
                    Some(import) => folder.parent().expect("a folder").join(import),
                    None => folder.join(import.trim_start_matches("./")),
                };
                assert!(file(&full.display().to_string()).is_some(), "{name} imports {import}");
                imports += 1;
            }
        }
        assert!(imports > 20, "{imports}");

        // The page preloads every module, so that the browser asks for all of them at once.
        let page = file("index.html").expect("the page");
        let page = String::from_utf8_lossy(&page);
        for name in Assets::iter().filter(|name| name.ends_with(".js")) {
            assert!(page.contains(&format!("=\"assets/{name}\"")), "{name} is not preloaded");
        }
    }
}
