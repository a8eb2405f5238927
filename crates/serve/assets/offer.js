// Hidden cards: handing over the screen, and opening the cards once all agree.

import { h, playerName, s, t } from "./dom.js";

/** Several people at one screen: the player to act confirms before his cards are shown. */
export function passOn(view, look) {
  const { player } = view.turn;
  if (
    !view.hides ||
    player === undefined ||
    view.viewer === player ||
    !view.own.includes(player) ||
    view.own.length < 2
  ) {
    return [];
  }
  const name = playerName(view, player);
  return [
    h("p", {}, t("ui.pass-on", { player: name })),
    h(
      "button",
      { class: "main", "data-act": "look", onclick: () => look(player) },
      t("ui.show-hand", { player: name }),
    ),
  ];
}

/**
 * While cards are hidden, no move is taken back past a card. All holders of cards can agree to open
 * them, for an analysis.
 */
export function offer(view, act) {
  const speaks = view.own.length > 0 || (view.host && view.sitters.every((level) => level > 0));
  if (!view.hides || !speaks) return [];
  const button = (name, action) =>
    h("button", { "data-act": name, onclick: action }, t(`ui.${name}`));
  if (!view.offer) {
    return [button("open-cards", () => confirm(t("ui.open-sure")) && act({ do: "open" }))];
  }
  const agreed = view.own.every((player) => view.offer.includes(player));
  const names = view.offer.map((player) => playerName(view, player)).join(", ");
  return [
    h("p", {}, t("ui.open-offer", { players: names })),
    !agreed && button("agree", () => act({ do: "open" })),
    button(agreed ? "withdraw" : "decline", () => act({ do: "decline" })),
  ].filter(Boolean);
}

/** The sign of a seat: one of its pieces or its shirt; a dot if the game has no drawings. */
export function chip(kind, seat) {
  const sample = kind.sample?.(seat);
  return sample
    ? s("svg", { class: "sample", viewBox: "-.52 -.52 1.04 1.04", "aria-hidden": "true" }, sample)
    : h("span", { class: `chip side${seat}`, "aria-hidden": "true" });
}
