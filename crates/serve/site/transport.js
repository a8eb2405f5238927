// The way to the tables of a page without a server: a worker in this browser. The page of
// `engine serve` has another module of this name.

/** Whether the tables are in this browser, so that no other device reaches them. */
export const local = true;

/** The time after which the files of games that were not opened yet are loaded, in milliseconds. */
const LATER = 2000;

const here = (path) => new URL(path, import.meta.url);

/** The code of the reason why the page cannot work in this browser, if there is one. */
export function fault() {
  const needs = ["WebAssembly", "Worker", "indexedDB", "BroadcastChannel"];
  return needs.every((name) => globalThis[name]) ? null : "unsupported";
}

async function file(path) {
  const response = await fetch(here(path)).catch(() => null);
  if (!response?.ok) throw Object.assign(new Error(`${path} is not loaded`), { code: "offline" });
  return response.json();
}

const words = new Map();
const waiting = new Map();
const hearers = new Map();
/** By number: the workers that search. */
const searches = new Map();
let count = 0;
let worker;

/** Starts the worker of a search for the worker of the tables, or ends it. */
function search(number, port) {
  if (!port) {
    searches.get(number)?.terminate();
    return searches.delete(number);
  }
  const started = new Worker(here("search.js"), { type: "module" });
  searches.set(number, started);
  started.onerror = () => worker?.postMessage({ failed: number });
  started.postMessage({ port }, [port]);
}

/** The worker of the tables. */
function tables() {
  if (worker) return worker;
  worker = new Worker(here("tables.js"), { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => {
    // The worker answers errors. Only if it was not loaded, there is no answer.
    if (event.message) return;
    worker.terminate();
    worker = null;
    [...searches.keys()].forEach((number) => search(number));
    const error = { code: navigator.onLine ? "unsupported" : "offline" };
    [...waiting.keys()].forEach((asked) => hear({ asked, error }));
  };
  words.forEach((texts, language) => worker.postMessage({ language, texts }));
  return worker;
}

const send = (message) => tables().postMessage(message);

function hear({ asked, answer, error, heard, message, search: number, port }) {
  if (number) return search(number, port);
  if (heard) return hearers.get(heard)?.(message);
  const { resolve, reject } = waiting.get(asked) ?? {};
  waiting.delete(asked);
  if (error) reject?.(Object.assign(new Error(error.message ?? error.code), error));
  else resolve?.(answer);
}

/** Asks for something. Returns the answer, or throws an error with the code of the refusal. */
export async function request(path, method = "GET", body = undefined) {
  if (path === "games") return file("games.json");
  if (path === "address") return { address: null };
  if (path.startsWith("texts/")) {
    const language = path.slice(6);
    words.set(language, await file(`${path}.json`));
    // The worker starts early, and gets the words that it does not have yet.
    if (!fault()) send({ language, texts: words.get(language) });
    return words.get(language);
  }
  const asked = ++count;
  const answer = new Promise((resolve, reject) => waiting.set(asked, { resolve, reject }));
  send({ asked, path, method, body });
  const given = await answer;
  if (body?.do === "step" || body?.do === "roll") keepRest();
  return given;
}

/** Listens to changes of a table. */
export function listen(id, query, hear) {
  const heard = ++count;
  hearers.set(heard, hear);
  send({ heard, path: `tables/${id}?${query()}` });
  return {
    send: ({ analyse }) => send({ heard, analyse }),
    end: () => {
      hearers.delete(heard);
      send({ heard, end: true });
    },
  };
}

let tell = () => {};
let rest = false;

/**
 * Asks the service worker to load the files of all games. This waits while a person begins the
 * first game, because that game is loaded at the same time.
 */
async function keepRest() {
  if (rest || !navigator.serviceWorker) return;
  rest = true;
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("keep");
}

/**
 * Reports when all files of the page are stored in this browser, and when there is a new version.
 */
export async function news(hear) {
  tell = hear;
  const workers = navigator.serviceWorker;
  // Without a certificate a browser has no service workers. The page works all the same.
  if (!workers) return;
  let controlled = Boolean(workers.controller);
  workers.addEventListener("message", ({ data }) => data === "kept" && tell("offline"));
  workers.addEventListener("controllerchange", () => {
    // The first service worker has the files that the page has already.
    if (controlled) location.reload();
    controlled = true;
  });
  setTimeout(() => !location.hash.startsWith("#/t/") && keepRest(), LATER);
  const registration = await workers
    .register(here("../service.js"), { updateViaCache: "none" })
    .catch(() => null);
  if (!registration) return;
  const offer = (fresh) =>
    fresh && workers.controller && tell("version", () => fresh.postMessage("take over"));
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const fresh = registration.installing;
    fresh.addEventListener("statechange", () => fresh.state === "installed" && offer(fresh));
  });
}
