// Prints the size of a site with brotli and gzip, and fails if it is larger than before. The aims are
// 300 KB and 1200 KB. Usage: node site.mjs DIR

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const AIM = { visit: 300_000, site: 1_200_000 };
const MOST = { visit: 510_000, site: 2_500_000 };
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
  return { path, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli(bytes) };
});
const isGame = ({ path }) => path.endsWith(".wasm");
const sum = (list, kind) => list.reduce((all, size) => all + size[kind], 0);

const games = sizes.filter(isGame).sort((a, b) => b.brotli - a.brotli);
const page = sizes.filter((size) => !isGame(size));
for (const { path, raw, gzip, brotli } of games) {
  console.log(`${path.split("/").pop()}: ${raw} bytes, gzip ${gzip}, brotli ${brotli}`);
}
console.log(`page: ${sum(page, "raw")} bytes, gzip ${sum(page, "gzip")}, brotli ${sum(page, "brotli")}`);
const visit = { gzip: sum(page, "gzip") + games[0].gzip, brotli: sum(page, "brotli") + games[0].brotli };
const site = { gzip: sum(sizes, "gzip"), brotli: sum(sizes, "brotli") };
console.log(`first visit: gzip ${visit.gzip}, brotli ${visit.brotli}, at most ${MOST.visit}, aim ${AIM.visit}`);
console.log(`site: gzip ${site.gzip}, brotli ${site.brotli}, at most ${MOST.site}, aim ${AIM.site}`);
if (visit.brotli > MOST.visit || site.brotli > MOST.site) {
  console.error("error: the site is too large");
  process.exit(1);
}
