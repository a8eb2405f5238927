// A search: a worker with the tables and an engine. The worker of the tables ends it to stop it.

import { startEngine, startTables, told } from "./engines.js";

let tables;

async function start([codeOfTables, codeOfEngine]) {
  const engine = await startEngine(codeOfEngine, (report) => postMessage({ report }));
  return startTables(codeOfTables, engine);
}

addEventListener("message", async ({ data: { codes, call } }) => {
  try {
    tables ??= await start(codes);
    postMessage({ answer: tables(call) });
  } catch (error) {
    postMessage({ error: told(error) });
  }
});
