// The short rules of a game, by its options.

import { h, t } from "./dom.js";

/**
 * Whether a condition such as `[omit=huff or omit=usual rules=french|german]` holds for the given
 * options.
 */
function holds(condition, { options }, given) {
  const term = (text) => {
    const [key, words] = text.split("=");
    const values = given[key]
      ? [given[key]]
      : ["usual", options.find((option) => option.key === key).default];
    return words.split("|").some((word) => values.includes(word));
  };
  return !condition || condition.split(" or ").some((all) => all.split(" ").every(term));
}

/** The parts of a line whose conditions hold. A condition is valid up to the next one. */
function told(line, game, given) {
  const [first, ...parts] = line.split("[");
  const held = parts
    .map((part) => part.split("]"))
    .filter(([condition]) => holds(condition, game, given))
    .map(([, text]) => text);
  return [first, ...held]
    .map((text) => text.trim())
    .filter(Boolean)
    .join(" ");
}

/**
 * The rules of a game, with figures if wanted. `given` has the options that differ from the
 * default.
 */
export function rules(game, given, drawn = true) {
  const lines = t(`${game.name}.rules`)
    .split("\n")
    .map((line) => told(line, game, given))
    .filter(Boolean);
  const box = h(
    "div",
    { class: "rules" },
    lines.map((line) => h("p", {}, line)),
  );
  if (drawn) draw(box, game, given);
  return box;
}

/** Adds the figures. The boards are loaded only where they are needed. */
async function draw(box, game, given) {
  const { later } = await import("./later.js");
  const drawn = later.figures(game, given);
  if (drawn) box.append(drawn);
}
