// What can be taken away from a table: links, texts and records.

import { address } from "./api.js";
import { h, pair, playerName, t, toast } from "./dom.js";

/**
 * Copies what a field holds; whether it did. Browsers keep the clipboard from pages without a
 * certificate, as on another machine of the house: there the older way is left.
 */
async function copy(input) {
  input.focus();
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
let reached = null;

/**
 * Asks where other devices reach the server, if this page's own address means this machine alone.
 */
export async function learn() {
  if (isLoopback) reached ??= (await address().catch(() => ({}))).address ?? null;
}

/** Links and texts to take away. */
export function share(view, kind, seat, fail) {
  const base = reached ? `${reached}/` : location.href.replace(/#.*$/, "");
  const link = (token) => `${base}#/t/${view.id}/${token}`;
  const field = (label, value) => {
    const input = h("input", { readonly: true, value, "aria-label": label });
    const press = async () => toast(t((await copy(input)) ? "ui.copied" : "ui.not-copied"));
    return h(
      "div",
      { class: "copy" },
      h("span", {}, label),
      input,
      h("button", { onclick: press, "aria-label": pair(t("ui.copy"), label) }, t("ui.copy")),
    );
  };
  const save = (text, ending) => {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    h("a", { href: url, download: `${view.name}-${view.id.slice(0, 6)}.${ending}` }).click();
    URL.revokeObjectURL(url);
  };
  const record = () => seat.record().then((text) => save(text, "jsonl"), fail);
  return h(
    "div",
    { class: "sharing" },
    field(t("ui.position-text"), view.text),
    field(t("ui.position-link"), `${base}#/p/${encodeURIComponent(view.text)}`),
    field(t("ui.share-link"), link(seat.token)),
    view.host && h("p", { class: "faint" }, t("ui.host-link")),
    // Where one hand is typed in, whoever looked would see it.
    (kind.unknown?.(view) ? [] : (view.tokens ?? [])).map((token, player) =>
      token ? field(t("ui.seat-link", { player: playerName(view, player) }), link(token)) : null,
    ),
    h(
      "div",
      { class: "tools" },
      h(
        "button",
        { "data-act": "text", onclick: () => save(`${view.text}\n`, "txt") },
        t("ui.download"),
      ),
      view.turn.kind === "over" &&
        h("button", { "data-act": "record", onclick: record }, t("ui.record")),
    ),
  );
}
