// The tables of a page without a server: a worker in the place of the server. It answers the
// requests of the page, tells the page of changes, and lets the engine play its seats.

import { codeOfTables, refusal, startTables, told } from "./engines.js";
import { failed, search } from "./searches.js";
import * as store from "./store.js";

/** The pause before the next try when a move of the engine cannot be stored, in milliseconds. */
const STORE_PAUSE = 5000;

/** The number of random numbers that a new table needs at most. */
const RANDOM = 16;

/** The words of each language. */
const words = new Map();
/** The running instance of the tables, and the languages that it knows. */
let instance;
/** By number: the page's interest in a table. */
const hearers = new Map();
/** By table: the engine's search for a move. */
const thinking = new Map();
/** By table: the end of its last work. */
const working = new Map();
/** Other tabs hear of changes, too. */
const channel = new BroadcastChannel("french-board-games");

const now = () => Math.floor(Date.now() / 1000);
const random = () =>
  Array.from(crypto.getRandomValues(new BigUint64Array(RANDOM)), (number) =>
    number.toString(16).padStart(16, "0"),
  );

/** The running tables. They know all words that the page has. They do not search. */
async function tables() {
  if (!instance) {
    const starting = codeOfTables().then(startTables);
    instance = { starting, languages: new Set() };
    starting.catch(() => (instance = undefined));
  }
  const { starting, languages } = instance;
  const call = await starting;
  for (const [language, texts] of words) {
    if (languages.has(language)) continue;
    languages.add(language);
    call({ call: "texts", language, texts });
  }
  return (what) => {
    try {
      return call(what);
    } catch (error) {
      // After a fault the state of the module is unknown.
      if (told(error).code === "broken") instance = undefined;
      throw error;
    }
  };
}

/** Asks about a table. Stores its new record, if there is one, and then answers. */
async function change(id, what) {
  const call = await tables();
  const answer = await store.change(id, ({ record }) => call({ id, record, now: now(), ...what }));
  if (answer.record) {
    channel.postMessage(id);
    changed(id);
  }
  return answer;
}

/** Stores a new table. */
async function create(call) {
  const { id, token, record } = (await tables())({ ...call, random: random(), now: now() });
  await store.add({ id, record });
  // Asks the browser not to delete the tables when its disk becomes full.
  navigator.storage?.persist?.().catch(() => {});
  return { id, token };
}

/** The tables that this tab has removed, so that they can be brought back. */
const removed = new Map();

async function restore(id) {
  const table = removed.get(id);
  if (!table) throw refusal("not_found");
  removed.delete(id);
  await store.add(table);
  return null;
}

async function remove(id, query) {
  const table = await store.read(id);
  (await tables())({ call: "delete", record: table.record, query });
  await store.remove(id);
  removed.set(id, table);
  channel.postMessage(id);
  changed(id);
  return null;
}

async function advise(id, query, call, more = {}) {
  const { record } = await store.read(id);
  const parts = (await tables())({ call: "engine", record });
  return search(parts, { call, record, query, ...more }).answer;
}

/** The identity in a query. */
function identity(params) {
  const number = (name) => (params.has(name) ? Number(params.get(name)) : null);
  return {
    token: params.get("token") ?? "",
    player: number("player"),
    lang: params.get("lang"),
    at: number("at"),
  };
}

/** Answers a request of the page, as the server would. */
async function serve({ path, method, body }) {
  const { pathname, searchParams } = new URL(path, "https://page.invalid/");
  const [, place, id, question] = pathname.split("/");
  const query = identity(searchParams);
  if (place !== "tables") throw refusal("not_found");
  if (!id) return create({ call: "create", wanted: body });
  switch (`${method} ${question ?? ""}`) {
    case "GET ":
      return (await change(id, { call: "show", query })).table;
    case "POST ":
      return (await change(id, { call: "act", query, act: body })).table;
    case "DELETE ":
      return remove(id, query);
    case "POST analysis":
    case "POST again": {
      const { record } = await store.read(id);
      return create({ call: question, id, record, query });
    }
    case "POST restore":
      return restore(id);
    case "GET hint":
    case "GET course":
      return advise(id, query, question);
    case "GET threats":
      return change(id, { call: "threats", query });
    case "GET why":
      return change(id, {
        call: "why",
        query,
        stop: searchParams.get("stop"),
        from: searchParams.get("from"),
      });
    case "GET weigh":
      return advise(id, query, "weigh", { move: searchParams.get("move") });
    default:
      throw refusal("not_found");
  }
}

/** Tells everybody in this tab of the state of a table. */
function changed(id) {
  for (const hearer of hearers.values()) if (hearer.id === id) show(hearer);
  advance(id);
}

/** Sends a page its view of a table. */
async function show(hearer) {
  const { id, query, tell } = hearer;
  try {
    const { table } = await change(id, { call: "show", query });
    tell({ table });
    if (table.version !== hearer.version) analyse(hearer, hearer.lines);
    hearer.version = table.version;
  } catch (error) {
    tell({ error: told(error) });
  }
}

/** Begins an analysis with a number of lines; 0 ends the one that runs. */
async function analyse(hearer, lines) {
  hearer.analysis?.stop();
  hearer.analysis = null;
  hearer.lines = lines;
  if (!lines) return;
  const { id, query, tell } = hearer;
  const { record } = await store.read(id);
  const call = await tables();
  if (hearer.analysis || hearer.lines !== lines || hearer.ended) return;
  const { version } = call({ call: "next", record });
  const hear = (opinion) => opinion && tell({ opinion, version });
  const parts = call({ call: "engine", record });
  hearer.analysis = search(parts, { call: "analyse", record, query, lines }, hear);
  hearer.analysis.answer.then(
    ({ opinion }) => hear(opinion),
    (error) => {
      if (error.code !== "stopped") tell({ error: told(error) });
    },
  );
}

/** Lets chance and the engine act at a table that somebody looks at. One step follows another. */
function advance(id) {
  const before = working.get(id) ?? Promise.resolve();
  const next = before.then(() => work(id)).catch((error) => fail(id, error));
  working.set(id, next);
  next.then(() => working.get(id) === next && working.delete(id));
}

function fail(id, error) {
  if (["not_now", "not_found", "stopped"].includes(error.code)) return;
  for (const hearer of hearers.values()) {
    if (hearer.id === id) hearer.tell({ error: told(error) });
  }
  if (error.code === "full") setTimeout(() => advance(id), STORE_PAUSE);
}

const isHeard = (id) => [...hearers.values()].some((hearer) => hearer.id === id);

async function work(id) {
  const running = thinking.get(id);
  const stop = () => {
    running?.search.stop();
    thinking.delete(id);
  };
  if (!isHeard(id)) return stop();
  const { record } = await store.read(id).catch((error) => {
    stop();
    throw error;
  });
  const call = await tables();
  const { work, version } = call({ call: "next", record });
  if (running?.version === version && work === "think") return;
  stop();
  if (work === "deal") await change(id, { call: "deal", version });
  if (work !== "think") return;
  const choice = search(call({ call: "engine", record }), { call: "choose", record });
  const entry = { version, search: choice };
  thinking.set(id, entry);
  choice.answer
    .then(({ move }) => change(id, { call: "play", version, move }))
    .finally(() => thinking.get(id) === entry && thinking.delete(id))
    .catch((error) => fail(id, error));
}

function hear({ heard, path, analyse: lines, end }) {
  const hearer = hearers.get(heard);
  if (path) {
    const { pathname, searchParams } = new URL(path, "https://page.invalid/");
    const tell = (message) => hearers.has(heard) && postMessage({ heard, message });
    const id = pathname.split("/")[2];
    hearers.set(heard, { id, query: identity(searchParams), tell, lines: 0 });
    tell({ connected: true, again: false });
    changed(id);
  } else if (hearer && end) {
    hearers.delete(heard);
    hearer.ended = true;
    hearer.analysis?.stop();
    advance(hearer.id);
  } else if (hearer) {
    analyse(hearer, lines).catch((error) => hearer.tell({ error: told(error) }));
  }
}

channel.onmessage = ({ data }) => changed(data);

addEventListener("message", async ({ data }) => {
  if (data.texts) {
    words.set(data.language, data.texts);
  } else if (data.failed) {
    failed(data.failed);
  } else if (data.heard) {
    hear(data);
  } else {
    const { asked } = data;
    try {
      postMessage({ asked, answer: await serve(data) });
    } catch (error) {
      postMessage({ asked, error: told(error) });
    }
  }
});
