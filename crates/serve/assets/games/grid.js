// Boards of squares: the places of cells, and the letters and numbers around them.

import { s } from "../dom.js";

/**
 * A board with this number of files and ranks. If `turn` is odd, the board is seen from the other
 * side. A cell is one unit wide. `below` is the distance from the board to the letters.
 */
export function grid(files, ranks, turn, below = 0.36) {
  const flip = turn % 2 === 1;
  const name = (file, rank) => `${String.fromCharCode(97 + file)}${rank + 1}`;
  const x = (file) => (flip ? files - 1 - file : file) + 0.5;
  const y = (rank) => (flip ? rank : ranks - 1 - rank) + 0.5;
  // The place of a column and a row; beyond the board it is half a cell from the border.
  const beside = (at, count) => Math.min(count - 0.2, Math.max(-0.8, at));
  const place = ([file, rank]) => ({ x: x(beside(file, files)), y: y(beside(rank, ranks)) });
  const squares = [];
  for (let rank = 0; rank < ranks; rank += 1) {
    for (let file = 0; file < files; file += 1) {
      squares.push({ id: name(file, rank), file, rank, x: x(file), y: y(rank) });
    }
  }
  const marks = [];
  for (let file = 0; file < files; file += 1) {
    marks.push(
      s("text", { class: "mark", x: x(file), y: ranks + below }, String.fromCharCode(97 + file)),
    );
  }
  for (let rank = 0; rank < ranks; rank += 1) {
    marks.push(s("text", { class: "mark", x: -0.3, y: y(rank) + 0.1 }, String(rank + 1)));
  }
  return { squares, marks, place, box: [-0.55, -0.1, files + 0.7, ranks + 0.65] };
}

/** The letters of a board text of ranks from the last to the first: [file, rank, letter]. */
export function letters(text) {
  const found = [];
  const rows = text.split("/");
  rows.forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else found.push([file++, rows.length - 1 - index, letter]);
    }
  });
  return found;
}

/** A square of the board, with a class. */
export const square = ({ x, y }, kind) =>
  s("rect", { class: kind, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
