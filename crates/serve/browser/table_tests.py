"""Tests of a table: goals and captures, cards that are opened, lost connections."""

import random
import signal

from driver import click, clean, play, rename, see, settle, take, until, view


def wins(browser, server):
    """A goal in Bénédictine, a capture, and the capture of the Master: chosen and shown on the board."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(page, server.table("benedictine 1A1G1A1/2AoA2/7/7/3A3/2G1G2/1G3G1 g", [0, 0]))
    for cell in ("c2", "b3", "goal"):
        click(page, f'[data-cell="{cell}"]', None)
    until(page, "document.querySelector('.turn').textContent === 'The game is over: Green wins'")
    assert "ball into the goal" in page.inner_text("#live"), page.inner_text("#live")
    assert view(page)["result"] == [1, 0] and not page.locator(".cell.on").count()
    assert page.get_attribute("[data-cell=goal]", "aria-label") == "goal, goal, ball", "the ball lies where it went in"
    assert page.locator(".pieces .ball").count() == 1 and page.locator(".lastmark").count() == 3

    see(page, server.table("maitres 4m4/9/4s4/9/4L4/9/9/9/4M4 r -", [0, 0], typed=True))
    assert page.locator(".pieces > g").count() == 4
    page.click("button.chance >> nth=1")
    until(page, "document.querySelector('[data-cell=e5].on')")
    for cell in ("e5", "e7"):
        click(page, f'[data-cell="{cell}"]', None)
    until(page, "document.querySelector('[data-cell=e7]').ariaLabel === 'e7, red large cylinder'")
    assert page.locator(".pieces > g").count() == 3, "a piece is taken off"
    see(page, server.table("maitres 4m4/9/9/9/4L4/9/9/9/4M4 r -", [0, 0], typed=True))
    page.click("button.chance >> nth=3")
    until(page, "document.querySelector('[data-cell=e5].on')")
    for cell in ("e5", "e9"):
        click(page, f'[data-cell="{cell}"]', None)
    until(page, "document.querySelector('.turn').textContent === 'The game is over: Red wins'")
    # A capture that has several routes, by another than the first.
    see(page, server.table("etoile:board=square8,landing=any,omit=must,players=2 A Ka1 b2,g7,a7 0 -", [0, 0]))
    for cell in ("a1", "e5", "h8"):
        click(page, f'[data-cell="{cell}"]', None)
    until(page, "document.querySelector('.turn').textContent.length && document.querySelectorAll('.pieces > g').length === 2")
    assert view(page)["steps"][0]["text"] == "a1xc3xh8", view(page)["steps"]
    clean(page, "a game that is won")
    page.context.close()


def match(browser, server):
    """A match of Buteur to its end: both halves, with texts about the score."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(page, server.table("buteur", [0, 1]))
    moves = play(page, click, random.Random(11), 400)
    table = view(page)
    assert table["turn"]["kind"] == "over" and table["position"].split(" ")[4] == "2", table["position"]
    until(page, "document.querySelector('.turn').textContent.startsWith('The game is over')")
    score = table["position"].split(" ")[5].split("-")
    assert page.inner_text(".score") == " : ".join(score), (page.inner_text(".score"), score)
    print(f"  a match of {moves} moves ends {'-'.join(score)}")
    page.context.close()


def offers(browser, server):
    """No move is taken back past a card until all agree to open the cards. Then every move can be."""
    host = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    see(host, server.table("buteur", [0, 0]))
    table = settle(host)
    red, blue = [browser.new_context(locale=locale, reduced_motion="reduce").new_page() for locale in ("en", "fr-FR")]
    for page, token in zip((red, blue), table["tokens"]):
        take(page, f"{server.address}/#/t/{table['id']}/{token}")
        page.on("dialog", lambda dialog: dialog.accept())
    assert blue.inner_text(".seats li:nth-child(2)").startswith("Bleu") or blue.input_value("[data-name='1']") == "Bleu"
    play(red, click, random.Random(5), 1)
    settle(blue)
    assert red.is_disabled("[data-tool=undo]")
    red.click("[data-act=open-cards]")
    blue.wait_for_selector("[data-act=agree]")
    assert "Rouge d'accord" in blue.inner_text(".offer"), blue.inner_text(".offer")
    clean(blue, "an offer in French")
    blue.click("[data-act=decline]")
    red.wait_for_selector("[data-act=open-cards]")
    assert red.is_disabled("[data-tool=undo]") and red.locator(".back").count()
    blue.click("[data-act=open-cards]")
    red.click("[data-act=agree]")
    until(red, "!document.querySelector('[data-tool=undo]').disabled && !document.querySelector('.offer button')")
    until(blue, "document.querySelectorAll('.playing').length === 16")
    steps = view(red)["cursor"]
    red.click("[data-tool=undo]")
    until(red, "!document.querySelector('[data-tool=redo]').disabled")
    assert view(red)["cursor"] < steps
    for page in (host, red, blue):
        page.context.close()


# Notes the sockets of a page. As many as `refused` says do not reach a table.
SOCKETS = """
  window.sockets = [];
  window.refused = 0;
  window.WebSocket = class extends WebSocket {
    constructor(address) {
      const refuse = window.refused > 0;
      super(refuse ? address.replace("/tables/", "/none/") : address);
      if (refuse) window.refused -= 1;
      else window.sockets.push(this);
    }
  };
"""


def dropped(browser, server):
    """After the loss of a socket the page reports it, connects again, and shows the missed moves."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    page.add_init_script(SOCKETS)
    link = server.table("ruches", [0, 0])
    see(page, link)
    until(page, "document.querySelector('#head')")
    other = browser.new_context(locale="en").new_page()
    see(other, link)
    page.evaluate("() => { window.refused = 2; window.sockets[0].close(); }")
    until(page, "document.querySelector('#toast').textContent.includes('lost')")
    other.fill("#move", "7@d1")
    other.keyboard.press("Enter")
    other.wait_for_selector("[data-cell=d1][aria-label*='token 7']")
    page.wait_for_selector("[data-cell=d1][aria-label*='token 7']")
    until(page, "document.querySelector('#toast').textContent.includes('Connected again')")
    assert page.evaluate("[window.sockets.length, window.refused]") == [2, 0]
    # From here on messages pass in both directions as before.
    page.fill("#move", "0@b9")
    page.keyboard.press("Enter")
    other.wait_for_selector("[data-cell=b9][aria-label*='token 0']")
    other.context.close()
    page.context.close()


def restarted(browser, server):
    """A restarted server may have fewer versions than the page. The page shows the new state."""
    page = browser.new_context(locale="en").new_page()
    see(page, server.table("ruches:setup=ordered", [0, 0]))
    until(page, "document.querySelector('#head')")
    for _ in range(3):
        played(page)
        page.wait_for_timeout(700)
    # Three moves at once: the page still shows the first when the connection is lost.
    for _ in range(3):
        played(page)
    server.end(signal.SIGKILL)
    server.start()
    until(page, "document.querySelector('#toast').textContent.includes('Connected again')")
    until(page, "document.querySelectorAll('[data-part=moves] li').length === 6")
    assert view(page)["version"] == 6
    page.context.close()


def late(browser, server):
    """The page hears nothing of a move: its own is late, and it shows how the table stands. A name is not late."""
    page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
    page.route_web_socket("**/socket**", lambda socket: None)
    see(page, server.table("ruches", [0, 0]))
    played(page)
    page.fill("#move", "7@d1")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#toast').textContent.includes('gone on')")
    until(page, "document.querySelectorAll('[data-part=moves] li').length === 1")
    played(page)
    rename(page, "Ann")
    until(page, "document.querySelectorAll('[data-part=moves] li').length === 2")
    table = view(page)
    assert table["names"][0] == "Ann" and table["version"] == 3, table
    page.context.close()


def played(page):
    """Plays the first legal move by a request from outside the page, with the same token."""
    page.evaluate(
        """async () => {
          const [, id, token] = location.hash.match(/t\\/(\\w+)\\/(\\w+)/);
          const table = `api/tables/${id}?token=${token}`;
          const { moves } = await (await fetch(table)).json();
          await fetch(table, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ do: "step", text: moves[0] }) });
        }"""
    )


def fingers(browser, server):
    """On a phone everything that can be pressed is large enough for a finger."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="fr-FR", reduced_motion="reduce")
    page = context.new_page()
    small = """() => [...document.querySelectorAll("button, select, summary, input:not([type=checkbox]), .switches label")]
      .filter((node) => node.offsetParent).map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 90)])
      .filter(([{ width, height }]) => Math.min(width, height) < 44).map(([{ width, height }, text]) => `${width}x${height} ${text}`)"""
    page.goto(server.address)
    page.wait_for_selector(".tile")
    page.click("details.options summary")
    assert page.evaluate(small) == []
    for game in ("maitres startpos moves die4 c2-c6 die3", "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -"):
        see(page, server.table(game, [0, 3]))
        page.click("[data-part=share] > summary")
        assert page.evaluate(small) == [], game
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, game
    context.close()


CROWD = """async () => {
  const [, , id, token] = location.hash.split("/");
  window.crowd = [...Array(4)].map(() => new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${id}/socket?token=${token}`));
  await Promise.all(window.crowd.map((socket) => new Promise((thinks) => {
    socket.onopen = () => socket.send('{"analyse": 1}');
    socket.onmessage = ({ data }) => JSON.parse(data).opinion && thinks();
  })));
}"""


def crowded(browser, server):
    """One analysis too many is refused with a text, and its button shows that none is running."""
    page = browser.new_context(locale="en").new_page()
    see(page, server.table("benedictine", [0, 0]))
    page.evaluate(CROWD)
    page.click("[data-tool=analyse]")
    until(page, "document.querySelector('#toast').textContent.startsWith('A limit of the server is reached')")
    assert page.inner_text("[data-tool=analyse]") == "Analyse"
    page.evaluate("window.crowd.forEach((socket) => socket.close())")
    page.context.close()
