// Well-known variants of a game, and the dependencies between its options.

import { h, t } from "./dom.js";

const PRESETS = {
  etoile: {
    star3: {},
    star2: { players: "2" },
    english: { board: "square8", players: "2", rules: "english" },
    international: {
      board: "square10",
      landing: "any",
      majority: "yes",
      omit: "must",
      players: "2",
    },
    brazilian: { board: "square8", landing: "any", majority: "yes", omit: "must", players: "2" },
  },
};

/** The required value of an option, given the others; `null` if it is free. */
const FIXED = {
  etoile: ({ board, players }) =>
    board === "star"
      ? { neutral: players === "2" ? null : "promote" }
      : { players: "2", colour: "dark", neutral: "promote" },
};

/** The options that differ from the default, by key. */
export function chosen(form, game) {
  const given = game.options.map(({ key, default: usual }) => [
    key,
    form.elements[key]?.value ?? "",
    usual,
  ]);
  return Object.fromEntries(
    given
      .filter(([, value, usual]) => value !== "" && value !== usual)
      .map(([key, value]) => [key, value]),
  );
}

/** The options that a position text begins with. */
export function optionsOf(text) {
  const [, words = ""] = text.trim().split(" ")[0].split(":");
  return Object.fromEntries(
    words
      .split(",")
      .filter(Boolean)
      .map((word) => word.split("=")),
  );
}

/** A field with the well-known variants of a game, if there are any. */
export function presetField(game) {
  const names = Object.keys(PRESETS[game.name] ?? {});
  if (!names.length) return null;
  return h(
    "label",
    { class: "field preset" },
    h("span", {}, t("ui.preset")),
    h(
      "select",
      { name: "preset" },
      h("option", { value: "" }, t("ui.preset-own")),
      names.map((name) => h("option", { value: name }, t(`${game.name}.preset-${name}`))),
    ),
  );
}

/** Sets all options. Those that are not given get their default values. */
export function set(form, game, given) {
  for (const { key } of game.options) {
    const field = form.elements[key];
    if (!field) continue;
    field.disabled = false;
    field.value =
      given[key] ?? (field.matches("select") ? field.dataset.default : field.defaultValue);
  }
  suit(form, game);
}

/** Sets the options of the chosen variant. */
export function preset(form, game) {
  const given = PRESETS[game.name][form.elements.preset.value];
  if (given) set(form, game, given);
}

/** Fixes a field to a value. Without a value the field is free again and gets its old value. */
export function fix(field, value) {
  if (value !== null && !field.disabled) field.dataset.free = field.value;
  if (value !== null) field.value = value;
  else if (field.disabled) field.value = field.dataset.free;
  field.disabled = value !== null;
}

/**
 * Options that others determine are fixed, and get their old values when they are free again. The
 * field of variants names the present one.
 */
export function suit(form, game) {
  const values = Object.fromEntries(
    game.options.map(({ key }) => [key, form.elements[key]?.value]),
  );
  const fixed = FIXED[game.name]?.(values) ?? {};
  for (const { key } of game.options) {
    const field = form.elements[key];
    if (!field) continue;
    fix(field, fixed[key] ?? null);
  }
  if (!form.elements.preset) return;
  const text = (given) => JSON.stringify(Object.entries(given).sort());
  const now = text(chosen(form, game));
  form.elements.preset.value =
    Object.entries(PRESETS[game.name]).find(([, given]) => text(given) === now)?.[0] ?? "";
}
