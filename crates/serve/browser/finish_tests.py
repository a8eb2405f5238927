"""Tests of the start and the end of a game for a new user: the first view, and the next steps."""

from driver import clean, click, see, touch, until, view

INSIDE = """() => {
  const board = document.querySelector(".board").getBoundingClientRect();
  return [...document.querySelectorAll(".board .mark, .board .camp")].map((node) => node.getBoundingClientRect())
    .filter(({ width }) => width > 0).filter((box) => box.left < board.left - 1 || box.right > board.right + 1 || box.top < board.top - 1 || box.bottom > board.bottom + 1).length;
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".board .mark, .board .camp")].map((node) => node.getBoundingClientRect().height).filter(Boolean))"""
OVERLAPS = """([first, second]) => {
  const boxes = (of) => [...document.querySelectorAll(of)].map((node) => [node.getBoundingClientRect(), node.textContent]);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes(first).flatMap(([a, text]) => boxes(second).filter(([b]) => meet(a, b)).map(() => text));
}"""


def first_sight(browser, server):
    """On a phone the chosen game is scrolled into view, and a table shows the board first."""
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    page = browser.new_context(locale="fr-FR", reduced_motion="reduce", **phone).new_page()
    page.goto(server.address)
    touch(page.locator("[data-game=ruches]"))
    until(page, "document.querySelector('#new h2').getBoundingClientRect().top < innerHeight / 2")
    page.locator("#new button[type=submit]").scroll_into_view_if_needed()
    touch(page.locator("#new button[type=submit]"))
    page.wait_for_selector(".board .cell")
    assert page.evaluate("scrollY") == 0, "the board is above what is seen"
    page.locator("[data-part=share] > summary").scroll_into_view_if_needed()
    page.evaluate("location.hash = '#'")
    page.wait_for_selector(".tile")
    assert page.evaluate("scrollY") == 0
    page.context.close()


def ends(browser, server):
    """The end of a game shows the winner with his sign, a rematch and a link to all games."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    start = "benedictine:plies=40 1A1G1A1/2AoA2/7/7/3A3/2G1G2/1G3G1 g"
    see(page, server.table(start, [0, 1], names=["Ann", ""]))
    assert not page.locator("[data-act=rematch]").count()
    for cell in ("c2", "b3", "goal"):
        click(page, f'[data-cell="{cell}"]', None)
    until(page, "document.querySelector('.turn').textContent === 'The game is over: Ann wins'")
    assert page.locator(".turn .bottle.side0").count() == 1, "the winner's sign"
    clean(page, "a game that is over, and what leads on")
    ended = page.url
    page.click("[data-act=rematch]")
    until(page, f"location.href !== {ended!r}")
    page.wait_for_selector(".seats [data-name='1']")
    table = view(page)
    # The sides change, and the loser begins.
    assert table["text"].startswith(start), table
    assert (table["sitters"], table["names"]) == ([1, 0], ["", "Ann"]), table
    # Somebody who only looks on makes no new game.
    guest = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    page.goto(ended)
    page.wait_for_selector("[data-act=next]")
    assert not page.locator("[data-act=rematch]").count()
    see(guest, f"{server.address}/#/t/{view(page)['id']}/{view(page)['tokens'][0]}")
    assert not guest.locator("[data-act=rematch]").count() and guest.locator("[data-act=home]").count()
    guest.context.close()
    page.click("[data-act=home]")
    page.wait_for_selector(".tile")
    page.context.close()


def margins(browser, server):
    """Letters and numbers around a board are visible from each side, not covered, and not too small."""
    for width in (360, 1280):
        page = browser.new_context(locale="en", viewport={"width": width, "height": 800}, reduced_motion="reduce").new_page()
        for game in ("benedictine 1A1G1A1/2AoA2/7/7/3A3/2G1G2/1G3G1 g", "etoile", "etoile:board=square8,players=2", "maitres", "ruches", "buteur"):
            see(page, server.table(game, [0, 0, 0], open=True))
            for _ in range(6 if game == "etoile" else 2):
                assert page.evaluate(INSIDE) == 0, (game, width)
                small = page.evaluate(SMALLEST)
                assert small > 8, (game, width, small)
                # The bounding boxes of the star's slanted cells overlap anyway.
                hidden = page.evaluate(OVERLAPS, [".board .mark", ".board .cell, .board .goalstrip rect"]) if game != "etoile" else []
                assert hidden == [], (game, width, hidden)
                page.click("[data-tool=flip]")
        page.context.close()


def own_words(browser, server):
    """The file field, the steps of a game and the name of an analysis have words of the page."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    page.goto(server.address)
    page.select_option("#language", "fr")
    until(page, "document.querySelector('#new h2')?.textContent.startsWith('Nouvelle')")
    page.click("details.options summary")
    assert page.inner_text(".file .button") == "Choisir un fichier"
    assert page.evaluate("getComputedStyle(document.querySelector('[name=file]')).opacity") == "0", "the browser's own words"
    page.set_input_files("[name=file]", {"name": "partie.txt", "mimeType": "text/plain", "buffer": b"benedictine"})
    until(page, "document.querySelector('.file').textContent.includes('partie.txt')")
    see(page, server.table("maitres startpos moves die4 c2-c6 die3", [0, 0]))
    told = page.inner_text("[data-part=moves]")
    assert "⚃ 4" in told and "⚂ 3" in told, told
    placed = "play a 0a2,1d1,2f1,3b3,4c2,5e2,6g2,7a4,8e4,9f5 0f9,1d9,2c8,3g8,4e8,5b7,6a8,7e6,8b5,9a6 - - *e6"
    see(page, server.table(f"ruches:setup=ordered {placed} moves -e6", [0, 0]))
    assert "retire e6" in page.inner_text("[data-part=moves]"), page.inner_text("[data-part=moves]")
    page.click("[data-tool=board]")
    until(page, "document.querySelector('.panel h1').textContent.includes(\"Plateau d'analyse\")")
    page.context.close()
