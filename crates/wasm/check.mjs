// node crates/wasm/check.mjs FOLDER PROGRAM: compares the modules in a folder with the native
// program, and measures the speed of the modules.
//
// Both answer the same calls: the suite of the fingerprint, and a game of engines for each module,
// with a hint and the course. The answers must be equal: moves, values, depths and nodes.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The plies of the game of each module. */
const PLIES = 12;

/** The searches with which the speed of each module is measured, and the nodes of each. */
const ROUNDS = 3;
const NODES = 300_000;

const [folder, program] = process.argv.slice(2);

/** An instance of a module. `now` is its clock. */
function instance(wasm, now, report) {
  let exports;
  const text = (at, length) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
  const env = { now, report: (at, length) => report(text(at, length)) };
  ({ exports } = new WebAssembly.Instance(wasm, { env }));
  return (call) => {
    const bytes = new TextEncoder().encode(call);
    const at = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const length = exports.call();
    return text(exports.output(), length);
  };
}

/** The module of a game's text. */
function moduleOf(text) {
  const board = /^etoile:\S*\bboard=(square\d+)/.exec(text);
  return board ? `etoile_${board[1]}` : /^\w+/.exec(text)[0];
}

const modules = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith(".wasm"))) {
  const wasm = new WebAssembly.Module(readFileSync(`${folder}/${file}`));
  const name = file.replace(".wasm", "");
  const answer = instance(
    wasm,
    () => 0,
    () => {},
  );
  modules[name] = { name, wasm, answer, speed: 0 };
}

const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

/** Makes a call to a module and to the native program, and returns the answer. */
async function both(module, object) {
  const call = JSON.stringify(object);
  const started = performance.now();
  const answer = module.answer(call);
  const millis = performance.now() - started;
  child.stdin.write(`${call}\n`);
  const { value } = await lines.next();
  const space = value.indexOf(" ");
  if (value.slice(space + 1) !== answer) {
    throw new Error(
      `${module.name}: ${call}\nread     ${answer}\nexpected ${value.slice(space + 1)}`,
    );
  }
  return { ...JSON.parse(answer), millis, native: Number(value.slice(0, space)) / 1000 };
}

/** Plays a part of a game between engines, and reviews it. */
async function play(module) {
  const board = /square\d+/.exec(module.name)?.[0];
  const game = board ? `etoile:board=${board},players=2` : module.name;
  const random = Array.from({ length: 16 }, (_, index) => (index + 1).toString(16));
  let [table, plies] = [{}, 0];
  const create = async (seats) => {
    table = await both(module, { call: "create", wanted: { game, seats }, random, now: 1 });
  };
  await create([0, 0, 0, 0]);
  const query = { token: table.token, player: 0, lang: "en" };
  await both(module, { call: "show", id: table.id, record: table.record, query });
  await create([1, 4, 2, 3]);
  while (plies < PLIES) {
    const { record } = table;
    const { work, version } = await both(module, { call: "next", record });
    if (work === "nothing") break;
    const change =
      work === "deal"
        ? { call: "deal" }
        : { call: "play", move: (await both(module, { call: "choose", record })).move };
    table = await both(module, { ...change, record, version, now: 2 });
    plies += 1;
  }
  for (const call of ["hint", "course", "threats"]) {
    await both(module, { call, record: table.record, query });
  }
  return plies;
}

/** Measures the speed of a module as a part of the native speed: the best of some searches. */
async function race(module, text) {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { millis, native } = await both(module, { call: "bench", text, nodes: NODES });
    module.speed = Math.max(module.speed, native / millis);
  }
}

/** An analysis reports what it has found, and ends when its time is over. */
function analyse({ name, wasm }, text) {
  let seconds = 0;
  const reports = [];
  const answer = instance(
    wasm,
    () => 1000 * (seconds += 1),
    (report) => reports.push(JSON.parse(report)),
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
  const found = await both(modules[moduleOf(text)], { call: "bench", text, depth: Number(depth) });
  nodes += found.nodes ?? Number.NaN;
  first[moduleOf(text)] ??= text;
}
const fingerprint = readFileSync("benches/fingerprint.txt", "utf8").trim();
if (`nodes ${nodes}` !== fingerprint) {
  throw new Error(`fingerprint: read "nodes ${nodes}", expected "${fingerprint}"`);
}
let plies = 0;
for (const module of Object.values(modules)) {
  plies += await play(module);
  await race(module, first[module.name]);
}
for (const [name, text] of [
  ["benedictine", "benedictine"],
  ["maitres", "maitres startpos moves die3"],
]) {
  analyse(modules[name], text);
}
child.stdin.end();

for (const { name, speed } of Object.values(modules)) {
  console.log(`${name}: ${speed.toFixed(2)} of the native speed`);
}
console.log(`${positions.length} positions and ${plies} plies are equal, ${fingerprint}`);
