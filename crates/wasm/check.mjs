// node crates/wasm/check.mjs FOLDER PROGRAM: compares the modules in a folder with the native
// program, and measures the speed of the modules.
//
// Both answer the same calls: the suite of the fingerprint, and a game between engines for each
// game and board, with a hint and the course. The answers must be equal: moves, values, depths and nodes.

import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The boards that have their own rules and search in an engine, beside the usual board. */
const BOARDS = { etoile: ["square8", "square10"] };

/** The plies of each game between engines. */
const PLIES = 12;

/** The searches with which the speed in each game is measured, and the nodes of each. */
const ROUNDS = 5;
const NODES = 300_000;

const [folder, program] = process.argv.slice(2);

/**
 * An instance of a module: a function from the text of a call to that of its answer. `ask` gives
 * the bytes for a text that the module asks with.
 */
function instance(wasm, now, ask, more = () => ({})) {
  let exports, answer;
  const text = (at, length) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
  const put = (at, bytes) => new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const env = {
    now,
    ask: (at, length) => {
      answer = ask(text(at, length));
      return answer.length;
    },
    take: (at) => put(at, answer),
    ...more(text),
  };
  ({ exports } = new WebAssembly.Instance(wasm, { env }));
  return (call) => {
    const bytes = new TextEncoder().encode(call);
    put(exports.input(bytes.length), bytes);
    const length = exports.call();
    return text(exports.output(), length);
  };
}

const sets = new Map();
/** The packed weights of a set. */
function weights(set) {
  if (!sets.has(set)) sets.set(set, execFileSync(program, [set], { maxBuffer: 1 << 24 }));
  return sets.get(set);
}

/** The tables, linked to an engine. `now` is the clock of both. */
function linked(wasm, now, hear) {
  const report = (text) => ({ report: (at, length) => hear(text(at, length)) });
  const engine = instance(wasm, now, weights, report);
  return instance(tables, now, (text) => new TextEncoder().encode(engine(text)));
}

/** The name of a game with its board, for the text of a position. */
function gameOf(text) {
  const board = /^etoile:\S*\bboard=(square\d+)/.exec(text);
  return board ? `etoile:board=${board[1]},players=2` : /^\w+/.exec(text)[0];
}

const compiled = (name) => new WebAssembly.Module(readFileSync(`${folder}/${name}.wasm`));
const tables = compiled("tables");
const games = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith(".wasm"))) {
  const engine = file.replace(".wasm", "");
  if (engine === "tables") continue;
  const wasm = compiled(engine);
  const boards = (BOARDS[engine] ?? []).map((board) => `${engine}:board=${board},players=2`);
  for (const name of [engine, ...boards]) {
    const answer = linked(
      wasm,
      () => 0,
      () => {},
    );
    games[name] = { name, wasm, answer, speed: 0 };
  }
}

const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

/** Makes a call to the tables of a game and to the native program, and returns the answer. */
async function both(game, object) {
  const call = JSON.stringify(object);
  const started = performance.now();
  const answer = game.answer(call);
  const millis = performance.now() - started;
  child.stdin.write(`${call}\n`);
  const { value } = await lines.next();
  const space = value.indexOf(" ");
  if (value.slice(space + 1) !== answer) {
    throw new Error(
      `${game.name}: ${call}\nread     ${answer}\nexpected ${value.slice(space + 1)}`,
    );
  }
  return { ...JSON.parse(answer), millis, native: Number(value.slice(0, space)) / 1000 };
}

/** Plays a part of a game between engines, and reviews it. */
async function play(game) {
  const random = Array.from({ length: 16 }, (_, index) => (index + 1).toString(16));
  let [table, plies] = [{}, 0];
  const create = async (seats) => {
    table = await both(game, { call: "create", wanted: { game: game.name, seats }, random, now: 1 });
  };
  await create([0, 0, 0, 0]);
  const query = { token: table.token, player: 0, lang: "en" };
  await both(game, { call: "show", id: table.id, record: table.record, query });
  await create([1, 4, 2, 3]);
  while (plies < PLIES) {
    const { record } = table;
    const { work, version } = await both(game, { call: "next", record });
    if (work === "nothing") break;
    const change =
      work === "deal"
        ? { call: "deal" }
        : { call: "play", move: (await both(game, { call: "choose", record })).move };
    table = await both(game, { ...change, record, version, now: 2 });
    plies += 1;
  }
  for (const call of ["hint", "course", "threats"]) {
    await both(game, { call, record: table.record, query });
  }
  return plies;
}

/**
 * Measures the speed in a game as a part of the native speed. Both search in turn, and the least
 * time of each counts.
 */
async function race(game, text) {
  const least = { millis: Infinity, native: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { millis, native } = await both(game, { call: "bench", text, nodes: NODES });
    least.millis = Math.min(least.millis, millis);
    least.native = Math.min(least.native, native);
  }
  game.speed = least.native / least.millis;
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
  const found = await both(games[gameOf(text)], { call: "bench", text, depth: Number(depth) });
  nodes += found.nodes ?? Number.NaN;
  first[gameOf(text)] ??= text;
}
const fingerprint = readFileSync("benches/fingerprint.txt", "utf8").trim();
if (`nodes ${nodes}` !== fingerprint) {
  throw new Error(`fingerprint: read "nodes ${nodes}", expected "${fingerprint}"`);
}
let plies = 0;
for (const game of Object.values(games)) {
  plies += await play(game);
  await race(game, first[game.name]);
}
for (const [name, text] of [
  ["benedictine", "benedictine"],
  ["maitres", "maitres startpos moves die3"],
]) {
  analyse(games[name], text);
}
child.stdin.end();

for (const { name, speed } of Object.values(games)) {
  console.log(`${name}: ${speed.toFixed(2)} of the native speed`);
}
console.log(`${positions.length} positions and ${plies} plies are equal, ${fingerprint}`);
