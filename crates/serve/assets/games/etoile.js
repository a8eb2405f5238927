// L'Étoile des Dames: the star of three camps, or an ordinary board.

import { pieceName, s, t } from "../dom.js";
import { grid, square } from "./grid.js";

const SHAPES = [
  () => [s("circle", { class: "disc", r: 0.36 }), s("circle", { class: "groove", r: 0.24 })],
  () => [
    s("circle", { class: "disc", r: 0.36 }),
    s("path", { class: "groove", d: "M-.2-.2L.2.2M-.2.2L.2-.2" }),
  ],
  () => [
    s("path", { class: "disc", d: "M0-.42L.4.24q.02.08-.06.08h-.68q-.08 0-.06-.08z" }),
    s("path", { class: "groove", d: "M0-.2L.2.18h-.4z" }),
  ],
];

function man(side, king) {
  return s(
    "g",
    { class: `piece man side${side}` },
    s("ellipse", { class: "shadow", cx: 0.03, cy: 0.05, rx: 0.37, ry: 0.37 }),
    SHAPES[side](),
    king && s("path", { class: "crown", d: "M-.2.12l-.05-.28.14.12.11-.18.11.18.14-.12-.05.28z" }),
  );
}

/** A piece of a side, for use in texts. */
export const sample = (side) => man(side, false);

// Axes around the centre, clockwise from the top; and the middle axis of each camp: A below, B at
// the upper left, C at the upper right.
const AXES = Array.from({ length: 6 }, (_, i) => [
  Math.sin((i * Math.PI) / 3),
  -Math.cos((i * Math.PI) / 3),
]);
const MIDDLE = [3, 5, 1];

function star(turn, light) {
  const point = (camp, i, j) => {
    const side = AXES[(MIDDLE[camp] + (i <= 4 ? 1 : 5) + turn) % 6];
    const middle = AXES[(MIDDLE[camp] + turn) % 6];
    const across = Math.abs(4 - i);
    return [0, 1].map((k) => across * side[k] + (4 - j) * middle[k]);
  };
  const cells = [];
  const idle = [];
  for (let camp = 0; camp < 3; camp += 1) {
    for (let row = 1; row <= 4; row += 1) {
      for (let column = 1; column <= 8; column += 1) {
        const corners = [
          [column - 1, row - 1],
          [column, row - 1],
          [column, row],
          [column - 1, row],
        ].map(([i, j]) => point(camp, i, j));
        const [x, y] = [0, 1].map((k) => corners.reduce((sum, corner) => sum + corner[k], 0) / 4);
        const played = (column + row) % 2 === (light ? 1 : 0);
        const kind = `rhomb camp${camp} ${(column + row) % 2 ? "pale" : "deep"}`;
        const shape = s("polygon", {
          class: kind,
          points: corners.map((corner) => corner.map((v) => v.toFixed(3)).join(",")).join(" "),
        });
        const id = "ABC"[camp] + String.fromCharCode(96 + column) + row;
        if (played) cells.push({ id, x, y, shape });
        else idle.push(shape);
      }
    }
  }
  const names = [0, 1, 2].map((camp) => {
    const middle = AXES[(MIDDLE[camp] + turn) % 6];
    return s(
      "text",
      { class: "camp", x: middle[0] * 5.05, y: middle[1] * 5.05 + 0.2 },
      "ABC"[camp],
    );
  });
  return {
    cells,
    under: idle,
    over: [...names, ...around(point)],
    box: [-7.15, -6.25, 14.3, 12.5],
  };
}

/** The letters along each camp's base line, and the numbers along its sides. */
function around(point) {
  const mark = (text, camp, i, j) => {
    const [x, y] = point(camp, i, j);
    return s("text", { class: "mark small", x, y: y + 0.08 }, text);
  };
  return [0, 1, 2].flatMap((camp) => [
    ...[..."abcdefgh"].map((letter, index) => mark(letter, camp, index + 0.5, -0.32)),
    ...[1, 2, 3, 4].flatMap((row) =>
      [-0.32, 8.32].map((side) => mark(String(row), camp, side, row - 0.5)),
    ),
  ]);
}

function ordinary(size, turn) {
  const { squares, marks, box } = grid(size, size, turn);
  const dark = ({ file, rank }) => (file + rank) % 2 === 0;
  return {
    cells: squares.filter(dark).map((cell) => ({ ...cell, shape: square(cell, "deep") })),
    under: squares.filter((cell) => !dark(cell)).map((cell) => square(cell, "pale")),
    over: marks,
    box,
  };
}

export function layout(view, turn) {
  const [head, , ...rest] = view.position.split(" ");
  const size = head.match(/board=square(\d+)/)?.[1];
  const board = size ? ordinary(Number(size), turn) : star(turn, head.includes("colour=light"));
  const marks = rest.at(-1);
  const pieces = rest.slice(0, view.players.length).flatMap((list, side) =>
    (list === "-" ? [] : list.split(",")).map((item) => {
      const king = item[0] === "K";
      return {
        cell: king ? item.slice(1) : item,
        side,
        node: man(side, king),
        label: pieceName("etoile", t(king ? "ui.king" : "ui.man"), side),
      };
    }),
  );
  const liable = marks.includes(":") ? marks.split(":")[1].split(",") : [];
  const flags = liable.map((cell) => ({ cell, kind: "liable", text: t("ui.huffable") }));
  return { ...board, pieces, flags };
}

export function stops(text) {
  if (["pass", "oblige"].includes(text)) return [`#${text}`];
  if (text.startsWith("huff:")) return [text.slice(5)];
  return text.split(/[-x]/);
}

export const ways = (text) => (/^(pass|oblige|huff)/.test(text) ? [] : [text.split(/[-x]/)]);

/** The piece that the chosen cells have moved. */
export const stage = (chosen) => (chosen.length > 1 ? [[chosen[0], chosen.at(-1)]] : []);

export const finish = () => "ui.stop-here";

/** The drawing of a captured piece. */
export const piece = ({ seat, name }) => man(seat, name === "king");
