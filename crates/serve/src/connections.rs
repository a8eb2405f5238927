//! The connections of browsers: accepted, timed, limited in number, and closed.
//!
//! `axum::serve` sets no time limit for request heads, so a client could open connections, send
//! nothing, and keep them for ever.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

/// The number of open connections of each client.
#[derive(Debug, Default)]
struct Clients(Mutex<HashMap<IpAddr, u32>>);

/// One open connection of a client. Dropping the value frees its place.
#[derive(Debug)]
struct ClientPlace(Arc<Clients>, IpAddr);

impl Clients {
    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more connection, if the client has a free one. Programs on this machine,
    /// for example a proxy, may have any number.
    fn place(self: &Arc<Self>, client: IpAddr) -> Option<ClientPlace> {
        let mut counts = self.counts();
        let count = counts.entry(client).or_default();
        if *count >= limits::CLIENT_CONNECTIONS && !client.is_loopback() {
            return None;
        }
        *count += 1;
        Some(ClientPlace(self.clone(), client))
    }
}

impl Drop for ClientPlace {
    fn drop(&mut self) {
        let mut counts = self.0.counts();
        if let Some(count) = counts.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.1);
            }
        }
    }
}

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
    let open = Arc::new(Clients::default());
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
        // A client with too many connections is refused. It has no free place for this one.
        let Some(own) = open.place(client.ip()) else { continue };
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
            drop((place, own));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// One client cannot hold the places of others. Its own places become free again.
    #[test]
    fn each_client_has_his_own_places() {
        let clients = Arc::new(Clients::default());
        let client = |number: u8| IpAddr::from([10, 0, 0, number]);
        let mut places: Vec<_> = std::iter::from_fn(|| clients.place(client(1))).collect();
        assert_eq!(places.len(), limits::CLIENT_CONNECTIONS as usize);
        const { assert!(limits::CLIENT_CONNECTIONS <= limits::CONNECTIONS / 4) };
        assert!(clients.place(client(2)).is_some());
        places.pop();
        assert!(clients.place(client(1)).is_some());
        drop(places);
        assert!(clients.counts().is_empty());
        let here = IpAddr::from([127, 0, 0, 1]);
        assert_eq!((0..500).filter_map(|_| clients.place(here)).collect::<Vec<_>>().len(), 500);
    }
}
