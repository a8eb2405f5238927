//! The connections of browsers: accepted, timed, limited in number, and closed.
//!
//! `axum::serve` sets no time limit for request heads, so a client could open connections, send
//! nothing, and keep them for ever. Here such a connection ends after the time of a request. If all
//! connections are taken, it ends at once, so that a new client is served.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio::time::{sleep, timeout};
use tower_service::Service;

use crate::limits::{self, ClientLimits};

/// The open connections by number.
#[derive(Debug, Default)]
struct Connections(Mutex<HashMap<u64, Open>>);

/// An open connection.
#[derive(Debug)]
struct Open {
    client: IpAddr,
    /// The number of requests that are being answered.
    requests: u32,
    /// The time since which none is.
    idle: Instant,
    /// Closes the connection.
    cut: Option<oneshot::Sender<()>>,
}

impl Connections {
    fn open(&self) -> MutexGuard<'_, HashMap<u64, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection. Returns the receiver of the order to close it. A client with too many
    /// connections loses the one that is idle for the longest time; if none is idle, the new one is
    /// refused. Programs on this machine, for example a proxy, may have any number.
    fn add(&self, number: u64, client: IpAddr) -> Option<oneshot::Receiver<()>> {
        let mut open = self.open();
        let own = open.values().filter(|open| open.client == client && open.cut.is_some()).count();
        if own >= limits::CLIENT_CONNECTIONS && !client.is_loopback() && !cut(&mut open, client) {
            return None;
        }
        let (cut, told) = oneshot::channel();
        open.insert(number, Open { client, requests: 0, idle: Instant::now(), cut: Some(cut) });
        Some(told)
    }

    /// Closes an idle connection of the client that has most of them.
    fn make_room(&self) {
        let mut open = self.open();
        let mut idle = HashMap::<IpAddr, usize>::new();
        for open in open.values().filter(|open| open.requests == 0 && open.cut.is_some()) {
            *idle.entry(open.client).or_default() += 1;
        }
        if let Some((client, _)) = idle.into_iter().max_by_key(|&(client, count)| (count, client)) {
            cut(&mut open, client);
        }
    }

    /// Counts a request that begins or ends.
    fn count(&self, number: u64, change: i32) {
        if let Some(open) = self.open().get_mut(&number) {
            open.requests = open.requests.saturating_add_signed(change);
            open.idle = Instant::now();
        }
    }
}

/// Closes the connection of a client that is idle for the longest time. Returns whether there is
/// one.
fn cut(open: &mut HashMap<u64, Open>, client: IpAddr) -> bool {
    let own = open
        .values_mut()
        .filter(|open| open.client == client && open.requests == 0 && open.cut.is_some());
    let cut = own.min_by_key(|open| open.idle).and_then(|open| open.cut.take());
    cut.is_some_and(|cut| cut.send(()).is_ok())
}

/// The number of one connection. Dropping the value forgets the connection.
struct Number(Arc<Connections>, u64);

impl Drop for Number {
    fn drop(&mut self) {
        self.0.open().remove(&self.1);
    }
}

/// Listens at an address.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // On Windows this option would let another program listen at the same address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(limits::BACKLOG)
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
    let open = Arc::new(Connections::default());
    for number in 0.. {
        let accepted = async {
            let accepted = accept(&listener).await;
            let place = match room.clone().try_acquire_owned() {
                Ok(place) => Ok(place),
                Err(_) => {
                    open.make_room();
                    room.clone().acquire_owned().await
                }
            };
            (accepted, place)
        };
        let told = closing.clone();
        let ((stream, peer), place) = tokio::select! {
            (accepted, Ok(place)) = accepted => (accepted, place),
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let Some(cut) = open.add(number, peer.ip()) else { continue };
        let number = Number(open.clone(), number);
        tokio::spawn(talk(http.clone(), stream, peer, router.clone(), number, (cut, told, place)));
    }
    // From now on the system refuses new connections.
    drop(listener);
    // A browser may keep its connection open for ever, so the wait has a limit.
    let _ = timeout(limits::FAREWELL, room.acquire_many(clients.connections)).await;
}

/// The orders to close a connection, and its place.
type Ends = (oneshot::Receiver<()>, watch::Receiver<bool>, OwnedSemaphorePermit);

/// Answers the requests of a connection.
async fn talk(
    http: http1::Builder,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    number: Number,
    (cut, mut closing, _place): Ends,
) {
    let open = number.0.clone();
    let own = number.1;
    let service = service_fn(move |mut request: Request<Incoming>| {
        let client = client(peer, request.headers());
        request.extensions_mut().insert(ConnectInfo(client));
        open.count(own, 1);
        let (open, answer) = (open.clone(), router.clone().call(request));
        async move {
            let answer = answer.await;
            open.count(own, -1);
            answer
        }
    });
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    // An error here means that the browser has gone or was too slow.
    tokio::select! {
        _ = connection.as_mut() => return,
        Ok(()) = cut => return,
        _ = closing.wait_for(|closing| *closing) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// The client of a request. A proxy on this machine names its client in the last entry of
/// `X-Forwarded-For`.
fn client(peer: SocketAddr, headers: &HeaderMap) -> SocketAddr {
    let named = || {
        let text = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        text.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let ip = if peer.ip().is_loopback() { named() } else { None };
    SocketAddr::new(ip.unwrap_or(peer.ip()), peer.port())
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
    use std::time::Duration;

    use super::*;

    fn address(number: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, number])
    }

    /// One client cannot hold the connections of others. If it has too many, its idle ones are
    /// closed, the oldest first; if none is idle, new ones are refused.
    #[test]
    fn each_client_has_his_own_connections() {
        let open = Connections::default();
        let most = limits::CLIENT_CONNECTIONS as u64;
        let mut held: Vec<_> =
            (0..most).map(|number| open.add(number, address(1)).expect("a place")).collect();
        const { assert!(limits::CLIENT_CONNECTIONS <= limits::CONNECTIONS as usize / 4) };
        open.count(0, 1);
        assert!(open.add(500, address(1)).is_some());
        assert!(held[0].try_recv().is_err() && held[1].try_recv().is_ok(), "the oldest idle one");
        (2..most).chain([500]).for_each(|number| open.count(number, 1));
        assert!(open.add(501, address(1)).is_none(), "all are busy");
        assert!(open.add(501, address(2)).is_some());
        open.count(5, -1);
        assert!(open.add(502, address(1)).is_some());
        assert!(held[5].try_recv().is_ok());
        let here = IpAddr::from([127, 0, 0, 1]);
        assert!((1000..1500).all(|number| open.add(number, here).is_some()));
    }

    /// If all connections are taken, the client with most idle ones loses one.
    #[test]
    fn room_is_made_by_those_who_have_most() {
        let open = Connections::default();
        let mut held: Vec<_> = [1, 2, 2, 2, 1]
            .into_iter()
            .zip(0..)
            .map(|(client, number)| open.add(number, address(client)).expect("a place"))
            .collect();
        open.count(1, 1);
        open.make_room();
        assert!(held[2].try_recv().is_ok() || held[0].try_recv().is_ok(), "two idle ones each");
        open.count(1, -1);
        open.make_room();
        let cut = held.iter_mut().filter_map(|cut| cut.try_recv().ok()).count();
        assert_eq!(cut, 1);
        drop(Number(Arc::new(open), 3));
    }

    /// Connections wait while the server is busy with others. If the system dropped the first
    /// packet of one, its client would try again after a second.
    #[tokio::test]
    async fn many_connections_wait() {
        let listener = listen("127.0.0.1:0".parse().unwrap()).expect("a free port");
        let address = listener.local_addr().expect("it listens");
        let soon = Duration::from_millis(500);
        let connect = |_| std::net::TcpStream::connect_timeout(&address, soon);
        // Twice the backlog that is usual.
        let waiting: Result<Vec<_>, _> = (0..256).map(connect).collect();
        assert_eq!(waiting.expect("none is dropped").len(), 256);
    }

    /// Only a proxy on this machine may name its client.
    #[test]
    fn a_proxy_names_its_client() {
        let mut headers = HeaderMap::new();
        let of = |peer: &str, headers: &HeaderMap| client(peer.parse().unwrap(), headers).ip();
        assert_eq!(of("127.0.0.1:9", &headers), IpAddr::from([127, 0, 0, 1]));
        headers.insert("x-forwarded-for", "10.0.0.7, 10.0.0.8".parse().unwrap());
        assert_eq!(of("127.0.0.1:9", &headers), address(8));
        assert_eq!(of("10.0.0.1:9", &headers), address(1));
        headers.insert("x-forwarded-for", "nonsense".parse().unwrap());
        assert_eq!(of("[::1]:9", &headers), "::1".parse::<IpAddr>().unwrap());
    }
}
