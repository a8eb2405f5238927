//! The rate limits of clients, for requests and for new tables. Each address may do a number of
//! them at once; with time it may do more.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;

/// The seconds of requests that a client may send at once.
const BURST: f64 = 2.0;

/// The most clients in memory; idle ones are removed.
const CLIENTS: usize = 4096;

/// The remaining acts of each client.
#[derive(Debug)]
pub(crate) struct Rates {
    /// The most acts at once.
    most: f64,
    /// Acts a second.
    rate: f64,
    clients: Mutex<HashMap<IpAddr, Budget>>,
}

/// The remaining acts of one client, and the time of the count.
#[derive(Clone, Copy, Debug)]
struct Budget {
    left: f64,
    since: Instant,
}

impl Rates {
    /// A limit of `rate` requests a second for each client.
    pub(crate) fn of_requests(rate: u32) -> Self {
        let rate = f64::from(rate);
        Self { most: rate * BURST, rate, clients: Mutex::default() }
    }

    /// A limit of `most` acts at once for each client, and of one more after each `pause`.
    pub(crate) fn with_pause(most: u32, pause: Duration) -> Self {
        Self { most: most.into(), rate: 1.0 / pause.as_secs_f64(), clients: Mutex::default() }
    }

    /// Counts an act of a client, if the client may do it now.
    pub(crate) fn takes(&self, client: IpAddr, now: Instant) -> bool {
        let most = self.most;
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= CLIENTS && !clients.contains_key(&client) {
            // A client that has its whole budget again need not be remembered.
            let spent = |known: &Budget| {
                let passed = now.saturating_duration_since(known.since).as_secs_f64();
                known.left + passed * self.rate < most
            };
            clients.retain(|_, known| spent(known));
            if clients.len() >= CLIENTS {
                return false;
            }
        }
        let known = clients.entry(client).or_insert(Budget { left: most, since: now });
        let passed = now.saturating_duration_since(known.since).as_secs_f64();
        known.left = (known.left + passed * self.rate).min(most);
        known.since = now;
        let takes = known.left >= 1.0;
        if takes {
            known.left -= 1.0;
        }
        takes
    }
}

/// Refuses a client that sends too many requests.
pub(crate) async fn limit(
    State(rates): State<Arc<Rates>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if rates.takes(client.ip(), Instant::now()) {
        return next.run(request).await;
    }
    let refusal = tabletop::Refusal::TooMany("requests in a second");
    let mut refused = Refusal::Table(refusal).into_response();
    refused.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    refused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_has_his_own_allowance() {
        let (rates, begun) = (Rates::of_requests(5), Instant::now());
        let client = |number: u8| IpAddr::from([10, 0, 0, number]);
        let granted = |number, millis, wanted: usize| {
            let now = begun + Duration::from_millis(millis);
            (0..wanted).filter(|_| rates.takes(client(number), now)).count()
        };
        assert_eq!((granted(1, 0, 30), granted(2, 0, 3)), (10, 3));
        assert_eq!((granted(1, 400, 30), granted(2, 400, 30)), (2, 9));
        assert_eq!(granted(1, 60_000, 30), 10, "never more than that at once");
        // Another thread may report an earlier time; this gives the client no new requests.
        assert_eq!(granted(1, 0, 30), 0);
    }

    #[test]
    fn acts_come_back_one_by_one() {
        let (rates, begun) = (Rates::with_pause(3, Duration::from_secs(10)), Instant::now());
        let granted = |seconds| {
            let now = begun + Duration::from_secs(seconds);
            (0..9).filter(|_| rates.takes([10, 0, 0, 1].into(), now)).count()
        };
        assert_eq!([0, 5, 11, 12, 1000].map(granted), [3, 0, 1, 0, 3]);
    }

    #[test]
    fn clients_are_forgotten() {
        let (rates, begun) = (Rates::of_requests(1), Instant::now());
        let client = |number: usize| IpAddr::from((number as u128).to_be_bytes());
        assert!((0..CLIENTS).all(|number| rates.takes(client(number), begun)));
        assert!(!rates.takes(client(CLIENTS), begun), "there is no more room");
        assert!(rates.takes(client(0), begun), "those who are known are heard");
        assert!(rates.takes(client(CLIENTS), begun + Duration::from_secs(2)));
        assert_eq!(rates.clients.lock().unwrap().len(), 1);
    }
}
