//! The guard of requests: they must name this machine and come from its own page.
//!
//! A page of another site must not use the user's browser to send requests to the server. Such
//! requests carry the other site's `Origin`. With DNS rebinding they carry its host name as `Host`.
//! An address or `localhost` cannot be rebound, so these hosts are accepted, and the names that the
//! keeper of the server has given. A proxy may answer at such a name with a certificate (`https`).

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;
use crate::pages;

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

/// Refuses foreign requests. `hosts` are the names of the server.
pub(crate) async fn guard(
    State(hosts): State<Arc<Vec<String>>>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    if is_own(headers, &hosts) {
        return next.run(request).await;
    }
    match text(headers, header::HOST) {
        Some(host) if pages::wants_page(headers) && headers.get(header::ORIGIN).is_none() => {
            pages::unknown_host(host)
        }
        _ => Refusal::Foreign.into_response(),
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"))
}

/// Whether a request names this machine, and comes from its page or from no page.
fn is_own(headers: &HeaderMap, hosts: &[String]) -> bool {
    let Some(host) = text(headers, header::HOST) else { return false };
    let origin = text(headers, header::ORIGIN);
    let from = |scheme: &str| origin.is_none_or(|it| it.strip_prefix(scheme) == Some(host));
    let named = hosts.iter().any(|name| name.eq_ignore_ascii_case(name_of(host)));
    is_unbindable(host) && from("http://") || named && (from("http://") || from("https://"))
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    }
}

/// Whether a host always has the same address: an address itself, or `localhost`.
fn is_unbindable(host: &str) -> bool {
    let name = name_of(host);
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name == "localhost" || address.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_own(headers: &HeaderMap) -> bool {
        super::is_own(headers, &[])
    }

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

    /// A name that the server was given is accepted, also behind a proxy with a certificate.
    #[test]
    fn given_names_are_heard() {
        let hosts = ["games.example".to_owned()];
        let own = |host, origin| super::is_own(&headers(host, origin), &hosts);
        assert!(own("games.example", None) && own("Games.Example:8017", None));
        assert!(own("games.example", Some("https://games.example")));
        assert!(own("games.example:80", Some("http://games.example:80")));
        assert!(own("127.0.0.1", None) && !own("127.0.0.1", Some("https://127.0.0.1")));
        for (host, origin) in [
            ("other.example", None),
            ("games.example.evil", None),
            ("games.example", Some("https://evil.example")),
            ("games.example", Some("null")),
        ] {
            assert!(!own(host, origin), "{host} {origin:?}");
        }
    }
}
