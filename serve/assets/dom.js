// Making elements, and the words of the page.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An element of the page; attributes that begin with `on` are listeners. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of a drawing. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

let words = {};

/** Takes the words of a language from the server. */
export async function speak(language) {
  words = await (await fetch(`api/texts/${language}`)).json();
  document.documentElement.lang = language;
  document.title = t("ui.title");
}

/** The words of a key, with `{name}` filled in. */
export function t(key, given = {}) {
  let text = words[key] ?? key;
  for (const [name, value] of Object.entries(given)) text = text.replace(`{${name}}`, () => value);
  return text;
}

/** Whether there are words of a key. */
export const has = (key) => key in words;

/** Something, and what there is to say of it. */
export const pair = (what, which) => t("ui.pair", { what, which });

/** Why the server refused something, in words. */
export function refusal({ code, message, field = "", read = "" }) {
  const key = `ui.error-${code}`;
  return has(key) ? t(key, { field, read }) : message;
}

/** The names of the players in the words of their game, by how many they are where that matters. */
export function namesOf(game, players) {
  const key = [`${game}.names-${players.length}`, `${game}.players`].find(has);
  const names = key ? t(key).split("|") : [];
  return players.map((player, index) => names[index] ?? player);
}

/** The name of a player in the words of his game. */
export function playerName(view, player) {
  if (view.names?.[player]) return view.names[player];
  return namesOf(view.name, view.players)[player];
}

/** A piece of a side, in words. */
export const pieceName = (game, piece, side) => t("ui.piece-of", { piece, side: t(`${game}.belongs`).split("|")[side] });

/** Tells those who hear the page. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}

/** Shows a message for some seconds. */
export function toast(text) {
  const box = document.getElementById("toast");
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => box.classList.remove("shown"), 4000);
}

/** What the browser remembers for the user. */
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
      // A browser that remembers nothing still plays.
    }
  },
};
