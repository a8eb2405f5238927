//! Pages for people whose request is refused. Programs get JSON.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

/// Whether a request comes from a person who has typed an address or followed a link.
pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// The page for a host name that the server does not know.
pub(crate) fn unknown_host(host: &str) -> Response {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let name: String = name.chars().filter(|letter| is_of_name(*letter)).take(100).collect();
    let english = format!(
        "This server does not answer to the name <b>{name}</b>. Open it by its address, for example \
         <b>http://192.168.1.7:8017</b>, or start it with <code>engine serve --host {name}</code>."
    );
    let french = format!(
        "Ce serveur ne répond pas au nom <b>{name}</b>. Ouvrez-le par son adresse, par exemple \
         <b>http://192.168.1.7:8017</b>, ou démarrez-le avec <code>engine serve --host {name}</code>."
    );
    page(StatusCode::FORBIDDEN, &english, &french)
}

/// The page for an address at which there is nothing.
pub(crate) fn nothing() -> Response {
    let english = "There is nothing at this address. <a href=\"/\">All games</a>";
    let french = "Il n'y a rien à cette adresse. <a href=\"/\">Toutes les parties</a>";
    page(StatusCode::NOT_FOUND, english, french)
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || ".-_[]:".contains(letter)
}

fn page(status: StatusCode, english: &str, french: &str) -> Response {
    let text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Five French board games</title>\n<h1>Five French board games</h1>\n\
         <p>{english}</p>\n<p lang=\"fr\">{french}</p>\n</html>\n"
    );
    (status, Html(text)).into_response()
}
