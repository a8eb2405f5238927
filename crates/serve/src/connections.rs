//! The connections of browsers: accepted, timed, limited in number, and closed.
//!
//! `axum::serve` sets no time limit for request heads, so a client could open connections, send
//! nothing, and keep them for ever.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower_service::Service;

use crate::limits::{self, ClientLimits};

/// Serves until `closing` turns true. Then open connections have [`limits::FAREWELL`] to end. A
/// connection is closed if its next request head is not complete in the time of a request.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    clients: ClientLimits,
    mut closing: watch::Receiver<bool>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(clients.time);
    let room = Arc::new(Semaphore::new(clients.connections as usize));
    loop {
        let accepted = async {
            let place = room.clone().acquire_owned().await;
            (accept(&listener).await, place)
        };
        let mut told = closing.clone();
        let ((stream, client), place) = tokio::select! {
            accepted = accepted => accepted,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let router = router.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(client));
            router.clone().call(request)
        });
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        tokio::spawn(async move {
            tokio::pin!(connection);
            // An error here means that the browser has gone or was too slow.
            tokio::select! {
                _ = connection.as_mut() => return,
                _ = told.wait_for(|closing| *closing) => {}
            }
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
            drop(place);
        });
    }
    // From now on the system refuses new connections.
    drop(listener);
    // A browser may keep its connection open for ever, so the wait has a limit.
    let _ = timeout(limits::FAREWELL, room.acquire_many(clients.connections)).await;
}

/// The next connection. If the system has no free file handles, it waits until others are closed.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(_) => sleep(limits::ACCEPT_PAUSE).await,
        }
    }
}
