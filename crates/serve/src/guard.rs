//! The guard of requests: they must name this machine and come from its own page.
//!
//! A page of another site must not use the user's browser to send requests to the server. Such
//! requests carry the other site's `Origin`. With DNS rebinding they carry its host name as `Host`.
//! An address or `localhost` cannot be rebound, so only these hosts are accepted.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;

/// The sources from which the page may load, and the sites that may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The security headers of each answer.
pub(crate) const HEADERS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Refuses foreign requests.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    if is_own(request.headers()) {
        next.run(request).await
    } else {
        Refusal::Foreign.into_response()
    }
}

/// Whether a request names this machine, and comes from its page or from no page.
fn is_own(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
    let Some(host) = text(header::HOST) else { return false };
    let origin = text(header::ORIGIN);
    is_unbindable(host) && origin.is_none_or(|origin| origin.strip_prefix("http://") == Some(host))
}

/// Whether a host always has the same address: an address itself, or `localhost`.
fn is_unbindable(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name == "localhost" || address.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_this_page_is_heard() {
        for host in [
            "localhost:8080",
            "127.0.0.1:1",
            "127.0.0.1",
            "[::1]:80",
            "192.168.1.7:8080",
            "localhost",
        ] {
            assert!(is_own(&headers(host, None)), "{host}");
            assert!(is_own(&headers(host, Some(&format!("http://{host}")))), "{host}");
            for other in
                ["http://evil.example", "null", "https://localhost:8080", "http://localhost:1"]
            {
                assert!(!is_own(&headers(host, Some(other))), "{host} {other}");
            }
        }
        for host in [
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example",
            "",
            "127.0.0.1.evil.example:80",
        ] {
            assert!(!is_own(&headers(host, None)), "{host}");
        }
        assert!(!is_own(&HeaderMap::new()));
    }
}
