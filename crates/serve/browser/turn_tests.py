"""Tests of a turn: previews, moves of two parts, happenings, and looking back."""

from driver import Finger, Mouse, centre, clean, click, see, settle, touch, until, view

HAND = "buteur play R1 d7 1 0-0 run R F.F.G.L3b.N2h.N5r.P.R4h/?8 -"
SHOT = "buteur shot B1 d14 1 0-0 run R L2h.L3b.N3b.N4r.N5h.R2b.R3r.R5b/F.L4h.L5r.N2h.R4h.N2b.R2r.N5b -"
OUT = "buteur play R1 b7 1 0-0 run R L3b.N2h.N5r.R4h.F.G.P.Cr/?8 -"


def flights(page):
    """The ends of the flights that the pitch shows."""
    return page.evaluate("[...document.querySelectorAll('.flight')].map((node) => node.dataset.end)")


def card(page, name):
    return page.locator(f".playing.on[title='{name}']").first


def previews(browser, server):
    """A card under the pointer or the focus shows where it sends the ball. The places can be chosen."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(page, server.table(HAND, [0, 3]))
    assert not flights(page)
    card(page, "attacker straight 2, hand").hover()
    assert flights(page) == ["lands"]
    page.mouse.move(5, 5)
    until(page, "!document.querySelector('.flight')")
    card(page, "free kick").hover()
    assert flights(page) == ["lands"] * 3, "a free kick has three directions"
    # Of two equal cards one is raised, the one that was pressed.
    page.locator(".playing.on[title='free kick']").nth(1).click()
    assert page.locator(".playing.chosen").count() == 1
    assert page.locator(".playing >> nth=1").get_attribute("aria-pressed") == "true"
    assert "Now the direction" in page.inner_text(".then")
    assert page.locator(".cell.on").count() == 3
    clean(page, "the directions of a free kick")
    click(page, "[data-cell=a10]", None)
    assert page.locator(".ghosts .staged").count() == 1, "the ball lies where the free kick sends it"
    assert page.inner_text(".then") == "Now an attacker." and not page.locator("[data-act=finish]").count()
    page.click("[data-act=cancel]")
    assert not page.locator(".staged, .chosen").count()
    card(page, "attacker right 4, hand").focus()
    assert flights(page) == ["lands"]
    card(page, "attacker right 4, hand").press("Enter")
    until(page, "document.querySelector('[data-part=moves] .side0')")
    assert view(page)["steps"][0]["text"] == "R4h"
    see(page, server.table(OUT, [0, 3]))
    card(page, "attacker left 3, blue flag").hover()
    assert flights(page) == ["throw_in"] and page.text_content(".flight .word") == "throw-in"
    page.context.close()


def touches(browser, server):
    """On a phone the first touch of a card shows its flight, the second plays it, and so does the place of landing."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    page = browser.new_context(locale="en", reduced_motion="reduce", **phone).new_page()
    for way in ("card", "place", "button"):
        see(page, server.table(HAND, [0, 0], open=True))
        touch(page.locator(".playing.on[title='attacker straight 2, hand']"))
        assert flights(page) == ["lands"] and view(page)["cursor"] == 0, "the first touch only shows"
        assert page.inner_text("[data-act=finish]") == "Play: ball to d9"
        if way == "card":
            touch(page.locator(".playing.chosen"))
        elif way == "place":
            click(page, "[data-cell=d9]", None)
        else:
            touch(page.locator("[data-act=finish]"))
        until(page, "document.querySelector('[data-part=moves] .side0')")
        assert view(page)["steps"][0]["text"] == "N2h", way
    page.context.close()


def at(page, cell):
    """Whether a piece that is not hidden is drawn on a cell."""
    return page.evaluate(
        """(cell) => {
          const box = document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
          return [...document.querySelectorAll(".pieces > g:not(.gone)")].some((node) => {
            const own = node.getBoundingClientRect();
            return Math.hypot(own.x + own.width / 2 - box.x - box.width / 2, own.y + own.height / 2 - box.y - box.height / 2) < box.width / 3;
          });
        }""",
        cell,
    )


def halves(browser, server):
    """The first part of a move is shown as done. Words name the next part, and the button names its effect."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(page, server.table("benedictine", [0, 0]))
    for cell in ("c2", "d3"):
        click(page, f"[data-cell={cell}]", None)
    assert at(page, "d3") and not at(page, "c2"), "the bottle stands on its new square"
    assert page.inner_text(".then") == "Now the ball: choose its square, or leave it."
    assert page.inner_text("[data-act=finish]") == "Leave the ball"
    clean(page, "half a move")
    page.click("[data-act=cancel]")
    assert at(page, "c2") and not at(page, "d3") and not page.locator(".then").count()
    for cell in ("c2", "d3"):
        click(page, f"[data-cell={cell}]", None)
    page.click("[data-act=finish]")
    until(page, "document.querySelector('[data-part=moves] .side0')")
    assert view(page)["steps"][0]["text"] == "c2-d3"

    see(page, server.table("maitres 4m4/9/9/4s4/4L4/9/2S6/9/4M4 r 6", [0, 0]))
    for cell in ("e5", "e6"):
        click(page, f"[data-cell={cell}]", None)
    assert at(page, "e6") and not at(page, "e5") and page.locator(".pieces .gone").count() == 1, "the captured piece is gone"
    assert "another piece" in page.inner_text(".then")
    # A capture of several pieces: the first jump is shown, and the end takes the pieces off.
    see(page, server.table("etoile:board=square8,landing=any,omit=must,players=2 A Ka1 b2,g7,a7 0 -", [0, 0]))
    for cell in ("a1", "e5"):
        click(page, f'[data-cell="{cell}"]', None)
    assert at(page, "e5") and page.inner_text(".then").startswith("The move goes on")
    page.context.close()


def happenings(browser, server):
    """A goal is told in words, on the board, in the list and to those who listen. At the end all hands are shown."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(page, server.table(SHOT, [0, 0], open=True))
    page.click("[data-stop='#goal']")
    page.wait_for_selector(".moment .goal")
    assert page.inner_text(".moment .goal") == "GOAL! 1 : 0"
    assert "GOAL! 1 : 0" in page.inner_text("#live") and "GOAL! 1 : 0" in page.inner_text("[data-part=moves] .event")
    clean(page, "a goal")
    until(page, "!document.querySelector('.moment')")

    see(page, server.table("maitres 4m4/9/4s4/9/4L4/9/9/9/4M4 r 2", [0, 0]))
    for cell in ("e5", "e7"):
        click(page, f"[data-cell={cell}]", None)
    page.wait_for_selector(".taken-pieces svg")
    assert page.get_attribute(".taken-pieces", "aria-label") == "Captured by Red: brown small cylinder"
    assert "captured" in page.inner_text("#live"), page.inner_text("#live")
    clean(page, "a captured piece")

    see(page, server.table("buteur", [1, 2]))
    until(page, "document.querySelector('.moment .laid .face')")
    assert page.locator(".back").count(), "hands are hidden"
    page.click("[data-tool=pause]")
    for _ in range(1200):
        if view(page)["turn"]["kind"] == "over":
            break
        page.wait_for_timeout(100)
    page.click("[data-tool=last]")
    until(page, "document.querySelector('.turn').textContent.startsWith('The game is over')")
    assert not page.locator(".back").count() and page.locator("[data-part=hands] .playing").count()
    assert not page.locator("[data-act=open-cards]").count(), "there is nothing left to lay open"
    assert "Full time" in page.inner_text("[data-part=moves]") and "Half-time" in page.inner_text("[data-part=moves]")
    # The past of a finished match is open, too.
    page.click("[data-tool=back]")
    page.wait_for_selector("[data-act=live]")
    assert not page.locator(".back").count()
    clean(page, "the end of a match")
    page.context.close()


def looks(browser, server):
    """Each viewer goes through the game alone. Nothing changes for others, and new moves do not disturb."""
    host = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(host, server.table("benedictine", [0, 0]))
    guest = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(guest, host.url)

    def move(page, text):
        page.fill("#move", text)
        page.keyboard.press("Enter")

    for text in ("c2-d3@f2", "c6-d5", "d3-e3"):
        move(host, text)
        until(host, f"document.querySelector('[data-part=moves] [aria-current]')?.textContent.includes('{text}')")
    until(guest, "document.querySelectorAll('[data-part=moves] li').length === 3")
    guest.locator("[data-part=moves] button").first.click()
    guest.wait_for_selector("[data-act=live]")
    assert guest.get_attribute("[data-cell=d3]", "aria-label") == "d3, green bottle"
    assert not guest.locator(".cell.on").count() and guest.is_disabled("[data-tool=undo]") and guest.is_disabled("[data-tool=hint]")
    assert host.get_attribute("[data-cell=e3]", "aria-label") == "e3, green bottle"
    table = view(host)
    assert table["cursor"] == 3 and table["version"] == 3 and table["at"] is None, "nothing has changed at the table"
    clean(guest, "looking back")
    guest.click("[data-tool=forward]")
    until(guest, "document.querySelector('[data-cell=d5]').ariaLabel === 'd5, amber bottle'")
    guest.click("[data-tool=first]")
    until(guest, "document.querySelector('[data-cell=c2]').ariaLabel === 'c2, green bottle'")
    assert guest.is_disabled("[data-tool=back]")
    # A new move waits until the guest comes back.
    move(host, "f7-g6")
    until(host, "document.querySelectorAll('[data-part=moves] li').length === 4")
    guest.wait_for_timeout(500)
    assert guest.get_attribute("[data-cell=c2]", "aria-label") == "c2, green bottle"
    guest.click("[data-tool=play]")
    until(guest, "!document.querySelector('[data-act=live]')")
    assert guest.get_attribute("[data-cell=g6]", "aria-label") == "g6, amber bottle"
    # A person who plays alone can go on from an earlier step.
    guest.locator("[data-part=moves] button").nth(1).click()
    guest.click("[data-act=from-here]")
    until(host, "document.querySelectorAll('[data-part=moves] .undone').length === 2")
    assert view(host)["cursor"] == 2
    guest.context.close()
    host.context.close()


def hidden_past(browser, server):
    """With hidden cards each player looks back with his own eyes."""
    host = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(host, server.table("buteur", [0, 1]))
    settle(host)
    own = "[...document.querySelectorAll('.handbox.team0 .playing')].map((node) => node.ariaLabel).join()"
    before = host.evaluate(own)
    click(host, ".cell.on", None)
    host.locator(".playing.on").first.click()
    until(host, "document.querySelectorAll('[data-part=moves] li').length > 2")
    settle(host)
    host.wait_for_timeout(600)
    host.locator("[data-part=moves] button").first.click()
    host.wait_for_selector("[data-act=live]")
    assert host.evaluate(own) == before, "the hand as it was dealt"
    assert host.locator(".handbox.team1 .back").count() and not host.locator(".handbox.team1 .playing").count()
    assert not host.locator("[data-act=from-here]").count(), "hidden cards are not played again"
    host.click("[data-act=live]")
    until(host, "!document.querySelector('[data-act=live]')")
    host.context.close()


def films(browser, server):
    """A game between engines can be paused, shown faster, gone through, and skipped to its end."""
    page = browser.new_context(locale="en").new_page()
    # A browser that has the scripts shows the game before the engines have ended it.
    see(page, server.table("ruches", [0, 0]))
    see(page, server.table("ruches:setup=ordered", [10, 10]))
    until(page, "document.querySelectorAll('[data-part=moves] li').length > 1")
    page.click("[data-tool=pause]")
    page.wait_for_timeout(700)
    shown = "document.querySelectorAll('[data-part=moves] li:not(.undone)').length"
    count = page.evaluate(shown)
    page.wait_for_timeout(1500)
    assert page.evaluate(shown) == count, "it is paused"
    page.click("[data-tool=pace]")
    assert page.inner_text("[data-tool=pace]") == "2×"
    page.click("[data-tool=play]")
    until(page, f"{shown} > {count + 2}")
    # The rest of the game is short.
    for player in (1, 2):
        page.select_option(f".seats li:nth-child({player}) select", "1")
    for _ in range(400):
        if view(page)["turn"]["kind"] == "over":
            break
        page.wait_for_timeout(50)
    page.click("[data-tool=last]")
    until(page, "document.querySelector('.turn').textContent.startsWith('The game is over')")
    page.context.close()


def hurries(browser, server):
    """A player who clicks or drags does not wait for the moves of the others to be shown."""
    for hand in (None, Mouse, Finger):
        page = browser.new_context(locale="en", has_touch=hand is Finger).new_page()
        # Moves are shown so slowly that the test looks in time, also on a busy machine.
        page.add_init_script("const wait = setTimeout; setTimeout = (act, time) => wait(act, time > 200 ? 20 * time : time);")
        see(page, server.table("etoile", [0, 1, 1]))
        for cell in ("Ac3", "Ad4"):
            click(page, f"[data-cell={cell}]", None)
        for _ in range(100):
            if view(page)["may_act"]:
                break
            page.wait_for_timeout(10)
        # The page hears of it soon after.
        page.wait_for_timeout(500)
        assert not page.locator(".cell.on").count(), "the moves of the others are being shown"
        if not hand:
            click(page, "[data-cell=Ad4]", None)
        else:
            x, y = centre(page, "Ad4")
            pointer = hand(page)
            pointer.down(x, y)
            pointer.move(x + 9, y + 9)
            assert page.locator(".lifted").count() == 1, f"the piece is lifted at once: {hand.__name__}"
        assert page.locator(".cell.taken").count() == 1, "the piece is chosen at once"
        page.context.close()
