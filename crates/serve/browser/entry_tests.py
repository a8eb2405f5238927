"""Tests of the ways to a game: the first screen, links to positions and to seats."""

import random
import urllib.parse

from driver import click, play, see, settle, take, until, view

KNOWN = {
    "star3": "etoile",
    "star2": "etoile:players=2",
    "english": "etoile:board=square8,players=2,rules=english",
    "international": "etoile:board=square10,landing=any,majority=yes,omit=must,players=2",
    "brazilian": "etoile:board=square8,landing=any,majority=yes,omit=must,players=2",
}


def home(browser, server):
    """A game that begins on the first screen with an option is listed there afterwards."""
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
    told = page.inner_text("ul.games li")
    assert "Red – Brown" in told and "Red: roll the die · Moves: 0 · " in told, told
    page.click("ul.games a")
    page.wait_for_selector(".board .cell")
    page.goto(f"{server.address}/#")
    page.click("[data-game=etoile]")
    page.click("details.options summary")
    page.select_option("[name=colour]", "light")
    page.select_option("[name=board]", "square8")
    assert page.input_value("[name=players]") == "2" and page.is_disabled("[name=players]")
    assert page.input_value("[name=colour]") == "dark" and page.is_disabled("[name=colour]")
    assert page.locator("[name=seat1]").count() and not page.locator("[name=seat2]").count()
    page.select_option("[name=board]", "star")
    assert page.input_value("[name=colour]") == "light" and page.input_value("[name=players]") == "3"
    assert page.locator("[name=seat2]").count() and page.input_value("[name=preset]") == ""
    for name, game in KNOWN.items():
        page.click("[data-game=etoile]")
        page.select_option("[name=preset]", name)
        page.click("#new button[type=submit]")
        page.wait_for_selector(".board .cell")
        assert view(page)["game"] == game, (name, view(page)["game"])
        page.click(".brand")
        page.wait_for_selector(".tile")
    page.context.close()


def links(browser, server):
    """A link to a position opens the form with it. Its errors are shown in the reader's language."""
    page = browser.new_context(locale="fr-FR").new_page()
    text = "etoile:players=2,rules=german startpos moves Ac3-Ad4"
    page.goto(f"{server.address}/#/p/{urllib.parse.quote(text)}")
    page.wait_for_selector("[name=position]")
    assert page.input_value("[name=position]") == text and page.input_value("[name=rules]") == "german"
    assert page.locator("[data-game=etoile][aria-pressed=true]").count() and not page.locator("[name=seat2]").count()
    page.fill("[name=position]", "etoile nonsense")
    page.click("#new button[type=submit]")
    until(page, "document.querySelector('#toast').textContent.includes('ne convient pas ici')")
    page.fill("[name=position]", text)
    page.select_option("[name=seat1]", "0")
    page.click("#new button[type=submit]")
    page.wait_for_selector(".board .cell")
    assert view(page)["cursor"] == 1, view(page)
    page.click("[data-part=share] > summary")
    link = page.locator(".copy input").nth(1).input_value()
    page.goto(link)
    page.wait_for_selector("[name=position]")
    assert page.input_value("[name=position]").startswith("etoile:players=2,rules=german"), link
    page.context.close()


def rulings(browser, server):
    """The ruling of an option is shown beside it, in the reader's language."""
    for locale, words in (("en", "may then use his turn for the penalty"), ("fr-FR", "employer son tour à la punition")):
        page = browser.new_context(locale=locale).new_page()
        page.goto(server.address)
        page.click("[data-game=ruches]")
        page.click("details.options summary")
        told = page.locator("[name=omit]").get_attribute("aria-describedby")
        assert words in page.inner_text(f"#{told}"), page.inner_text(f"#{told}")
        # Each option that names a ruling shows its text.
        for game in ("benedictine", "maitres", "etoile"):
            page.click(f"[data-game={game}]")
            named = page.evaluate("[...document.querySelectorAll('details.options .field > span')].filter((node) => /[BMREF]\\d/.test(node.textContent)).length")
            assert named and named == page.locator(".ruling").count(), (game, named)
        page.context.close()


def reached(browser, server):
    """Links to share work for other devices, also if the page was opened by a loopback address."""
    page = browser.new_context(locale="en").new_page()
    asked = []

    def answer(route):
        asked.append(route.request.url)
        route.fulfill(json={"address": "http://192.168.1.7:8017"})

    page.route("**/api/address", answer)
    see(page, server.table("benedictine", [0, 0]))
    page.click("[data-part=share] > summary")
    links = [field.input_value() for field in page.locator(".copy input").all()][1:]
    assert len(links) == 5 and all(link.startswith("http://192.168.1.7:8017/#/") for link in links), links
    assert asked, "the server was not asked"
    page.unroute("**/api/address")
    page.reload()
    page.wait_for_selector(".board .cell")
    page.click("[data-part=share] > summary")
    # This server listens on the loopback address, so there is no other address.
    assert page.url in [field.input_value() for field in page.locator(".copy input").all()]
    page.context.close()


def secrets(browser, server):
    """Two seats of a card game each see their own hand. A token of another game opens nothing."""
    host = browser.new_context(locale="en").new_page()
    see(host, server.table("buteur", [0, 0]))
    table = settle(host)
    seats = []
    for player, token in enumerate(table["tokens"]):
        page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
        take(page, f"{server.address}/#/t/{table['id']}/{token}")
        seats.append((player, page))

    def shown():
        for player, page in seats:
            boxes = [page.locator(".handbox").nth(index).locator(".playing").count() for index in range(2)]
            assert boxes[player] and not boxes[1 - player], (player, boxes)
            told = view(page)
            hands = told["position"].split(" ")[8].split("/")
            assert hands[1 - player].startswith("?") and not hands[player].startswith("?"), told["position"]
            foreign = [step["text"] for step in told["steps"] if step["player"] != player and step["text"].startswith("draw:")]
            assert foreign and set(foreign) == {"draw:?"}, (player, foreign)

    shown()
    play(seats[table["turn"]["player"]][1], click, random.Random(5), 1)
    shown()
    own = f"{server.address}/#/t/{table['id']}/{table['tokens'][0]}"
    other = server.table("ruches", [0, 0])
    foreign = f"{own.rsplit('/', 1)[0]}/{other.rsplit('/', 1)[1]}"
    host.goto("about:blank")
    host.goto(foreign)
    host.wait_for_selector("main > .card")
    assert host.inner_text("main > .card").startswith("This link does not allow this action."), host.inner_text("main")
    refused = host.evaluate(
        """async () => {
          const [, id, token] = location.hash.match(/t\\/(\\w+)\\/(\\w+)/);
          const options = { method: "POST", headers: { "content-type": "application/json" }, body: '{"do":"undo"}' };
          return [await fetch(`api/tables/${id}?token=${token}`), await fetch(`api/tables/${id}?token=${token}`, options), await fetch(`api/tables/${id}?token=${token}`, { method: "DELETE" })].map(({ status }) => status);
        }"""
    )
    assert refused == [403, 403, 403], refused
    for page in [host, *(page for _, page in seats)]:
        page.context.close()

