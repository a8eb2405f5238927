"""Tests of the page in a browser: whole games of each kind by mouse, keyboard and touch, and what may go wrong.

Run by `serve/browser/run`. The program is `target/release/engine`, or what ENGINE names.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ENGINE = os.environ.get("ENGINE", "target/release/engine")
# A short game of each kind, for tests that play to the end.
GAMES = {
    "benedictine": "benedictine:plies=16",
    "maitres": "maitres:plies=14",
    "ruches": "ruches",
    "etoile": "etoile:misere=yes,quiet=1",
    "buteur": "buteur",
}
STEPS = 90


class Server:
    """The program, on a folder of its own."""

    def __init__(self):
        self.data = tempfile.TemporaryDirectory()
        self.port = 0
        self.start()

    def start(self):
        command = [ENGINE, "serve", "--port", str(self.port), "--data", self.data.name]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("listening on http://"), line
        self.address = line.split()[-1]
        self.port = int(self.address.rsplit(":", 1)[1])

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        status = self.process.wait(10)
        assert how == signal.SIGKILL or status == 0, f"status {status}"

    def table(self, game, seats, **more):
        body = json.dumps({"game": game, "seats": seats, "seed": 7, **more}).encode()
        request = urllib.request.Request(f"{self.address}/api/tables", body, {"content-type": "application/json"})
        made = json.load(urllib.request.urlopen(request))
        return f"{self.address}/#/t/{made['id']}/{made['token']}"


def see(page, link):
    """Opens a table."""
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".board .cell")


def until(page, expression):
    """Waits for an expression to hold. The page's policy forbids the usual way, which builds code from text there."""
    for _ in range(400):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {expression}")


def view(page):
    """What the server tells the page, asked for anew."""
    return page.evaluate(
        """async () => {
          const [, id, token] = location.hash.match(/t\\/(\\w+)\\/(\\w+)/);
          return (await fetch(`api/tables/${id}?token=${token}`)).json();
        }"""
    )


def settle(page):
    """Waits until the person is to act and the page shows it, or the game is over."""
    for _ in range(400):
        table = view(page)
        if table["turn"]["kind"] == "over" or table["may_act"]:
            shown = page.locator("[data-part=moves] [aria-current]").count()
            if not table["cursor"] or shown or table["hides"]:
                return table
        page.wait_for_timeout(25)
    raise AssertionError(f"nobody acts: {table['position']}")


def choices(page):
    """What can be chosen now, as selectors."""
    found = page.evaluate(
        """() => [...document.querySelectorAll(".cell.on")].map((n) => `[data-cell="${n.dataset.cell}"]`)
          .concat([...document.querySelectorAll("[data-stop]")].map((n) => `[data-stop="${n.dataset.stop}"]`))
          .concat([...document.querySelectorAll("[data-act=finish], [data-act=roll]")].map((n) => `[data-act=${n.dataset.act}]`))"""
    )
    cards = page.locator(".playing.on").count()
    return found + [f".playing.on >> nth={index}" for index in range(cards)]


def play(page, choose, rng, steps=STEPS):
    """Plays by choosing at random what can be chosen; gives the number of own moves."""
    moves = 0
    for _ in range(steps):
        table = settle(page)
        if table["turn"]["kind"] == "over":
            break
        before = table["version"]
        for _ in range(8):
            found = choices(page)
            if not found:
                page.wait_for_timeout(60)
            else:
                finish = "[data-act=finish]"
                choose(page, finish if finish in found and rng.random() < 0.6 else rng.choice(found))
            page.wait_for_timeout(30)
            if view(page)["version"] != before:
                moves += 1
                break
        else:
            raise AssertionError(f"no move from {table['position']}: {choices(page)}")
    return moves


def click(page, selector):
    page.locator(selector).first.dispatch_event("click") if "data-cell" in selector else page.locator(selector).first.click()


def tap(page, selector):
    target = page.locator(selector).first
    target.scroll_into_view_if_needed()
    target.tap(force=True)


ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
# Where the arrow keys lead, as it is found out: of each board and cell.
MAPS = {}


def focused(page):
    return page.evaluate("document.activeElement.dataset.cell")


def route(page, start, goal):
    """The shortest way from cell to cell by arrow keys."""
    board = page.evaluate("document.querySelector('.board').ariaLabel + document.querySelectorAll('.cell').length")
    links = MAPS.setdefault(board, {})
    ways, line = {start: []}, [start]
    for here in line:
        if here == goal:
            return ways[here]
        for arrow in ARROWS:
            if (here, arrow) not in links:
                page.evaluate("(cell) => document.querySelector(`[data-cell='${cell}']`).focus()", here)
                page.keyboard.press(arrow)
                links[here, arrow] = focused(page)
            there = links[here, arrow]
            if there not in ways:
                ways[there] = ways[here] + [arrow]
                line.append(there)
    raise AssertionError(f"the arrow keys do not lead from {start} to {goal}")


def keyboard(page, selector):
    """Goes to a cell with the arrow keys, or to a button with Tab, and presses Enter."""
    if "data-cell" not in selector:
        page.locator(selector).first.focus()
        page.keyboard.press("Enter")
        return
    goal = selector.split('"')[1]
    page.locator(".cell[tabindex='0']").focus()
    start = focused(page)
    way = route(page, start, goal)
    page.evaluate("(cell) => document.querySelector(`[data-cell='${cell}']`).focus()", start)
    for arrow in way:
        page.keyboard.press(arrow)
    assert focused(page) == goal, (focused(page), goal)
    page.keyboard.press("Enter")


def whole_games(browser, server):
    """Each game against level 1, by mouse, by keyboard alone and by touch at a phone's width."""
    for name, game in GAMES.items():
        for way, options in (
            (click, {}),
            (keyboard, {}),
            (tap, {"viewport": {"width": 360, "height": 740}, "has_touch": True}),
        ):
            context = browser.new_context(reduced_motion="reduce", **options)
            page = context.new_page()
            errors = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            see(page, server.table(game, [0, 1, 1, 1]))
            steps = STEPS if way is click else 6
            moves = play(page, way, random.Random(3), steps)
            assert moves > 3 and not errors, (name, moves, errors)
            if options:
                assert page.evaluate("document.documentElement.scrollWidth") <= 360, f"{name} is wider than a phone"
            print(f"  {name} by {way.__name__}: {moves} moves, {view(page)['turn']['kind']}")
            context.close()


def tools(browser, server):
    """Undo, redo, hint, analysis, review, the move box, language, reload, a link to a second page."""
    context = browser.new_context(locale="fr-FR")
    page = context.new_page()
    link = server.table("benedictine", [0, 0])
    see(page, link)
    assert page.locator("[data-tool=hint]").inner_text() == "Conseil"
    page.fill("#move", "c2-d3@f2")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#live').textContent.includes('c2 va en d3, ballon en f2')")
    other = browser.new_context(locale="en-GB").new_page()
    see(other, link)
    assert other.locator("[data-cell=d3]").get_attribute("aria-label") == "d3, bottle Green"
    other.click("[data-tool=undo]")
    until(page, "document.querySelector('[data-cell=d3]').ariaLabel === 'd3, vide'")
    other.click("[data-tool=redo]")
    other.click("[data-tool=hint]")
    other.wait_for_selector(".hint")
    other.click("[data-tool=analyse]")
    other.wait_for_selector(".lines li:nth-child(3)")
    other.click("[data-tool=analyse]")
    other.click("[data-tool=review]")
    other.wait_for_selector(".graph")
    other.fill("#move", "nonsense")
    other.keyboard.press("Enter")
    until(other, "document.querySelector('#toast').textContent.includes('nonsense')")
    other.select_option("#language", "fr")
    until(other, "document.querySelector('[data-tool=hint]')?.textContent === 'Conseil'")
    other.reload()
    other.wait_for_selector(".board .cell")
    assert view(other)["cursor"] == 1
    context.close()


def home(browser, server):
    """A game begun on the first screen with an option, and found again there."""
    page = browser.new_context(locale="en").new_page()
    page.goto(server.address)
    page.click("[data-game=maitres]")
    page.click("details.options summary")
    page.select_option("[name=passage]", "leap")
    page.select_option("[name=seat1]", "0")
    page.click("#new button[type=submit]")
    page.wait_for_selector(".board .cell")
    assert view(page)["game"] == "maitres:passage=leap", view(page)["game"]
    page.click(".brand")
    page.wait_for_selector("ul.games li")
    page.click("ul.games a")
    page.wait_for_selector(".board .cell")
    entry = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    print(f"  first paint after {entry:.0f} ms")


def failures(browser, server):
    """The server dies in mid-game and comes back; a socket drops and comes back; a page lies."""
    context = browser.new_context(locale="en")
    page = context.new_page()
    see(page, server.table("ruches", [0, 0]))
    page.fill("#move", "7@d1")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cell=d1][aria-label*='token 7']")
    server.end(signal.SIGKILL)
    until(page, "document.querySelector('#toast').textContent.includes('lost')")
    server.start()
    until(page, "document.querySelector('#toast').textContent.includes('again.') && !document.querySelector('#toast').textContent.includes('lost')")
    page.fill("#move", "0@b9")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cell=b9][aria-label*='token 0']")
    lies = page.evaluate(
        """async () => {
          const [, id, token] = location.hash.match(/t\\/(\\w+)\\/(\\w+)/);
          const post = async (query, body) => (await fetch(`api/tables/${id}?${query}`, { method: "POST", headers: { "content-type": "application/json" }, body })).status;
          return [await post(`token=${token}`, '{"do":"step","text":"7@d1"}'), await post("token=beef", '{"do":"undo"}'), await post(`token=${token}`, "]["), await post(`token=${token}&player=7`, '{"do":"undo"}')];
        }"""
    )
    assert lies[:3] == [422, 403, 400], lies
    context.close()


def accessible(browser, server):
    """axe-core finds nothing, on any screen, in either light."""
    axe = Axe()
    for scheme in ("light", "dark"):
        page = browser.new_context(color_scheme=scheme, locale="en", reduced_motion="reduce").new_page()
        page.goto(server.address)
        page.wait_for_selector(".tile")
        links = [None] + [server.table(name, [0, 0, 0, 0]) for name in GAMES]
        for link in links:
            if link:
                see(page, link)
                settle(page) if "buteur" not in link else None
            results = axe.run(page)
            assert results.violations_count == 0, f"{scheme} {link}\n{results.generate_report()}"


PICTURES = {
    "benedictine": "benedictine startpos moves c2-d3@f2 e6-d5 b1-c2",
    "maitres": "maitres startpos moves die4 c2-c6 die3 e8-e5 die6",
    "ruches": "ruches:setup=ordered startpos moves d3-e4 f7-e6 f3-g4 d7-c6",
    "etoile": "etoile startpos moves Ac3-Ad4 Be3-Bf4 Ce3-Cf4",
    "buteur": "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -",
}


def pictures(browser, server, folder):
    """The page with each game: wide and light, narrow and dark."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for width, height, scheme in ((1280, 860, "light"), (360, 760, "dark")):
        page = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale="en", reduced_motion="reduce").new_page()
        page.goto(server.address)
        page.wait_for_selector(".tile")
        page.screenshot(path=f"{folder}/home-{scheme}.png")
        for name, text in PICTURES.items():
            see(page, server.table(text, [0, 3, 3, 3] if name == "buteur" else [0, 0, 0]))
            page.wait_for_timeout(400)
            page.screenshot(path=f"{folder}/{name}-{scheme}.png")


def main():
    server = Server()
    try:
        run_all(server)
    finally:
        server.process.kill()


def run_all(server):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        if sys.argv[1:2] == ["--pictures"]:
            pictures(browser, server, sys.argv[2])
        else:
            chosen = sys.argv[1:]
            for test in (home, tools, failures, accessible, whole_games):
                if not chosen or test.__name__ in chosen:
                    started = time.monotonic()
                    test(browser, server)
                    print(f"{test.__name__}: ok ({time.monotonic() - started:.1f} s)", flush=True)
        browser.close()
    server.end()


main()
