// The list of moves, with what happened by them.

import { h, stepText, t } from "./dom.js";
import { eventText, noted } from "./events.js";
import { groups } from "./history.js";
import { chip } from "./offer.js";

/** A happening in the list: in words, or the pieces that are captured. */
function note(view, kind, happening) {
  const words = eventText(view, happening);
  const { kind: what, pieces = [] } = happening;
  if (what !== "capture" || !kind.piece) {
    return h("span", { class: `event ${what}` }, ` ${words}`);
  }
  return h(
    "span",
    { class: "event capture", role: "img", "aria-label": words, title: words },
    " ×",
    pieces.map((piece) => chip({ sample: () => kind.piece(piece) }, piece.seat)),
  );
}

/** The moves so far, with the happenings. A click shows the position after a move. */
export function movesList(view, kind, go) {
  const shown = groups(view).filter(({ steps }) => steps[0].text !== "draw:?");
  if (!shown.length) return h("p", { class: "faint" }, t("ui.no-moves"));
  const said = ({ text }) => kind.short?.(text) ?? stepText(text);
  return h(
    "ol",
    {},
    shown.map(({ steps, all, draws, from, upto }) => {
      const [{ player, chance }] = steps;
      const done = from < view.cursor;
      const many = draws && steps.length > 1;
      const words = many ? t("ui.draws", { count: steps.length }) : said(steps[0]);
      const attributes = {
        class: `${chance ? "chance" : ""} ${done ? "" : "undone"} side${view.seats[player]}`,
        "aria-current": done && upto >= view.cursor ? "step" : null,
        title: many ? steps.map(said).join(", ") : kind.words?.(steps[0].text),
      };
      return h(
        "li",
        attributes,
        h("button", { class: "link", "data-step-to": upto, onclick: () => go(upto) }, words),
        all.flatMap((step) => noted(view, step)).map((happening) => note(view, kind, happening)),
      );
    }),
  );
}
