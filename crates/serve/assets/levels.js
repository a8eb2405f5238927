// The names of the engine's levels.

import { t } from "./dom.js";

/** A level in words: its number and its name. */
export const levelName = (level) =>
  t("ui.level-name", { level, name: t("ui.levels").split("|")[level - 1] });

/** A sitter: a person, or the engine at a level. */
export const sitterName = (level) => (level ? levelName(level) : t("ui.person"));
