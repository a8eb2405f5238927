//! Files as they are sent: compressed, with a name or a tag that changes with their contents.
//!
//! The compression is gzip. Browsers accept brotli only over HTTPS and from the same machine. This
//! server speaks HTTP, and a proxy in front of it that speaks HTTPS compresses by itself.

use std::io::Write;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The lifetime of a file in the browser's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lifetime {
    /// The browser asks each time whether the file has changed.
    Asked,
    /// The file's name changes with its contents, so the browser never asks.
    Endless,
}

/// A file as it is sent.
#[derive(Debug)]
pub(crate) struct Sent {
    kind: &'static str,
    lifetime: Lifetime,
    plain: Bytes,
    gzip: Bytes,
    tag: HeaderValue,
}

/// The checksum of a text, as names contain it.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

impl Sent {
    /// A file of a media type.
    pub(crate) fn new(kind: &'static str, lifetime: Lifetime, plain: Vec<u8>) -> Self {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory never fails.
        let gzip = gzip.write_all(&plain).and_then(|()| gzip.finish()).unwrap_or_default();
        // The same file has two forms, so the tag is a weak one.
        let tag = format!("W/\"{}-{:x}\"", checksum(&plain), plain.len());
        let tag = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("W/\"\""));
        Self { kind, lifetime, plain: plain.into(), gzip: gzip.into(), tag }
    }

    /// The answer to a request for the file.
    pub(crate) fn answer(&self, asked: &HeaderMap) -> Response {
        let lifetime = match self.lifetime {
            Lifetime::Asked => "no-cache",
            Lifetime::Endless => "max-age=31536000, immutable",
        };
        let text = |name| asked.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let tag = self.tag.to_str().unwrap_or_default();
        let head = [
            (header::ETAG, self.tag.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static(lifetime)),
            (header::VARY, HeaderValue::from_static("Accept-Encoding, Accept-Language")),
        ];
        let known = text(header::IF_NONE_MATCH).unwrap_or_default();
        if known == "*" || known.split(',').any(|known| known.trim() == tag) {
            return (StatusCode::NOT_MODIFIED, head).into_response();
        }
        let kind = [(header::CONTENT_TYPE, self.kind)];
        let small = self.gzip.len() < self.plain.len();
        if small && text(header::ACCEPT_ENCODING).is_some_and(accepts_gzip) {
            let coding = [(header::CONTENT_ENCODING, "gzip")];
            return (StatusCode::OK, head, kind, coding, self.gzip.clone()).into_response();
        }
        (StatusCode::OK, head, kind, self.plain.clone()).into_response()
    }
}

/// Whether a client accepts gzip, by its list of codings.
fn accepts_gzip(codings: &str) -> bool {
    codings.split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let quality = quality.trim().strip_prefix("q=").and_then(|q| q.parse::<f32>().ok());
        ["gzip", "*"].contains(&name.trim()) && quality.is_none_or(|quality| quality > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_are_read() {
        for yes in ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.5", "*"] {
            assert!(accepts_gzip(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "identity, x-gzip"] {
            assert!(!accepts_gzip(no), "{no}");
        }
    }

    #[test]
    fn files_are_compressed_and_known_again() {
        let file = Sent::new("text/plain", Lifetime::Asked, vec![b'a'; 999]);
        let answer = |name: header::HeaderName, value: &str| {
            let mut asked = HeaderMap::new();
            asked.insert(name, value.parse().expect("a header"));
            let answer = file.answer(&asked);
            (answer.status(), answer.headers().get(header::CONTENT_ENCODING).is_some())
        };
        assert_eq!(answer(header::ACCEPT_ENCODING, "gzip"), (StatusCode::OK, true));
        assert_eq!(answer(header::ACCEPT_ENCODING, "br"), (StatusCode::OK, false));
        let tag = file.tag.to_str().expect("text");
        for known in [tag.to_owned(), "*".to_owned(), format!("\"x\", {tag}")] {
            assert_eq!(answer(header::IF_NONE_MATCH, &known), (StatusCode::NOT_MODIFIED, false));
        }
        assert_eq!(answer(header::IF_NONE_MATCH, "\"x\"").0, StatusCode::OK);
    }
}
