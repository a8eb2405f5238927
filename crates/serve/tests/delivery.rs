//! The page's files are compressed, have names or tags by which a browser keeps them, and are few.

use crate::common::Server;

const GZIP: &str = "Accept-Encoding: gzip, deflate\r\n";
const BROTLI: &str = "Accept-Encoding: gzip, deflate, br, zstd\r\n";

/// The value of a header.
fn header<'a>(head: &'a str, name: &str) -> &'a str {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(key, _)| *key == name).map_or("", |(_, value)| value)
}

#[test]
fn files_are_compressed_and_kept() {
    let server = Server::start("delivery");
    let (_, _, page) = server.send("GET", "/", "", "");
    let files = page.split("\"").filter(|part| part.starts_with("assets/"));
    let files: Vec<_> = files.filter(|name| name.contains('-')).collect();
    assert_eq!(files.len(), 2, "{page}");
    for path in files.iter().map(|name| format!("/{name}")) {
        let (status, head, _) = server.send("GET", &path, "", "");
        assert_eq!((status, header(&head, "content-encoding")), (200, ""), "{head}");
        assert!(header(&head, "cache-control").ends_with("immutable"), "{head}");
        let length =
            |head: &str| header(head, "content-length").parse::<usize>().expect("a length");
        let (_, small, _) = server.send("GET", &path, GZIP, "");
        assert_eq!(header(&small, "content-encoding"), "gzip", "{small}");
        assert!(5 * length(&small) < 2 * length(&head), "{small} {head}");
        let (_, smallest, _) = server.send("GET", &path, BROTLI, "");
        assert_eq!(header(&smallest, "content-encoding"), "br", "{smallest}");
        assert!(length(&smallest) < length(&small), "{smallest} {small}");
    }
    for path in ["/", "/api/games", "/api/texts/fr", "/assets/icon.svg", "/assets/api.js"] {
        let (_, head, _) = server.send("GET", path, GZIP, "");
        assert_eq!(header(&head, "cache-control"), "no-cache", "{path} {head}");
        let known = format!("{GZIP}If-None-Match: {}\r\n", header(&head, "etag").replace('w', "W"));
        let (status, head, body) = server.send("GET", path, &known, "");
        assert_eq!((status, &*body), (304, ""), "{path} {head}");
    }
}

/// The page asks for the texts of the reader's language at once, and only for those.
#[test]
fn the_first_language_is_asked_for() {
    let server = Server::start("languages");
    for (wish, texts, others) in [("fr-FR,en;q=0.5", "fr", "en"), ("en-GB", "en", "fr")] {
        let (_, _, page) = server.send("GET", "/", &format!("Accept-Language: {wish}\r\n"), "");
        assert!(page.contains(&format!("href=\"api/texts/{texts}\"")), "{page}");
        assert!(!page.contains(&format!("api/texts/{others}")), "{page}");
    }
    let (_, texts) = server.get("/api/texts/en");
    assert!(texts["ui.hint"].is_string() && texts["cli.help"].is_null(), "{texts}");
}
