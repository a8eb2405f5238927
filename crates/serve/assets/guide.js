// A guided first game on the real board: it says what to do and why, shows the move, and plays the
// other side.

import { create, keep } from "./api.js";
import { announce, h, memory, refusal, t, toast } from "./dom.js";
import { LESSONS } from "./lessons.js";

/** The pause before a step that is played for the learner, in milliseconds. */
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 100 : 900;

/** Whether there is a guided game of a kind. */
export const guided = (name) => name in LESSONS;

/** Makes a table for a guided game and opens it. */
export async function learn(name) {
  const { start, typed = false, open = false } = LESSONS[name];
  try {
    const { id, token } = await create({ game: start, seats: [0, 0], typed, open });
    keep(id, token, name);
    memory.set("lessons", [id, ...memory.get("lessons", [])].slice(0, 50));
    location.hash = `#/t/${id}/${token}`;
  } catch (error) {
    toast(refusal(error));
  }
}

/** The guide at a table, if its game is a guided one. */
export const guideOf = (screen) =>
  memory.get("lessons", []).includes(screen.view.id) ? new Guide(screen) : null;

class Guide {
  constructor(screen) {
    this.screen = screen;
    this.steps = LESSONS[screen.view.name].steps.split(" ");
    this.box = h("section", {
      class: "guide card",
      "aria-label": t("ui.lesson"),
      "data-part": "guide",
    });
    this.shown = null;
    screen.main.querySelector(".boardside .status").after(this.box);
  }

  end() {
    clearTimeout(this.waiting);
  }

  update(view) {
    clearTimeout(this.waiting);
    const played = view.steps.slice(0, view.cursor).map(({ text }) => text);
    const wanted = this.steps.map((step) => step.replace("*", ""));
    const at = played.findIndex((text, index) => text !== wanted[index]);
    if (at >= 0) return this.astray(view, at < wanted.length);
    const next = this.steps[played.length];
    const tasks = this.steps.filter((step) => step[0] === "*").length;
    const done = this.steps.slice(0, played.length).filter((step) => step[0] === "*").length;
    // While the other side moves, the words of the last task stay.
    const task = next === undefined ? tasks + 1 : next[0] === "*" ? done + 1 : null;
    if (task !== null) this.say(view, task, tasks);
    if (next === undefined) return;
    const act = () => {
      if (this.screen.view.version !== view.version) return;
      if (next[0] === "*") this.show(next.slice(1));
      else this.screen.act({ do: "step", text: next });
    };
    this.waiting = setTimeout(act, PAUSE);
  }

  say(view, task, tasks) {
    if (this.shown === task) return;
    this.shown = task;
    const over = task > tasks;
    const words = t(`${view.name}.lesson-${over ? "end" : task}`);
    const count = over ? "" : t("ui.lesson-step", { step: task, steps: tasks });
    const whole = () => {
      location.hash = "#";
      memory.set("chosen", view.name);
    };
    this.box.replaceChildren(
      h("p", {}, count && h("strong", {}, `${count} `), words),
      ...(over
        ? [
            h(
              "button",
              { class: "main", "data-act": "whole", onclick: whole },
              t("ui.lesson-whole"),
            ),
          ]
        : []),
    );
    announce(`${count} ${words}`.trim());
  }

  /** Shows the wanted move on the board. */
  show(text) {
    const { screen } = this;
    screen.point(text);
    screen.hinted = screen.kind.stops(text);
    screen.offer();
  }

  /** The learner made another move: it is taken back, unless the guided game has ended. */
  astray(view, within) {
    if (!within) return;
    toast(t("ui.lesson-other"));
    this.waiting = setTimeout(
      () => this.screen.view.version === view.version && this.screen.act({ do: "undo" }),
      PAUSE,
    );
  }
}
