//! The queue of searches. At most as many run at once as the machine has cores.
//!
//! A search has a place in the queue. Replies to people come first, the quick ones before the slow
//! ones; then hints; then moves in games between engines, analyses and reviews. Among equals, the
//! address that has fewer searches comes first, then the older search.
//!
//! A running search pauses as soon as a more urgent one waits, so nobody waits for the end of a
//! long search. Searches look at their clock every few hundred nodes. The clock here, [`clock`],
//! pauses the thread when it is asked to. Then it leaves the pause out of the time that it tells.
//! Searches of the last class also take turns.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use engine::Moment;
use tokio::sync::oneshot;

use crate::error::Refusal;
use crate::limits;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A move of the engine at a table with people, with the time of its level.
    Reply(Duration),
    /// A hint.
    Hint,
    /// A move in a game between engines.
    Show,
    /// An analysis or a review.
    Analysis,
}

/// The urgency of a search; the least comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    Reply(Duration),
    Hint,
    Background,
}

impl Purpose {
    fn urgency(self) -> Urgency {
        match self {
            Self::Reply(time) => Urgency::Reply(time),
            Self::Hint => Urgency::Hint,
            Self::Show | Self::Analysis => Urgency::Background,
        }
    }
}

/// The place of a search in the queue; the least comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    urgency: Urgency,
    /// The number of searches that its client had already. In the background it grows with each
    /// turn, so that clients share the time.
    turn: u32,
    arrival: u64,
}

/// All searches of the server.
#[derive(Debug)]
pub(crate) struct Searches {
    /// The most that run at once.
    cores: usize,
    queue: Mutex<Queue>,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: BTreeMap<Place, Waiting>,
    /// The flags that ask running searches to pause.
    running: BTreeMap<Place, Arc<AtomicBool>>,
    arrivals: u64,
    /// The background searches that have begun and not ended. Each holds a table of results.
    background: usize,
    clients: HashMap<IpAddr, Load>,
    /// The sum over all clients.
    analyses: usize,
}

/// The searches of a client.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    all: u32,
    analyses: usize,
}

/// A search that does not run.
enum Waiting {
    /// It has not begun.
    New(Job),
    /// It pauses.
    Paused(Arc<AtomicBool>, mpsc::Sender<()>),
}

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if matches!(self, Self::New(_)) { "New" } else { "Paused" })
    }
}

/// A search that is to begin.
struct Job {
    purpose: Purpose,
    client: IpAddr,
    work: Box<dyn FnOnce() + Send>,
}

impl Queue {
    fn arrival(&mut self) -> u64 {
        self.arrivals += 1;
        self.arrivals
    }

    /// The first search that may run.
    fn first(&self, cores: usize) -> Option<Place> {
        let most = limits::ANALYSES + cores;
        let mut waiting = self.waiting.iter();
        let found = waiting.find(|(place, waiting)| match waiting {
            Waiting::Paused(..) => true,
            Waiting::New(_) => place.urgency < Urgency::Background || self.background < most,
        });
        found.map(|(place, _)| *place)
    }

    /// Lets searches run while cores are free. Then asks the least urgent one to pause, if a more
    /// urgent one waits. Returns the searches that begin now.
    #[must_use]
    fn fill(&mut self, cores: usize) -> Vec<(Place, Arc<AtomicBool>, Job)> {
        let mut begun = Vec::new();
        while let Some(place) = self.first(cores) {
            if self.running.len() >= cores {
                if let Some((last, wanted)) = self.running.last_key_value()
                    && place.urgency < last.urgency
                {
                    wanted.store(true, Relaxed);
                }
                break;
            }
            match self.waiting.remove(&place) {
                Some(Waiting::New(job)) => {
                    let wanted = Arc::new(AtomicBool::new(false));
                    self.running.insert(place, wanted.clone());
                    self.background += usize::from(place.urgency == Urgency::Background);
                    begun.push((place, wanted, job));
                }
                Some(Waiting::Paused(wanted, wake)) => {
                    self.running.insert(place, wanted);
                    let _ = wake.send(());
                }
                None => break,
            }
        }
        begun
    }

    /// The turn from which a new search counts: the least of those in the background.
    fn least_turn(&self, urgency: Urgency) -> u32 {
        let all = self.waiting.keys().chain(self.running.keys());
        let equal = all.filter(|place| urgency == Urgency::Background && place.urgency == urgency);
        equal.map(|place| place.turn).min().unwrap_or(0)
    }

    /// Counts one search more of a client. Returns the number that it had before.
    fn count(&mut self, purpose: Purpose, client: IpAddr) -> Result<u32, Refusal> {
        let load = self.clients.get(&client).copied().unwrap_or_default();
        let full = load.all >= limits::CLIENT_SEARCHES;
        match purpose {
            Purpose::Hint | Purpose::Analysis if full => {
                return Err(tabletop::Refusal::TooMany("searches of one address").into());
            }
            Purpose::Analysis
                if load.analyses >= limits::CLIENT_ANALYSES
                    || self.analyses >= limits::ANALYSES =>
            {
                return Err(tabletop::Refusal::TooMany("analyses").into());
            }
            _ => {}
        }
        let analyses = usize::from(purpose == Purpose::Analysis);
        self.analyses += analyses;
        let more = Load { all: load.all + 1, analyses: load.analyses + analyses };
        self.clients.insert(client, more);
        Ok(load.all)
    }

    fn discount(&mut self, purpose: Purpose, client: IpAddr) {
        let analyses = usize::from(purpose == Purpose::Analysis);
        self.analyses -= analyses;
        if let Some(load) = self.clients.get_mut(&client) {
            load.all -= 1;
            load.analyses -= analyses;
            if load.all == 0 {
                self.clients.remove(&client);
            }
        }
    }
}

impl Searches {
    /// The queue of a machine with this number of cores.
    pub(crate) fn new(cores: usize) -> Arc<Self> {
        Arc::new(Self { cores: cores.max(1), queue: Mutex::default() })
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches for a client on another thread when its turn comes. `work` looks at [`clock`]. If
    /// the caller no longer waits, a search that has not begun leaves the queue.
    pub(crate) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        purpose: Purpose,
        client: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (tell, told) = oneshot::channel();
        let job = Job { purpose, client, work: Box::new(move || drop(tell.send(work()))) };
        let (place, begun) = {
            let mut queue = self.queue();
            let urgency = purpose.urgency();
            let turn = queue.count(purpose, client)? + queue.least_turn(urgency);
            let place = Place { urgency, turn, arrival: queue.arrival() };
            queue.waiting.insert(place, Waiting::New(job));
            (place, queue.fill(self.cores))
        };
        let _ticket = Ticket { searches: self.clone(), place };
        self.begin(begun);
        told.await.map_err(|_| Refusal::Storage("the search has failed".to_owned()))
    }

    /// Begins searches, each on its thread.
    fn begin(self: &Arc<Self>, begun: Vec<(Place, Arc<AtomicBool>, Job)>) {
        for (place, wanted, Job { purpose, client, work }) in begun {
            let running = Running {
                searches: self.clone(),
                place,
                purpose,
                client,
                wanted,
                since: Moment::now(),
                paused: Duration::ZERO,
            };
            // If the system refuses a thread, the search is dropped, and its requester is told.
            let _ = thread::Builder::new().name("search".to_owned()).spawn(move || {
                RUNNING.set(Some(running));
                let _end = End;
                work();
            });
        }
    }
}

/// The wait for a search. Its drop takes the search from the queue, if it has not begun.
struct Ticket {
    searches: Arc<Searches>,
    place: Place,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let job = {
            let mut queue = self.searches.queue();
            let Some(Waiting::New(job)) = queue.waiting.remove(&self.place) else { return };
            queue.discount(job.purpose, job.client);
            job
        };
        // The work may own much, so it is dropped without the lock.
        drop(job);
    }
}

/// The search of this thread.
struct Running {
    searches: Arc<Searches>,
    place: Place,
    purpose: Purpose,
    client: IpAddr,
    /// Set when the search is to pause.
    wanted: Arc<AtomicBool>,
    /// The time since which it runs without a pause.
    since: Moment,
    /// The time of all pauses.
    paused: Duration,
}

thread_local! {
    static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
}

/// The clock of a search: it stands still while the search pauses. It pauses the search when a more
/// urgent one waits.
pub(crate) fn clock() -> Moment {
    RUNNING.with_borrow_mut(|running| match running {
        None => Moment::now(),
        Some(running) => {
            running.pause_if_asked();
            let passed = Moment::now().since(Moment::from_nanos(0)).saturating_sub(running.paused);
            Moment::from_nanos(passed.as_nanos().try_into().unwrap_or(i64::MAX))
        }
    })
}

impl Running {
    fn pause_if_asked(&mut self) {
        let background = self.place.urgency == Urgency::Background;
        let over = background && Moment::now().since(self.since) >= limits::SEARCH_TURN;
        if over || self.wanted.load(Relaxed) {
            self.pause(over);
            self.since = Moment::now();
        }
    }

    /// Pauses if a more urgent search waits; at the end of a turn, also for an equally urgent one.
    fn pause(&mut self, over: bool) {
        let (wake, woken) = mpsc::channel();
        let (begun, began) = {
            let cores = self.searches.cores;
            let mut queue = self.searches.queue();
            self.wanted.store(false, Relaxed);
            let Some(first) = queue.first(cores) else { return };
            let own = self.place.urgency;
            if first.urgency > own || first.urgency == own && !over {
                return;
            }
            queue.running.remove(&self.place);
            if over {
                let own = queue.clients.get(&self.client).map_or(1, |load| load.all);
                self.place.turn = self.place.turn.saturating_add(own);
            }
            self.place.arrival = queue.arrival();
            queue.waiting.insert(self.place, Waiting::Paused(self.wanted.clone(), wake));
            (queue.fill(cores), Moment::now())
        };
        self.searches.begin(begun);
        let _ = woken.recv();
        self.paused += Moment::now().since(began);
    }
}

/// The end of a thread's search, also after a panic.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        drop(RUNNING.take());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let begun = {
            let mut queue = self.searches.queue();
            queue.running.remove(&self.place);
            queue.background -= usize::from(self.place.urgency == Urgency::Background);
            queue.discount(self.purpose, self.client);
            queue.fill(self.searches.cores)
        };
        self.searches.begin(begun);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    const SLOW: Purpose = Purpose::Reply(Duration::from_secs(4));
    const QUICK: Purpose = Purpose::Reply(Duration::from_millis(100));

    fn client(number: u8) -> IpAddr {
        [10, 0, 0, number].into()
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        runtime.enable_all().worker_threads(2).build().expect("a runtime").block_on(future)
    }

    /// A search that runs until it is told to end, and tells its name at its end.
    fn search(
        searches: &Arc<Searches>,
        purpose: Purpose,
        from: u8,
        tell: &Sender<&'static str>,
        name: &'static str,
    ) -> (Sender<()>, tokio::task::JoinHandle<Result<(), Refusal>>) {
        let (end, ended) = channel::<()>();
        let (searches, tell) = (searches.clone(), tell.clone());
        let work = move || {
            while matches!(ended.try_recv(), Err(mpsc::TryRecvError::Empty)) {
                clock();
                thread::sleep(Duration::from_micros(200));
            }
            tell.send(name).expect("the test listens");
        };
        let asked = async move { searches.ask(purpose, client(from), work).await };
        (end, tokio::spawn(asked))
    }

    fn next(told: &Receiver<&'static str>) -> &'static str {
        told.recv_timeout(Duration::from_secs(20)).expect("a search ends")
    }

    async fn waits(searches: &Searches, waiting: usize, running: usize) {
        loop {
            {
                let queue = searches.queue();
                if queue.waiting.len() == waiting && queue.running.len() == running {
                    return;
                }
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// A quick reply runs at once. The slow reply, the hint and the analysis pause meanwhile, and
    /// go on in this order.
    #[test]
    fn urgent_searches_come_first() {
        let (searches, (tell, told)) = (Searches::new(1), channel());
        block_on(async {
            let kinds = [
                (Purpose::Analysis, "analysis"),
                (Purpose::Hint, "hint"),
                (SLOW, "slow"),
                (QUICK, "quick"),
            ];
            let mut ends = Vec::new();
            for (number, (purpose, name)) in kinds.into_iter().enumerate() {
                ends.push(search(&searches, purpose, 1, &tell, name).0);
                let runs = |queue: &Queue| {
                    let first = queue.running.first_key_value().map(|(place, _)| place.urgency);
                    queue.waiting.len() == number && first == Some(purpose.urgency())
                };
                while !runs(&searches.queue()) {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
            // All are told to end, but only the one that runs can.
            ends.into_iter().for_each(|end| end.send(()).expect("it runs"));
            waits(&searches, 0, 0).await;
        });
        assert_eq!([(); 4].map(|()| next(&told)), ["quick", "slow", "hint", "analysis"]);
        assert!(searches.queue().clients.is_empty());
    }

    /// Never do more searches run than there are cores, and all of them end.
    #[test]
    fn searches_use_no_more_cores_than_there_are() {
        let (searches, active) = (Searches::new(2), Arc::new(AtomicUsize::new(0)));
        block_on(async {
            let purposes = [SLOW, Purpose::Show, QUICK, Purpose::Hint];
            let asked = (0..40).map(|number| {
                let (searches, active) = (searches.clone(), active.clone());
                let work = move || {
                    for _ in 0..50 {
                        assert!(active.fetch_add(1, SeqCst) < 2, "too many run");
                        thread::sleep(Duration::from_micros(50));
                        active.fetch_sub(1, SeqCst);
                        clock();
                    }
                };
                let from = client((number % 5) as u8);
                let purpose = purposes[number % 4];
                tokio::spawn(async move { searches.ask(purpose, from, work).await })
            });
            for asked in asked.collect::<Vec<_>>() {
                asked.await.expect("no panic").expect("it is done");
            }
            // The last search has answered, but may not have left the queue yet.
            waits(&searches, 0, 0).await;
        });
        assert_eq!(searches.queue().background, 0);
    }

    /// The clock of a search does not count its pauses.
    #[test]
    fn pauses_cost_no_time() {
        const PAUSE: Duration = Duration::from_millis(100);
        let searches = Searches::new(1);
        let over = Arc::new(AtomicBool::new(false));
        let (begin, begun) = tokio::sync::oneshot::channel();
        let (told, passed) = block_on(async {
            let work = {
                let over = over.clone();
                move || {
                    let (first, real) = (clock(), Moment::now());
                    begin.send(()).expect("the test waits");
                    while !over.load(Relaxed) {
                        clock();
                        thread::sleep(Duration::from_millis(1));
                    }
                    (clock().since(first), Moment::now().since(real))
                }
            };
            let slow = tokio::spawn({
                let searches = searches.clone();
                async move { searches.ask(SLOW, client(1), work).await }
            });
            begun.await.expect("it begins");
            searches.ask(QUICK, client(2), || thread::sleep(PAUSE)).await.expect("it is done");
            over.store(true, Relaxed);
            slow.await.expect("no panic").expect("it is done")
        });
        assert!(passed >= told + PAUSE, "{passed:?} passed, and the clock told {told:?}");
    }

    /// A client with many searches does not keep others waiting. Hints beyond its limit are
    /// refused. Those that nobody waits for leave the queue.
    #[test]
    fn each_client_has_his_turn() {
        let (searches, (tell, told)) = (Searches::new(1), channel());
        block_on(async {
            let (end, _) = search(&searches, Purpose::Hint, 1, &tell, "first");
            waits(&searches, 0, 1).await;
            let most = limits::CLIENT_SEARCHES as usize;
            let many: Vec<_> = (1..most)
                .map(|_| search(&searches, Purpose::Hint, 1, &tell, "of the first client"))
                .collect();
            waits(&searches, most - 1, 1).await;
            let refused = searches.ask(Purpose::Hint, client(1), || ()).await;
            assert!(matches!(refused, Err(Refusal::Table(tabletop::Refusal::TooMany(_)))));
            let (other, _) = search(&searches, Purpose::Hint, 2, &tell, "of the second client");
            waits(&searches, most, 1).await;
            for (_, asked) in &many[1..] {
                asked.abort();
            }
            waits(&searches, 2, 1).await;
            end.send(()).expect("it runs");
            other.send(()).expect("it waits");
            many[0].0.send(()).expect("it waits");
            waits(&searches, 0, 0).await;
        });
        let order = [(); 3].map(|()| next(&told));
        assert_eq!(order, ["first", "of the second client", "of the first client"]);
    }

    /// Analyses take turns, and their number is limited.
    #[test]
    fn analyses_take_turns() {
        let (searches, (tell, told)) = (Searches::new(1), channel());
        block_on(async {
            let of = [1, 1, 1, 2];
            let all = of.map(|from| search(&searches, Purpose::Analysis, from, &tell, "it"));
            waits(&searches, 3, 1).await;
            // Each ends only if it runs again and again.
            for (end, _) in all.into_iter().rev() {
                end.send(()).expect("it runs");
                assert_eq!(next(&told), "it");
            }
            // A search tells its end before it leaves the queue.
            waits(&searches, 0, 0).await;
            let most = limits::CLIENT_ANALYSES;
            let ends: Vec<_> =
                (0..most).map(|_| search(&searches, Purpose::Analysis, 1, &tell, "one")).collect();
            waits(&searches, most - 1, 1).await;
            let refused = searches.ask(Purpose::Analysis, client(1), || ()).await;
            assert!(matches!(refused, Err(Refusal::Table(tabletop::Refusal::TooMany(_)))));
            drop(ends);
            waits(&searches, 0, 0).await;
        });
    }
}
