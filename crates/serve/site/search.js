// A search: a worker with the tables, an engine and its weights. The first message has a port to
// the worker of the tables. To stop a search, the page ends this worker.

import { startEngine, startTables, told } from "./engines.js";

let tables, port;

async function start([codeOfTables, codeOfEngine, weights]) {
  const hear = (report) => port.postMessage({ report });
  return startTables(codeOfTables, await startEngine(codeOfEngine, weights, hear));
}

async function search({ data: { codes, call } }) {
  try {
    tables ??= await start(codes);
    port.postMessage({ answer: tables(call) });
  } catch (error) {
    port.postMessage({ error: told(error) });
  }
}

addEventListener("message", ({ data }) => {
  ({ port } = data);
  port.onmessage = search;
});
