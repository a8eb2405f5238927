// A search: a worker that loads its module again. The worker of the tables ends it to stop it.

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
