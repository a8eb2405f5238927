//! The server, from its start to its end.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use play::FindEndings;
use tabletop::Packs;
use tokio::time::sleep;

use crate::error::Error;
use crate::lan_address::lan_address;
use crate::limits::ClientLimits;
use crate::lobby::Lobby;
use crate::notice::{Log, Notice};
use crate::store::Store;
use crate::{api, connections, limits, old_store};

/// The server's address and the folder of its games.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at.
    pub bind: IpAddr,
    /// The port; 0 for a free one.
    pub port: u16,
    /// The folder of the games.
    pub data: PathBuf,
    /// The text of the user's pitch and pack for Buteur.
    pub pack: Option<String>,
    /// The names by which clients may call the server, in addition to its addresses: those that a
    /// name server or a proxy gives it.
    pub hosts: Vec<String>,
    /// Finds the endgame tables of a game, for searches; `None` for searches without tables.
    pub endings: Option<FindEndings>,
    /// The limits for each client.
    pub limits: ClientLimits,
}

/// Serves until the system asks the program to end (Ctrl-C, SIGTERM). Calls `tell` with the
/// address, then with each fault, for example a damaged table.
///
/// # Errors
/// If the server cannot listen, or the folder cannot be used.
pub fn run(config: &Config, tell: impl Fn(Notice) + Send + Sync + 'static) -> Result<(), Error> {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().max_blocking_threads(limits::DISK_THREADS).build();
    let runtime = runtime.map_err(Error::System)?;
    let served = runtime.block_on(serve(config, Log::new(tell)));
    // Running searches stop soon, so the wait is short.
    runtime.shutdown_timeout(limits::FAREWELL);
    served
}

async fn serve(config: &Config, log: Log) -> Result<(), Error> {
    let mut packs = Packs::read(config.pack.as_deref()).map_err(Error::Pack)?;
    packs.games = packs.games.with_endings(config.endings);
    let failed = |error| Error::Data(config.data.clone(), error);
    let store = Store::open(&config.data).map_err(failed)?;
    let address = SocketAddr::new(config.bind, config.port);
    let listener = connections::listen(address).map_err(|error| Error::Listen(address, error))?;
    let address = listener.local_addr().map_err(Error::System)?;
    let old = old_store::convert(&config.data, &store);
    let lobby =
        Lobby::open(store, packs, lan_address(address), config.limits, log).map_err(failed)?;
    lobby.log.tell(Notice::Listening(address));
    old.into_iter().for_each(|text| lobby.log.warn(text));
    tokio::spawn(keep_house(lobby.clone()));
    let closing = lobby.closing.clone();
    let closed = closing.subscribe();
    tokio::spawn(async move {
        asked_to_end().await;
        closing.send_replace(true);
    });
    let router = api::router(lobby.clone(), config.limits, config.hosts.clone());
    connections::serve(listener, router, config.limits, closed).await;
    end_searches(&lobby);
    Ok(())
}

/// Reads all tables once, then looks after them for ever.
async fn keep_house(lobby: Arc<Lobby>) {
    let examined = lobby.clone();
    let _ = tokio::task::spawn_blocking(move || examined.examine()).await;
    loop {
        let lobby = lobby.clone();
        let _ = tokio::task::spawn_blocking(move || lobby.keep_house()).await;
        sleep(limits::HOUSEKEEPING).await;
    }
}

fn end_searches(lobby: &Arc<Lobby>) {
    for room in lobby.loaded() {
        let inner = room.lock();
        if let Some((_, stop)) = &inner.search {
            stop.stop();
        }
    }
}

/// Waits until the system asks the program to end.
async fn asked_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! { _ = interrupt => {}, _ = terminate.recv() => {} }
            return;
        }
    }
    let _ = interrupt.await;
}
