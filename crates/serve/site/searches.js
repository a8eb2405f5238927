// Searches, each in a worker.

import { codesOfSearch, refusal } from "./engines.js";

/** By set of weights: a worker that waits for the next search. */
const idle = new Map();

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
      worker =
        idle.get(weights) ?? new Worker(new URL("search.js", import.meta.url), { type: "module" });
      idle.delete(weights);
      worker.onmessage = ({ data }) => {
        if (data.report) return hear(data.report);
        ended = true;
        // A worker that failed is not used again.
        if (data.error || idle.has(weights)) worker.terminate();
        else idle.set(weights, worker);
        if (data.error) reject(refusal(data.error.code, data.error));
        else resolve(data.answer);
      };
      worker.onerror = () => reject(refusal("offline"));
      worker.postMessage({ codes, call });
    };
    codesOfSearch(parts).then(begin, reject);
  });
  // Nobody has to wait for a search that is stopped.
  answer.catch(() => {});
  return { answer, stop: () => stop() };
}
