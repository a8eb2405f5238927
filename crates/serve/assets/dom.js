// Creating elements, and the texts of the page.

import { request } from "./transport.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(
    ...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

/** Creates an HTML element. Attributes that begin with `on` are listeners. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

let words = {};

/** Keeps punctuation after a space, as in French, on the line of its word. */
const joined = (text) => text.replace(/ (?=[:;?!»%])/g, "\u00a0").replace(/« /g, "«\u00a0");

/** Fetches the texts of a language. */
export async function speak(language) {
  const texts = await request(`texts/${language}`);
  words = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, joined(text)]));
  document.documentElement.lang = language;
  document.title = t("ui.title");
}

/** The text of a key, with each `{name}` filled in. */
export function t(key, given = {}) {
  let text = words[key] ?? key;
  for (const [name, value] of Object.entries(given)) text = text.replace(`{${name}}`, () => value);
  return text;
}

/** Whether there is a text for a key. */
export const has = (key) => key in words;

/** A name and its value. */
export const pair = (what, which) => t("ui.pair", { what, which });

/** The reason for a refusal, in words. */
export function refusal({ code, message, field = "", read = "" }) {
  const key = `ui.error-${code}`;
  return has(key) ? t(key, { field, read }) : message;
}

/**
 * The names of the players in the words of their game. They may depend on the number of players.
 */
export function namesOf(game, players) {
  const key = [`${game}.names-${players.length}`, `${game}.players`].find(has);
  const names = key ? t(key).split("|") : [];
  return players.map((player, index) => names[index] ?? player);
}

/** The name of a player: his own, or the one in the words of his game. */
export function playerName(view, player) {
  if (view.names?.[player]) return view.names[player];
  return namesOf(view.name, view.players)[player];
}

/** A text about players, in the plural if there are several or their name is a plural. */
export function about(key, view, players, given = {}) {
  const many =
    players.length > 1 ||
    (has(`${view.name}.plural`) && players.some((player) => !view.names?.[player]));
  const player = players.map((player) => playerName(view, player)).join(" + ");
  return t(many && has(`${key}-many`) ? `${key}-many` : key, { player, ...given });
}

let told = "";

/** From now on `stepText` describes steps of this game with its options. */
export const stepsOf = (game) => {
  told = game;
};

/** A step as lists show it, with words of this language in place of English words in its text. */
export function stepText(text) {
  if (text === "draw:?") return t("say.draw-hidden");
  const [word, which] = text.split(":");
  if (["pass", "oblige"].includes(text) || (which && has(`say.${word}`))) {
    return t(`say.${word}`, { card: which, cell: which });
  }
  if (/^[-!][a-g]\d$/.test(text)) {
    return t(
      text[0] === "-" ? "say.remove" : told.includes("omit=withdraw") ? "say.withdraw" : "say.huff",
      { cell: text.slice(1) },
    );
  }
  return text
    .replace(/^die(\d)/, (_, number) => `${"⚀⚁⚂⚃⚄⚅"[number - 1]} ${number}`)
    .replace(/\bgoal$/, () => t("ui.goal"));
}

/** A piece of a side, in words. */
export const pieceName = (game, piece, side) =>
  t("ui.piece-of", { piece, side: t(`${game}.belongs`).split("|")[side] });

const saying = [];

/** Announces a text to screen readers. Texts of one moment are announced together, each once. */
export function announce(text) {
  if (!text || saying.includes(text)) return;
  saying.push(text);
  if (saying.length > 1) return;
  setTimeout(() => document.getElementById("live").replaceChildren(saying.splice(0).join(". ")));
}

/** Shows a message for some seconds, a long one for longer. */
export function toast(text) {
  const box = document.getElementById("toast");
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => box.classList.remove("shown"), Math.max(4000, 60 * text.length));
}

/** Values that the browser stores for the user. */
export const memory = {
  get(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // The page also works in a browser that stores nothing.
    }
  },
};
