// The aids of a table's screen: the focus, keys, the words of a turn, the guide, and reasons.

import { attend, relax } from "./attend.js";
import { announce, h, memory, stepText, t, toast } from "./dom.js";
import { Focus } from "./focus.js";
import { guideOf } from "./guide.js";
import { keys } from "./keys.js";
import { stand } from "./stand.js";

/** A loss from which on the tutor warns, as a share of a won game. */
const WARNED = 0.1;

export class Aids {
  constructor(screen) {
    this.screen = screen;
    this.stop = new AbortController();
    this.focus = new Focus(screen.main, this.stop.signal);
    keys(screen.main, this.stop.signal);
    this.guide = guideOf(screen);
    const hear = ({ target }) => this.deadCard(target.closest(".playing[aria-disabled=true]"));
    screen.main.addEventListener("click", hear, { signal: this.stop.signal });
  }

  /** Says why a card of the player to act cannot be played. */
  deadCard(card) {
    const hand = card?.closest(".handbox");
    if (!hand) return;
    const { view, picker } = this.screen;
    const player = [...hand.parentElement.querySelectorAll(".handbox")].indexOf(hand);
    const code = card.querySelector(".code").textContent;
    if (player === view.turn.player) this.dead(`card:${code}`, picker.chosen);
  }

  /** A new state is shown. */
  tell(view) {
    // Someone who looks back sees no new turn.
    if ((view.at ?? null) !== null) return;
    attend(view);
    this.guide?.update(view);
  }

  end() {
    this.stop.abort();
    this.guide?.end();
    relax();
  }

  /** Says why a cell or a card cannot be chosen, after the cells that are chosen already. */
  async dead(stop, chosen) {
    const { view, seat } = this.screen;
    if (view.turn.kind === "over") return;
    let why = stand(view);
    if (view.may_act && view.turn.kind === "player") {
      const from = chosen.at(-1);
      ({ why } = await seat.why(stop, from).catch(() => ({ why: null })));
      if (!why || view.version !== this.screen.view.version) return;
    }
    toast(why);
    announce(why);
  }

  /** Whether a move is to be played: the tutor asks before a bad one. */
  async allows(text) {
    const { view, seat } = this.screen;
    if (!memory.get("tutor", false) || this.guide || view.hides || view.analysis) return true;
    const { loss, best } = await seat.weigh(text).catch(() => ({ loss: 0 }));
    if (loss < WARNED || view.version !== this.screen.view.version) return true;
    return this.ask(
      t("ui.warned", {
        move: stepText(text),
        share: Math.round(100 * loss),
        best: best.slice(0, 3).map(stepText).join(", "),
      }),
    );
  }

  /** Asks whether to go on. */
  ask(words) {
    return new Promise((resolve) => {
      const dialog = h(
        "dialog",
        { class: "card", "data-ask": "tutor", "aria-label": t("ui.tutor") },
        h("p", {}, words),
        h(
          "form",
          { method: "dialog", class: "tools" },
          h("button", { class: "main", value: "" }, t("ui.think-again")),
          h("button", { value: "go" }, t("ui.play-anyway")),
        ),
      );
      dialog.addEventListener("close", () => {
        resolve(dialog.returnValue === "go");
        dialog.remove();
      });
      document.body.append(dialog);
      dialog.showModal();
    });
  }
}
