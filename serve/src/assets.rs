//! The files of the page, compiled in.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

use crate::error::Refusal;

static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// The page itself.
pub(crate) async fn page() -> Response {
    file("index.html")
}

/// One of its files.
pub(crate) async fn asset(Path(path): Path<String>) -> Response {
    file(&path)
}

fn file(path: &str) -> Response {
    let Some(file) = ASSETS.get_file(path) else { return Refusal::NotFound.into_response() };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    // A new build must not meet files of the old one in a browser's cache.
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (StatusCode::OK, headers, file.contents()).into_response()
}

#[cfg(test)]
mod tests {
    use include_dir::{Dir, File};

    use super::ASSETS;

    fn files<'a>(folder: &'a Dir<'a>) -> Vec<&'a File<'a>> {
        folder.files().chain(folder.dirs().flat_map(files)).collect()
    }

    /// The page is small, and its modules name only files that are there.
    #[test]
    fn the_page_is_whole_and_small() {
        let files = files(&ASSETS);
        let bytes: usize = files.iter().map(|file| file.contents().len()).sum();
        assert!(bytes < 300 << 10, "{bytes} bytes");
        let mut imports = 0;
        for file in
            files.iter().filter(|file| file.path().extension().is_some_and(|end| end == "js"))
        {
            let text = file.contents_utf8().expect("text");
            assert!(text.lines().count() <= 400, "{:?}", file.path());
            for import in text.lines().filter_map(|line| line.split(" from \"").nth(1)) {
                let name = import.trim_end_matches([';', '"']);
                let folder = file.path().parent().expect("a folder");
                let full = match name.strip_prefix("../") {
                    Some(name) => folder.parent().expect("a folder").join(name),
                    None => folder.join(name.trim_start_matches("./")),
                };
                assert!(ASSETS.get_file(&full).is_some(), "{:?} imports {name}", file.path());
                imports += 1;
            }
        }
        assert!(imports > 20, "{imports}");
    }
}
