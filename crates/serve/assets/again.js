// The end of a game: a rematch, or another game.

import { create, keep } from "./api.js";
import { h, refusal, t, toast } from "./dom.js";

/** The text of the start of a rematch. */
const start = (view) => (view.text.includes(" moves ") ? view.text.split(" moves ")[0] : view.game);

/** Makes a new table with the same players. */
async function rematch(view) {
  try {
    const { id, token } = await create({
      game: start(view),
      seats: view.sitters,
      names: view.names,
      typed: view.typed,
    });
    keep(id, token, view.name);
    location.hash = `#/t/${id}/${token}`;
  } catch (error) {
    toast(refusal(error));
  }
}

/** The buttons that follow the end of a game. */
export function again(view, kind) {
  if (view.turn.kind !== "over" || view.analysis) return [];
  const can = view.host && !kind.unknown?.(view);
  return [
    can &&
      h(
        "button",
        { class: "main", "data-act": "rematch", onclick: () => rematch(view) },
        t("ui.rematch"),
      ),
    h("a", { class: "button", "data-act": "home", href: "#" }, t("ui.back")),
  ].filter(Boolean);
}
