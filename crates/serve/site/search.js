// A search: a worker with a module of its own. The worker of the tables stops it by its end.

import { start, told } from "./engines.js";

let engine;

addEventListener("message", async ({ data: { code, call } }) => {
  try {
    engine ??= await start(code, (report) => postMessage({ report }));
    postMessage({ answer: engine(call) });
  } catch (error) {
    postMessage({ error: told(error) });
  }
});
