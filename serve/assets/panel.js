// Parts of the panel beside the board.

import { h, playerName, s, t, toast } from "./dom.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die. */
export function die(number, rolling) {
  return s("svg", { class: `die ${rolling ? "rolling" : ""}`, viewBox: "0 0 40 40", role: "img", "aria-label": t("say.die", { number }) },
    s("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }),
    PIPS[number].map((spot) => s("circle", { cx: 10 + 10 * (spot % 3), cy: 10 + 10 * Math.floor(spot / 3), r: 3.6 })));
}

/** Who sits where; the host can change it. */
export function seatsPanel(view, seat) {
  return h("ul", { class: "seats" }, view.players.map((_, player) => {
    const acting = view.turn.player === player && view.turn.kind !== "over";
    const name = playerName(view, player);
    const levels = Array.from({ length: 11 }, (_, level) => h("option", { value: level, selected: view.sitters[player] === level }, level ? `${t("ui.engine")} ${level}` : t("ui.person")));
    const select = view.host ? h("select", { "aria-label": `${name}: ${t("ui.seats")}`, onchange: (event) => seat(player, Number(event.target.value)) }, levels) : h("span", {}, view.sitters[player] ? `${t("ui.engine")} ${view.sitters[player]}` : t("ui.person"));
    return h("li", { class: acting ? "acting" : "" }, h("span", { class: `chip side${view.seats[player]}`, "aria-hidden": "true" }), h("span", { class: "name" }, name), select);
  }));
}

/** The moves so far; a click goes there, where nothing is hidden. */
export function movesList(view, go) {
  const shown = view.steps.map((step, index) => ({ ...step, index })).filter(({ text }) => text !== "draw:?");
  return h("ol", {}, shown.map(({ text, player, chance, index }) => {
    const done = index < view.cursor;
    const attributes = { class: `${chance ? "chance" : ""} ${done ? "" : "undone"} side${view.seats[player]}`, "aria-current": index === view.cursor - 1 ? "step" : null };
    return h("li", attributes, view.hides ? text : h("button", { class: "link", onclick: () => go(index + 1) }, text.replace("die", "⚄ ")));
  }));
}

/** What may be typed in where a real table rolls and deals. */
export function chances(view, play) {
  const total = view.events.reduce((sum, { weight }) => sum + weight, 0);
  return view.events.map(({ text, weight }) => h("button", { class: "chance", title: `${((100 * weight) / total).toFixed(1)} %`, onclick: () => play(text) }, text.replace(/^(die|draw:|cut:)/, "")));
}

/** Links and texts to take away. */
export function share(view, seat) {
  const base = location.href.replace(/#.*$/, "");
  const link = (token) => `${base}#/t/${view.id}/${token}`;
  const field = (label, value) => {
    const input = h("input", { readonly: true, value, "aria-label": label });
    const copy = async () => {
      input.select();
      await navigator.clipboard?.writeText(value).catch(() => {});
      toast(t("ui.copied"));
    };
    return h("div", { class: "copy" }, h("span", {}, label), input, h("button", { onclick: copy, "aria-label": `${t("ui.copy")}: ${label}` }, t("ui.copy")));
  };
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${view.text}\n`], { type: "text/plain" }));
    h("a", { href: url, download: `${view.name}.txt` }).click();
    URL.revokeObjectURL(url);
  };
  return h("div", { class: "sharing" },
    field(t("ui.position-text"), view.text),
    field(t("ui.share-link"), link(seat.token)),
    (view.tokens ?? []).map((token, player) => (token ? field(t("ui.seat-link", { player: playerName(view, player) }), link(token)) : null)),
    h("button", { onclick: save }, t("ui.download")));
}
