// The parts of a table's screen: the side of the board, and the panel with its tools.

import { mine } from "./api.js";
import { askForNotices } from "./attend.js";
import { h, memory, pair, t } from "./dom.js";
import { showKeys } from "./keys.js";
import { moveBox } from "./panel.js";
import { rules } from "./rules.js";
import { optionsOf } from "./variants.js";

const tool = (name, act) => h("button", { "data-tool": name, onclick: act }, t(`ui.${name}`));

function toggle(name, otherwise, then = () => {}) {
  const change = (event) => {
    memory.set(name, event.target.checked);
    then();
  };
  return h(
    "label",
    {},
    h("input", {
      type: "checkbox",
      "data-switch": name,
      checked: memory.get(name, otherwise),
      onchange: change,
    }),
    ` ${t(`ui.${name}`)}`,
  );
}

/** The link from an analysis to its game, if this browser knows the game. */
function wayBack({ analysis }) {
  const game = mine().find(({ id }) => id === analysis.of);
  return (
    game &&
    h(
      "a",
      { class: "button", "data-tool": "to-game", href: `#/t/${game.id}/${game.token}` },
      t("ui.back-to-game"),
    )
  );
}

/** The rules of a game. They are open, and come first, in one's first game of this kind. */
function rulesOf(screen) {
  const known = memory.get("known", []);
  const first = !known.includes(screen.view.name);
  if (first) memory.set("known", [...known, screen.view.name]);
  const told = h(
    "details",
    { "data-part": "rules", open: first },
    h("summary", {}, t("ui.rules")),
    rules(screen.game, optionsOf(screen.view.game)),
  );
  return first ? [told, null] : [null, told];
}

/** The empty parts of a screen, and its tools. */
export function frame(screen, title) {
  const { view } = screen;
  const [first, later] = rulesOf(screen);
  return [
    h(
      "section",
      { class: "boardside", "aria-label": title },
      h("div", { "data-part": "status", class: "status" }),
      h("div", { "data-part": "call", class: "call" }),
      h("div", { "data-part": "board", class: "boardbox" }),
      h(
        "div",
        { class: "underboard" },
        h("div", { "data-part": "captured", class: "captured" }),
        h("div", {
          "data-part": "past",
          class: "past",
          role: "toolbar",
          "aria-label": t("ui.steps"),
        }),
      ),
      h("div", { "data-part": "actions", class: "actions" }),
      h("div", { "data-part": "hands" }),
    ),
    h(
      "section",
      { class: "panel", "aria-label": t("ui.opinion") },
      h("h1", {}, view.analysis ? pair(title, t("ui.board")) : title),
      first,
      h("div", { "data-part": "seats" }),
      h("div", { "data-part": "people", class: "people" }),
      h(
        "div",
        { class: "tools", role: "toolbar", "aria-label": t("ui.settings") },
        tool("undo", () => screen.act({ do: "undo" })),
        tool("redo", () => screen.act({ do: "redo" })),
        tool("hint", () => screen.hint()),
        tool("analyse", () => screen.analyse()),
        tool("review", () => screen.review()),
        tool("flip", () => screen.flip()),
        view.analysis ? wayBack(view) : tool("board", () => screen.openAnalysis()),
        tool("keys", showKeys),
      ),
      h(
        "div",
        { class: "switches" },
        toggle("tutor", false),
        toggle("threats", false, () => screen.threats()),
        toggle("animation", true),
        toggle("sound", false),
        toggle("notices", false, askForNotices),
      ),
      h("div", { "data-part": "offer", class: "offer", "aria-live": "polite" }),
      h("div", { "data-part": "threats", class: "threats", "aria-live": "polite" }),
      h("div", { "data-part": "opinion", class: "opinion" }),
      h("h2", {}, t("ui.moves")),
      h("div", {
        "data-part": "moves",
        class: "moves",
        tabindex: "0",
        role: "group",
        "aria-label": t("ui.moves"),
      }),
      moveBox((text) => screen.act({ do: "step", text })),
      later,
      h("details", { "data-part": "share" }, h("summary", {}, t("ui.sharing"))),
    ),
  ];
}
