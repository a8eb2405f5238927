// The flight of the ball on a pitch: where it would go, where it goes, and where it went.

import { s, t } from "./dom.js";

const ball = (kind) =>
  s(
    "g",
    { class: kind },
    s("circle", { class: "leather", r: 0.3 }),
    s("path", {
      class: "seam",
      d: "M0-.12l.12.09-.05.14h-.14l-.05-.14zM0-.12v-.18M.12-.03l.16-.06M.07.11l.1.15M-.07.11l-.1.15M-.12-.03l-.16-.06",
    }),
  );

/** The words for the end of a flight that is not on a cell. */
const WORDS = {
  shot: "shot",
  goal: "goal",
  goal_kick: "goal-kick",
  throw_in: "throw",
  penalty: "penalty",
};

/** The layer of a board that shows flights of the ball. */
export class Ghosts {
  constructor(board) {
    this.board = board;
    this.layer = s("g", { class: "ghosts" });
    this.past = s("g", { class: "trail", "aria-hidden": "true" });
    this.now = s("g", {});
    this.sent = s("g", { "aria-hidden": "true" });
    this.layer.append(this.past, this.now, this.sent);
  }

  clear() {
    this.past.replaceChildren();
    this.now.replaceChildren();
    this.sent.replaceChildren();
  }

  points(way) {
    return way.map((place) => this.board.layout.place(place));
  }

  /** Hides the ball that lies on the board, or shows it again. */
  hideBall(hidden) {
    for (const { kind, cell } of this.board.layout.pieces) {
      if (kind === "ball") this.board.homes.get(cell)?.classList.toggle("gone", hidden);
    }
  }

  /** Shows flights, each with a ghost of the ball at its end, and the ball where it is for now. */
  show(flights, place, pick) {
    if (!this.board.layout.place) return;
    const nodes = flights.map((flight) => this.flight(flight, pick));
    if (place) {
      const [{ x, y }] = this.points([place]);
      nodes.push(s("g", { transform: `translate(${x} ${y})` }, ball("piece ball staged")));
    }
    this.hideBall(Boolean(place) || this.sent.hasChildNodes());
    this.now.replaceChildren(...nodes);
  }

  flight(flight, pick) {
    const { way, end } = flight;
    const points = this.points(way);
    const [a, b] = points.slice(-2);
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const word = end && WORDS[end] ? t(`ui.${WORDS[end]}`) : "";
    const cell = !this.board.nodes.has(cellId(way.at(-1)));
    return s(
      "g",
      { class: `flight ${end ?? "lands"}`, "data-end": end ?? "lands" },
      s("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }),
      s("path", {
        class: "head",
        d: "M-.2 0l-.3 .2v-.4z",
        transform: `translate(${b.x} ${b.y}) rotate(${angle})`,
      }),
      s(
        "g",
        {
          class: `ghost ${cell ? "beyond" : ""}`,
          transform: `translate(${b.x} ${b.y})`,
          onclick: () => pick(flight),
        },
        ball("piece ball"),
      ),
      word && s("text", { class: "word", x: b.x, y: b.y - 0.42 }, word),
    );
  }

  /** The last flight of the ball. */
  trail(way) {
    if (!this.board.layout.place || way.length < 2) return;
    const points = this.points(way).map(({ x, y }) => `${x},${y}`);
    this.past.replaceChildren(s("polyline", { points: points.join(" ") }));
  }

  /** Sends the ball along its way. */
  send(way) {
    if (!this.board.layout.place || way.length < 2) return;
    const points = this.points(way);
    const node = s("g", {}, ball("piece ball"));
    this.sent.replaceChildren(node);
    this.hideBall(true);
    const flying = node.animate(
      points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
      { duration: 260 + 220 * (points.length - 1), easing: "ease-out", fill: "forwards" },
    );
    flying.onfinish = () => {
      if (!node.isConnected) return;
      node.remove();
      // A new choice may have moved the ball meanwhile.
      if (!this.now.querySelector(".staged")) this.hideBall(false);
    };
  }
}

const cellId = ([column, row]) => `${String.fromCharCode(97 + column)}${row + 1}`;
