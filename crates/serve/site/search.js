// A search: a worker with the tables, an engine and its weights. The worker of the tables ends it
// to stop it.

import { startEngine, startTables, told } from "./engines.js";

let tables;

async function start([codeOfTables, codeOfEngine, weights]) {
  const hear = (report) => postMessage({ report });
  return startTables(codeOfTables, await startEngine(codeOfEngine, weights, hear));
}

addEventListener("message", async ({ data: { codes, call } }) => {
  try {
    tables ??= await start(codes);
    postMessage({ answer: tables(call) });
  } catch (error) {
    postMessage({ error: told(error) });
  }
});
