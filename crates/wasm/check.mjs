// node crates/wasm/check.mjs FOLDER PROGRAM: compares the modules in a folder with the native
// program, and measures the speed of the modules.
//
// Both answer the same calls: the suite of the fingerprint, and a game of engines for each engine,
// with a hint and the course. The answers must be equal: moves, values, depths and nodes.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The plies of the game of each engine. */
const PLIES = 12;

/** The searches with which the speed of each engine is measured, and the nodes of each. */
const ROUNDS = 5;
const NODES = 300_000;

const [folder, program] = process.argv.slice(2);

/** An instance of a module: a function from the text of a call to that of its answer. */
function instance(wasm, imports) {
  let exports;
  const text = (at, length) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
  const put = (at, bytes) => new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  ({ exports } = new WebAssembly.Instance(wasm, { env: imports(text, put) }));
  return (call) => {
    const bytes = new TextEncoder().encode(call);
    put(exports.input(bytes.length), bytes);
    const length = exports.call();
    return text(exports.output(), length);
  };
}

/** The tables, linked to an engine. `now` is the clock of both. */
function linked(wasm, now, hear) {
  const engine = instance(wasm, (text) => ({
    now,
    report: (at, length) => hear(text(at, length)),
  }));
  let answer;
  return instance(tables, (text, put) => ({
    now,
    ask: (at, length) => {
      answer = new TextEncoder().encode(engine(text(at, length)));
      return answer.length;
    },
    take: (at) => put(at, answer),
  }));
}

/** The engine for a game's text. */
function engineOf(text) {
  const board = /^etoile:\S*\bboard=(square\d+)/.exec(text);
  return board ? `etoile_${board[1]}` : /^\w+/.exec(text)[0];
}

const compiled = (name) => new WebAssembly.Module(readFileSync(`${folder}/${name}.wasm`));
const tables = compiled("tables");
const engines = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith(".wasm"))) {
  const name = file.replace(".wasm", "");
  if (name === "tables") continue;
  const wasm = compiled(name);
  const answer = linked(
    wasm,
    () => 0,
    () => {},
  );
  engines[name] = { name, wasm, answer, speed: 0 };
}

const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

/** Makes a call to the tables with an engine and to the native program, and returns the answer. */
async function both(engine, object) {
  const call = JSON.stringify(object);
  const started = performance.now();
  const answer = engine.answer(call);
  const millis = performance.now() - started;
  child.stdin.write(`${call}\n`);
  const { value } = await lines.next();
  const space = value.indexOf(" ");
  if (value.slice(space + 1) !== answer) {
    throw new Error(
      `${engine.name}: ${call}\nread     ${answer}\nexpected ${value.slice(space + 1)}`,
    );
  }
  return { ...JSON.parse(answer), millis, native: Number(value.slice(0, space)) / 1000 };
}

/** Plays a part of a game between engines, and reviews it. */
async function play(engine) {
  const board = /square\d+/.exec(engine.name)?.[0];
  const game = board ? `etoile:board=${board},players=2` : engine.name;
  const random = Array.from({ length: 16 }, (_, index) => (index + 1).toString(16));
  let [table, plies] = [{}, 0];
  const create = async (seats) => {
    table = await both(engine, { call: "create", wanted: { game, seats }, random, now: 1 });
  };
  await create([0, 0, 0, 0]);
  const query = { token: table.token, player: 0, lang: "en" };
  await both(engine, { call: "show", id: table.id, record: table.record, query });
  await create([1, 4, 2, 3]);
  while (plies < PLIES) {
    const { record } = table;
    const { work, version } = await both(engine, { call: "next", record });
    if (work === "nothing") break;
    const change =
      work === "deal"
        ? { call: "deal" }
        : { call: "play", move: (await both(engine, { call: "choose", record })).move };
    table = await both(engine, { ...change, record, version, now: 2 });
    plies += 1;
  }
  for (const call of ["hint", "course", "threats"]) {
    await both(engine, { call, record: table.record, query });
  }
  return plies;
}

/**
 * Measures the speed of an engine as a part of the native speed. Both search in turn, and the least
 * time of each counts.
 */
async function race(engine, text) {
  const least = { millis: Infinity, native: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { millis, native } = await both(engine, { call: "bench", text, nodes: NODES });
    least.millis = Math.min(least.millis, millis);
    least.native = Math.min(least.native, native);
  }
  engine.speed = least.native / least.millis;
}

/** An analysis reports what it has found, and ends when its time is over. */
function analyse({ name, wasm }, text) {
  let seconds = 0;
  const reports = [];
  const answer = linked(
    wasm,
    () => 1000 * (seconds += 1),
    (report) => reports.push(report),
  );
  const random = Array.from({ length: 16 }, () => "7");
  const call = (object) => JSON.parse(answer(JSON.stringify(object)));
  const { record, token } = call({
    call: "create",
    wanted: { game: text, seats: [0, 0, 0, 0] },
    random,
    now: 1,
  });
  const { opinion } = call({ call: "analyse", record, query: { token, player: 0 }, lines: 2 });
  if (!reports.length || !opinion?.lines.length) throw new Error(`${name}: no analysis`);
}

const suite = readFileSync("benches/suites/bench.txt", "utf8");
const positions = suite.split("\n").filter((line) => line && !line.startsWith("#"));
const first = {};
let nodes = 0;
for (const line of positions) {
  const [depth, ...words] = line.split(" ");
  const text = words.join(" ");
  const found = await both(engines[engineOf(text)], { call: "bench", text, depth: Number(depth) });
  nodes += found.nodes ?? Number.NaN;
  first[engineOf(text)] ??= text;
}
const fingerprint = readFileSync("benches/fingerprint.txt", "utf8").trim();
if (`nodes ${nodes}` !== fingerprint) {
  throw new Error(`fingerprint: read "nodes ${nodes}", expected "${fingerprint}"`);
}
let plies = 0;
for (const engine of Object.values(engines)) {
  plies += await play(engine);
  await race(engine, first[engine.name]);
}
for (const [name, text] of [
  ["benedictine", "benedictine"],
  ["maitres", "maitres startpos moves die3"],
]) {
  analyse(engines[name], text);
}
child.stdin.end();

for (const { name, speed } of Object.values(engines)) {
  console.log(`${name}: ${speed.toFixed(2)} of the native speed`);
}
console.log(`${positions.length} positions and ${plies} plies are equal, ${fingerprint}`);
