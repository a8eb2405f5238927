"""The common code of the page tests: the server, and playing by mouse, keyboard and touch."""

import json
import os
import signal
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

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
    """The program, with its own folder."""

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


class Firefox:
    """Debian's Firefox, by WebDriver BiDi, with the calls of Playwright that the tests use. Reduced motion, the theme
    and a screen for fingers are settings of the whole program there, so each kind of page has a program."""

    def __init__(self, playwright):
        self.playwright, self.running = playwright, {}
        self.saved = tempfile.TemporaryDirectory()

    def new_context(self, reduced_motion=None, color_scheme=None, has_touch=False, **options):
        kind = (reduced_motion == "reduce", color_scheme == "dark", has_touch)
        if kind not in self.running:
            still, dark, touch = kind
            settings = {
                "ui.prefersReducedMotion": int(still),
                "layout.css.prefers-color-scheme.content-override": int(not dark),
                # All sites may store 50 MB, and one a fifth of it.
                "dom.quotaManager.temporaryStorage.fixedLimit": 51_200,
            }
            if touch:
                coarse = {"ui.primaryPointerCapabilities": 1, "ui.allPointerCapabilities": 1}
                settings |= coarse | {"dom.w3c_touch_events.enabled": 1}
            self.running[kind] = self.playwright.firefox.launch(
                channel="moz-firefox",
                executable_path="/usr/bin/firefox-esr",
                firefox_user_prefs=settings,
                downloads_path=self.saved.name,
            )
        return self.running[kind].new_context(**options)

    def close(self):
        for browser in self.running.values():
            browser.close()


def see(page, link, drawn=".board .cell"):
    """Opens a table."""
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(drawn)


def take(page, link):
    """Opens the link of a seat, and takes the seat."""
    see(page, link)
    page.click("[data-act=take]")
    page.wait_for_selector("[data-act=leave]")
    page.wait_for_selector(".board .cell")


def download(browser, page, selector):
    """Presses a button that saves a file. Returns the text of the file."""
    if not isinstance(browser, Firefox):
        with page.expect_download() as saved:
            page.click(selector)
        return Path(saved.value.path()).read_text()
    # The driver of Firefox does not tell of files.
    folder = Path(browser.saved.name)
    before = set(folder.iterdir())
    page.click(selector)
    for _ in range(400):
        files = [path for path in folder.iterdir() if path not in before and path.suffix != ".part"]
        if files and files[0].stat().st_size:
            return files[0].read_text()
        page.wait_for_timeout(50)
    raise AssertionError(f"no file from {selector}")


def clean(page, where):
    """Checks that axe-core finds no fault in the present state of a page."""
    results = Axe().run(page)
    assert results.violations_count == 0, f"{where}\n{results.generate_report()}"


def until(page, expression):
    """Waits until an expression holds. The page's policy forbids `wait_for_function`, which evaluates text."""
    for _ in range(400):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {expression}")


def view(page):
    """The table as the server shows it to the page, in a new request."""
    return page.evaluate(
        """async () => {
          const app = document.querySelector("script[type=module]").src;
          const { request } = Object.values(await import(app)).find((part) => part.request && part.listen);
          const [, id, token] = location.hash.match(/t\\/(\\w+)\\/(\\w+)/);
          return request(`tables/${id}?token=${token}`);
        }"""
    )


def settle(page):
    """Waits until the page shows that the person is to act, or that the game is over."""
    for _ in range(400):
        table = view(page)
        if table["turn"]["kind"] == "over" or table["may_act"]:
            shown = page.locator("[data-part=moves] [aria-current]").count()
            if not table["cursor"] or shown or table["hides"]:
                return table
        page.wait_for_timeout(25)
    raise AssertionError(f"nobody acts: {table['position']}")


def choices(page):
    """The selectors of everything that can be chosen now."""
    found = page.evaluate(
        """() => [...document.querySelectorAll(".cell.on")].map((n) => `[data-cell="${n.dataset.cell}"]`)
          .concat([...document.querySelectorAll("[data-stop]")].map((n) => `[data-stop="${n.dataset.stop}"]`))
          .concat([...document.querySelectorAll("[data-act=finish], [data-act=roll]")].map((n) => `[data-act=${n.dataset.act}]`))"""
    )
    cards = page.locator(".playing.on").count()
    return found + [f".playing.on >> nth={index}" for index in range(cards)]


def play(page, choose, rng, steps):
    """Plays by random choices. Returns the number of own moves."""
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
                choose(page, finish if finish in found and rng.random() < 0.6 else rng.choice(found), rng)
            page.wait_for_timeout(30)
            if view(page)["version"] != before:
                moves += 1
                break
        else:
            raise AssertionError(f"no move from {table['position']}: {choices(page)}")
    return moves


def click(page, selector, _):
    page.locator(selector).first.dispatch_event("click") if "data-cell" in selector else page.locator(selector).first.click()


def tap(page, selector, _):
    # The page may draw the board anew meanwhile, so the element is looked up again for the tap.
    page.evaluate(
        "(s) => document.querySelector(s)?.scrollIntoView({ block: 'center' })", selector.split(" >> ")[0]
    )
    touch(page.locator(selector).first, force=True)


def in_firefox(page):
    return page.context.browser.browser_type.name == "firefox"


def touch(target, force=False):
    """A finger touches an element."""
    page = target.page
    if not in_firefox(page):
        target.tap(force=force)
        return
    target.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
    box = target.bounding_box()
    finger = Finger(page)
    finger.down(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    finger.up()


# For each board: the cells that the arrow keys lead to from each cell, as found so far.
MAPS = {}


def focused(page):
    return page.evaluate("document.activeElement.dataset.cell")


def links(page):
    """The cells that the arrow keys lead to, by cell and key."""
    board = page.evaluate("[...document.querySelectorAll('.cell')].map((cell) => cell.dataset.cell).join()")
    if board not in MAPS:
        MAPS[board] = page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll(".cell")].map((cell) => {
              const ways = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) => {
                cell.focus();
                cell.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                return [key, document.activeElement.dataset.cell];
              });
              return [cell.dataset.cell, Object.fromEntries(ways)];
            }))"""
        )
    return MAPS[board]


def route(page, start, goal):
    """The shortest path from one cell to another by arrow keys."""
    ways, line = {start: []}, [start]
    found = links(page)
    for here in line:
        if here == goal:
            return ways[here]
        for arrow, there in found[here].items():
            if there not in ways:
                ways[there] = ways[here] + [arrow]
                line.append(there)
    raise AssertionError(f"the arrow keys do not lead from {start} to {goal}")


# The number of times that an element was reached with Tab alone, by page and kind of element.
TABBED = {}


def reach(page, selector):
    """Focuses an element. For each kind the first times use Tab alone, like a person without a mouse."""
    target = page.locator(selector).first
    kind = "cell" if "cell" in selector else "card" if "playing" in selector else "button"
    kinds = TABBED.setdefault(page, {})
    if kinds.get(kind, 0) >= 2:
        target.focus()
        return
    for _ in range(300):
        if target.evaluate("(node) => node === document.activeElement"):
            kinds[kind] = kinds.get(kind, 0) + 1
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def apart(page, start, goal):
    """The distance between two cells, in widths of a cell."""
    return page.evaluate(
        """(ids) => {
          const [a, b] = ids.map((id) => document.querySelector(`[data-cell="${id}"] > *`).getBBox());
          return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
        }""",
        [start, goal],
    )


def keyboard(page, selector, _):
    """Goes to a cell with the arrow keys, or to a button with Tab, and presses Enter."""
    if "data-cell" not in selector:
        reach(page, selector)
        page.keyboard.press("Enter")
        return
    goal = selector.split('"')[1]
    reach(page, ".cell[tabindex='0']")
    start = focused(page)
    way = route(page, start, goal)
    if page.locator(f'.cell.taken[data-cell="{start}"]').count():
        assert len(way) <= 1 + 2 * apart(page, start, goal), f"{len(way)} presses from {start} to {goal}"
    page.evaluate("(cell) => document.querySelector(`[data-cell='${cell}']`).focus()", start)
    for arrow in way:
        page.keyboard.press(arrow)
    assert focused(page) == goal, (focused(page), goal)
    page.keyboard.press("Enter")


def rename(page, text):
    """Types a name for the first player. A field that the driver of Firefox fills tells no change."""
    page.click("[data-name='0']")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def centre(page, cell):
    """The place of a cell on the screen."""
    return page.evaluate(
        """(cell) => {
          const box = document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }""",
        cell,
    )


class Mouse:
    """Presses, moves and releases the mouse."""

    def __init__(self, page):
        self.mouse = page.mouse

    def down(self, x, y):
        self.mouse.move(x, y)
        self.mouse.down()

    def move(self, x, y):
        self.mouse.move(x, y, steps=4)

    def up(self):
        self.mouse.up()


# The events that a page hears of a finger. The driver of Firefox has no fingers. A browser captures
# only pointers that it knows, so the page gets another way to capture this one.
POINTER = """([kind, x, y, moved]) => {
  Element.prototype.setPointerCapture = function () { window.pressed = this; };
  const pressed = window.pressed?.isConnected ? window.pressed : document.elementFromPoint(x, y);
  const node = kind === "touchStart" ? document.elementFromPoint(x, y) : pressed;
  const tell = (name) => node.dispatchEvent(new PointerEvent(name, {
    bubbles: true, cancelable: true, composed: true, view: window, pointerId: 5, pointerType: "touch", isPrimary: true,
    clientX: x, clientY: y, button: name === "pointermove" ? -1 : 0, buttons: kind === "touchEnd" ? 0 : 1,
  }));
  if (kind === "touchStart") window.pressed = node;
  tell({ touchStart: "pointerdown", touchMove: "pointermove", touchEnd: "pointerup" }[kind]);
  if (kind === "touchEnd" && !moved) tell("click");
}"""


class Finger:
    """Presses, moves and lifts a finger."""

    def __init__(self, page):
        self.page, self.moved = page, False
        self.session = None if in_firefox(page) else page.context.new_cdp_session(page)

    def send(self, kind):
        x, y = self.at
        if self.session:
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        else:
            self.page.evaluate(POINTER, [kind, x, y, self.moved])

    def down(self, x, y):
        self.at = (x, y)
        self.send("touchStart")

    def move(self, x, y):
        start, self.moved = self.at, True
        for part in (0.3, 0.6, 1):
            self.at = [here + part * (there - here) for here, there in zip(start, (x, y))]
            self.send("touchMove")

    def up(self):
        self.send("touchEnd")


def dragging(pointer, press):
    """A way to play: pieces that can be lifted are dragged to an offered cell; everything else is pressed."""

    def drag(page, selector, rng):
        if "data-cell" not in selector or not page.locator(f"{selector}.lifts").count():
            press(page, selector, rng)
            return
        source = selector.split('"')[1]
        page.locator(selector).first.scroll_into_view_if_needed()
        page.evaluate("document.querySelector('.board').scrollIntoView({ block: 'center' })")
        hand = pointer(page)
        x, y = centre(page, source)
        top = page.evaluate("scrollY")
        hand.down(x, y)
        hand.move(x + 9, y + 9)
        offered = page.evaluate("[...document.querySelectorAll('.cell.on')].map((node) => node.dataset.cell)")
        offered = [cell for cell in offered if cell != source]
        hand.move(*centre(page, rng.choice(offered) if offered else source))
        hand.up()
        assert page.evaluate("scrollY") == top, "the page moves instead of the piece"
        assert not page.locator(".lifted").count(), "a piece hangs in the air"

    drag.__name__ = f"dragging with a {pointer.__name__.lower()}"
    return drag
