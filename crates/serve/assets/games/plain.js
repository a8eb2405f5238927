// A game without its own board on the page: the text of its position, and a button for each move.

import { s } from "../dom.js";

const WIDTH = 24;

export function layout(view) {
  const lines = view.position
    .split(" ")
    .flatMap((word) => word.match(new RegExp(`.{1,${WIDTH}}`, "g")));
  const under = lines.map((line, index) => s("text", { class: "plain", x: 0, y: index + 1 }, line));
  return { cells: [], pieces: [], under, box: [-0.5, 0, WIDTH / 1.6, lines.length + 0.5] };
}

export const stops = (text) => [`#${text}`];

/** The text on the button of a stop. */
export const says = (stop) => stop.slice(1);

export const ways = () => [];
