// The WebAssembly modules: that of the tables, the engine of each game, and the weights of engines.

import { modules, weights } from "./modules.js";

/** An error with the code of a refusal. */
export const refusal = (code, more = {}) => Object.assign(new Error(code), { code, ...more });

/** An error as a message between workers. An error without a code is a fault of the program. */
export const told = (error) => ({
  ...error,
  // The browser's own errors have a number there.
  code: typeof error.code === "string" ? error.code : "broken",
  message: error.message,
});

const compiled = new Map();

/** Loads a module once. After a failure it is loaded again. */
function code(path) {
  if (!compiled.has(path)) {
    const loading = load(path);
    compiled.set(path, loading);
    loading.catch(() => compiled.delete(path));
  }
  return compiled.get(path);
}

/** The module of the tables. */
export const codeOfTables = () => code(modules.tables);

/** The modules of a search: the tables, the engine, and the weights, which are no code. */
export const codesOfSearch = (parts) =>
  Promise.all([modules.tables, modules[parts.engine], weights[parts.weights]].map(code));

async function load(path) {
  const response = await fetch(new URL(path, import.meta.url)).catch(() => null);
  const bytes = response?.ok && (await response.arrayBuffer().catch(() => null));
  if (!bytes) throw refusal("offline");
  return WebAssembly.compile(bytes);
}

/**
 * A running module: a function from the text of a call to that of its answer. `ask` gives the bytes
 * for a text that the module asks with.
 */
async function instance(compiled, ask, more = () => ({})) {
  let answer;
  const text = (at, length) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
  const put = (at, bytes) => new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const env = {
    now: () => performance.now(),
    ask: (at, length) => {
      answer = ask(text(at, length));
      return answer.length;
    },
    take: (at) => put(at, answer),
    ...more(text),
  };
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

/** A running engine with its weights. `hear` receives the reports of a search that is running. */
export function startEngine(compiled, weights, hear) {
  const [packed] = WebAssembly.Module.customSections(weights, "weights");
  const report = (text) => ({ report: (at, length) => hear(opinion(text(at, length))) });
  return instance(compiled, () => new Uint8Array(packed), report);
}

/** The running tables: a function that makes their calls. `engine` answers their questions. */
export async function startTables(compiled, engine) {
  const answered = await instance(compiled, (text) => new TextEncoder().encode(engine(text)));
  return (call) => {
    const answer = JSON.parse(answered(JSON.stringify(call)));
    if (answer.error) throw refusal(answer.error.code, { ...answer.error, table: answer.table });
    return answer;
  };
}
