// The WebAssembly modules: that of the tables, and the engine of each game.

import { modules } from "./modules.js";

/** An error with the code of a refusal. */
export const refusal = (code, more = {}) => Object.assign(new Error(code), { code, ...more });

/** An error as a message between workers. An error without a code is a fault of the program. */
export const told = (error) => ({
  ...error,
  // The browser's own errors have a number there.
  code: typeof error.code === "string" ? error.code : "broken",
  message: error.message,
});

/** The module of the tables. */
export const TABLES = "tables";

/** The engine for the text of a game or a position. The boards of Étoile have their own engines. */
export function engineOf(text) {
  const name = text.trim().match(/^\w*/)[0];
  const board = text.match(/^\s*etoile:\S*\bboard=(square8|square10)\b/)?.[1];
  const engine = board ? `${name}_${board}` : name;
  if (engine !== TABLES && modules[engine]) return engine;
  throw refusal("input", { field: "game", read: name });
}

const compiled = new Map();

/** Loads the code of a module once. After a failure it is loaded again. */
export function code(module) {
  if (!compiled.has(module)) {
    const loading = load(module);
    compiled.set(module, loading);
    loading.catch(() => compiled.delete(module));
  }
  return compiled.get(module);
}

async function load(module) {
  const response = await fetch(new URL(modules[module], import.meta.url)).catch(() => null);
  const bytes = response?.ok && (await response.arrayBuffer().catch(() => null));
  if (!bytes) throw refusal("offline");
  return WebAssembly.compile(bytes);
}

/** A running module: a function from the text of a call to that of its answer. */
async function instance(compiled, imports) {
  const text = (at, length) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
  const put = (at, bytes) => new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const env = { now: () => performance.now(), ...imports(text, put) };
  const { exports } = await WebAssembly.instantiate(compiled, { env });
  return (call) => {
    const bytes = new TextEncoder().encode(call);
    put(exports.input(bytes.length), bytes);
    const length = exports.call();
    return text(exports.output(), length);
  };
}

/** A number from its bits. */
const float = (hex) => new Float64Array(BigUint64Array.of(BigInt(`0x${hex}`)).buffer)[0];

/** An opinion of an engine from its words. `Opinion::to_words` in the crate `play` writes them. */
function opinion(words) {
  const [[depth, nodes, ...shares], ...rows] = words.split("\n").map((row) => row.split(" "));
  const proof = ([result, count]) => (count ? { result, moves: Number(count) } : { result });
  const lines = rows.map(([share, proven, ...moves]) => ({
    share: float(share),
    proven: proven === "-" ? null : proof(proven.split(":")),
    moves,
  }));
  return { shares: shares.map(float), lines, depth: Number(depth), nodes: Number(nodes) };
}

/** A running engine. `hear` receives the reports of a search that is running. */
export const startEngine = (compiled, hear) =>
  instance(compiled, (text) => ({ report: (at, length) => hear(opinion(text(at, length))) }));

/** The running tables: a function that makes their calls. `engine` answers their questions. */
export async function startTables(compiled, engine) {
  let answer;
  const answered = await instance(compiled, (text, put) => ({
    ask: (at, length) => {
      answer = new TextEncoder().encode(engine(text(at, length)));
      return answer.length;
    },
    take: (at) => put(at, answer),
  }));
  return (call) => {
    const answer = JSON.parse(answered(JSON.stringify(call)));
    if (answer.error) throw refusal(answer.error.code, { ...answer.error, table: answer.table });
    return answer;
  };
}
