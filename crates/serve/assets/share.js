// Things to copy from a table: links, texts and records.

import { address } from "./api.js";
import { h, pair, playerName, t, toast } from "./dom.js";
import { local } from "./transport.js";

/**
 * Copies the contents of a field. Returns whether it succeeded. Browsers forbid the clipboard to
 * pages without a certificate, such as those of another machine in the local network. The older
 * method works there.
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
 * Asks for the address at which other devices reach the server, if this page was opened by a
 * loopback address.
 */
export async function learn() {
  if (isLoopback && !local) reached ??= (await address().catch(() => ({}))).address ?? null;
}

/** A link as a code for the camera of a phone. It is drawn by the server when it is opened. */
function code(label, value) {
  const show = (event) => {
    const box = event.target;
    if (!box.open || box.querySelector("img")) return;
    const alt = pair(t("people.qr"), label);
    box.append(h("img", { class: "qr", alt, src: `api/qr?text=${encodeURIComponent(value)}` }));
  };
  return h("details", { class: "code", ontoggle: show }, h("summary", {}, t("people.qr")));
}

/** Links and texts to copy. Without a server nobody else can open the game itself. */
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
      !local && /^http/.test(value) && code(label, value),
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
    !local && isLoopback && !reached && h("p", { class: "note" }, t("people.only-here")),
    !local && field(t("ui.share-link"), link(seat.token)),
    !local && view.host && h("p", { class: "faint" }, t("ui.host-link")),
    // With a typed-in hand there are no links to seats: their holders would see that hand.
    (local || kind.unknown?.(view) ? [] : (view.tokens ?? [])).map((token, player) =>
      token ? field(t("ui.seat-link", { player: playerName(view, player) }), link(token)) : null,
    ),
    !local && view.watch && field(t("people.watch-link"), link(view.watch)),
    h(
      "div",
      { class: "tools" },
      h(
        "button",
        { "data-act": "text", onclick: () => save(`${view.text}\n`, "txt") },
        t("ui.download"),
      ),
      view.turn.kind === "over" &&
        !local &&
        h("button", { "data-act": "record", onclick: record }, t("ui.record")),
    ),
  );
}
