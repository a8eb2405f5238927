"""Tests of several people at a table, each with a browser: seats, proposals, clocks, the next game."""

from driver import click, clean, see, settle, take, until, view


def browsers(browser, count):
    """Pages in separate browsers, which accept each question."""
    pages = [browser.new_context(locale="en", reduced_motion="reduce").new_page() for _ in range(count)]
    for page in pages:
        page.on("dialog", lambda dialog: dialog.accept())
    return pages


def link(server, table, token):
    return f"{server.address}/#/t/{table['id']}/{token}"


def move(page, text):
    page.fill("#move", text)
    page.keyboard.press("Enter")


def pair(browser, server, game, **more):
    """A host, and two people who have taken the seats."""
    host, green, amber = browsers(browser, 3)
    see(host, server.table(game, [0, 0], **more))
    table = settle(host)
    take(green, link(server, table, table["tokens"][0]))
    take(amber, link(server, table, table["tokens"][1]))
    return host, green, amber


def close(*pages):
    for page in pages:
        page.context.close()


def seats(browser, server):
    """A look at a seat's link takes nothing. The seat is taken by a button, and given back by another."""
    host, guest = browsers(browser, 2)
    see(host, server.table("benedictine", [0, 0]))
    table = settle(host)
    invitation = link(server, table, table["tokens"][1])
    see(guest, invitation)
    guest.wait_for_selector(".boardside [data-act=take]")
    clean(guest, "an invitation")
    assert view(host)["own"] == [0, 1] and not guest.locator(".cell.on").count()
    until(host, "document.querySelector('.present')?.textContent.includes('look on')")
    guest.click("[data-act=take]")
    guest.wait_for_selector("[data-act=leave]")
    assert guest.url != invitation and view(guest)["own"] == [1]
    until(host, "document.querySelector('.present [data-player=\"1\"]')?.classList.contains('here')")
    assert view(host)["own"] == [0] and view(host)["tokens"][1] is None
    clean(host, "somebody has joined")
    token = guest.url.rsplit("/", 1)[1]
    assert token not in host.content(), "the host does not know the token"
    # The old link still shows the game.
    late = browsers(browser, 1)[0]
    see(late, invitation)
    late.wait_for_selector("[data-part=looking]")
    assert not late.locator("[data-act=take]").count()
    guest.goto("about:blank")
    until(host, "document.querySelector('.present [data-player=\"1\"]')?.classList.contains('away')")
    see(guest, f"{invitation.rsplit('/', 1)[0]}/{token}")
    until(host, "document.querySelector('.present [data-player=\"1\"]')?.classList.contains('here')")
    guest.click("[data-act=leave]")
    guest.wait_for_selector("[data-act=take]")
    assert view(host)["own"] == [0, 1]
    # The link to look on, and the code for a phone.
    host.click("[data-part=share] > summary")
    watch = next(value for value in host.locator(".copy input").evaluate_all("(all) => all.map((one) => one.value)") if view(host)["watch"] in value)
    see(late, watch)
    late.wait_for_selector("[data-part=looking]")
    host.locator(".copy .code summary").last.click()
    until(host, "document.querySelector('.copy .qr')?.naturalWidth > 100")
    assert "--bind" in host.inner_text("[data-part=share]")
    clean(host, "links and a code")
    close(host, guest, late)


def together(browser, server):
    """Both players come to the same next game, with other sides; the loser of Bénédictine begins."""
    host, green, amber = pair(browser, server, "benedictine 1A1G1A1/2AoA2/7/7/3A3/2G1G2/1G3G1 g")
    for cell in ("c2", "b3", "goal"):
        click(green, f'[data-cell="{cell}"]', None)
    amber.wait_for_selector("[data-act=rematch]")
    before = green.url
    amber.click("[data-act=rematch]")
    until(green, f"location.href !== {before!r}")
    until(host, "document.querySelector('[data-act=next]')")
    host.click("[data-act=next]")
    for page in (green, amber, host):
        page.wait_for_selector(".board .cell")
    tables = [view(page) for page in (green, amber, host)]
    assert len({table["id"] for table in tables}) == 1 and [table["own"] for table in tables] == [[1], [0], []]
    close(host, green, amber)


def agreements(browser, server):
    """A move taken back, a draw, a resignation; and a game without hints."""
    host, green, amber = pair(browser, server, "benedictine", hints=False)
    assert green.is_disabled("[data-tool=hint]") and green.is_disabled("[data-tool=analyse]")
    move(green, "c2-d3@f2")
    until(amber, "document.querySelector('[data-part=moves] li')")
    move(amber, "c6-d5")
    green.wait_for_selector("[data-act=back]")
    green.click("[data-act=back]")
    amber.wait_for_selector(".boardside [data-act=accept]")
    clean(amber, "a request to take back")
    amber.click("[data-act=accept]")
    until(green, "!document.querySelector('[data-part=moves] li:not(.undone)')")
    amber.click("[data-act=draw]")
    green.wait_for_selector("[data-act=refuse]")
    green.click("[data-act=refuse]")
    amber.wait_for_selector("[data-act=draw]")
    amber.click("[data-act=draw]")
    green.click("[data-act=accept]")
    for page in (host, green, amber):
        until(page, "document.querySelector('[data-part=ended]')?.textContent.includes('agreed to a draw')")
    assert view(green)["result"] == [0.5, 0.5] and not green.is_disabled("[data-tool=review]")
    close(host, green, amber)
    host, green, amber = pair(browser, server, "ruches:setup=ordered")
    move(green, view(green)["moves"][0])
    green.wait_for_selector("[data-act=resign]")
    green.click("[data-act=resign]")
    until(amber, "document.querySelector('[data-part=ended]')?.textContent.includes('has resigned')")
    assert view(amber)["result"] == [0, 1]
    close(host, green, amber)


def clocks(browser, server):
    """The clock of the player to act runs on both screens, and ends the game."""
    host, green, amber = pair(browser, server, "benedictine", clock=[12, 0])
    for page, text in ((green, "c2-d3"), (amber, "c6-d5"), (green, "d3-c2")):
        until(page, "document.querySelector('.cell.on')")
        move(page, text)
    for page in (host, green, amber):
        until(page, "document.querySelectorAll('.clocks li')[1].classList.contains('running')")
    shown = green.locator(".clocks output").nth(1).inner_text()
    until(green, f"document.querySelectorAll('.clocks output')[1].textContent < {shown!r}")
    until(amber, "document.querySelector('[data-part=ended]')?.textContent.includes('no time left')")
    assert view(green)["result"] == [1, 0]
    clean(green, "a game that ended by the clock")
    close(host, green, amber)


def deleted(browser, server):
    """A game is deleted after a question, and can be brought back."""
    page = browser.new_context(locale="en").new_page()
    questions = []

    def answer(dialog):
        questions.append(dialog.message)
        dialog.accept() if len(questions) > 1 else dialog.dismiss()

    page.on("dialog", answer)
    see(page, server.table("maitres", [0, 1]))
    page.goto(server.address)
    page.wait_for_selector(".games .round")
    page.click(".games .round")
    assert len(questions) == 1 and page.locator(".games a").count() == 1, "no is an answer"
    page.click(".games .round")
    page.wait_for_selector("[data-act=restore]")
    clean(page, "a game that was deleted")
    page.click("[data-act=restore]")
    page.wait_for_selector(".games a")
    page.click(".games a")
    page.wait_for_selector(".board .cell")
    close(page)
