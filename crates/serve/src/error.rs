//! Errors: of the server's start, and of requests.

use std::fmt;

use axum::Json;
use axum::body::to_bytes;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use games::ParseError;
use serde_json::json;

/// The reasons why the server did not start, or ended.
#[derive(Debug)]
pub enum Error {
    /// The server cannot listen at this address.
    Listen(std::net::SocketAddr, std::io::Error),
    /// The folder of the games cannot be used.
    Data(std::path::PathBuf, std::io::Error),
    /// The text is no pack.
    Pack(ParseError),
    /// The system refused a thread or another resource.
    System(std::io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(address, error) => {
                let expected = format!("an address and a port to listen at ({error})");
                write!(f, "{}", ParseError::new("--bind, --port", &address.to_string(), expected))
            }
            Self::Data(path, error) => {
                let expected = format!("a folder to keep games in ({error})");
                write!(f, "{}", ParseError::new("--data", &path.to_string_lossy(), expected))
            }
            Self::Pack(error) => write!(f, "--pack: {error}"),
            Self::System(error) => write!(f, "system: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// The reasons for the refusal of a request.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The table refuses it.
    Table(tabletop::Refusal),
    /// There is no such table, or no other thing of that name.
    NotFound,
    /// The request names another host, or comes from another site.
    Foreign,
    /// The games cannot be written. Nothing has changed.
    Storage(String),
    /// A library refused the request: a body that is too large, an unknown method, a wait that took
    /// too long.
    Beneath(StatusCode, String),
}

impl Refusal {
    fn parts(&self) -> (StatusCode, &'static str, String) {
        match self {
            Self::Table(refusal) => {
                let status = StatusCode::from_u16(refusal.status());
                let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                (status, refusal.code(), refusal.to_string())
            }
            Self::NotFound => {
                (StatusCode::NOT_FOUND, "not_found", "nothing of that name".to_owned())
            }
            Self::Foreign => {
                let message = "the host is to be an address, localhost or a name that the server was given (--host), and the origin this page";
                (StatusCode::FORBIDDEN, "foreign", message.to_owned())
            }
            Self::Storage(why) => (StatusCode::INTERNAL_SERVER_ERROR, "storage", why.clone()),
            Self::Beneath(status, why) => {
                let code = match *status {
                    StatusCode::NOT_FOUND => "not_found",
                    StatusCode::METHOD_NOT_ALLOWED => "wrong_method",
                    StatusCode::REQUEST_TIMEOUT => "too_slow",
                    StatusCode::PAYLOAD_TOO_LARGE => "too_large",
                    _ => "unreadable",
                };
                let why = if why.is_empty() { status.to_string() } else { why.clone() };
                (*status, code, why)
            }
        }
    }

    /// The refusal as a message on a socket.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        if let Self::Table(refusal) = self {
            return refusal.to_json();
        }
        let (_, code, message) = self.parts();
        json!({ "error": { "code": code, "message": message } })
    }
}

impl From<tabletop::Refusal> for Refusal {
    fn from(refusal: tabletop::Refusal) -> Self {
        Self::Table(refusal)
    }
}

impl From<ParseError> for Refusal {
    fn from(error: ParseError) -> Self {
        tabletop::Refusal::from(error).into()
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Self::Beneath(StatusCode::PAYLOAD_TOO_LARGE, rejection.body_text())
            }
            _ => tabletop::Refusal::Unreadable(rejection.body_text()).into(),
        }
    }
}

/// The longest text of a refusal in bytes.
const LONGEST: usize = 1 << 10;

/// Turns the text with which a library refuses a request into JSON.
pub(crate) async fn typed(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let own = [b"application/json".as_slice(), b"text/html"];
    let own = kind.is_some_and(|kind| own.iter().any(|it| kind.as_bytes().starts_with(it)));
    if own || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (head, body) = response.into_parts();
    let text = to_bytes(body, LONGEST).await.unwrap_or_default();
    let why = String::from_utf8_lossy(&text).into_owned();
    let mut refused = Refusal::Beneath(status, why).into_response();
    if let Some(allowed) = head.headers.get(header::ALLOW) {
        refused.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    refused
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.parts().0, Json(self.to_json())).into_response()
    }
}
