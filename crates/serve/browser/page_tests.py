"""Tests of the page in a browser: whole games by mouse, keyboard and touch, and failures.

Run by `serve/browser/run`. The program is `target/release/engine`, or the one that ENGINE names.
With `--firefox` as the first argument the browser is Firefox.
"""

import os
import random
import re
import signal
import sys
import time
from pathlib import Path

from driver import GAMES, MAPS, STEPS, TABBED, Finger, Firefox, Mouse, Server, apart, clean, click, download, dragging, in_firefox, keyboard, play, rename, route, see, settle, tap, touch, until, view
from entry_tests import home, links, reached, rulings, secrets
from finish_tests import ends, first_sight, margins, own_words
from learn_tests import figures, focus, fold, lessons, reasons, slow, tutor, wire
from playwright.sync_api import sync_playwright
from people_tests import agreements, clocks, deleted, seats, together
from real_tests import engine_at_a_real_table, own_eyes, real_dice, real_tables
from site_tests import site, site_failures, site_games, site_tabs, site_update
from table_tests import crowded, dropped, fingers, late, match, offers, restarted, wins
from turn_tests import HAND, card, films, halves, happenings, hidden_past, hurries, looks, previews, touches
from word_tests import french, hints, presses, rings, short_rules, widths


def whole_games(browser, server):
    """Each game to its end against level 1: by clicks, by drags, by keyboard, and by taps on a phone."""
    for name, game in GAMES.items():
        phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
        for way, options in (
            (click, {}),
            (dragging(Mouse, click), {}),
            (keyboard, {}),
            (tap, phone),
            (dragging(Finger, tap), phone),
        ):
            if (name, way) == ("buteur", click):
                # Another test plays a whole match.
                continue
            context = browser.new_context(reduced_motion="reduce", **options)
            page = context.new_page()
            errors = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            # By clicks it is the whole game. In the other ways it is a short one, which ends by an
            # option.
            see(page, server.table(name if way is click else game, [0, 1, 1, 1]))
            moves = play(page, way, random.Random(3), 5 * STEPS if way is click else STEPS)
            assert moves > 3 and not errors, (name, moves, errors)
            assert view(page)["turn"]["kind"] == "over", f"{name} by {way.__name__} is not over"
            if way is keyboard:
                wanted = {"maitres": {"button", "cell"}, "buteur": {"card"}}.get(name, {"cell"})
                assert wanted <= TABBED[page].keys(), f"{name}: Tab alone reached {TABBED[page]}"
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
    assert other.locator("[data-cell=d3]").get_attribute("aria-label") == "d3, green bottle"
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
    assert other.locator(".graph .now").get_attribute("d") == "M300 0v100", "the end is looked at"
    assert "0 %50 %100 %" in other.locator(".graph").text_content()
    other.click("[data-tool=undo]")
    until(other, "document.querySelector('.graph .now').getAttribute('d') === 'M0 0v100'")
    other.click("[data-tool=redo]")
    until(other, "document.querySelector('.graph .now').getAttribute('d') === 'M300 0v100'")
    other.fill("#move", "nonsense")
    other.keyboard.press("Enter")
    until(other, "document.querySelector('#toast').textContent.includes('nonsense')")
    other.select_option("#language", "fr")
    until(other, "document.querySelector('[data-tool=hint]')?.textContent === 'Conseil'")
    other.reload()
    other.wait_for_selector(".board .cell")
    assert view(other)["cursor"] == 1
    # A page without a certificate can use the clipboard only by the older method.
    other.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    other.click("[data-part=share] > summary")
    other.locator(".copy button").first.click()
    until(other, "document.querySelector('#toast').textContent === 'Copié.'")
    other.focus("#move")
    other.keyboard.press("Control+V")
    assert other.input_value("#move") == view(other)["text"], other.input_value("#move")
    context.close()


def arrows(browser, server):
    """At most two arrow keys lead from a piece to each cell that it can step to, from every side."""
    touching = {"benedictine": r"(\w\d)-(\w\d)", "maitres": r"(\w\d)-(\w\d)", "ruches": r"(\w\d)-(\w\d)", "etoile": r"(\w+)-(\w+)"}
    boards = ["benedictine", "maitres startpos moves die1", "ruches:setup=ordered", "etoile", "etoile:colour=light", "etoile:board=square8,players=2", "etoile:board=square10,players=2"]
    page = browser.new_context(reduced_motion="reduce").new_page()
    for game in boards:
        see(page, server.table(game, [0, 0, 0]))
        moves = [re.fullmatch(touching[game.split(":")[0].split(" ")[0]], text) for text in view(page)["moves"]]
        for turn in range(6 if game.startswith("etoile") else 2):
            MAPS.clear()
            # A jump may take more keys.
            steps = [found.groups() for found in moves if found and apart(page, *found.groups()) < 1.8]
            ways = [route(page, *step) for step in steps]
            assert ways and max(map(len, ways)) <= 2, f"{game} turned {turn} times: {ways}"
            page.click("[data-tool=flip]")
    MAPS.clear()
    page.context.close()


def study(browser, server):
    """Names, threats, an analysis with branches and engine lines, a record saved and loaded."""
    context = browser.new_context(locale="en", accept_downloads=True)
    page = context.new_page()
    see(page, server.table("benedictine:plies=3", [0, 0]))
    rename(page, "Ann")
    until(page, "document.querySelector('.turn').textContent === 'Ann to move'")
    for move in ("c2-d3@f2", "c6-d5"):
        page.fill("#move", move)
        page.keyboard.press("Enter")
        until(page, f"document.querySelector('[data-part=moves] [aria-current]')?.textContent.includes('{move}')")

    game = page.url
    page.click("[data-tool=board]")
    page.wait_for_selector(".tree")
    page.click(".tree [data-branch='0'] >> nth=0")
    until(page, "document.querySelector('.tree [aria-current]').textContent.startsWith('1. ')")
    page.fill("#move", "e6-d5")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tree .branch [aria-current]")
    page.click("[data-tool=analyse]")
    page.wait_for_selector(".lines li button:nth-of-type(1)")
    clean(page, "an analysis board with a branch and lines")
    page.click("[data-tool=analyse]")
    before = view(page)["cursor"]
    page.locator(".lines li").first.locator("button").first.click()
    until(page, f"document.querySelectorAll('.tree .branch > ol > li').length > {before}")
    page.click("[data-prune='1']")
    until(page, "!document.querySelector('.tree .branch')")
    page.click("[data-tool=to-game]")
    page.wait_for_selector("[data-tool=board]")
    assert page.url == game and view(page)["cursor"] == 2, page.url

    page.fill("#move", "d3-e3")
    page.keyboard.press("Enter")
    page.wait_for_selector("details[data-part=share]")
    until(page, "document.querySelector('.turn').textContent.startsWith('The game is over')")
    assert page.is_disabled("[data-tool=hint]") and page.is_disabled("[data-tool=analyse]")
    page.click("[data-part=share] > summary")
    # The words on the board fade.
    until(page, "!document.querySelector('.moment')")
    clean(page, "a finished game with its record to take away")
    page.click("[data-tool=review]")
    page.wait_for_selector(".graph")
    clean(page, "the review of a game")
    record = download(browser, page, "[data-act=record]")
    assert record.startswith('{"format":') and '"name=Ann,cmd=person"' in record, record
    page.click(".brand")
    page.wait_for_selector(".tile")
    page.click("details.options summary")
    page.set_input_files("[name=file]", {"name": "game.jsonl", "mimeType": "text/plain", "buffer": record.encode()})
    until(page, "document.querySelector('[name=name0]').value === 'Ann'")
    clean(page, "a game that was brought back, with its options")
    page.click("#new button[type=submit]")
    page.wait_for_selector(".board .cell")
    assert view(page)["cursor"] == 3 and view(page)["names"][0] == "Ann", view(page)

    see(page, server.table("maitres 4m4/9/9/9/4L4/9/9/9/4M4 b -", [0, 0]))
    page.check("[data-switch=threats]")
    page.wait_for_selector(".arrows.win")
    assert "Red has the Master within reach with 2 of 6 rolls: e5-e9" in page.inner_text(".threats"), page.inner_text(".threats")
    clean(page, "threats")
    context.close()


def plain(browser, server):
    """A game without its own board on the page is played by the texts of its moves."""
    context = browser.new_context(locale="en")
    page = context.new_page()

    def forget(answer):
        text = answer.fetch().text()
        assert "const kinds = {" in text
        text = text.replace("const kinds = {", "const kinds = {}; const others = {")
        answer.fulfill(status=200, content_type="text/javascript", body=text)

    page.route("**/assets/later-*.js", forget)
    see(page, server.table("benedictine", [0, 0]), ".board .plain")
    page.click("[data-stop='#c2-d3@f2']")
    until(page, "document.querySelector('.board').textContent.includes('3G3')")
    assert view(page)["cursor"] == 1, view(page)
    clean(page, "a game without a board")
    context.close()


def size(browser, server):
    """The page is small and appears soon, by the median of some first visits."""
    painted, sent = [], 0
    for _ in range(7):
        context = browser.new_context()
        page = context.new_page()
        sizes = []
        page.on("response", lambda answer: sizes.append(len(answer.body())))
        page.goto(server.address)
        page.wait_for_selector(".tile")
        painted.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        sent = max(sent, sum(sizes))
        context.close()
    median = sorted(painted)[len(painted) // 2]
    print(f"  first paint after {median:.0f} ms ({min(painted):.0f} to {max(painted):.0f}), {sent / 1024:.0f} KB in all")
    assert sent < 300 * 1024, sent
    # A busy machine takes longer. In Chromium FIRST_PAINT=200 is the limit for an idle one.
    limit = os.environ.get("FIRST_PAINT", "5000" if in_firefox(page) else "1000")
    assert median < float(limit), painted


def failures(browser, server):
    """The server is killed during a game and restarts; a socket is lost; a page sends false requests."""
    context = browser.new_context(locale="en")
    page = context.new_page()
    see(page, server.table("ruches", [0, 0]))
    page.fill("#move", "7@d1")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cell=d1][aria-label*='token 7']")
    rows = browser.new_context(locale="en").new_page()
    see(rows, page.url)
    server.end(signal.SIGKILL)
    until(page, "document.querySelector('#toast').textContent.includes('lost')")
    rows.click(".brand")
    rows.wait_for_selector("ul.games li.away")
    clean(rows, "the first screen without a server")
    server.start()
    rows.reload()
    rows.wait_for_selector("ul.games li:not(.away)")
    rows.context.close()
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
    assert lies == [422, 403, 400, 403], lies
    context.close()


def accessible(browser, server):
    """axe-core finds no fault on any screen, in both themes and languages, wide and on a phone."""
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    for scheme, locale, screen in (("light", "en", {}), ("dark", "fr-FR", phone), ("dark", "en", {})):
        page = browser.new_context(color_scheme=scheme, locale=locale, reduced_motion="reduce", **screen).new_page()
        page.goto(server.address)
        page.wait_for_selector(".tile")
        links = [None] + [server.table(name, [0, 0, 0, 0]) for name in GAMES]
        for link in links:
            if link:
                see(page, link)
                settle(page) if "buteur" not in link else None
            clean(page, f"{scheme} {locale} {link}")
        page.context.close()


PICTURES = {
    "benedictine": "benedictine startpos moves c2-d3@f2 e6-d5 b1-c2",
    "maitres": "maitres startpos moves die4 c2-c6 die3 e8-e5 die6",
    "ruches": "ruches:setup=ordered startpos moves d3-e4 f7-e6 f3-g4 d7-c6",
    "etoile": "etoile startpos moves Ac3-Ad4 Be3-Bf4 Ce3-Cf4",
    "buteur": "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -",
}


# The boards of the tutorials: one position each, the board alone.
TUTORIALS = {
    "benedictine-start": "benedictine startpos",
    "benedictine-goal": "benedictine startpos moves f1-d3@d2 d7-e7 e2-e3@f2 c6-b5 c2-e4 e7-g7 d3-d7 b7-c7",
    "maitres-start": "maitres startpos",
    "maitres-win": "maitres startpos moves die2 c2-c4 die5 g8-g3 die2 h2-h4 die4 e8-e4 die2 e2-e4 die4 b8-b4 die3 c4-c7"
    " die3 h9-e6 die4 h4-h8 die6 e6-e4+f9-b5 die1 f1-e2 die2 e4-g6 die3 b1-e4 die1 g9-g8 die1 h8-h9 die5 b5-g5 die5",
    "ruches-start": "ruches:setup=ordered startpos",
    "ruches-capture": "ruches:setup=ordered startpos moves b3-a4 b7-c6 f3-e4 c6-d5",
    "etoile-start": "etoile:players=2 startpos",
    "etoile-capture": "etoile:players=2 startpos moves Ae3-Af4 Bc3-Bb4 Af4-Cd4 Bb2-Bc3 Cd4-Cc3 Be3-Bd4 Cc3-Cd2 Bd2-Be3"
    " Cd2-Ce1 Bg3-Bh4 Ac3-Ad4",
    "buteur-shot": "buteur play R1 g9 1 0-0 run R Cb.Cb.F.G.G.L5b.N4r.R5b/?8 L3h.N5b",
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
            # The rules are open at a first game, above the tools.
            page.locator("summary", has_text="Rules").click()
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(400)
            page.screenshot(path=f"{folder}/{name}-{scheme}.png")
    page = browser.new_context(viewport={"width": 480, "height": 900}, color_scheme="light", locale="en", reduced_motion="reduce").new_page()
    for name, text in TUTORIALS.items():
        see(page, server.table(text, [0, 3, 3, 3] if text.startswith("buteur") else [0, 0, 0]))
        page.wait_for_timeout(400)
        page.locator(".boardbox").screenshot(path=f"{folder}/{name}.png")
    first_parts(browser, server, folder)


def first_parts(browser, server, folder):
    """A card under the pointer, the first part of a move, and a card that was touched on a phone."""
    look = {"color_scheme": "light", "locale": "en", "reduced_motion": "reduce"}
    page = browser.new_context(viewport={"width": 1280, "height": 720}, **look).new_page()
    see(page, server.table(HAND, [0, 3]))
    card(page, "attacker straight 2, hand").hover()
    page.screenshot(path=f"{folder}/buteur-preview.png")
    see(page, server.table("benedictine", [0, 0]))
    for cell in ("c2", "d3"):
        click(page, f"[data-cell={cell}]", None)
    page.screenshot(path=f"{folder}/benedictine-ball.png")
    page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, **look).new_page()
    see(page, server.table(HAND, [0, 3]))
    touch(card(page, "attacker straight 2, hand"))
    page.screenshot(path=f"{folder}/buteur-phone.png")


# Only the driver of Chromium makes the line and the processor slow.
CHROMIUM = {slow}


def main():
    server = Server()
    try:
        run_all(server)
    finally:
        server.process.kill()


def run_all(server):
    with sync_playwright() as playwright:
        chosen = sys.argv[1:]
        firefox = chosen[:1] == ["--firefox"]
        if firefox:
            browser = Firefox(playwright)
            chosen = chosen[1:]
        else:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        if chosen[:1] == ["--pictures"]:
            pictures(browser, server, chosen[1])
        else:
            for test in (home, first_sight, ends, margins, own_words, links, rulings, reached, real_tables, engine_at_a_real_table, real_dice, own_eyes, short_rules, french, rings, hints, presses, widths, wire, slow, fold, focus, lessons, figures, reasons, tutor, tools, arrows, study, plain, size, failures, restarted, dropped, late, crowded, secrets, offers, seats, together, agreements, clocks, deleted, previews, touches, halves, happenings, looks, hidden_past, films, hurries, wins, fingers, accessible, match, site, site_failures, site_tabs, site_update, site_games, whole_games):
                if firefox and test in CHROMIUM:
                    continue
                if not chosen or test.__name__ in chosen:
                    started = time.monotonic()
                    test(browser, server)
                    print(f"{test.__name__}: ok ({time.monotonic() - started:.1f} s)", flush=True)
        browser.close()
    server.end()


main()
