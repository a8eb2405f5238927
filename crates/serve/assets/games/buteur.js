// Buteur: the pitch, the ball, and the cards.

import { h, playerName, s, t } from "../dom.js";
import { grid, square } from "./grid.js";

const ARROWS = { N: 0, L: -45, R: 45, W: -90, E: 90 };

const ball = () =>
  s(
    "g",
    { class: "piece ball" },
    s("ellipse", { class: "shadow", cx: 0.04, cy: 0.26, rx: 0.26, ry: 0.08 }),
    s("circle", { class: "leather", r: 0.3 }),
    s("path", {
      class: "seam",
      d: "M0-.12l.12.09-.05.14h-.14l-.05-.14zM0-.12v-.18M.12-.03l.16-.06M.07.11l.1.15M-.07.11l-.1.15M-.12-.03l-.16-.06",
    }),
  );

/** The shirt of a team. */
export const sample = (team) =>
  s(
    "g",
    { class: `shirt team${team}` },
    s("path", {
      class: "cloth",
      d: "M-.16-.42l-.32.18.13.25.11-.06v.47h.48v-.47l.11.06.13-.25-.32-.18q-.16.14-.32 0z",
    }),
    team === 1 && s("path", { class: "stripes", d: "M-.12-.3v.7M0-.3v.7M.12-.3v.7" }),
  );

let packs = [];

/** Sets the pitches and packs that the server knows. */
export function know(given) {
  packs = given;
}

/** The pitch and pack of a match. */
function packOf(view) {
  const name = view.game.match(/pack=([^,]+)/)?.[1] ?? "standard";
  return packs.find((pack) => pack.name === name);
}

function lines(turn, { columns, rows, goal: [first, last], area: [left, right], area_rows: deep }) {
  const flip = turn % 2 === 1;
  // From the other side the pitch is rotated.
  const x = (from, to) => (flip ? columns - 1 - to : from);
  const [width, wide] = [last - first + 1, right - left + 1];
  const goal = (top, team) =>
    s(
      "g",
      { class: `net team${team}` },
      s("rect", { x: x(first, last), y: top ? -0.6 : rows, width, height: 0.6 }),
      s("path", {
        d: Array.from(
          { length: 4 * width - 1 },
          (_, i) => `M${x(first, last) + 0.25 + i * 0.25} ${top ? -0.6 : rows}v.6`,
        ).join(""),
      }),
    );
  const [cx, cy] = [columns / 2, rows / 2];
  return [
    s(
      "g",
      { class: "lines" },
      s("rect", { x: 0, y: 0, width: columns, height: rows }),
      s("path", { d: `M0 ${cy}h${columns}` }),
      s("circle", { cx, cy, r: Math.min(1.5, cx - 1) }),
      s("circle", { class: "spot", cx, cy, r: 0.12 }),
      s("rect", { x: x(left, right), y: 0, width: wide, height: deep }),
      s("rect", { x: x(left, right), y: rows - deep, width: wide, height: deep }),
    ),
    goal(true, flip ? 0 : 1),
    goal(false, flip ? 1 : 0),
  ];
}

/** The fields of a position text. */
function fields(view) {
  const [, phase, player, at, half, score, clock, kicker, hands, discard] =
    view.position.split(" ");
  return { phase, player, at, half, score, clock, kicker, hands: hands.split("/"), discard };
}

export function layout(view, turn) {
  const pack = packOf(view);
  const { columns, rows } = pack;
  const { squares, marks, place } = grid(columns, rows, turn, 0.92);
  const { phase, at } = fields(view);
  const cells = squares.map((cell) => ({
    ...cell,
    shape: square(cell, cell.rank % 2 ? "grass" : "grass mown"),
  }));
  const pieces = [];
  if (/^[a-h]\d+$/.test(at)) {
    pieces.push({ cell: at, node: ball(), label: t("ui.ball"), kind: "ball" });
  }
  const spot =
    phase === "kickoff"
      ? s("g", { transform: `translate(${columns / 2} ${rows / 2})` }, ball())
      : null;
  return {
    cells,
    pieces,
    place,
    over: [...lines(turn, pack), ...marks, spot],
    box: [-0.6, -0.75, columns + 0.75, rows + 1.8],
  };
}

/** The text above the board: score, half, stock. */
export function status(view) {
  const { half, score, clock, hands, discard, phase } = fields(view);
  const phases = {
    kickoff: "kickoff",
    throw: "throw",
    clear: "clear",
    shot: "shot",
    penalty: "penalty",
  };
  const key =
    phases[phase] ??
    (phase.startsWith("goalkick") ? "goal-kick" : phase.startsWith("corner") ? "corner" : null);
  const held = hands.reduce(
    (sum, hand) =>
      sum + (hand === "-" ? 0 : hand[0] === "?" ? Number(hand.slice(1)) : hand.split(".").length),
    0,
  );
  const thrown = discard === "-" ? 0 : discard.split(".").length;
  return h(
    "div",
    { class: "scoreboard" },
    h("strong", { class: "score" }, score.replace("-", " : ")),
    h("span", {}, t("ui.half", { number: half }), clock === "last" ? `, ${t("ui.last-turn")}` : ""),
    h("span", {}, `${t("ui.stock")} ${packOf(view).cards - held - thrown}`),
    key && h("span", { class: "phase" }, t(`ui.${key}`)),
  );
}

function symbol(letter) {
  if (letter === "h") {
    return s("path", {
      class: "hand",
      d: "M-5 6v-8q0-2 1.6-2t1.6 2v-3q0-1.600 1.500-1.600t1.500 1.600v3q0-1.500 1.500-1.500t1.500 1.500v7q0 5-4.500 5t-4.700-4z",
    });
  }
  return s("path", {
    class: `flag ${letter === "r" ? "red" : "blue"}`,
    d: letter === "r" ? "M-4 7v-14l10 4-10 4" : "M4 7v-14l-10 4 10 4",
  });
}

/** The drawing of a card, by its code. */
export function card(code) {
  const kind = code[0];
  const low = (distance) => s("text", { class: "distance", x: 14, y: 72 }, distance);
  let face;
  if (code === "P") {
    face = [
      s("path", { class: "posts", d: "M12 62v-40h36v40" }),
      s("circle", { class: "shot", cx: 30, cy: 46, r: 10 }),
      s("path", { class: "pentagon", d: "M30 40l5.500 4-2 6.500h-7l-2-6.500z" }),
    ];
  } else if (kind === "C") {
    face = [s("g", { transform: "translate(30 42) scale(2.6)" }, symbol(code[1]))];
  } else if (kind === "F") {
    face = [
      [-45, 0, 45].map((turn) =>
        s("path", {
          class: "arrow thin",
          transform: `translate(30 56) rotate(${turn})`,
          d: "M0-34l7 10h-4v16h-6v-16h-7z",
        }),
      ),
      low("3"),
    ];
  } else if (kind === "G") {
    face = [s("g", { transform: "translate(31 40) scale(2.500)" }, symbol("h")), low("4")];
  } else {
    face = [
      s("path", {
        class: "arrow",
        transform: `translate(30 38) rotate(${ARROWS[kind] ?? 0})`,
        d: "M0-20l11 14h-6v22h-10v-22h-6z",
      }),
      low(code[1]),
      s("g", { transform: "translate(46 66)" }, symbol(code[2])),
    ];
  }
  return s(
    "svg",
    { class: "face", viewBox: "0 0 60 80", "aria-hidden": "true" },
    s("rect", { class: "paper", x: 1, y: 1, width: 58, height: 78, rx: 6 }),
    face,
    s("text", { class: "code", x: 6, y: 13 }, code),
  );
}

/** The name of a card in words. */
export function cardName(code) {
  if (["P", "Cr", "Cb", "G", "F"].includes(code)) return t(`say.${code}`);
  return `${t("say.attacker")} ${t(`say.${code[0]}`)} ${code[1]}, ${t(`say.${code[2]}`)}`;
}

/** The name of a card in words, and the code that its drawing shows. */
const cardLabel = (code) => `${cardName(code)} (${code})`;

/**
 * Whether the program does not know the cards of a player; without a player, whether that is true
 * of any player.
 */
export function unknown(view, player = null) {
  const hidden = fields(view).hands.map((hand) => !view.hides && hand[0] === "?");
  return player === null ? hidden.includes(true) : hidden[player];
}

/** The rows in which kinds of cards are laid out. */
const ROWS = [/^N/, /^L/, /^R/, /^[WE]/, /^[FGPC]/];

/** Kinds of cards to choose one from. `attributes` returns the attributes of a code's button. */
export function layOut(codes, attributes) {
  const rows = ROWS.map((row) => codes.filter((code) => row.test(code)).sort()).filter(
    (row) => row.length,
  );
  return h(
    "div",
    { class: "kinds" },
    rows.map((row) =>
      h(
        "div",
        { class: "cards" },
        row.map((code) =>
          h(
            "button",
            { "aria-label": cardLabel(code), title: cardName(code), ...attributes(code) },
            card(code),
          ),
        ),
      ),
    ),
  );
}

/**
 * The cards that a player may have played whose hand the program does not know. The person says
 * which one it was.
 */
function told(view, next, chosen, pick) {
  const codes = [...new Set([...chosen, ...next])]
    .filter((stop) => stop.startsWith("card:"))
    .map((stop) => stop.slice(5));
  if (!codes.length) return null;
  const attributes = (code) => ({
    class: `playing on ${chosen.includes(`card:${code}`) ? "chosen" : ""}`,
    "data-card": code,
    onclick: (event) => pick(`card:${code}`, -1, event),
  });
  return [
    h(
      "p",
      { class: "faint" },
      t("ui.which-played", { player: playerName(view, view.turn.player) }),
    ),
    layOut(codes, attributes),
  ];
}

/** By player: the indices of visible cards that were not in the hand before. */
export function fresh(before, view) {
  const [old, now] = [before, view].map((of) =>
    fields(of).hands.map((hand) => (hand === "-" ? [] : hand.split("."))),
  );
  return now.map((hand, player) => {
    // Cards that were hidden before do not count as new.
    if (before.viewer !== view.viewer || old[player][0]?.[0] === "?") return [];
    const left = [...old[player]];
    return hand
      .map((code, index) =>
        left.includes(code) ? (left.splice(left.indexOf(code), 1), -1) : index,
      )
      .filter((index) => index >= 0);
  });
}

/**
 * The cards of a hand that lie raised: one for each chosen card. Of equal cards it is the one that
 * was `touched`.
 */
function raised(codes, chosen, touched) {
  const found = new Set();
  for (const code of chosen.filter((stop) => stop.startsWith("card:"))) {
    const fits = (index) => codes[index] === code.slice(5) && !found.has(index);
    const index = fits(touched) ? touched : codes.findIndex((_, at) => fits(at));
    if (index >= 0) found.add(index);
  }
  return found;
}

/** The cards that have been played in this half, beside the pitch, with the last one on top. */
function discards(view) {
  const { discard } = fields(view);
  if (discard === "-") return null;
  const codes = discard.split(".");
  const last = view.steps
    .slice(0, view.cursor)
    .flatMap(({ text, chance }) => (chance ? [] : cardsOf(text)))
    .at(-1);
  return h(
    "details",
    { class: "discards" },
    h(
      "summary",
      {},
      card(codes.includes(last) ? last : codes.at(-1)),
      t("ui.discards", { count: codes.length }),
    ),
    h(
      "div",
      { class: "cards" },
      codes.map((code) => h("span", { role: "img", "aria-label": cardName(code) }, card(code))),
    ),
  );
}

/** The codes of the cards in a move or an event. */
function cardsOf(text) {
  const play = text.replace(/^(cut|discard|[a-z]\d+):/, "");
  if (play === "goal" || /^draw:/.test(play)) return [];
  return play.split("+").map((code) => (/^[FG]/.test(code) ? code[0] : code));
}

/** The cards that were just played or cut. They lie on the pitch for a moment. */
export function laid(view, steps) {
  const played = steps.filter(({ text }) => cardsOf(text).length).at(-1);
  if (!played) return [];
  return [
    h(
      "div",
      { class: `laid team${view.seats[played.player]}` },
      cardsOf(played.text).map((code) => card(code)),
    ),
  ];
}

/** The time that a kick takes on the board, in milliseconds. */
export const time = 900;

/** What can follow the first part of a move. */
export function more({ chosen, next }) {
  const last = chosen.at(-1);
  if (/^[a-z]\d+$/.test(last)) return "buteur.then-card";
  if (/^card:[FG]$/.test(last)) return "buteur.then-way";
  return next.has("card:P") ? "buteur.then-penalty" : "buteur.then-follow";
}

/** The words for ending a move that could go on. */
export const finish = (picker) => (picker.next().has("card:P") ? "buteur.finish-penalty" : null);

/**
 * The hands below the board. `pick` takes a card, `peek` one under the pointer, `next` are the
 * playable cards, `hinted` the cards of a hint, and `fresh` the cards that turn over.
 */
export function hands(view, { next, chosen, hinted, touched }, { pick, peek }, fresh) {
  const { hands: all } = fields(view);
  return h(
    "div",
    { class: "hands" },
    all.map((hand, player) => {
      const hidden = hand[0] === "?";
      const codes = hidden || hand === "-" ? [] : hand.split(".");
      const title = t("ui.hand", { player: playerName(view, player) });
      const count = hidden ? Number(hand.slice(1)) : 0;
      const acts = view.turn.kind === "player" && view.turn.player === player;
      const up = acts ? raised(codes, chosen, touched) : new Set();
      return h(
        "section",
        { class: `handbox team${view.seats[player]}`, "aria-label": title },
        h("h3", {}, title),
        h(
          "div",
          { class: "cards" },
          codes.map((code, index) => {
            const stop = `card:${code}`;
            const on = acts && next.has(stop);
            return h(
              "button",
              {
                class: `playing ${on ? "on" : ""} ${up.has(index) ? "chosen" : ""} ${acts && hinted.includes(stop) && codes.indexOf(code) === index ? "hinted" : ""} ${fresh?.[player].includes(index) ? "new" : ""}`,
                "aria-disabled": String(!on && !up.has(index)),
                "aria-pressed": up.has(index) ? "true" : null,
                "aria-label": cardLabel(code),
                title: cardName(code),
                onclick: (event) => acts && pick(stop, index, event),
                onpointerenter: ({ pointerType }) => pointerType !== "touch" && on && peek(stop),
                onpointerleave: ({ pointerType }) => pointerType !== "touch" && peek(null),
                onfocus: () => on && peek(stop),
                onblur: () => peek(null),
              },
              card(code),
            );
          }),
          hidden && h("span", { class: "unseen" }, t("ui.cards-hidden", { count })),
          Array.from({ length: Math.min(count, 8) }, () =>
            h("span", { class: "back", "aria-hidden": "true" }),
          ),
        ),
        hidden && acts && view.may_act && told(view, next, chosen, pick),
      );
    }),
    discards(view),
  );
}

/** A play in words. */
export function words(text) {
  const named = { "#goal": "ui.let-in", "#discard": "ui.discard" };
  const word = (stop) =>
    stop.startsWith("card:")
      ? cardName(stop.slice(5))
      : stop.startsWith("dir:")
        ? t(`say.${stop.slice(4)}`)
        : named[stop]
          ? t(named[stop])
          : stop;
  return stops(text).map(word).join(" – ");
}

export function stops(text) {
  if (text === "goal") return ["#goal"];
  if (text.startsWith("discard:")) return ["#discard", `card:${text.slice(8)}`];
  const [place, play] = text.includes(":") ? text.split(":") : [null, text];
  const found = place ? [place] : [];
  for (const code of play.split("+")) {
    if (/^[FG][NLRWE]$/.test(code)) found.push(`card:${code[0]}`, `dir:${code[1]}`);
    else found.push(`card:${code}`);
  }
  return found;
}

/** A move or an event as lists show it. */
export function short(text) {
  if (text === "goal") return t("ui.let-in");
  const [word, which] = text.split(":");
  // The symbol of a card that is cut decides.
  if (word === "cut") return t("say.cut", { card: cardName(which) });
  if (["draw", "discard"].includes(word)) return t(`say.${word}`, { card: shortName(which) });
  const [place, play] = which ? [`${word}: `, which] : ["", word];
  return place + play.split("+").map(shortName).join(" + ");
}

/** The name of a card, perhaps with the direction in which it is played, without its symbol. */
function shortName(code) {
  if (/^[FG][NLRWE]$/.test(code)) return `${t(`say.${code[0]}`)} ${t(`say.${code[1]}`)}`;
  if (/^[NLRWE]\d/.test(code)) return `${t(`say.${code[0]}`)} ${code[1]}`;
  return cardName(code);
}

/** The flight of the ball is shown in the place of paths. */
export const ways = () => [];
