// Bataille de ruches: wax tokens for the bees, dark tokens for the drones, on the dark squares.

import { pieceName, s, t } from "../dom.js";
import { grid, square } from "./grid.js";

const hexagon = (r) =>
  Array.from({ length: 6 }, (_, i) =>
    [r * Math.cos((i * Math.PI) / 3), r * Math.sin((i * Math.PI) / 3)].map((v) => v.toFixed(3)),
  ).join(" ");

function token(side, number) {
  const shape =
    side === 0
      ? [
          s("polygon", { class: "wax", points: hexagon(0.43) }),
          s("polygon", { class: "rim", points: hexagon(0.34) }),
        ]
      : [s("circle", { class: "wax", r: 0.4 }), s("circle", { class: "rim", r: 0.32 })];
  return s(
    "g",
    { class: `piece token side${side}` },
    s("ellipse", { class: "shadow", cx: 0.03, cy: 0.06, rx: 0.42, ry: 0.4 }),
    shape,
    s("text", { class: "number", y: 0.13 }, number),
  );
}

/** A piece of a side, for use in texts. */
export const sample = (side) => token(side, "");

const tokens = (text) =>
  text === "-" ? [] : text.split(",").map((item) => [item[0], item.slice(1)]);

export function layout(view, turn) {
  const { squares, marks, box } = grid(7, 9, turn);
  const [, phase, side, bees, drones, , , marked] = view.position.split(" ");
  const dark = ({ file, rank }) => (file + rank) % 2 === 1;
  const light = squares.filter((cell) => !dark(cell)).map((cell) => square(cell, "pale"));
  const cells = squares.filter(dark).map((cell) => ({ ...cell, shape: square(cell, "comb") }));
  const piece =
    (player) =>
    ([number, cell]) => ({
      cell,
      side: player,
      node: token(player, number),
      label: pieceName("ruches", t("ui.token", { number }), player),
    });
  const pieces = [...tokens(bees).map(piece(0)), ...tokens(drones).map(piece(1))];
  let [x, y, width, height] = box;
  if (phase === "place") {
    const player = side === "a" ? 0 : 1;
    const used = tokens(player ? drones : bees).map(([number]) => number);
    const left = [..."0123456789"].filter((number) => !used.includes(number));
    left.forEach((number, index) => {
      const spot = {
        id: `t${number}`,
        x: 8 + (index % 2) * 1.05,
        y: 1.5 + Math.floor(index / 2) * 1.05,
        text: t("ui.reserve"),
      };
      cells.push({
        ...spot,
        shape: s("circle", { class: "spot", cx: spot.x, cy: spot.y, r: 0.5 }),
      });
      pieces.push(piece(player)([number, spot.id]));
    });
    width += 2.6;
  }
  const flags = (marked ?? "-")
    .split(",")
    .filter((mark) => mark !== "-")
    .map((mark) =>
      mark[0] === "*"
        ? { cell: mark.slice(1), kind: "moved", text: t("ui.moved-last") }
        : { cell: mark.slice(1), kind: "liable", text: t("ui.removable") },
    );
  return { cells, pieces, under: light, over: marks, flags, box: [x, y, width, height] };
}

export function stops(text) {
  if (text === "pass") return ["#pass"];
  if (text.includes("@")) return [`t${text[0]}`, text.slice(2)];
  if (/^[-!]/.test(text)) return [text.slice(1)];
  return text.split(/[-x]/);
}

export function ways(text) {
  if (text === "pass" || /^[-!]/.test(text) || text.includes("@")) return [];
  return [text.split(/[-x]/)];
}

/** The piece that the chosen cells have moved. */
export const stage = (chosen) => (chosen.length > 1 ? [[chosen[0], chosen.at(-1)]] : []);

export const finish = () => "ui.stop-here";

/** The drawing of a captured piece. */
export const piece = ({ seat, name }) => token(seat, name);
