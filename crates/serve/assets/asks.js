// Proposals between people: a draw, a move taken back; and giving up.

import { h, playerName, t } from "./dom.js";

/** Whether somebody plays at another screen. */
const withOthers = (view) =>
  view.players.some((_, player) => !view.sitters[player] && !view.own.includes(player));

/** The proposal of a player, with the answers; else the proposals that can be made. */
export function asks(view, act) {
  if (!view.own.length || view.turn.kind === "over" || view.analysis) return [];
  const button = (name, action) =>
    h("button", { "data-act": name, onclick: () => act(action) }, t(`people.${name}`));
  if (view.ask) {
    const { what, by, agreed } = view.ask;
    const own = view.own.every((player) => agreed[player]);
    return [
      h("p", {}, t(`people.asked-${what}`, { player: playerName(view, by) })),
      !own && button("accept", { do: what }),
      button(own ? "withdraw" : "refuse", { do: "decline" }),
    ].filter(Boolean);
  }
  const played = view.steps
    .slice(0, view.cursor)
    .some(({ player, chance }) => !chance && view.own.includes(player));
  const resign = h(
    "button",
    {
      "data-act": "resign",
      onclick: () => confirm(t("people.resign-sure")) && act({ do: "resign" }),
    },
    t("people.resign"),
  );
  return [
    withOthers(view) && view.sitters.every((level) => !level) && button("draw", { do: "draw" }),
    withOthers(view) && played && !view.can_undo && !view.hides && button("back", { do: "back" }),
    played && resign,
  ].filter(Boolean);
}
