// Searches, each in a worker.

import { TABLES, code, refusal } from "./engines.js";

/** By engine: a worker that waits for the next search. */
const idle = new Map();

/**
 * Starts a search by an engine. `answer` is its answer; `stop` ends it without one. `hear` receives
 * its reports.
 */
export function search(engine, call, hear = () => {}) {
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
        idle.get(engine) ?? new Worker(new URL("search.js", import.meta.url), { type: "module" });
      idle.delete(engine);
      worker.onmessage = ({ data }) => {
        if (data.report) return hear(data.report);
        ended = true;
        // A worker that failed is not used again.
        if (data.error || idle.has(engine)) worker.terminate();
        else idle.set(engine, worker);
        if (data.error) reject(refusal(data.error.code, data.error));
        else resolve(data.answer);
      };
      worker.onerror = () => reject(refusal("offline"));
      worker.postMessage({ codes, call });
    };
    Promise.all([TABLES, engine].map(code)).then(begin, reject);
  });
  // Nobody has to wait for a search that is stopped.
  answer.catch(() => {});
  return { answer, stop: () => stop() };
}
