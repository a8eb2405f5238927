// Prints the size of a site with brotli and gzip, and fails if it is larger than before. The aims are
// 300 KB and 1200 KB. Usage: node site.mjs DIR

import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const AIM = { visit: 300_000, site: 1_200_000 };
const MOST = { visit: 298_000, engine: 520_000, site: 1_200_000 };
const dir = process.argv[2];

const files = readdirSync(dir, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGWIN]: 22 },
  }).length;
const sizes = files.map((path) => {
  const bytes = readFileSync(path);
  const [raw, gzip] = [bytes.length, gzipSync(bytes, { level: 9 }).length];
  return { path: relative(dir, path), raw, gzip, brotli: brotli(bytes) };
});
const sum = (list) => {
  const of = (kind) => list.reduce((all, size) => all + size[kind], 0);
  return { raw: of("raw"), gzip: of("gzip"), brotli: of("brotli") };
};
const told = ({ raw, gzip, brotli }) => `${raw} bytes, gzip ${gzip}, brotli ${brotli}`;
const largest = (list) => list.toSorted((a, b) => b.brotli - a.brotli)[0];

// A first visit loads the files that the service worker stores at once, the texts of one language and
// the module of the tables. An engine is loaded with a set of weights when it is first to move or asked
// for advice.
const service = readFileSync(join(dir, "service.js"), "utf8");
const atOnce = JSON.parse(/^const PAGE = (.*);$/m.exec(service)[1]);
const modules = sizes.filter(({ path }) => path.endsWith(".wasm"));
const [tables] = modules.filter(({ path }) => path.includes("tables"));
// An engine is in the folder of the modules, and its sets of weights in a folder below it.
const isWeights = ({ path }) => path.split(sep).length > 2;
const engines = modules.filter((module) => module !== tables && !isWeights(module));
const weightsOf = ({ path }) => {
  const folder = path.replace(/-[^-]*$/, sep);
  return modules.filter((module) => module.path.startsWith(folder));
};
const loads = engines.map((engine) => sum([engine, largest(weightsOf(engine))]));
const page = sizes.filter(({ path }) => ["index.html", "service.js", ...atOnce].includes(path));
const texts = largest(sizes.filter(({ path }) => path.includes("/texts/")));

for (const module of modules.toSorted((a, b) => b.brotli - a.brotli)) {
  console.log(`${module.path.split("/").pop()}: ${told(module)}`);
}
console.log(`page: ${told(sum(page))}`);
console.log(`texts: ${told(texts)}`);
const visit = sum([...page, texts, tables]);
const site = sum(sizes);
console.log(`first visit: ${told(visit)}, at most ${MOST.visit}, aim ${AIM.visit}`);
const most = sum([...page, texts, tables, largest(loads)]);
console.log(`with the largest engine: ${told(most)}, at most ${MOST.engine}`);
console.log(`site: ${told(site)}, at most ${MOST.site}, aim ${AIM.site}`);
if (visit.brotli > MOST.visit || site.brotli > MOST.site || most.brotli > MOST.engine) {
  console.error("error: the site is too large");
  process.exit(1);
}
