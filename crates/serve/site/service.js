// The service worker: it stores the files of the page, so that the page works without network. The
// generator writes VERSION and the lists PAGE and LATER before this text. All names of files but
// the page's contain a checksum, so a stored file is never old.

/* global VERSION, PAGE, LATER */

// Several copies of the page can be on one host. Each has its own files.
const NAME = `${registration.scope} ${VERSION}`;
const HOME = registration.scope;
const place = (path) => new URL(path, HOME).href;
const files = new Set([HOME, ...[...PAGE, ...LATER].map(place)]);

/** Loads a file, or takes it from the files of an earlier version. */
async function keep(cache, url) {
  if (await cache.match(url)) return;
  const old = url === HOME ? null : await caches.match(url);
  if (old) return cache.put(url, old);
  const response = await fetch(url, { cache: url === HOME ? "no-cache" : "default" });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // While the host gets a new version, its page may belong to another version than this file.
  if (url === HOME && !(await response.clone().text()).includes(VERSION)) {
    throw new Error("the page has another version");
  }
  return cache.put(url, response);
}

async function keepAll(urls) {
  const cache = await caches.open(NAME);
  await Promise.all(urls.map((url) => keep(cache, url)));
}

/** Deletes the files of earlier versions. */
async function clean() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${HOME} `) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request, url) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && url !== HOME) await cache.put(url, response.clone());
  return response;
}

addEventListener("install", (event) => event.waitUntil(keepAll([HOME, ...PAGE.map(place)])));

addEventListener("activate", (event) => {
  // The modules are taken over before the old ones are deleted.
  const takeOver = async () => {
    const cache = await caches.open(NAME);
    for (const url of LATER.map(place)) {
      const old = await caches.match(url);
      if (old) await cache.put(url, old);
    }
    await clean();
    await clients.claim();
  };
  event.waitUntil(takeOver());
});

addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  if (event.data === "keep") {
    const { source } = event;
    event.waitUntil(
      keepAll(LATER.map(place)).then(
        () => source.postMessage("kept"),
        () => {},
      ),
    );
  }
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.replace(/[?#].*$/, "").replace(/\/index\.html$/, "/");
  if (request.method === "GET" && files.has(url)) event.respondWith(answer(request, url));
});
