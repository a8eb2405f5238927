// Figures of the rules: small boards, drawn by the code of the real boards.

import { h, s, t } from "./dom.js";
import * as benedictine from "./games/benedictine.js";
import * as buteur from "./games/buteur.js";
import * as etoile from "./games/etoile.js";
import * as maitres from "./games/maitres.js";
import * as ruches from "./games/ruches.js";

const KINDS = { benedictine, maitres, ruches, etoile, buteur };

/** For each game: positions, and the paths that their arrows show. */
const FIGURES = {
  benedictine: [
    ["1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1 g", "c2-c3 b1-d3"],
    ["1A1A1A1/2A1A2/7/3o3/3G3/4G2/1G1G1G1 g", "d4-d2-f2"],
    ["1A1G1A1/2AoA2/7/7/3A3/2G1G2/1G3G1 g", "d6-goal"],
  ],
  maitres: [
    ["4m4/9/9/9/2S3L2/9/9/9/4M4 r 3", "c5-c8 g5-d5 g5-d8 g5-g8 g5-g2 g5-d2"],
    ["4m4/9/9/9/4L4/9/9/9/4M4 r 4", "e5-e9"],
  ],
  ruches: [
    ["play a 9c4,3e4 5d7 - - -", "c4-b5 c4-d5 e4-d5 e4-f5"],
    ["play a 9c4 5d5,2e8,3f9 - - -", "c4-e6"],
    ["play a 7c4 7d5 - - -", "c4-d5"],
  ],
  etoile: [
    ["- Ae3,Ad4 - - 0 -", "Ae3-Ad4 Ad4-Bd4 Ad4-Cd4"],
    ["- Ac3 Ad4 Bc3 0 -", "Ac3-Bd4-Bb2"],
  ],
  buteur: [["play R1 d7 1 0-0 run R F.L3b.N4h.R2r/?4 -", "d7-d11 d7-a10 d7-f9"]],
};

const arrow = (points) => {
  const [a, b] = points.slice(-2);
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return s(
    "g",
    { class: "arrows drawn" },
    s("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }),
    s("path", {
      d: "M.08 0l-.34.18v-.36z",
      transform: `translate(${b.x} ${b.y}) rotate(${angle})`,
    }),
  );
};

function figure(game, [position, ways], number) {
  const players = game.name === "etoile" ? ["A", "B", "C"] : ["A", "B"];
  const { cells, pieces, under, over, box } = KINDS[game.name].layout(
    {
      name: game.name,
      game: game.name,
      position: `${game.name} ${position}`,
      steps: [],
      cursor: 0,
      moves: ways.includes("goal") ? ["@goal"] : [],
      players,
      seats: players.map((_, seat) => seat),
      turn: { kind: "player", player: 0 },
    },
    0,
  );
  const at = (id) => cells.find((cell) => cell.id === id);
  const words = t(`${game.name}.figure-${number + 1}`);
  return h(
    "figure",
    {},
    s(
      "svg",
      { class: `figure ${game.name}`, viewBox: box.join(" "), role: "img", "aria-label": words },
      under,
      cells.map(({ shape }) => shape),
      over?.filter(Boolean),
      pieces.map(({ cell, node }) =>
        s("g", { transform: `translate(${at(cell).x} ${at(cell).y})` }, node),
      ),
      ways.split(" ").map((way) => arrow(way.split("-").map(at))),
    ),
    h("figcaption", {}, words),
  );
}

/** The figures of a game, if its board has any. */
export function figures(game, given) {
  // The figures show the usual boards and the usual goal.
  if (!(game.name in FIGURES) || given.board || given.pack || given.variant) return null;
  if (game.name === "buteur") buteur.know(game.packs);
  return h(
    "div",
    { class: "figures" },
    FIGURES[game.name].map((data, number) => figure(game, data, number)),
  );
}
