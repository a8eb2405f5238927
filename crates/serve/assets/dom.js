// Making elements, and the words of the page.

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

/** An element of the page; attributes that begin with `on` are listeners. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of a drawing. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

let words = {};

/** Keeps signs that stand apart from their word, as in French, on its line. */
const joined = (text) => text.replace(/ (?=[:;?!»%])/g, "\u00a0").replace(/« /g, "«\u00a0");

/** Takes the words of a language from the server. */
export async function speak(language) {
  const texts = await (await fetch(`api/texts/${language}`)).json();
  words = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, joined(text)]));
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

/** Something about players, in the plural where they are several or their name means several. */
export function about(key, view, players, given = {}) {
  const many =
    players.length > 1 ||
    (has(`${view.name}.plural`) && players.some((player) => !view.names?.[player]));
  const player = players.map((player) => playerName(view, player)).join(" + ");
  return t(many && has(`${key}-many`) ? `${key}-many` : key, { player, ...given });
}

let told = "";

/** From now on steps are those of a game, with its options. */
export const stepsOf = (game) => {
  told = game;
};

/**
 * A step as lists have it: with words of this language where its text has English ones, or signs
 * alone.
 */
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
