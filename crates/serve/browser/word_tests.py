"""Tests of the texts of the page: rules by options, the reader's language, meanings of marks."""

from driver import clean, see, until, view


def short_rules(browser, server):
    """The short rules agree with the options, on the first screen and at a table, in both languages."""
    page = browser.new_context(locale="en").new_page()
    page.goto(server.address)
    page.click("[data-game=etoile]")
    page.click("#new details:not(.options) summary")
    assert "any distance" in page.inner_text("#new .rules") and "huff" in page.inner_text("#new .rules")
    page.select_option("[name=preset]", "english")
    told = page.inner_text("#new .rules")
    assert "one cell in any direction" in told and "A player who can capture must capture." in told and "[" not in told, told
    assert not any(word in told for word in ("any distance", "huff", "camp", "afar")), told
    page.context.close()
    page = browser.new_context(locale="fr-FR").new_page()
    for game, said, unsaid in (
        ("etoile:misere=yes", "Le premier qui n'a plus de pièces gagne", "Le dernier"),
        ("maitres:variant=annihilation", "Qui prend toutes les pièces adverses gagne", "Qui prend le Maître"),
        ("maitres:passage=leap", "Elle peut passer par-dessus", "doivent être libres"),
        ("ruches:setup=ordered", "sont rangés", "Posez"),
    ):
        see(page, server.table(game, [0, 0, 0]))
        if page.get_attribute("[data-part=rules]", "open") is None:
            page.click("[data-part=rules] summary")
        told = page.inner_text(".panel .rules")
        assert said in told and unsaid not in told and "[" not in told, (game, told)
    page.context.close()


HUFF = (
    "etoile B Aa1,Ac1,Ae1,Ag1,Ab2,Ad2,Af2,Ah2,Aa3,Ae3,Ag3,Bh4 Ba1,Bc1,Be1,Bg1,Bb2,Bd2,Bf2,Bh2,Ba3,Bc3,Bg3,Bf4 "
    "Ca1,Cc1,Ce1,Cg1,Cb2,Cd2,Cf2,Ch2,Ca3,Cc3,Ce3,Ch4 0 Ab4-Bh4:Bh4"
)
REMOVAL = "ruches:setup=ordered play a 0a2,1d1,2f1,3b3,4c2,5e2,6g2,7a4,8e4,9f5 0f9,1d9,2c8,3g8,4e8,5b7,6a8,7e6,8b5,9a6 - - *e6"
DRONES_WIN = "ruches:setup=ordered play a 3f9,6c6,8f5,9g4 0d5,3g6,4f7,5b7,7b1,8d1,9f1 12 12457 -"
TEAM_WINS = (
    "buteur:players=3 end - c 2 0-1 over R Cb.Cr.Cr.F.G.G.G.L2r/?6/?6 Cb.F.G.L2b.L2h.L3b.L3h.L3r.L4h.L4r.L5b.L5h.L5r.N2b."
    "N2h.N2r.N3b.N3h.N3r.N4h.N4r.N5b.N5h.N5r.P.R2b.R2h.R2r.R3b.R3h.R3r.R4b.R4h.R4r.R5b"
)


def last_step(page, text):
    until(page, f"document.querySelector('[data-part=moves] [aria-current]')?.textContent === '{text}'")


def french(browser, server):
    """In French all texts are French, several winners too. Punctuation after a space keeps to its line."""
    page = browser.new_context(locale="fr-FR", reduced_motion="reduce").new_page()
    see(page, server.table(HUFF, [0, 0, 0]))
    page.locator("[data-cell=Bh4]").dispatch_event("click")
    last_step(page, "souffle Bh4")
    page.click("[data-tool=undo]")
    page.click("[data-stop='#oblige']")
    last_step(page, "oblige à prendre")
    see(page, server.table("buteur play R1 d7 1 0-0 run R N2h.N3h.N4h.N5h.L2h.L3h.F.G/?8 -", [0, 0], typed=True, open=True))
    page.click(".playing.on[aria-label^='attaquant tout droit 2']")
    page.click("button.chance[data-card=P]")
    last_step(page, "tire carte penalty")
    assert page.inner_text(".turn") == "Bleu\u00a0: à vous de jouer", page.inner_text(".turn")
    see(page, server.table(TEAM_WINS, [0, 0, 0]))
    assert page.inner_text(".turn") == "La partie est finie\u00a0: Bleu 1 + Bleu 2 gagnent", page.inner_text(".turn")
    # The drones are plural; a player with a name is singular.
    see(page, server.table(DRONES_WIN, [0, 0]))
    assert page.inner_text(".turn").endswith("Faux-bourdons gagnent"), page.inner_text(".turn")
    see(page, server.table(DRONES_WIN, [0, 0], names=["", "Zoé"]))
    assert page.inner_text(".turn").endswith("Zoé gagne"), page.inner_text(".turn")
    page.goto(server.address)
    page.click("[data-game=etoile]")
    assert "habitude" not in page.inner_text("[name=omit]") and "habitude" not in page.get_attribute("[name=quiet]", "placeholder")
    page.context.close()


def rings(browser, server):
    """The meaning of a ring around a piece is shown below the board and on the cell, and announced."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    for game, cell, words in ((HUFF, "Bh4", "may be huffed: choose it to take it off, because it could have captured"), (REMOVAL, "e6", "has just moved, and may be taken off")):
        see(page, server.table(game, [0, 0, 0]))
        assert page.inner_text(".legend.flags") == words
        assert page.get_attribute(f"[data-cell={cell}]", "aria-label").endswith(f", {words}")
        assert page.text_content(f"[data-cell={cell}] title") == words
        clean(page, words)
    see(page, server.table("etoile", [0, 0, 0]))
    assert not page.locator(".legend.flags").count()
    page.context.close()


def hints(browser, server):
    """A hint marks the cards, cells and buttons to choose, and is also given in words."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(page, server.table("buteur throw R1 a5 1 0-0 run R N2h.N3h.N4h.N5h.L2h.L3h.F.G/?8 -", [0, 0], typed=True, open=True))
    page.click("[data-tool=hint]")
    page.wait_for_selector(".playing.hinted")
    page.wait_for_selector(".arrows.hint circle")
    assert page.locator(".playing.hinted").count() in (1, 2) and page.locator(".arrows.hint").count() == 1
    said = page.inner_text("#live")
    assert said.startswith("Hint: ") and ("attacker" in said or "free kick" in said), said
    clean(page, "a hint of cards")
    # The hint stays while its parts are chosen.
    page.locator(".cell.on").first.dispatch_event("click")
    assert page.locator(".playing.hinted").count()
    see(page, server.table("ruches", [0, 0]))
    page.click("[data-tool=hint]")
    page.wait_for_selector(".arrows.hint circle")
    assert page.locator(".arrows.hint circle").count() == 2
    page.context.close()


def presses(browser, server):
    """A double click on Roll rolls once, without a message."""
    page = browser.new_context(locale="en").new_page()
    see(page, server.table("maitres", [0, 0]))
    page.dblclick("[data-act=roll]")
    until(page, "document.querySelector('.board .on')")
    page.wait_for_timeout(300)
    assert view(page)["cursor"] == 1 and not page.inner_text("#toast"), page.inner_text("#toast")
    page.context.close()


def widths(browser, server):
    """The values of options are not cut off on a wide screen."""
    cut = """() => [...document.querySelectorAll("#new select")].filter((node) => node.offsetParent).flatMap((node) => {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = getComputedStyle(node).font;
      return [...node.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > node.clientWidth - 40);
    })"""
    for locale in ("en", "fr-FR"):
        page = browser.new_context(locale=locale, viewport={"width": 1280, "height": 800}).new_page()
        page.goto(server.address)
        for game in ("maitres", "ruches", "etoile", "buteur"):
            page.click(f"[data-game={game}]")
            page.click("details.options summary")
            assert page.evaluate(cut) == [], (locale, game)
        page.context.close()
