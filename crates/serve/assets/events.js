// The happenings of steps: in words, on the board for a moment, and beside it for good.

import { about, h, has, namesOf, pair, pieceName, playerName, t } from "./dom.js";
import { chip } from "./offer.js";

/** The time that a happening or a played card stays on the board, in milliseconds. */
const SHOWN = 1600;

/** The happenings that lists leave out where the text of the move tells them. */
const TOLD = { capture: ["etoile", "ruches"], huff: ["etoile", "ruches"] };

/** The happenings that are shown with the sign of a seat. */
const SIGNED = ["goal", "promotion", "huff", "end"];

function seatName(view, seat) {
  if (view.name === "buteur") return namesOf(view.name, ["R", "B"])[seat];
  const player = view.seats.indexOf(seat);
  return player < 0 ? "" : playerName(view, player);
}

/** The name of a piece. */
function named(view, { seat, name }) {
  const word = /^\d+$/.test(name) ? t("ui.token", { number: name }) : t(`ui.${name}`);
  return pieceName(view.name, word, seat);
}

/** A happening in words. */
export function eventText(view, { kind, seat, pieces = [], points = [] }) {
  const key = [`${view.name}.event-${kind}`, `event.${kind}`].find(has);
  if (!key) return "";
  return t(key, {
    player: seat === null ? "" : seatName(view, seat),
    pieces: pieces.map((piece) => named(view, piece)).join(", "),
    cells: pieces.map(({ cell }) => cell).join(", "),
    score: points.join(" : "),
  });
}

/** The end of the game, with its result. */
function endText(view, happening) {
  const { seat } = happening;
  const players = view.players.map((_, player) => player).filter((p) => view.seats[p] === seat);
  const result = seat === null ? t("ui.drawn") : about("ui.won", view, players);
  const own = has(`${view.name}.event-end`);
  return own ? pair(eventText(view, happening), result) : result;
}

/** The happenings of steps. */
export const happenings = (steps) => steps.flatMap(({ happened = [] }) => happened);

/** The happenings of steps in words, for those who listen. The result of the game is told apart. */
export const eventWords = (view, steps) =>
  happenings(steps)
    .filter(({ kind }) => kind !== "end" || view.name === "buteur")
    .map((happening) => eventText(view, happening));

/** The happenings of a step that a list of moves shows. */
export const noted = (view, { happened = [] }) =>
  happened.filter(
    ({ kind }) =>
      !TOLD[kind]?.includes(view.name) && (kind !== "end" || has(`${view.name}.event-end`)),
  );

/**
 * Shows happenings and played cards on the board for a moment. Returns the time that they should be
 * seen for, in milliseconds.
 */
export function moment(holder, view, steps, kind) {
  const found = happenings(steps).filter(({ kind: what }) => what !== "capture");
  const cards = kind.laid?.(view, steps) ?? [];
  if (!found.length && !cards.length) return 0;
  holder.querySelectorAll(".moment").forEach((node) => node.remove());
  const words = found.map((happening) =>
    h(
      "strong",
      { class: `event ${happening.kind} side${happening.seat ?? ""}` },
      SIGNED.includes(happening.kind) && happening.seat !== null && chip(kind, happening.seat),
      happening.kind === "end" ? endText(view, happening) : eventText(view, happening),
    ),
  );
  const box = h("div", { class: "moment", "aria-hidden": "true" }, words, cards);
  holder.append(box);
  setTimeout(() => box.remove(), found.length ? SHOWN + 400 : SHOWN);
  return found.length ? 1200 : 700;
}

/** The captured pieces beside the board: those that each side has taken. */
export function captured(view, kind) {
  if (!kind.piece) return [];
  const taken = happenings(view.steps.slice(0, view.cursor)).filter(({ kind: what }) =>
    ["capture", "huff"].includes(what),
  );
  const seats = [...new Set(view.seats)];
  return seats
    .map((seat) => ({
      seat,
      pieces: taken.filter((happening) => happening.seat === seat).flatMap(({ pieces }) => pieces),
    }))
    .filter(({ pieces }) => pieces.length)
    .map(({ seat, pieces }) => {
      const label = pair(
        t("ui.taken-by", { player: seatName(view, seat) }),
        pieces.map((piece) => named(view, piece)).join(", "),
      );
      return h(
        "span",
        { class: "taken-pieces", role: "img", "aria-label": label, title: label },
        pieces.map((piece) => chip({ sample: () => kind.piece(piece) }, piece.seat)),
      );
    });
}
