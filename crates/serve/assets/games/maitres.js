// La Guerre des Maîtres Français: cylinders, seen slightly from above.

import { pieceName, s, t } from "../dom.js";
import { grid, letters, square } from "./grid.js";

function cylinder(side, kind) {
  const [radius, height] = { S: [0.2, 0.2], L: [0.3, 0.3], M: [0.32, 0.38] }[kind];
  const top = -height / 2;
  const flat = radius * 0.42;
  const sides = `M${-radius} ${top}v${height}a${radius} ${flat} 0 0 0 ${2 * radius} 0v${-height}`;
  const sign =
    side === 0
      ? s("ellipse", { class: "ring", cx: 0, cy: top, rx: radius * 0.6, ry: flat * 0.6 })
      : s("path", {
          class: "ring",
          d: `M${-radius * 0.6} ${top}h${radius * 1.2}M0 ${top - flat * 0.6}v${flat * 1.2}`,
        });
  const crown = s("path", {
    class: "crown",
    d: "M-.2-.2l-.04-.2.12.09.12-.14.12.14.12-.09-.04.2z",
  });
  return s(
    "g",
    { class: `piece cylinder side${side}` },
    s("ellipse", {
      class: "shadow",
      cx: 0.04,
      cy: height / 2 + flat * 0.7,
      rx: radius * 1.05,
      ry: flat,
    }),
    s("path", { class: "wood", d: `${sides}z` }),
    s("ellipse", { class: "top", cx: 0, cy: top, rx: radius, ry: flat }),
    kind === "M" ? crown : sign,
  );
}

/** A piece of a side, for use in texts. */
export const sample = (side) => cylinder(side, "L");

export function layout(view, turn) {
  const { squares, marks, box } = grid(9, 9, turn);
  const [, board] = view.position.split(" ");
  const kinds = { S: "small", L: "large", M: "master" };
  const cells = squares.map((cell) => ({
    ...cell,
    shape: square(cell, (cell.file + cell.rank) % 2 ? "pale" : "deep"),
  }));
  const at = Object.fromEntries(squares.map((cell) => [`${cell.file},${cell.rank}`, cell.id]));
  const pieces = letters(board).map(([file, rank, letter]) => {
    const side = letter === letter.toUpperCase() ? 0 : 1;
    const kind = letter.toUpperCase();
    return {
      cell: at[`${file},${rank}`],
      node: cylinder(side, kind),
      side,
      label: pieceName("maitres", t(`ui.${kinds[kind]}`), side),
    };
  });
  return { cells, pieces, over: marks, box };
}

export const stops = (text) => (text === "pass" ? ["#pass"] : text.split(/[-+]/));

/** The pieces that the chosen parts have moved. */
export const stage = (chosen) =>
  [chosen.slice(0, 2), chosen.slice(2, 4)].filter((way) => way.length > 1);

export const more = ({ chosen }) => (chosen.length > 1 ? "maitres.then-other" : null);

/** The drawing of a captured piece. */
export const piece = ({ seat, name }) => cylinder(seat, name[0].toUpperCase());

/** The parts of a 6 can be chosen in either order. */
export function others(text) {
  const parts = text.split("+");
  return parts.length === 2 ? [[...parts[1].split("-"), ...parts[0].split("-")]] : [];
}

export const ways = (text) =>
  text === "pass" ? [] : text.split("+").map((part) => part.split("-"));
