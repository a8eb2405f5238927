// Whose turn it is, or how a game has ended, in words.

import { about, t } from "./dom.js";

/** The players of a seat. */
const playersOf = (view, seat) =>
  view.players.map((_, player) => player).filter((player) => view.seats[player] === seat);

/** The kind of the chance event that is to come. */
const chanceOf = (view) =>
  view.name !== "buteur" ? "roll" : view.events[0]?.text.startsWith("cut:") ? "cut" : "draw";

/** The state of a game: whose turn it is, or its result. */
export function stand(view) {
  const { turn } = view;
  if (turn.kind === "over") {
    const winner = view.result.indexOf(1);
    return t("ui.over", {
      result: winner < 0 ? t("ui.drawn") : about("ui.won", view, playersOf(view, winner)),
    });
  }
  if (view.thinking) return about("ui.thinking", view, [turn.player]);
  // A person alone at the screen is spoken to; of several people the one to act is named.
  const alone = view.may_act && view.own.length === 1 && view.own[0] === turn.player;
  const what = turn.kind === "chance" ? `turn-${chanceOf(view)}` : "turn";
  if (alone) return t(`ui.${what}-own`);
  // A die that somebody else rolls, or a card that the program draws, is not a turn of this screen.
  const elsewhere = turn.kind === "chance" && !view.may_act;
  const key = elsewhere ? `seen-${chanceOf(view)}` : what === "turn" ? "your-turn" : what;
  return about(`ui.${key}`, view, [turn.player]);
}
