// The preview of a choice: where the ball would go, and the words that say what can follow. The
// service sends the places of the ball for each move.

import { h, has, t } from "./dom.js";

/** Whether a stop kicks the ball: an attacker, the direction of another card, a goal let in. */
const kicks = (stop) => /^dir:|^card:[NLRWE]\d/.test(stop) || stop === "#goal";

/**
 * The flights of the ball after these stops: the places, what happens at the end, and the stops
 * that are still to be chosen for it. A card whose direction is to be chosen has a flight for each.
 */
export function flights(view, picker, chosen, more = []) {
  const stops = [...chosen, ...more];
  const open = picker.moves
    .filter((move) => stops.every((stop, index) => move.stops[index] === stop))
    .sort((a, b) => a.stops.length - b.stops.length);
  const next = new Set(open.map((move) => move.stops[stops.length]));
  const ways = [...next].filter((stop) => stop?.startsWith("dir:"));
  if (ways.length && more.length < 2) {
    return ways.flatMap((way) => flights(view, picker, chosen, [...more, way]));
  }
  const move = open.find(({ text }) => view.effects[text]?.ball);
  const count = stops.filter(kicks).length;
  if (!move || !count) return [];
  const { ball, end } = view.effects[move.text];
  const whole = move.stops.length === stops.length;
  return [{ way: ball.slice(0, count + 1), end: whole ? end : undefined, more, text: move.text }];
}

/** The flight of a played or a possible move. */
export const flightOf = (effect) =>
  effect?.ball?.length > 1 ? [{ way: effect.ball, end: effect.end, more: [] }] : [];

/** The place of the ball after the chosen stops, if a choice has moved it. */
export function ballAt(view, picker) {
  const { chosen } = picker;
  const move = picker.open().find(({ text }) => view.effects[text]?.ball);
  const placed = chosen.some((stop) => /^[a-z]\d+$/.test(stop) || kicks(stop));
  return move && placed ? view.effects[move.text].ball[chosen.filter(kicks).length] : null;
}

/** The words for a move that can be played now. */
export function finishText(view, picker, kind, named) {
  const whole = picker.whole();
  const own = picker.next().size ? kind.finish?.(picker) : null;
  if (own) return t(own);
  const { ball = [], end } = view.effects[whole] ?? {};
  if (end) return t(`ui.land-${end}`);
  if (ball.length) return t("ui.land", { cell: cellOf(ball.at(-1)) });
  return `${t("ui.finish")} (${named})`;
}

/** What can follow the first part of a move, in words. */
export function following(picker, kind) {
  if (!picker.chosen.length || !picker.next().size) return null;
  const key =
    kind.more?.({ chosen: picker.chosen, next: picker.next() }) ??
    (picker.whole() ? "ui.then-stop" : "ui.then-on");
  const told = picker.chosen.length > 1 || key !== "ui.then-on";
  return told && has(key) ? h("p", { class: "how then", role: "status" }, t(key)) : null;
}

/** The name of a place on the pitch. */
export const cellOf = ([column, row]) => `${String.fromCharCode(97 + column)}${row + 1}`;
