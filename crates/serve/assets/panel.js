// Parts of the panel beside the board.

import { h, has, pair, playerName, s, stepText, t } from "./dom.js";
import { cardName } from "./games/buteur.js";
import { sitterName } from "./levels.js";
import { chip } from "./offer.js";
import { stand } from "./stand.js";

const PIPS = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

/** A die. */
export function die(number, rolling) {
  return s(
    "svg",
    {
      class: `die ${rolling ? "rolling" : ""}`,
      viewBox: "0 0 40 40",
      role: "img",
      "aria-label": t("say.die", { number }),
    },
    s("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }),
    PIPS[number].map((spot) =>
      s("circle", { cx: 10 + 10 * (spot % 3), cy: 10 + 10 * Math.floor(spot / 3), r: 3.6 }),
    ),
  );
}

/** The line above the board: whose turn it is, or the result. */
export function status(view, kind, rolling) {
  const parts = [];
  if (kind.status) parts.push(kind.status(view));
  if (view.name === "ruches") {
    parts.push(
      h(
        "span",
        { class: "faint" },
        view.points.map((points, player) => `${playerName(view, player)} ${points}`).join(" – "),
      ),
    );
  }
  const { turn } = view;
  // The seat to act, or the winner.
  const seat = turn.kind === "over" ? view.result.indexOf(1) : view.seats[turn.player];
  parts.push(
    h(
      "strong",
      { class: `turn ${view.thinking ? "thinking" : ""}` },
      seat >= 0 && chip(kind, seat),
      stand(view),
    ),
  );
  if (view.name === "maitres") {
    const shown = view.steps
      .slice(0, view.cursor)
      .filter(({ chance }) => chance)
      .at(-1);
    if (shown && turn.kind === "player") parts.push(die(Number(shown.text.slice(3)), rolling));
  }
  return parts;
}

/** The controllers of the seats. The host can change them. */
export function seatsPanel(view, kind, seat, call) {
  return h(
    "ul",
    { class: "seats" },
    view.players.map((_, player) => {
      const acting = view.turn.player === player && view.turn.kind !== "over";
      const name = playerName(view, player);
      const levels = Array.from({ length: 11 }, (_, level) =>
        h("option", { value: level, selected: view.sitters[player] === level }, sitterName(level)),
      );
      // The engine cannot play a hand whose cards the program does not know.
      const told = kind.unknown?.(view, player) && !view.sitters[player];
      const select = view.host
        ? h(
            "select",
            {
              disabled: told,
              "aria-label": pair(name, t("ui.seats")),
              onchange: (event) => seat(player, Number(event.target.value)),
            },
            levels,
          )
        : h("span", {}, sitterName(view.sitters[player]));
      return h(
        "li",
        { class: acting ? "acting" : "" },
        chip(kind, view.seats[player]),
        view.host || view.own.includes(player)
          ? nameField(view, player, call)
          : h("span", { class: "name" }, name),
        select,
      );
    }),
  );
}

/** A name that can be changed: a field that looks like text until it is used. */
function nameField(view, player, call) {
  const shown = playerName(view, player);
  const commit = (event) =>
    event.target.value.trim() !== shown && call(player, event.target.value.trim());
  const key = (event) => {
    if (event.key === "Escape") event.target.value = shown;
    if (event.key === "Enter" || event.key === "Escape") event.target.blur();
  };
  return h("input", {
    class: "name",
    value: shown,
    maxlength: 40,
    "aria-label": t("ui.name-of", { player: shown }),
    title: t("ui.rename"),
    autocomplete: "off",
    spellcheck: "false",
    "data-name": player,
    onchange: commit,
    onkeydown: key,
    onfocus: (event) => event.target.select(),
  });
}

/** A field for the text of a move. */
export function moveBox(act) {
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.elements.move;
    if (field.value.trim()) act(field.value.trim()).then((done) => done && (field.value = ""));
  };
  return h(
    "form",
    { class: "movebox", onsubmit: submit },
    h("label", { class: "unseen", for: "move" }, t("ui.move")),
    h("input", {
      id: "move",
      name: "move",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: t("ui.move"),
    }),
    h("button", {}, t("ui.play")),
  );
}

/**
 * The events that can be typed in at a real table. Cards are laid out, each with its probability.
 */
export function chances(view, kind, play) {
  const total = view.events.reduce((sum, { weight }) => sum + weight, 0);
  const player = playerName(view, view.turn.player);
  const hidden = ({ text }) => text === "draw:?";
  // A viewer who does not see the card cannot type it in.
  if (view.hides && view.events.every(hidden)) return [];
  if (!kind.layOut || view.events.some(hidden)) {
    return view.events.map((event) =>
      h(
        "button",
        { class: "chance", title: share(event.weight, total), onclick: () => play(event.text) },
        hidden(event) ? pair(player, t("say.draw-hidden")) : event.text.replace("die", ""),
      ),
    );
  }
  const events = new Map(view.events.map((event) => [event.text.split(":")[1], event]));
  const cut = view.events[0].text.startsWith("cut:");
  const attributes = (code) => {
    const { text, weight } = events.get(code);
    return {
      class: "chance playing on",
      "data-card": code,
      title: `${cardName(code)} – ${share(weight, total)}`,
      onclick: () => play(text),
    };
  };
  return [
    h("p", { class: "how" }, t(cut ? "ui.which-cut" : "ui.which-drawn", { player })),
    kind.layOut([...events.keys()], attributes),
  ];
}

const share = (weight, total) =>
  `${((100 * weight) / total).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 })} %`;

/** The probability of each roll of a die, in a folded list. Cards that are drawn show their own. */
export function odds(view) {
  if (!view.events.length || !view.events.every(({ text }) => /^die/.test(text))) return null;
  const total = view.events.reduce((sum, { weight }) => sum + weight, 0);
  return h(
    "details",
    { class: "odds" },
    h("summary", {}, t("ui.chances")),
    h(
      "ul",
      {},
      view.events.map(({ text, weight }) =>
        h("li", {}, `${stepText(text)} – ${share(weight, total)}`),
      ),
    ),
  );
}

/** The meanings of the rings around pieces on the board. */
export function legend({ flags = [] }) {
  const kinds = new Map(flags.map(({ kind, text }) => [kind, text]));
  if (!kinds.size) return null;
  const ring = (kind) =>
    s(
      "svg",
      { viewBox: "-.52 -.52 1.04 1.04", "aria-hidden": "true" },
      s("circle", { class: `flag ${kind}`, r: 0.46 }),
    );
  return h(
    "p",
    { class: "faint legend flags" },
    [...kinds].map(([kind, text]) => h("span", {}, ring(kind), text)),
  );
}

/** Help for the first move; if a cell must be chosen before a card, for every move. */
export function help(view, next, chosen) {
  if (
    !view.may_act ||
    view.turn.kind !== "player" ||
    (view.hides && view.viewer !== view.turn.player)
  ) {
    return null;
  }
  const stops = [...next];
  const placing =
    view.name === "buteur"
      ? stops.some((stop) => !/^(card:|dir:|#)/.test(stop))
      : stops.some((stop) => /^t\d$/.test(stop));
  const first = !view.steps
    .slice(0, view.cursor)
    .some(({ player, chance }) => player === view.turn.player && !chance);
  if (chosen.length || !(first || (placing && view.name === "buteur"))) return null;
  return (
    [placing && `${view.name}.how-place`, `${view.name}.how`].find((key) => key && has(key)) ??
    "ui.how"
  );
}
