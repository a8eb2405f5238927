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
    /// The input is wrong, as the error says.
    Input(ParseError),
    /// A body or a query that cannot be read.
    Unreadable(String),
    /// There is no such table, or no other thing of that name.
    NotFound,
    /// The token does not allow the request.
    Forbidden,
    /// It is not this player's turn, or the table has moved on.
    NotNow(&'static str),
    /// The action refers to another version of the table. This is the table as it is now.
    Late(serde_json::Value),
    /// There are too many things of a kind.
    TooMany(&'static str),
    /// The request names another host, or comes from another site.
    Foreign,
    /// The games cannot be written. Nothing has changed.
    Storage(String),
    /// The table's record is damaged.
    Damaged(String),
    /// A library refused the request: a body that is too large, an unknown method, a wait that took
    /// too long.
    Beneath(StatusCode, String),
}

impl Refusal {
    fn parts(&self) -> (StatusCode, &'static str, String) {
        match self {
            Self::Input(error) => (StatusCode::UNPROCESSABLE_ENTITY, "input", error.to_string()),
            Self::Unreadable(text) => (StatusCode::BAD_REQUEST, "unreadable", text.clone()),
            Self::NotFound => {
                (StatusCode::NOT_FOUND, "not_found", "nothing of that name".to_owned())
            }
            Self::Forbidden => {
                (StatusCode::FORBIDDEN, "forbidden", "the token does not allow it".to_owned())
            }
            Self::NotNow(why) => (StatusCode::CONFLICT, "not_now", (*why).to_owned()),
            Self::Late(_) => (StatusCode::CONFLICT, "late", "the table has moved on".to_owned()),
            Self::TooMany(what) => (StatusCode::TOO_MANY_REQUESTS, "too_many", (*what).to_owned()),
            Self::Foreign => {
                let message = "the host is to be an address or localhost, and the origin this page";
                (StatusCode::FORBIDDEN, "foreign", message.to_owned())
            }
            Self::Storage(why) => (StatusCode::INTERNAL_SERVER_ERROR, "storage", why.clone()),
            Self::Damaged(why) => {
                let message = format!("the record of the table is damaged: {why}");
                (StatusCode::INTERNAL_SERVER_ERROR, "damaged", message)
            }
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
        let (_, code, message) = self.parts();
        let mut error = json!({ "code": code, "message": message });
        if let Self::Input(parse) = self {
            error["field"] = json!(parse.field);
            error["read"] = json!(parse.read);
            error["expected"] = json!(parse.expected);
        }
        match self {
            Self::Late(table) => json!({ "error": error, "table": table }),
            _ => json!({ "error": error }),
        }
    }
}

impl From<ParseError> for Refusal {
    fn from(error: ParseError) -> Self {
        Self::Input(error)
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Self::Beneath(StatusCode::PAYLOAD_TOO_LARGE, rejection.body_text())
            }
            _ => Self::Unreadable(rejection.body_text()),
        }
    }
}

/// The longest text of a refusal in bytes.
const LONGEST: usize = 1 << 10;

/// Turns the text with which a library refuses a request into JSON.
pub(crate) async fn typed(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if json || !(status.is_client_error() || status.is_server_error()) {
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
