// Keys for the tools of a table, and the list of them.

import { h, t } from "./dom.js";

/** The keys, and the tools that they press. */
const TOOLS = {
  h: "hint",
  u: "undo",
  r: "redo",
  f: "flip",
  a: "analyse",
  "[": "back",
  "]": "forward",
  Home: "first",
  End: "last",
};

/** Keys that do this beside the board. On the board they lead from cell to cell. */
const BESIDE = { ArrowLeft: "back", ArrowRight: "forward" };

/** Keys that others handle, with the name of their use. */
const OTHERS = [
  ["← ↑ ↓ →", "keys-cells"],
  ["Enter", "keys-choose"],
  ["Esc", "cancel"],
  ["← →", "keys-step"],
  ["?", "keys"],
];

/** Opens the list of keys. */
export function showKeys() {
  const steps = ["back", "forward", "first", "last"];
  const named = Object.entries(TOOLS).map(([key, tool]) => [
    key,
    steps.includes(tool) ? `keys-${tool}` : tool,
  ]);
  const row = ([key, name]) =>
    h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, t(`ui.${name}`)));
  const dialog = h(
    "dialog",
    { class: "card keys", "aria-label": t("ui.keys"), onclose: () => dialog.remove() },
    h("h2", {}, t("ui.keys")),
    h("table", {}, h("tbody", {}, [...OTHERS, ...named].map(row))),
    h("form", { method: "dialog" }, h("button", { class: "main" }, t("ui.close"))),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Listens to keys until the given signal. */
export function keys(main, signal) {
  const press = (selector) => {
    const button = [...main.querySelectorAll(selector)].find((node) => !node.disabled);
    button?.click();
    return Boolean(button);
  };
  const hear = (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || target.closest("input, select, textarea")) return;
    const tool = TOOLS[key] ?? (target.closest(".board") ? null : BESIDE[key]);
    if (key === "?") showKeys();
    else if (key === "Escape") press("[data-act=cancel]");
    else if (!tool || !press(`[data-tool=${tool}]`)) return;
    event.preventDefault();
  };
  document.addEventListener("keydown", hear, { signal });
}
