// The board: drawing, choosing with pointer or keyboard, and moving pieces.

import { Drag } from "./drag.js";
import { s, t } from "./dom.js";
import { Ghosts } from "./ghosts.js";

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A drawn board. `pick` gets the chosen cell, `hand` has the callbacks for dragged pieces. */
export class Board {
  constructor(holder, pick, hand) {
    this.pick = pick;
    this.svg = s("svg", { class: "board", role: "group" });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    holder.append(this.svg);
    this.nodes = new Map();
    this.homes = new Map();
    this.put = new Map();
    this.focused = null;
    this.ghosts = new Ghosts(this);
    this.drag = new Drag(this, hand);
    this.lifts = hand.lifts;
  }

  /**
   * Draws a layout. `ways` are the paths of the pieces that just moved, `flight` is that of the
   * ball, and `trail` the last one.
   */
  draw(layout, { label, game, ways = [], flight, trail, animate = true, last = [] }) {
    const focus = this.svg.contains(document.activeElement) ? this.focused : null;
    this.layout = layout;
    this.svg.setAttribute("viewBox", layout.box.join(" "));
    this.svg.setAttribute("aria-label", label);
    this.svg.setAttribute("class", `board ${game}`);
    const held = new Map(layout.pieces.map((piece) => [piece.cell, piece]));
    this.nodes.clear();
    const flagged = new Map(
      (layout.flags ?? []).map(({ cell, kind, text }) => [cell, { kind, text }]),
    );
    const flags = [...flagged].map(([cell, { kind }]) => this.mark(cell, `flag ${kind}`, 0.53));
    const cells = layout.cells.map((cell) =>
      this.cell(cell, held.get(cell.id), flagged.get(cell.id)),
    );
    const lasts = last.map((cell) => this.mark(cell, "lastmark"));
    this.dots = s("g", { class: "dots", "aria-hidden": "true" });
    // Rings are behind the pieces: a crown or a neck covers its ring.
    this.rings = s("g", { class: "dots", "aria-hidden": "true" });
    this.pieces = s("g", { class: "pieces", "aria-hidden": "true" });
    this.drag.redrawn();
    this.put.clear();
    this.homes.clear();
    for (const piece of layout.pieces) {
      const cell = this.at(piece.cell);
      if (!cell) continue;
      const home = s(
        "g",
        { transform: `translate(${cell.x} ${cell.y})` },
        s("g", { class: "mover" }, piece.node),
      );
      this.homes.set(piece.cell, home);
      this.pieces.append(home);
    }
    this.svg.replaceChildren(
      s("g", { class: "under", "aria-hidden": "true" }, layout.under ?? []),
      s("g", { class: "cells" }, cells),
      s("g", { class: "over", "aria-hidden": "true" }, layout.over ?? [], lasts, flags),
      this.rings,
      this.pieces,
      this.dots,
      this.ghosts.layer,
    );
    this.ghosts.clear();
    if (trail) this.ghosts.trail(trail);
    if (!this.nodes.has(this.focused)) this.focused = layout.cells[0]?.id;
    this.nodes.get(this.focused)?.setAttribute("tabindex", "0");
    if (focus) this.nodes.get(this.focused)?.focus();
    this.moves = animate && !still();
    if (this.moves) ways.forEach((way) => this.move(way));
    if (this.moves && flight) this.ghosts.send(flight);
  }

  cell(cell, piece, flag) {
    const label = `${cell.id.replace(/^t(\d)$/, "$1")}, ${cell.text ? `${cell.text}, ` : ""}${piece ? piece.label : t("ui.empty")}${flag ? `, ${flag.text}` : ""}`;
    const node = s(
      "g",
      {
        class: "cell",
        role: "button",
        tabindex: "-1",
        "aria-label": label,
        "data-cell": cell.id,
        onfocus: () => this.note(cell.id),
        onclick: () => {
          this.focus(cell.id);
          this.pick(cell.id);
        },
      },
      cell.shape,
      flag && s("title", {}, flag.text),
      cell.text && cell.id === "goal" && !piece
        ? s("text", { class: "goaltext", x: cell.x, y: cell.y + 0.13 }, cell.text)
        : null,
    );
    this.nodes.set(cell.id, node);
    return node;
  }

  mark(id, kind, r = 0.46) {
    const cell = this.at(id);
    return cell ? s("circle", { class: kind, cx: cell.x, cy: cell.y, r }) : null;
  }

  /** Shows the chosen cells and the cells that can follow. */
  offer(next, chosen) {
    const [marks, rings] = [[], []];
    for (const cell of this.layout.cells) {
      const node = this.nodes.get(cell.id);
      const [on, taken] = [next.has(cell.id), chosen.includes(cell.id)];
      node.classList.toggle("on", on);
      node.classList.toggle("taken", taken);
      node.classList.toggle("lifts", this.lifts(cell.id));
      node.setAttribute("aria-disabled", String(!on && !taken));
      if (taken) {
        marks.push(
          s("circle", { class: "halo", cx: cell.x, cy: cell.y, r: 0.46 }),
          s("circle", { class: "takenmark", cx: cell.x, cy: cell.y, r: 0.46 }),
        );
      } else if (on && chosen.length) {
        marks.push(
          s("circle", {
            class: "dot",
            cx: cell.x,
            cy: cell.y,
            r: this.holds(cell.id) ? 0.44 : 0.16,
          }),
        );
      } else if (on) {
        rings.push(
          ...["halo", "source"].map((kind) =>
            s("circle", { class: kind, cx: cell.x, cy: cell.y, r: 0.45 }),
          ),
        );
      }
    }
    this.rings.replaceChildren(...rings);
    this.dots.replaceChildren(...marks);
  }

  /** Shows pieces where a begun move puts them, and hides the pieces that it takes. */
  stage(ways, takes = []) {
    this.settle();
    for (const [from, to] of ways) if (this.shown(from) && this.at(to)) this.shift(from, to);
    const [left, met] = [0, 1].map((end) => ways.map((way) => way[end]));
    for (const [cell, home] of this.homes) {
      const gone = takes.includes(cell) || (met.includes(cell) && !left.includes(cell));
      home.classList.toggle("gone", gone);
    }
  }

  /** Marks cells for a moment. */
  flash(cells) {
    if (!this.moves) return;
    const marks = cells.map((cell) => this.mark(cell, "flash", 0.5)).filter(Boolean);
    this.svg.append(...marks);
    setTimeout(() => marks.forEach((node) => node.remove()), 900);
  }

  /** Shows the flights of the ball that can be chosen, and the ball on its place for now. */
  fly(flights, ball, pick) {
    this.ghosts.show(flights, ball, pick);
  }

  /** The piece that is shown on a cell, also if it was dragged there. */
  shown(id) {
    return this.homes.get(this.put.get(id) ?? id);
  }

  place(home, { x, y }) {
    home?.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** The piece of a cell follows the pointer, which is over a cell. */
  carry(id, clientX, clientY, over) {
    const home = this.shown(id);
    if (!home) return;
    if (!home.classList.contains("lifted")) {
      home.classList.add("lifted");
      this.svg.classList.add("dragging");
      this.pieces.append(home);
    }
    this.place(
      home,
      new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse()),
    );
    for (const [cell, node] of this.nodes) {
      node.classList.toggle("over", cell === over && node.classList.contains("on"));
    }
  }

  /** The piece of a cell is dropped and returns to its cell. */
  release(id) {
    const home = this.shown(id);
    home?.classList.remove("lifted");
    this.svg.classList.remove("dragging");
    this.place(home, this.at(id) ?? { x: 0, y: 0 });
    this.nodes.forEach((node) => node.classList.remove("over"));
  }

  /** Shows the piece of a cell on another cell until the server answers. */
  shift(from, to) {
    const source = this.put.get(from) ?? from;
    this.put.delete(from);
    this.put.set(to, source);
    this.place(this.homes.get(source), this.at(to));
  }

  /** Returns pieces that were dragged but not played. */
  settle() {
    this.put.forEach((source) => this.place(this.homes.get(source), this.at(source)));
    this.put.clear();
  }

  at(id) {
    return this.layout.cells.find((cell) => cell.id === id);
  }

  holds(id) {
    return this.layout.pieces.some((piece) => piece.cell === id);
  }

  /** Draws arrows of a kind for moves, which are lists of cells. */
  arrows(ways, kind = "hint") {
    const drawn = ways.map((way) => {
      const points = way.map((id) => this.at(id)).filter(Boolean);
      if (points.length < 2) {
        return points.length
          ? s(
              "g",
              { class: `arrows ${kind}`, "aria-hidden": "true" },
              s("circle", { cx: points[0].x, cy: points[0].y, r: 0.46 }),
            )
          : null;
      }
      const [a, b] = points.slice(-2);
      const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
      return s(
        "g",
        { class: `arrows ${kind}`, "aria-hidden": "true" },
        s("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }),
        s("path", {
          d: "M.08 0l-.34.18v-.36z",
          transform: `translate(${b.x} ${b.y}) rotate(${angle})`,
        }),
      );
    });
    this.svg.querySelectorAll(`.arrows.${kind}`).forEach((node) => node.remove());
    this.svg.append(...drawn.filter(Boolean));
  }

  /** Moves the piece at the end of a path from the start of the path, cell by cell. */
  move(way) {
    const points = way.map((id) => this.at(id)).filter(Boolean);
    const home = this.homes.get(way.at(-1));
    if (!home || points.length < 2) return;
    const end = points.at(-1);
    const frames = points.map(({ x, y }) => ({
      transform: `translate(${x - end.x}px, ${y - end.y}px)`,
    }));
    this.pieces.append(home);
    home.firstChild.animate(frames, {
      duration: 220 + 180 * (points.length - 1),
      easing: "ease-in-out",
    });
  }

  /** Sets the cell that has the focus. Tab returns to it. */
  note(id) {
    this.nodes.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = id;
    this.nodes.get(id)?.setAttribute("tabindex", "0");
  }

  focus(id) {
    this.note(id);
    this.nodes.get(id)?.focus();
  }

  key(event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pick(this.focused);
      return;
    }
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
      event.key
    ];
    if (!way) return;
    event.preventDefault();
    const next = this.neighbour(way);
    if (next) this.focus(next);
  }

  /**
   * Up and down lead to the next row, left and right along a row. Of two cells at the same distance
   * the one nearer to the middle is chosen. With these numbers two presses reach each cell that
   * touches a corner, on all boards; a test checks it.
   */
  neighbour([dx, dy]) {
    const here = this.at(this.focused);
    const [left, , width] = this.layout.box;
    const [off, weight] = dx ? [0.9, 1] : [1.2, 0.3];
    let best = null;
    for (const cell of this.layout.cells) {
      const [x, y] = [cell.x - here.x, cell.y - here.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 0.1 || aside > off * along) continue;
      const cost = along + weight * aside + 0.001 * Math.abs(cell.x - left - width / 2);
      if (!best || cost < best.cost) best = { id: cell.id, cost };
    }
    return best?.id;
  }
}
