// Parts of the panel beside the board.

import { h, playerName, s, t, toast } from "./dom.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die. */
export function die(number, rolling) {
  return s("svg", { class: `die ${rolling ? "rolling" : ""}`, viewBox: "0 0 40 40", role: "img", "aria-label": t("say.die", { number }) },
    s("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }),
    PIPS[number].map((spot) => s("circle", { cx: 10 + 10 * (spot % 3), cy: 10 + 10 * Math.floor(spot / 3), r: 3.6 })));
}

/** What is said above the board: whose turn it is, or how the game ended. */
export function status(view, kind, rolling) {
  const parts = [];
  if (kind.status) parts.push(kind.status(view));
  if (view.name === "ruches") parts.push(h("span", { class: "faint" }, view.points.map((points, player) => `${playerName(view, player)} ${points}`).join(" – ")));
  const { turn } = view;
  let text;
  if (turn.kind === "over") {
    const winners = view.result.map((share, seat) => (share === 1 ? view.seats.map((of, player) => (of === seat ? playerName(view, player) : null)).filter(Boolean).join(" + ") : null)).filter(Boolean);
    text = t("ui.over", { result: winners.length ? t("ui.won", { player: winners[0] }) : t("ui.drawn") });
  } else {
    const player = playerName(view, turn.player);
    text = t(turn.kind === "chance" ? "ui.chance" : view.thinking ? "ui.thinking" : "ui.your-turn", { player });
  }
  parts.push(h("strong", { class: `turn side${turn.kind === "over" ? "" : view.seats[turn.player]} ${view.thinking ? "thinking" : ""}` }, text));
  if (view.name === "maitres") {
    const shown = view.steps.slice(0, view.cursor).filter(({ chance }) => chance).at(-1);
    if (shown && turn.kind !== "chance") parts.push(die(Number(shown.text.slice(3)), rolling));
  }
  return parts;
}

/** Who sits where; the host can change it. */
export function seatsPanel(view, seat, call) {
  return h("ul", { class: "seats" }, view.players.map((_, player) => {
    const acting = view.turn.player === player && view.turn.kind !== "over";
    const name = playerName(view, player);
    const levels = Array.from({ length: 11 }, (_, level) => h("option", { value: level, selected: view.sitters[player] === level }, level ? `${t("ui.engine")} ${level}` : t("ui.person")));
    const select = view.host ? h("select", { "aria-label": `${name}: ${t("ui.seats")}`, onchange: (event) => seat(player, Number(event.target.value)) }, levels) : h("span", {}, view.sitters[player] ? `${t("ui.engine")} ${view.sitters[player]}` : t("ui.person"));
    return h("li", { class: acting ? "acting" : "" }, h("span", { class: `chip side${view.seats[player]}`, "aria-hidden": "true" }), view.host || view.own.includes(player) ? nameField(view, player, call) : h("span", { class: "name" }, name), select);
  }));
}

/** A name that can be changed: a field that looks like text until it is used. */
function nameField(view, player, call) {
  const shown = playerName(view, player);
  const commit = (event) => event.target.value.trim() !== shown && call(player, event.target.value.trim());
  const key = (event) => {
    if (event.key === "Escape") event.target.value = shown;
    if (event.key === "Enter" || event.key === "Escape") event.target.blur();
  };
  return h("input", { class: "name", value: shown, maxlength: 40, "aria-label": t("ui.name-of", { player: shown }), title: t("ui.rename"), autocomplete: "off", spellcheck: "false", "data-name": player, onchange: commit, onkeydown: key, onfocus: (event) => event.target.select() });
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
export function share(view, seat, fail) {
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
  const save = (text, ending) => {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    h("a", { href: url, download: `${view.name}-${view.id.slice(0, 6)}.${ending}` }).click();
    URL.revokeObjectURL(url);
  };
  const record = () => seat.record().then((text) => save(text, "jsonl"), fail);
  return h("div", { class: "sharing" },
    field(t("ui.position-text"), view.text),
    field(t("ui.share-link"), link(seat.token)),
    (view.tokens ?? []).map((token, player) => (token ? field(t("ui.seat-link", { player: playerName(view, player) }), link(token)) : null)),
    h("div", { class: "tools" }, h("button", { "data-act": "text", onclick: () => save(`${view.text}\n`, "txt") }, t("ui.download")),
      view.turn.kind === "over" && h("button", { "data-act": "record", onclick: record }, t("ui.record"))));
}
