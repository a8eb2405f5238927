// The end of a game: a rematch, or another game.

import { keep } from "./api.js";
import { h, refusal, t, toast } from "./dom.js";

/** Makes the table of the next game, with the same players and other sides, and goes there. */
async function rematch(view, seat) {
  try {
    const { id } = await seat.again();
    keep(id, seat.token, view.name);
    location.hash = `#/t/${id}/${seat.token}`;
  } catch (error) {
    toast(refusal(error));
  }
}

/** The buttons that follow the end of a game. */
export function again(view, kind, seat) {
  if (view.turn.kind !== "over" || view.analysis) return [];
  const plays = view.host || view.own.length > 0;
  const can = plays && !view.next && !kind.unknown?.(view);
  return [
    can &&
      h(
        "button",
        { class: "main", "data-act": "rematch", onclick: () => rematch(view, seat) },
        t("ui.rematch"),
      ),
    h("a", { class: "button", "data-act": "home", href: "#" }, t("ui.back")),
  ].filter(Boolean);
}
