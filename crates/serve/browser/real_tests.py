"""Tests of games at a real table, whose dice and cards are typed in."""

from driver import clean, see, until, view

HAND = ["N2h", "N3r", "L2b", "R5r", "F", "G", "P", "Cr"]


def begin(browser, server, players="2", seen="0", engine=False, **options):
    """Begins a match on the first screen in which one player's cards are typed in."""
    page = browser.new_context(locale="en", reduced_motion="reduce", **options).new_page()
    page.goto(server.address)
    page.click("[data-game=buteur]")
    page.click("details.options summary")
    assert not page.is_visible("[name=seen]")
    page.select_option("[name=players]", players)
    page.select_option("[name=typed]", "1")
    page.select_option("[name=seen]", seen)
    for player in range(int(players)):
        hidden = str(player) != seen
        assert page.is_disabled(f"[name=seat{player}]") == hidden, "nobody can play cards that nobody here knows but their holder"
        assert not hidden or page.input_value(f"[name=seat{player}]") == "0"
    page.select_option(f"[name=seat{seen}]", "1" if engine else "0")
    clean(page, "the form of a match at a real table")
    page.click("#new button[type=submit]")
    page.wait_for_selector("button.chance")
    return page


def step(page, selector):
    """Presses an element, and waits until the page shows that the table has changed."""
    page.wait_for_selector(selector)
    before = page.inner_html("[data-part=moves]")
    page.locator(selector).first.click()
    for _ in range(200):
        if page.inner_html("[data-part=moves]") != before:
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"nothing happens: {selector}")


def deal(page, hand=HAND):
    for card in hand:
        step(page, f"button.chance[data-card={card}]")


def real_tables(browser, server):
    """The drawn card of one player and the played card of the other are chosen from cards. Mistakes are taken
    back."""
    page = begin(browser, server)
    assert page.inner_text(".actions .how") == "Red draws: which card is it?"
    assert page.locator("button.chance").count() == 41 and page.locator("button.chance svg.face").count() == 41
    assert page.get_attribute("button.chance[data-card=L2b]", "aria-label") == "attacker left 2, blue flag (L2b)"
    clean(page, "cards to be typed in")
    step(page, "button.chance[data-card=N5h]")
    page.click("[data-tool=undo]")
    until(page, "document.querySelector('button.chance[data-card=N5h]')")
    assert view(page)["cursor"] == 0
    deal(page)
    assert page.locator("[data-part=hands] .playing").count() == 8 and not page.locator("[data-act=look]").count()
    page.locator("[data-cell=d7]").dispatch_event("click")
    step(page, "[aria-label^='attacker straight 2, hand']")
    # Two mistakes are taken back: a card, then the move before it.
    step(page, "button.chance[data-card=N4h]")
    page.click("[data-tool=undo]")
    until(page, "document.querySelector('button.chance[data-card=N4h]')")
    page.click("[data-tool=undo]")
    until(page, "document.querySelector('[data-cell=d7].on')")
    page.locator("[data-cell=d7]").dispatch_event("click")
    page.click("[aria-label^='attacker straight 2, hand']")
    until(page, "document.querySelector('button.chance[data-card=N4h]')")
    page.click("button.chance[data-card=N4h]")

    until(page, "document.querySelector('.turn').textContent === 'Blue to move'")
    assert page.is_disabled("[data-tool=hint]") and page.is_disabled("[data-tool=analyse]")
    assert page.is_disabled(".seats li:nth-child(2) select")
    clean(page, "cards that somebody else may have played")
    assert not page.locator(".handbox.team0 .on").count(), "Red's cards are not Blue's to play"
    page.click(".handbox.team1 [data-card=F]")
    page.click("[data-stop='dir:L']")
    assert page.locator(".handbox.team1 .chosen[data-card=F]").count()
    page.click(".handbox.team1 [data-card=L3h]")
    until(page, "document.querySelector('.turn').textContent === 'Red to move'")
    table = view(page)
    assert [(step["text"], step["player"]) for step in table["steps"][-3:]] == [("FL+L3h", 1), ("draw:?", 1), ("draw:?", 1)], table["steps"]
    # The draw of an unknown card is not a separate step.
    page.click("[data-tool=undo]")
    until(page, "document.querySelector('.turn').textContent === 'Blue to move'")
    page.context.close()


def engine_at_a_real_table(browser, server):
    """The engine plays typed-in cards, also for a player who does not begin, on a phone."""
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    page = begin(browser, server, players="3", seen="1", engine=True, **phone)
    assert page.inner_text(".actions .how") == "Blue 1 draws: which card is it?"
    deal(page, HAND[:6])
    until(page, "document.querySelector('.turn').textContent === 'Red to move'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("[data-cell=d7]").dispatch_event("click")
    page.click(".handbox.team0 [data-card=N4h]")
    until(page, "document.querySelector('.actions .how')?.textContent === 'Blue 1 draws: which card is it?'")
    table = view(page)
    assert [step["player"] for step in table["steps"][-3:]] == [0, 0, 1] and table["steps"][-2]["text"] == "draw:?", table["steps"]
    page.context.close()


def real_dice(browser, server):
    """A wrong first roll is taken back."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(page, server.table("maitres", [0, 0], typed=True))
    page.click("button.chance >> nth=3")
    until(page, "document.querySelector('.board .on')")
    page.click("[data-tool=undo]")
    until(page, "document.querySelectorAll('button.chance').length === 6")
    assert view(page)["cursor"] == 0
    page.click("button.chance >> nth=1")
    until(page, "document.querySelector('.die')?.ariaLabel === 'the die shows 2'")
    page.context.close()


def own_eyes(browser, server):
    """If several people type in their own cards, each is asked only after he has confirmed who he is."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(page, server.table("buteur:players=3", [0, 0, 0], typed=True))
    page.wait_for_selector("[data-act=look]")
    assert not page.locator("button.chance").count()
    page.click("[data-act=look]")
    until(page, "document.querySelectorAll('button.chance').length === 41")
    # Advice needs a player who has confirmed that he looks.
    see(page, server.table("buteur", [0, 0]))
    page.wait_for_selector("[data-act=look]")
    assert page.is_disabled("[data-tool=hint]") and page.is_disabled("[data-tool=analyse]")
    page.click("[data-act=look]")
    until(page, "!document.querySelector('[data-tool=hint]').disabled")
    page.click("[data-tool=hint]")
    page.wait_for_selector(".lines li")
    page.context.close()
