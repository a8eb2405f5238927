// A match with hidden cards at a real table, as one player sees it. His cards are typed in; the
// program does not know the cards of the others. Their moves are typed in as well, so the engine
// cannot play for them.

import { h, namesOf, t } from "./dom.js";
import { fix } from "./variants.js";

const CARDS = "buteur";

/**
 * Two fields for games with dice or cards: whether these come from a real table, and who sees the
 * cards.
 */
export function realTable(game) {
  if (!["maitres", CARDS].includes(game.name)) return null;
  const typed = game.name === CARDS ? "ui.cards-typed" : "ui.dice-typed";
  return [
    h(
      "label",
      { class: "field" },
      h("span", {}, t("ui.dice")),
      h(
        "select",
        { name: "typed" },
        h("option", { value: "" }, t("ui.dice-table")),
        h("option", { value: "1" }, t(typed)),
      ),
    ),
    game.name === CARDS &&
      h(
        "label",
        { class: "field", hidden: true },
        h("span", {}, t("ui.seen")),
        h("select", { name: "seen" }),
      ),
  ];
}

/** By player: whether the program does not know his cards. */
function unknown(form, count) {
  const players = Array.from({ length: count }, (_, player) => player);
  const hands = form.elements.position.value.trim().split(" ")[8]?.split("/");
  if (form.elements.position.value.trim()) {
    return players.map((player) => hands?.[player]?.[0] === "?");
  }
  return players.map(
    (player) => Boolean(form.elements.typed.value) && player !== Number(form.elements.seen.value),
  );
}

/** Seats whose cards the program does not know are given to people. */
export function suitSeats(form, game, count) {
  if (game.name !== CARDS) return;
  const { seen } = form.elements;
  seen.closest("label").hidden =
    !form.elements.typed.value || Boolean(form.elements.position.value.trim());
  if (seen.options.length !== count) {
    seen.replaceChildren(
      ...namesOf(game.name, Array(count).fill("")).map((name, player) =>
        h("option", { value: player }, name),
      ),
    );
  }
  unknown(form, count).forEach((hidden, player) =>
    fix(form.elements[`seat${player}`], hidden ? "0" : null),
  );
}

/** The start of such a match; `null` if the server deals. */
export function asSeen(form, text, count) {
  if (!form.elements.seen || !form.elements.typed.value) return null;
  const own = Number(form.elements.seen.value);
  const alone = (player) => count === 2 || (count === 3 && player === 0);
  const hands = Array.from({ length: count }, (_, player) =>
    player === own ? "-" : alone(player) ? "?8" : "?6",
  );
  return `${text} kickoff R1 c 1 0-0 run R ${hands.join("/")} -`;
}
