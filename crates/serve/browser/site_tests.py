"""Tests of the page without a server: it works from any static web host, and without network."""

import functools
import http.server
import os
import random
import re
import subprocess
import tempfile
import threading
from pathlib import Path

from driver import ENGINE, GAMES, STEPS, clean, click, in_firefox, play, settle, until, view

MODULES = os.environ.get("MODULES", "target/site-modules")
# The site lies in a folder of its host, as on many hosts.
FOLDER = "/some/folder/"
SHORT = "ruches:setup=ordered"


class Handler(http.server.SimpleHTTPRequestHandler):
    """A plain static host, which notes the paths that it is asked for."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".webmanifest": "application/manifest+json"}
    asked = []

    def translate_path(self, path):
        """The file of a path; none outside the folder."""
        inside = path.startswith(FOLDER)
        return super().translate_path("/" + path.removeprefix(FOLDER) if inside else "/missing")

    def do_GET(self):
        """Notes and serves a file."""
        self.asked.append(self.path.removeprefix(FOLDER))
        super().do_GET()

    def log_message(self, *_):
        """Nothing."""


class Site:
    """The site in a folder, and its host."""

    def __init__(self, modules=MODULES):
        self.folder = tempfile.TemporaryDirectory()
        self.port = 0
        self.host = None
        self.generate(modules)
        self.start()

    def generate(self, modules):
        command = [ENGINE, "generate", "site", self.folder.name, "--modules", modules]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        assert re.search(r"^site \d+ files \d+ bytes$", told.splitlines()[-1]), told

    def start(self):
        Handler.asked.clear()
        handler = functools.partial(Handler, directory=self.folder.name)
        self.host = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.host.server_port
        self.address = f"http://127.0.0.1:{self.port}{FOLDER}"
        threading.Thread(target=self.host.serve_forever, daemon=True).start()

    def stop(self):
        self.host.shutdown()
        self.host.server_close()


def visit(browser, site, locale, **more):
    """The first screen in a new browser."""
    page = browser.new_context(locale=locale, reduced_motion="reduce", **more).new_page()
    page.goto(site.address)
    page.wait_for_selector(".tile")
    return page


def offline(page, site):
    """Waits until the page has stored all files, and cuts the network."""
    until(page, "localStorage.getItem('offline') === 'true'")
    site.stop()
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".tile")


def begin(page, game, seats):
    """Begins a game in the browser and opens it."""
    link = page.evaluate(
        """async ([game, seats]) => {
          const app = document.querySelector("script[type=module]").src;
          const { request } = Object.values(await import(app)).find((part) => part.request && part.listen);
          const { id, token } = await request("tables", "POST", { game, seats, seed: 7 });
          return `#/t/${id}/${token}`;
        }""",
        [game, seats],
    )
    page.evaluate("(link) => { location.hash = link; }", link)
    page.wait_for_selector(".board .cell")


def whole_game(page, name, game):
    """A game against level 1 to its end, with a hint, an analysis and a review."""
    begin(page, game, [0, 1, 1, 1])
    told = settle(page)
    while told["turn"]["kind"] == "chance":
        play(page, click, random.Random(3), 1)
        told = settle(page)
    for tool in ("hint", "analyse"):
        page.click(f"[data-tool={tool}]")
        page.wait_for_selector(".lines li")
    page.click("[data-tool=analyse]")
    moves = play(page, click, random.Random(3), 5 * STEPS)
    told = view(page)
    assert moves > 3 and told["turn"]["kind"] == "over", (name, moves, told["turn"])
    page.click("[data-tool=review]")
    page.wait_for_selector(".graph", timeout=60_000)
    before = page.evaluate("location.hash")
    page.reload()
    page.wait_for_selector(".board .cell")
    assert page.evaluate("location.hash") == before and view(page)["cursor"] == told["cursor"], name
    print(f"  {name} without network: {moves} moves")
    page.click(".brand")
    page.wait_for_selector(".tile")


def site(browser, _):
    """A first visit loads the tables, and the engine of a game when it is asked. Then the page plays without network, in French, and has no links to share."""
    made = Site()
    page = visit(browser, made, "en", service_workers="block")
    begin(page, SHORT, [0, 0])
    page.fill("#move", "d3-e4")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#live').textContent.includes('d3')")
    loaded = [path for path in made.host and Handler.asked if path.endswith(".wasm")]
    assert len(loaded) == 1 and "tables" in loaded[0], loaded
    page.click("[data-tool=hint]")
    page.wait_for_selector(".lines li")
    loaded = {path for path in Handler.asked if path.endswith(".wasm")}
    # The tables, the engine, and its weights.
    assert len(loaded) == 3 and sum("ruches" in path for path in loaded) == 2, loaded
    page.click("[data-part=share] > summary")
    assert page.locator(".copy").count() == 2, page.inner_text("[data-part=share]")
    clean(page, "a table without a server")
    page.context.close()

    page = visit(browser, made, "fr-FR")
    draughts(page)
    offline(page, made)
    assert "enregistrées que dans ce navigateur" in page.inner_text("main")
    clean(page, "the first screen without network")
    page.click("[data-game=ruches]")
    page.click("#new button[type=submit]")
    page.wait_for_selector(".board .cell")
    page.click("[data-tool=hint]")
    page.wait_for_selector(".lines li")
    page.click(".brand")
    page.wait_for_selector("ul.games li:not(.away)")
    whole_game(page, "maitres", GAMES["maitres"])
    page.context.close()


def draughts(page):
    """The field of the position takes FEN and PDN, as on the page of a server."""
    page.click("[data-game=etoile]")
    page.click("details.options > summary")
    for text, board, cursor in (
        ("B:W18,K30:B1,K5", "etoile:board=square8,players=2,rules=english", 0),
        ('[GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 *', "etoile:board=square10,landing=any,majority=yes,omit=must,players=2", 4),
    ):
        page.fill("[name=position]", text)
        for seat in ("seat0", "seat1"):
            page.select_option(f"[name={seat}]", "0")
        page.click("#new button[type=submit]")
        page.wait_for_selector(".board .cell")
        told = view(page)
        assert (told["game"], told["cursor"]) == (board, cursor), told
        page.click(".brand")
        page.wait_for_selector(".tile")
        page.click("details.options > summary")
    page.fill("[name=position]", "W:W99:B1")
    page.click("#new button[type=submit]")
    until(page, "document.querySelector('#toast').textContent.includes('ne convient pas ici')")
    page.fill("[name=position]", "")


def site_games(browser, _):
    """Every game to its end without network, in English and French."""
    for locale in ("en", "fr-FR"):
        made = Site()
        page = visit(browser, made, locale)
        offline(page, made)
        for name, game in GAMES.items():
            whole_game(page, name, game)
        for board in ("square8", "square10"):
            whole_game(page, board, f"etoile:board={board},players=2,misere=yes,quiet=1")
        page.context.close()


# Fills the store with rows of 64 KB, then with smaller ones.
FILL = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("filler", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("rows", { autoIncrement: true });
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const fill = (size) => {
      const running = opening.result.transaction("rows", "readwrite");
      try {
        running.objectStore("rows").add(crypto.getRandomValues(new Uint8Array(size)));
      } catch {
        // After a row for which there was no room, the next transaction can only delete.
      }
      running.oncomplete = () => fill(size);
      running.onabort = () => (size > 1024 ? fill(size / 4) : resolve(opening.result.close()));
    };
    fill(65_536);
  };
})"""
LEFT = "navigator.storage.estimate().then(({ quota, usage }) => quota - usage)"
EMPTY = """() => new Promise((resolve, reject) => {
  const deleting = indexedDB.deleteDatabase("filler");
  deleting.onerror = () => reject(deleting.error);
  deleting.onsuccess = () => resolve();
})"""


def limit_store(page, made):
    """Leaves no room in the browser's store. Returns a function that makes room again."""
    if in_firefox(page):
        # The room of a deleted store becomes free some time later.
        while page.evaluate(LEFT) > 4096:
            page.evaluate(FILL)
            page.wait_for_timeout(500)
        return lambda: page.evaluate(EMPTY)
    session = page.context.new_cdp_session(page)
    origin = {"origin": made.address.removesuffix(FOLDER)}
    session.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
    return lambda: session.send("Storage.overrideQuotaForOrigin", origin)


def site_failures(browser, _):
    """Clear messages where a browser cannot run the page, its store is full, or a game is not loaded."""
    made = Site()
    words = {
        "en": ("cannot run the page", "could not be loaded", "is full"),
        "fr-FR": ("ne peut pas faire marcher", "pas pu être chargée", "est plein"),
    }
    for locale, (unable, missing, full) in words.items():
        context = browser.new_context(locale=locale)
        context.add_init_script("delete globalThis.WebAssembly")
        page = context.new_page()
        page.goto(made.address)
        page.wait_for_selector("main > .card")
        until(page, f"document.querySelector('main').textContent.includes('{unable}')")
        context.close()

        page = visit(browser, made, locale, service_workers="block")
        page.route("**/*.wasm", lambda route: route.abort())
        page.click("#new button[type=submit]")
        until(page, f"document.querySelector('#toast').textContent.includes('{missing}')")
        page.unroute("**/*.wasm")

        room = limit_store(page, made)
        page.click("#new button[type=submit]")
        until(page, f"document.querySelector('#toast').textContent.includes('{full}')")
        assert not page.locator(".board").count()
        room()
        page.click("#new button[type=submit]")
        page.wait_for_selector(".board .cell")
        assert view(page)["cursor"] == 0, view(page)
        if not in_firefox(page):
            # Chromium learns of less room only some time later.
            page.context.close()
            continue
        room = limit_store(page, made)
        told = f"document.querySelector('#toast').textContent.includes('{full}')"
        done = "document.querySelector('[data-part=moves] li') !== null"
        page.fill("#move", "c2-d3")
        page.keyboard.press("Enter")
        until(page, told)
        assert view(page)["cursor"] == 0, view(page)
        # The write that failed can leave some room. Then a second try is done. Otherwise it is
        # refused like the first one.
        page.evaluate("document.querySelector('#toast').replaceChildren()")
        page.keyboard.press("Enter")
        until(page, f"{told} || {done}")
        room()
        if not page.evaluate(done):
            page.keyboard.press("Enter")
        until(page, done)
        page.context.close()


def site_tabs(browser, _):
    """Two tabs show the same game, and an action in an old state counts once."""
    made = Site()
    page = visit(browser, made, "en")
    begin(page, SHORT, [0, 0])
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".board .cell")
    page.fill("#move", "d3-e4")
    page.keyboard.press("Enter")
    until(other, "document.querySelector('#live').textContent.includes('d3')")
    other.click("[data-tool=undo]")
    until(page, "document.querySelector('[data-tool=redo]').disabled === false")
    assert view(page)["version"] == view(other)["version"] == 2
    page.context.close()


def site_update(browser, _):
    """A new version is offered and loaded. Games and unchanged modules stay."""
    made = Site()
    page = visit(browser, made, "en")
    begin(page, SHORT, [0, 0])
    page.fill("#move", "d3-e4")
    page.keyboard.press("Enter")
    until(page, "localStorage.getItem('offline') === 'true'")
    folder = "document.querySelector('script[type=module]').src"
    before = page.evaluate(folder)
    with tempfile.TemporaryDirectory() as changed:
        for module in Path(MODULES).glob("*.wasm"):
            # A custom section with an empty name changes nothing but the checksum.
            more = b"\0\1\0" if module.stem == "maitres" else b""
            (Path(changed) / module.name).write_bytes(module.read_bytes() + more)
        made.generate(changed)
    Handler.asked.clear()
    page.reload()
    page.wait_for_selector("[data-act=update]")
    assert page.evaluate(folder) == before, "the old version stays until the user asks for the new one"
    clean(page, "an offer of a new version")
    with page.expect_navigation():
        page.click("[data-act=update]")
    page.wait_for_selector(".board .cell")
    assert page.evaluate(folder) != before and view(page)["cursor"] == 1
    loaded = {path for path in Handler.asked if path.endswith(".wasm")}
    assert all("maitres" in path for path in loaded), loaded
    page.context.close()
