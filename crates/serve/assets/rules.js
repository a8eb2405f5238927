// The short rules of a game, as its options have them.

import { h, t } from "./dom.js";

/**
 * Whether a condition as `[omit=huff or omit=usual rules=french|german]` holds for the options that
 * are given.
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

/** The parts of a line whose conditions hold, each of which goes up to the next one. */
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

/** The rules of a game; `given` are the options that are not as usual. */
export function rules(game, given) {
  const lines = t(`${game.name}.rules`)
    .split("\n")
    .map((line) => told(line, game, given))
    .filter(Boolean);
  return h(
    "div",
    { class: "rules" },
    lines.map((line) => h("p", {}, line)),
  );
}
