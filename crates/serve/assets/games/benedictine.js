// Master Bénédictine: bottles of green and of amber glass, and the ball.

import { pieceName, s, t } from "../dom.js";
import { grid, letters, square } from "./grid.js";

function bottle(side) {
  const tall = side === 0;
  const body = tall
    ? "M-.07-.4h.14v.17c0 .07.13.11.13.24v.33q0 .06-.06.06h-.28q-.06 0-.06-.06v-.33c0-.13.13-.17.13-.24z"
    : "M-.08-.38h.16v.13c0 .09.24.14.24.36v.22q0 .07-.07.07h-.5q-.07 0-.07-.07v-.22c0-.22.24-.27.24-.36z";
  return s(
    "g",
    { class: `piece bottle side${side}` },
    s("ellipse", { class: "shadow", cx: 0.03, cy: 0.41, rx: tall ? 0.24 : 0.34, ry: 0.06 }),
    s("path", { class: "glass", d: body }),
    s("rect", { class: "cork", x: -0.07, y: -0.46, width: 0.14, height: 0.1, rx: 0.03 }),
    s("path", { class: "shine", d: tall ? "M-.12.02v.3" : "M-.22.14v.16" }),
    s("rect", {
      class: "label",
      x: tall ? -0.15 : -0.2,
      y: 0.1,
      width: tall ? 0.3 : 0.4,
      height: 0.2,
      rx: 0.03,
    }),
    s("path", { class: "sign", d: tall ? "M-.08.26l.08-.12.08.12z" : "M-.08.14l.08.12.08-.12z" }),
  );
}

const ball = () =>
  s(
    "g",
    { class: "piece ball" },
    s("ellipse", { class: "shadow", cx: 0.03, cy: 0.28, rx: 0.24, ry: 0.06 }),
    s("circle", { class: "leather", r: 0.29 }),
    s("path", {
      class: "seam",
      d: "M0-.12l.12.09-.05.14h-.14l-.05-.14zM0-.12v-.17M.12-.03l.16-.06M.07.11l.1.14M-.07.11l-.1.14M-.12-.03l-.16-.06",
    }),
  );

/** A piece of a side, for use in texts. */
export const sample = bottle;

/**
 * The strip beyond a last rank, with the sign of the side that scores there. The bottles of that
 * side have the same sign.
 */
const goal = (side, y, turned) =>
  s(
    "g",
    { class: `goalstrip side${side}` },
    s("rect", { x: 0, y: y - 0.25, width: 7, height: 0.5, rx: 0.25 }),
    [1.5, 3.5, 5.5].map((x) =>
      s("path", {
        class: "sign",
        d:
          (side === 0) !== turned
            ? `M${x - 0.16} ${y + 0.12}h.32l-.16-.24z`
            : `M${x - 0.16} ${y - 0.12}h.32l-.16.24z`,
      }),
    ),
  );

export function layout(view, turn) {
  const { squares, marks, box } = grid(7, 7, turn, 1.12);
  const turned = turn % 2 === 1;
  const [, board] = view.position.split(" ");
  const black = ({ file, rank }) => file % 2 === 1 && rank % 2 === 1;
  const cells = squares.map((cell) => ({
    ...cell,
    shape: square(cell, black(cell) ? "black" : "baize"),
  }));
  const goalAt = (up) => (up !== turned ? -0.4 : 7.4);
  const scored = view.steps.slice(0, view.cursor).at(-1);
  const inside = scored?.text.endsWith("@goal");
  if (inside || view.moves.some((mv) => mv.endsWith("@goal"))) {
    const up = (inside ? scored : view.turn).player === 0;
    const y = goalAt(up);
    cells.push({
      id: "goal",
      x: 3.5,
      y,
      shape: s("rect", { class: "goalbar", x: 0, y: y - 0.25, width: 7, height: 0.5, rx: 0.25 }),
      text: t("ui.goal"),
    });
  }
  const at = Object.fromEntries(squares.map((cell) => [`${cell.file},${cell.rank}`, cell.id]));
  const pieces = letters(board).map(([file, rank, letter]) => {
    const side = "GA".indexOf(letter);
    return side < 0
      ? { cell: at[`${file},${rank}`], node: ball(), label: t("ui.ball"), kind: "ball" }
      : {
          cell: at[`${file},${rank}`],
          node: bottle(side),
          label: pieceName("benedictine", t("ui.bottle"), side),
          side,
        };
  });
  // After a goal the ball is shown in that goal.
  if (inside) pieces.push({ cell: "goal", node: ball(), label: t("ui.ball"), kind: "ball" });
  const goals = [0, 1].map((side) => goal(side, goalAt(side === 0), turned));
  return { cells, pieces, under: goals, over: marks, box: [box[0], -0.75, box[2], 9.05] };
}

export function stops(text) {
  const [bottle, ball] = text.split("@");
  return [...bottle.split("-"), ...(ball ? [ball] : [])];
}

/** The piece that the first part of a move has moved. */
export const stage = (chosen) => (chosen.length > 1 ? [chosen.slice(0, 2)] : []);

export const more = ({ chosen }) => (chosen.length > 1 ? "benedictine.then-ball" : null);
export const finish = () => "benedictine.finish-ball";

/** The paths of moved pieces: lists of cells. */
export function ways(text, before) {
  const [bottle, ball] = text.split("@");
  const from = before?.pieces.find(({ kind }) => kind === "ball")?.cell;
  return [bottle.split("-"), ...(ball ? [[from, ball].filter(Boolean)] : [])];
}
