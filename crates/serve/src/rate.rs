//! The rate limit of clients. Each address may send a number of requests a second. It may send the
//! requests of two seconds at once.

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
const BURST: u32 = 2;

/// The most clients in memory; idle ones are removed.
const CLIENTS: usize = 4096;

/// The remaining requests of each client.
#[derive(Debug)]
pub(crate) struct Rates {
    /// Requests a second.
    rate: u32,
    clients: Mutex<HashMap<IpAddr, RequestBudget>>,
}

/// The remaining requests of one client, and the time of the count.
#[derive(Clone, Copy, Debug)]
struct RequestBudget {
    left: f64,
    since: Instant,
}

impl Rates {
    /// A limit of `rate` requests a second for each client.
    pub(crate) fn new(rate: u32) -> Self {
        Self { rate, clients: Mutex::default() }
    }

    /// Whether a client may send a request now.
    fn takes(&self, client: IpAddr, now: Instant) -> bool {
        let most = f64::from(self.rate) * f64::from(BURST);
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= CLIENTS && !clients.contains_key(&client) {
            // A client that has used no requests lately need not be remembered.
            let whole = Duration::from_secs(u64::from(BURST));
            clients.retain(|_, known| now.saturating_duration_since(known.since) < whole);
            if clients.len() >= CLIENTS {
                return false;
            }
        }
        let known = clients.entry(client).or_insert(RequestBudget { left: most, since: now });
        let passed = now.saturating_duration_since(known.since).as_secs_f64();
        known.left = (known.left + passed * f64::from(self.rate)).min(most);
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
        let (rates, begun) = (Rates::new(5), Instant::now());
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
    fn clients_are_forgotten() {
        let (rates, begun) = (Rates::new(1), Instant::now());
        let client = |number: usize| IpAddr::from((number as u128).to_be_bytes());
        assert!((0..CLIENTS).all(|number| rates.takes(client(number), begun)));
        assert!(!rates.takes(client(CLIENTS), begun), "there is no more room");
        assert!(rates.takes(client(0), begun), "those who are known are heard");
        assert!(rates.takes(client(CLIENTS), begun + Duration::from_secs(2)));
        assert_eq!(rates.clients.lock().unwrap().len(), 1);
    }
}
