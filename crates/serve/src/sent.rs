//! Files as they are sent: compressed, with a name or a tag that changes with their contents.
//!
//! A file is compressed at the first request that accepts the coding. Browsers accept brotli over
//! HTTPS, so behind a proxy, and from the same machine. They accept gzip everywhere.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use brotli::CompressorWriter;
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

/// A compression of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Brotli,
    Gzip,
}

impl Coding {
    /// The codings, that of the smallest files first.
    const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// The coding's name in the headers.
    fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// Whether a client accepts the coding, by its list of codings.
    fn is_accepted(self, codings: &str) -> bool {
        let accepts = |wanted| {
            codings.split(',').find_map(|coding| {
                let (name, quality) = coding.split_once(';').unwrap_or((coding, "q=1"));
                let quality = quality.trim().strip_prefix("q=").and_then(|q| q.parse::<f32>().ok());
                (name.trim() == wanted).then(|| quality.is_none_or(|quality| quality > 0.0))
            })
        };
        accepts(self.name()).or_else(|| accepts("*")).unwrap_or(false)
    }

    fn compress(self, plain: &[u8], lifetime: Lifetime) -> Vec<u8> {
        // Writing to memory never fails.
        match self {
            Self::Brotli => {
                // The best quality takes a quarter of a second for a bundle. Some files without an
                // endless lifetime are compressed at each request.
                let quality = if lifetime == Lifetime::Endless { 11 } else { 5 };
                let mut writer = CompressorWriter::new(Vec::new(), 4096, quality, 22);
                let _ = writer.write_all(plain);
                writer.into_inner()
            }
            Self::Gzip => {
                let mut writer = GzEncoder::new(Vec::new(), Compression::best());
                writer.write_all(plain).and_then(|()| writer.finish()).unwrap_or_default()
            }
        }
    }
}

/// A file as it is sent.
#[derive(Debug)]
pub(crate) struct Sent {
    kind: &'static str,
    lifetime: Lifetime,
    plain: Bytes,
    /// In the order of [`Coding::ALL`].
    compressed: [OnceLock<Bytes>; Coding::ALL.len()],
    tag: HeaderValue,
}

/// The checksum of a text, as names contain it.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

impl Sent {
    /// A file of a media type.
    pub(crate) fn new(kind: &'static str, lifetime: Lifetime, plain: Vec<u8>) -> Self {
        // The same file has several forms, so the tag is a weak one.
        let tag = format!("W/\"{}-{:x}\"", checksum(&plain), plain.len());
        let tag = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("W/\"\""));
        Self { kind, lifetime, plain: plain.into(), compressed: Default::default(), tag }
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
        let codings = text(header::ACCEPT_ENCODING).unwrap_or_default();
        if let Some((coding, bytes)) = self.compressed(codings) {
            let coding = [(header::CONTENT_ENCODING, coding.name())];
            return (StatusCode::OK, head, kind, coding, bytes).into_response();
        }
        (StatusCode::OK, head, kind, self.plain.clone()).into_response()
    }

    /// The file in the best coding of a client's list, if that is smaller than the plain one.
    fn compressed(&self, codings: &str) -> Option<(Coding, Bytes)> {
        let mut kept = Coding::ALL.into_iter().zip(&self.compressed);
        let (coding, kept) = kept.find(|(coding, _)| coding.is_accepted(codings))?;
        let bytes = kept.get_or_init(|| coding.compress(&self.plain, self.lifetime).into());
        (bytes.len() < self.plain.len()).then(|| (coding, bytes.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_are_read() {
        for yes in ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.5", "*"] {
            assert!(Coding::Gzip.is_accepted(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "*, gzip;q=0", "identity, x-gzip"] {
            assert!(!Coding::Gzip.is_accepted(no), "{no}");
        }
    }

    #[test]
    fn a_client_gets_the_best_coding_that_it_accepts() {
        use std::io::Read;
        let text: Vec<u8> = (0..999).flat_map(|n| format!("{n} bottles\n").into_bytes()).collect();
        let file = Sent::new("text/plain", Lifetime::Endless, text.clone());
        let coding = |codings| file.compressed(codings).map(|(coding, _)| coding);
        for codings in ["gzip, deflate, br, zstd", "br", "*"] {
            assert_eq!(coding(codings), Some(Coding::Brotli), "{codings}");
        }
        for codings in ["gzip", "br;q=0, gzip"] {
            assert_eq!(coding(codings), Some(Coding::Gzip), "{codings}");
        }
        assert_eq!(coding("identity"), None);

        let (_, brotli) = file.compressed("br").expect("brotli");
        let (_, gzip) = file.compressed("gzip").expect("gzip");
        assert!(brotli.len() < gzip.len(), "{} {}", brotli.len(), gzip.len());
        let mut read = Vec::new();
        brotli::Decompressor::new(&*brotli, 4096).read_to_end(&mut read).expect("brotli");
        assert_eq!(read, text);
        read.clear();
        flate2::read::GzDecoder::new(&*gzip).read_to_end(&mut read).expect("gzip");
        assert_eq!(read, text);

        // A file that compression makes larger is sent as it is.
        assert!(Sent::new("text/plain", Lifetime::Asked, vec![1]).compressed("br").is_none());
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
        assert_eq!(answer(header::ACCEPT_ENCODING, "deflate"), (StatusCode::OK, false));
        let tag = file.tag.to_str().expect("text");
        for known in [tag.to_owned(), "*".to_owned(), format!("\"x\", {tag}")] {
            assert_eq!(answer(header::IF_NONE_MATCH, &known), (StatusCode::NOT_MODIFIED, false));
        }
        assert_eq!(answer(header::IF_NONE_MATCH, "\"x\"").0, StatusCode::OK);
    }
}
