// Searches, each in a worker.

import { code, refusal } from "./engines.js";

/** By module: a worker that waits for the next search. */
const idle = new Map();

/**
 * Starts a search. `answer` is its answer; `stop` ends it without one. `hear` receives its reports.
 */
export function search(module, call, hear = () => {}) {
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
    const begin = (compiled) => {
      if (ended) return;
      worker =
        idle.get(module) ?? new Worker(new URL("search.js", import.meta.url), { type: "module" });
      idle.delete(module);
      worker.onmessage = ({ data }) => {
        if (data.report) return hear(data.report);
        ended = true;
        // A module that failed is not used again.
        if (data.error || idle.has(module)) worker.terminate();
        else idle.set(module, worker);
        if (data.error) reject(refusal(data.error.code, data.error));
        else resolve(data.answer);
      };
      worker.onerror = () => reject(refusal("offline"));
      worker.postMessage({ code: compiled, call });
    };
    code(module).then(begin, reject);
  });
  // Nobody has to wait for a search that is stopped.
  answer.catch(() => {});
  return { answer, stop: () => stop() };
}
