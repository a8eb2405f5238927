//! The socket of a page. The server sends every change of the table on it. The page may ask for an
//! analysis, which ends when the socket closes.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use engine::{Limits, Request, StopFlag, TimeLimit};
use play::{Opinion, Study};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use tabletop::Identity;
use tabletop::limits::{ANALYSIS_HASH, ANALYSIS_TIME, REPORT_PAUSE};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::entrance::{Entrance, Visit};
use crate::error::Refusal;
use crate::identity::view;
use crate::limits;
use crate::lobby::{Lobby, Place};
use crate::presence::Present;
use crate::room::Room;
use crate::searches::{Purpose, clock};

/// Upgrades a request to a socket.
pub(crate) async fn open(
    entrance: Entrance,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let Visit { lobby, room, identity, client } = entrance.enter().await?;
    // A requester without the right to see the table gets no socket.
    view(&identity, &room)?;
    let place = lobby.socket(client)?;
    let upgrade = upgrade.max_message_size(limits::MESSAGE).max_frame_size(limits::MESSAGE);
    // By default each socket has 128 KiB for messages that have not been read.
    let upgrade = upgrade.read_buffer_size(limits::MESSAGE);
    let session = PageSession::new(lobby, room, identity, client);
    Ok(upgrade.on_upgrade(move |socket| session.run(socket, place)))
}

/// A message of a page on its socket.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    /// The number of lines in the analysis; 0 ends the analysis.
    analyse: usize,
}

/// One page's socket.
struct PageSession {
    lobby: Arc<Lobby>,
    room: Arc<Room>,
    identity: Identity,
    client: IpAddr,
    /// The number of lines that the page asked for.
    lines: usize,
    /// The analysis of the page, and the flag that stops it.
    analysis: Option<JoinHandle<()>>,
    stop: StopFlag,
    opinions: mpsc::Sender<Report>,
    heard: mpsc::Receiver<Report>,
    /// The page among those that show the table.
    present: Option<Present>,
    /// The people as the page was last told of them.
    people: Json,
    /// The number of messages since this time.
    messages: (u32, Instant),
}

/// A report of an analysis: the version of the table and an opinion, or a refusal.
type Report = Result<(u64, Opinion), Refusal>;

/// The reason why a session ends.
enum End {
    Closed,
}

impl PageSession {
    fn new(lobby: Arc<Lobby>, room: Arc<Room>, identity: Identity, client: IpAddr) -> Self {
        let (opinions, heard) = mpsc::channel(4);
        let messages = (0, Instant::now());
        Self {
            lobby,
            room,
            identity,
            client,
            lines: 0,
            analysis: None,
            stop: StopFlag::default(),
            opinions,
            heard,
            present: None,
            people: Json::Null,
            messages,
        }
    }

    async fn run(mut self, mut socket: WebSocket, _place: Place) {
        let _ = self.talk(&mut socket).await;
        self.end_analysis();
        // The server does not wait longer for a page that does not answer.
        let _ = timeout(limits::FAREWELL, socket.send(Message::Close(None))).await;
    }

    async fn talk(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let mut changes = self.room.watch();
        let mut people = self.room.presence.subscribe();
        if let Ok(right) = self.room.lock().table.right(&self.identity.token) {
            self.present = Some(Present::new(self.room.clone(), right));
        }
        people.mark_unchanged();
        let mut closing: watch::Receiver<bool> = self.lobby.closing.subscribe();
        self.tell(socket).await?;
        loop {
            tokio::select! {
                () = closed(&mut closing) => return Ok(()),
                changed = changes.changed() => {
                    changed.map_err(|_| End::Closed)?;
                    self.tell(socket).await?;
                    self.begin_analysis(socket).await?;
                }
                Ok(()) = people.changed() => self.tell_people(socket).await?,
                Some(report) = self.heard.recv() => match report {
                    Ok((version, opinion)) => {
                        send(socket, &json!({ "opinion": opinion, "version": version })).await?;
                    }
                    Err(refusal) => send(socket, &refusal.to_json()).await?,
                },
                message = socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => self.hear(socket, &text).await?,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.count()?,
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return Ok(()),
                },
            }
        }
    }

    /// Sends the page's view of the table.
    async fn tell(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        if self.room.lock().deleted {
            return Err(End::Closed);
        }
        // The player whose view was asked for may have been taken by somebody else.
        let shown = view(&self.identity, &self.room).or_else(|_| {
            self.identity.player = None;
            view(&self.identity, &self.room)
        });
        match shown {
            Ok(shown) => {
                self.people = self.room.presence.shown(&self.room.lock().table);
                send(socket, &json!({ "table": shown, "present": self.people })).await
            }
            Err(refusal) => {
                send(socket, &refusal.to_json()).await?;
                Err(End::Closed)
            }
        }
    }

    /// Tells the page who is connected, if it does not know.
    async fn tell_people(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let people = self.room.presence.shown(&self.room.lock().table);
        if people == self.people {
            return Ok(());
        }
        self.people = people;
        send(socket, &json!({ "present": self.people })).await
    }

    async fn hear(&mut self, socket: &mut WebSocket, text: &str) -> Result<(), End> {
        self.count()?;
        match serde_json::from_str::<Wish>(text) {
            Ok(wish) => {
                self.lines = wish.analyse.min(tabletop::limits::LINES);
                self.begin_analysis(socket).await
            }
            Err(error) => {
                let refusal = tabletop::Refusal::Unreadable(error.to_string());
                send(socket, &refusal.to_json()).await
            }
        }
    }

    /// Counts a message, and ends the session if there are too many.
    fn count(&mut self) -> Result<(), End> {
        if self.messages.1.elapsed() > limits::MESSAGE_TIME {
            self.messages = (0, Instant::now());
        }
        self.messages.0 += 1;
        if self.messages.0 > limits::MESSAGES { Err(End::Closed) } else { Ok(()) }
    }

    /// Begins an analysis of the current position if the page asked for one. Reports a refusal.
    async fn begin_analysis(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        match self.analyse() {
            Ok(()) => Ok(()),
            Err(refusal) => send(socket, &refusal.to_json()).await,
        }
    }

    /// Ends the analysis, if there is one.
    fn end_analysis(&mut self) {
        self.stop.stop();
        if let Some(analysis) = self.analysis.take() {
            analysis.abort();
        }
    }

    /// Begins an analysis if the page asked for one and may know the evaluation of the position.
    fn analyse(&mut self) -> Result<(), Refusal> {
        self.end_analysis();
        if self.lines == 0 {
            return Ok(());
        }
        let (version, question) = {
            let inner = self.room.lock();
            (inner.table.kept.version, inner.table.analysis_question(&self.identity)?)
        };
        let Some(mut question) = question else { return Ok(()) };
        self.stop = StopFlag::default();
        let (stop, opinions, lines) = (self.stop.clone(), self.opinions.clone(), self.lines);
        let study = move || {
            question.set_clock(clock);
            let time = Some(TimeLimit::for_move(clock(), ANALYSIS_TIME));
            let request = Request::from(Limits { time, ..Limits::default() });
            let request = request.variations(lines).stop(&stop);
            let mut told = Instant::now() - REPORT_PAUSE;
            let last = question.study(&Study { request, hash: ANALYSIS_HASH }, &mut |opinion| {
                if told.elapsed() >= REPORT_PAUSE {
                    told = Instant::now();
                    // A page that reads slowly misses some opinions.
                    let _ = opinions.try_send(Ok((version, opinion.clone())));
                }
                !stop.is_set()
            });
            let _ = opinions.try_send(Ok((version, last)));
        };
        let (searches, client, opinions) =
            (self.lobby.searches.clone(), self.client, self.opinions.clone());
        self.analysis = Some(tokio::spawn(async move {
            if let Err(refusal) = searches.ask(Purpose::Analysis, client, study).await {
                let _ = opinions.try_send(Err(refusal));
            }
        }));
        Ok(())
    }
}

/// Waits until the server ends.
async fn closed(closing: &mut watch::Receiver<bool>) {
    // The returned value holds a lock, so it is dropped at once.
    drop(closing.wait_for(|closing| *closing).await);
}

async fn send(socket: &mut WebSocket, json: &serde_json::Value) -> Result<(), End> {
    let sent = timeout(limits::FAREWELL, socket.send(Message::text(json.to_string()))).await;
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Closed),
    }
}
