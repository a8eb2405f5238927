// Searches, each in a worker. The page starts and ends these workers. On a busy machine Firefox
// sometimes never returns when a worker starts another worker.

import { codesOfSearch, refusal } from "./engines.js";

/** By set of weights: a worker that waits for the next search. */
const idle = new Map();
/** By number: the workers that the page has started. */
const started = new Map();
let count = 0;

/** Starts a worker. Its messages go through a port. */
function start() {
  const number = ++count;
  const { port1: port, port2: end } = new MessageChannel();
  const worker = {
    post: (message) => port.postMessage(message),
    hear: (hear) => (port.onmessage = ({ data }) => hear(data)),
    terminate: () => {
      started.delete(number);
      port.close();
      postMessage({ search: number });
    },
  };
  started.set(number, worker);
  postMessage({ search: number, port: end }, [end]);
  return worker;
}

/** Tells the search of a worker that the page could not start the worker. */
export function failed(number) {
  started.get(number)?.fail();
}

/**
 * Starts a search by an engine, whose parts the tables name. `answer` is its answer; `stop` ends it
 * without one. `hear` receives its reports.
 */
export function search(parts, call, hear = () => {}) {
  const { weights } = parts;
  let stop;
  const answer = new Promise((resolve, reject) => {
    let worker;
    let ended = false;
    stop = () => {
      if (ended) return;
      ended = true;
      worker?.terminate();
      reject(refusal("stopped"));
    };
    const begin = (codes) => {
      if (ended) return;
      worker = idle.get(weights) ?? start();
      idle.delete(weights);
      worker.hear((data) => {
        if (data.report) return hear(data.report);
        ended = true;
        // A worker that failed is not used again.
        if (data.error || idle.has(weights)) worker.terminate();
        else idle.set(weights, worker);
        if (data.error) reject(refusal(data.error.code, data.error));
        else resolve(data.answer);
      });
      worker.fail = () => reject(refusal("offline"));
      worker.post({ codes, call });
    };
    codesOfSearch(parts).then(begin, reject);
  });
  // Nobody has to wait for a search that is stopped.
  answer.catch(() => {});
  return { answer, stop: () => stop() };
}
