// The moves of an analysis: the line of the game, and the branches, each after the move that it
// replaces.

import { about, h, stepText, t } from "./dom.js";

/** Draws the tree. `look` shows a step of a line, `prune` deletes a line. */
export function tree(view, look, prune) {
  const { branches, current } = view.analysis;
  const list = (number) => {
    const { at, steps } = branches[number];
    const children = (place) =>
      branches
        .map((branch, index) =>
          index > 0 && branch.parent === number && branch.at === place ? index : null,
        )
        .filter((index) => index !== null)
        .map((index) => h("li", { class: "branch" }, list(index)));
    const items = steps.flatMap((text, index) => {
      const here = number === current && at + index + 1 === view.cursor;
      const move = h(
        "li",
        {
          "aria-current": here ? "step" : null,
          class: /^(die|draw:|cut:)/.test(text) ? "chance" : "",
        },
        h(
          "button",
          { class: "link", "data-branch": number, onclick: () => look(number, at + index + 1) },
          `${at + index + 1}. ${stepText(text)}`,
        ),
      );
      return [move, ...children(at + index)];
    });
    const remove =
      number > 0 &&
      h(
        "li",
        {},
        h(
          "button",
          {
            class: "link",
            "data-prune": number,
            "aria-label": t("ui.prune", { move: steps[0] }),
            title: t("ui.prune", { move: steps[0] }),
            onclick: () => prune(number),
          },
          "✕",
        ),
      );
    return h(
      "ol",
      { "aria-label": number ? t("ui.variation", { move: steps[0] }) : t("ui.moves") },
      items,
      children(at + steps.length),
      remove,
    );
  };
  const start = h("button", { class: "link", onclick: () => look(current, 0) }, t("ui.start"));
  return h("div", { class: "tree" }, start, list(0));
}

/** The text of a threat. */
export function threatText(view, threat) {
  const moves = threat.moves.slice(0, 3).map(stepText).join(", ");
  const rolls = threat.rolls === null ? "" : t("ui.threat-rolls", { rolls: threat.rolls });
  const own =
    ["benedictine", "maitres"].includes(view.name) &&
    threat.kind === "win" &&
    !view.game.includes("annihilation");
  return about(own ? `${view.name}.threat` : `ui.threat-${threat.kind}`, view, [threat.player], {
    moves,
    rolls,
  });
}
