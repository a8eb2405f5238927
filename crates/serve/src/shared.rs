//! A question about a table that is answered once for all who ask it at the same time.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use engine::StopFlag;
use tokio::sync::watch;

use crate::error::Refusal;

/// The search that answers a question: its flag to stop it, and the receivers of the answer.
#[derive(Debug)]
pub(crate) struct Asked<T> {
    /// Stops the search.
    pub(crate) stop: StopFlag,
    answer: watch::Sender<Option<T>>,
}

/// A question about the position of a table. At most one search answers it at a time.
#[derive(Debug)]
pub(crate) struct Shared<T>(Mutex<Option<(u64, Weak<Asked<T>>)>>);

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T: Clone + Send + Sync + 'static> Shared<T> {
    /// The answer at a version of the table. If no search for it is under way, `search` makes one;
    /// a search at an older version ends. The search ends, too, when nobody waits for it.
    pub(crate) async fn answer<F>(
        &self,
        version: u64,
        search: impl FnOnce(StopFlag) -> F,
    ) -> Result<T, Refusal>
    where
        F: Future<Output = Result<T, Refusal>> + Send + 'static,
    {
        let mut told = {
            let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let running = current.as_ref().and_then(|(at, asked)| Some((*at, asked.upgrade()?)));
            match running {
                Some((at, asked)) if at == version && !asked.stop.is_set() => {
                    asked.answer.subscribe()
                }
                running => {
                    running.into_iter().for_each(|(_, asked)| asked.stop.stop());
                    let (answer, told) = watch::channel(None);
                    let asked = Arc::new(Asked { stop: StopFlag::default(), answer });
                    *current = Some((version, Arc::downgrade(&asked)));
                    let search = search(asked.stop.clone());
                    tokio::spawn(run(asked, search));
                    told
                }
            }
        };
        let refused = || tabletop::Refusal::TooMany("searches").into();
        let answer = told.wait_for(Option::is_some).await.map_err(|_| refused())?.clone();
        answer.ok_or_else(refused)
    }
}

/// Searches until there is an answer or nobody waits.
async fn run<T>(asked: Arc<Asked<T>>, search: impl Future<Output = Result<T, Refusal>>) {
    tokio::select! {
        found = search => {
            if let Ok(found) = found {
                asked.answer.send_replace(Some(found));
            }
        }
        () = asked.answer.closed() => {}
    }
    // A search that runs goes on until it sees this.
    asked.stop.stop();
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::time::Duration;

    use tokio::time::sleep;

    use super::*;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().build().expect("a runtime").block_on(future)
    }

    /// Those who ask at the same time get the same answer. Later ones get another, and so do those
    /// who ask at a later version.
    #[test]
    fn one_search_answers_all() {
        let (shared, searches) = (Arc::new(Shared::default()), Arc::new(AtomicUsize::new(0)));
        let ask = |version| {
            let (shared, searches) = (shared.clone(), searches.clone());
            tokio::spawn(async move {
                let search = |_| async move {
                    sleep(Duration::from_millis(50)).await;
                    Ok(searches.fetch_add(1, SeqCst))
                };
                shared.answer(version, search).await
            })
        };
        block_on(async {
            let asked = [ask(1), ask(1), ask(1)];
            for asked in asked {
                assert_eq!(asked.await.expect("no panic").expect("an answer"), 0);
            }
            assert_eq!(ask(1).await.expect("no panic").expect("an answer"), 1);
            let (old, new) = (ask(1), ask(2));
            assert!(new.await.expect("no panic").expect("an answer") > 1);
            drop(old);
        });
    }

    /// A search for which nobody waits is stopped.
    #[test]
    fn a_search_that_nobody_waits_for_ends() {
        let shared = Arc::new(Shared::<()>::default());
        block_on(async {
            let (tell, told) = tokio::sync::oneshot::channel();
            let asked = tokio::spawn({
                let shared = shared.clone();
                async move {
                    let search = |stop: StopFlag| async move {
                        let _ = tell.send(stop);
                        std::future::pending().await
                    };
                    shared.answer(1, search).await
                }
            });
            let stop = told.await.expect("it begins");
            assert!(!stop.is_set());
            asked.abort();
            while !stop.is_set() {
                sleep(Duration::from_millis(1)).await;
            }
        });
    }
}
