// A small drawing for each game.

import { s } from "./dom.js";

const parts = {
  benedictine: () => [
    s("rect", { width: 48, height: 48, rx: 10, fill: "#2d6a4f" }),
    s("path", {
      d: "M14 6h4v8c0 3 4 4 4 9v15q0 3-3 3h-6q-3 0-3-3V23c0-5 4-6 4-9z",
      fill: "#74c69d",
    }),
    s("path", {
      d: "M31 12h5v6c0 3 7 4 7 11v9q0 3-3 3H27q-3 0-3-3v-9c0-7 7-8 7-11z",
      fill: "#e09f3e",
    }),
    s("circle", { cx: 24, cy: 38, r: 6, fill: "#fff8e6", stroke: "#2b2118", "stroke-width": 1.5 }),
  ],
  maitres: () => [
    s("rect", { width: 48, height: 48, rx: 10, fill: "#7f1d1d" }),
    s("path", { d: "M12 20v18a12 5 0 0 0 24 0V20z", fill: "#c2410c" }),
    s("ellipse", { cx: 24, cy: 20, rx: 12, ry: 5, fill: "#fb923c" }),
    s("path", { d: "M15 20l-2-12 6 5 5-8 5 8 6-5-2 12z", fill: "#fcd34d", stroke: "#78350f" }),
  ],
  ruches: () => [
    s("rect", { width: 48, height: 48, rx: 10, fill: "#78350f" }),
    s("path", {
      d: "M24 5l16 9.500v19L24 43 8 33.500v-19z",
      fill: "#fbbf24",
      stroke: "#fde68a",
      "stroke-width": 2,
    }),
    s("path", {
      d: "M16 20h16M14 26h20M17 32h14",
      stroke: "#451a03",
      "stroke-width": 4,
      "stroke-linecap": "round",
    }),
    s("ellipse", { cx: 24, cy: 14, rx: 4, ry: 3, fill: "#451a03" }),
  ],
  etoile: () => [
    s("rect", { width: 48, height: 48, rx: 10, fill: "#1e3a5f" }),
    s("path", {
      d: "M24 4l6.500 9.500H42L36 24l6 10.500H30.500L24 44l-6.500-9.500H6L12 24 6 13.500h11.500z",
      fill: "#f5e6c8",
    }),
    s("circle", { cx: 24, cy: 31, r: 5.5, fill: "#166534" }),
    s("circle", { cx: 18, cy: 19, r: 5.5, fill: "#b45309" }),
    s("path", { d: "M31 12l6 11H25z", fill: "#0e7490" }),
  ],
  buteur: () => [
    s("rect", { width: 48, height: 48, rx: 10, fill: "#15803d" }),
    s("path", {
      d: "M8 8h32v32H8zM8 24h32M18 8v6h12V8M18 40v-6h12v6",
      fill: "none",
      stroke: "#dcfce7",
      "stroke-width": 2,
    }),
    s("circle", { cx: 24, cy: 24, r: 7, fill: "#fff", stroke: "#14532d", "stroke-width": 1.5 }),
    s("path", { d: "M24 20.500l3.400 2.500-1.300 4h-4.200l-1.300-4z", fill: "#14532d" }),
  ],
};

/** The drawing of a game. */
export const emblem = (name) =>
  s("svg", { class: "emblem", viewBox: "0 0 48 48", "aria-hidden": "true" }, parts[name]?.());
