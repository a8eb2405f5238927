// The games as WebAssembly: each table uses the module of its game.

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

/** The module for the text of a game or a position. The boards of Étoile have their own modules. */
export function moduleOf(text) {
  const name = text.trim().match(/^\w*/)[0];
  const board = text.match(/^\s*etoile:\S*\bboard=(square8|square10)\b/)?.[1];
  const module = board ? `${name}_${board}` : name;
  if (modules[module]) return module;
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

/**
 * A running module: a function that makes its calls. `report` receives the reports of a search that
 * is running.
 */
export async function start(compiled, report = () => {}) {
  const text = (at, length) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
  const env = {
    now: () => performance.now(),
    report: (at, length) => report(JSON.parse(text(at, length))),
  };
  const { exports } = await WebAssembly.instantiate(compiled, { env });
  return (call) => {
    const bytes = new TextEncoder().encode(JSON.stringify(call));
    const at = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const length = exports.call();
    const answer = JSON.parse(text(exports.output(), length));
    if (answer.error) throw refusal(answer.error.code, { ...answer.error, table: answer.table });
    return answer;
  };
}
