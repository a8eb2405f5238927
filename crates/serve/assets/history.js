// Looking back: the buttons that go through the steps of a game, and the pace at which new
// steps are shown. Nothing changes at the table.

import { h, s, t } from "./dom.js";

/** The pause between two steps that are shown one after the other, in milliseconds. */
const PAUSE = 480;
const PACES = [1, 2, 4];

/** The signs on the buttons. */
const SIGNS = {
  first: "M3 3h2v10h-2zM13 3v10l-7-5z",
  back: "M12 3v10l-8-5z",
  play: "M4 2l10 6-10 6z",
  pause: "M3 3h3.500v10h-3.500zM9.500 3h3.500v10h-3.500z",
  forward: "M4 3v10l8-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

const sign = (name) =>
  s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));

/** The groups of steps that are shown together: each move, and each run of draws. */
export function groups(view) {
  const found = [];
  view.steps.forEach((step, index) => {
    const last = found.at(-1);
    const draw = /^draw:/.test(step.text);
    const same = draw && last?.draws && last.steps[0].player === step.player;
    // A draw that is not seen belongs to the step before it.
    if (last && (same || step.text === "draw:?")) {
      last.upto = index + 1;
      last.all.push(step);
      if (same && step.text !== "draw:?") last.steps.push(step);
    } else {
      found.push({ draws: draw, steps: [step], all: [step], from: index, upto: index + 1 });
    }
  });
  return found;
}

/** The steps at which one can stop. */
const stopsOf = (view) => [0, ...groups(view).map(({ upto }) => upto)];

/** The way through the steps of a game. */
export class Past {
  constructor(screen) {
    Object.assign(this, { screen, seen: new Map(), key: "", target: null, timer: null });
    this.pace = PACES[0];
    this.paused = false;
  }

  end() {
    clearTimeout(this.timer);
  }

  /** Whether an earlier step is shown. */
  get looks() {
    return this.screen.view.at !== null;
  }

  /** The pause after a step. */
  pause(base = PAUSE) {
    return base / this.pace;
  }

  /** Shows the table after a number of steps; `null` for the present. */
  go(step) {
    this.stop();
    const { screen } = this;
    const { analysis, cursor } = screen.live;
    if (analysis) {
      return step === null ? null : screen.act({ do: "look", branch: analysis.current, step });
    }
    return step === null || step === cursor ? this.leave() : this.show(step);
  }

  async show(step) {
    const { screen } = this;
    const { live } = screen;
    this.target = step;
    // The past is the same as long as the steps are.
    const text = JSON.stringify([live.steps.map((each) => each.text), live.hides, live.viewer]);
    if (this.key !== text) this.seen.clear();
    this.key = text;
    try {
      if (!this.seen.has(step)) this.seen.set(step, await screen.seat.at(step));
    } catch (error) {
      return screen.refuse(error);
    }
    // Meanwhile another step may have been asked for.
    if (this.target === step) screen.update(this.seen.get(step), true);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  /** Shows the present. */
  leave() {
    this.stop();
    this.target = null;
    this.paused = false;
    this.screen.catchUp();
  }

  /** Shows the next stop, or the one before. */
  move(by) {
    const next = this.beside(by);
    if (next !== undefined) return this.go(next);
    return by > 0 && this.looks ? this.leave() : null;
  }

  beside(by) {
    const { live, view } = this.screen;
    const here = this.target ?? view.cursor;
    const stops = stopsOf(live);
    return by > 0 ? stops.find((stop) => stop > here) : stops.findLast((stop) => stop < here);
  }

  /** Goes on from the shown step to the present, or pauses. */
  toggle() {
    const runs = this.timer || (!this.looks && !this.paused);
    this.stop();
    this.paused = Boolean(runs);
    if (!runs && this.looks) this.roll();
    else if (!runs) this.screen.next();
    this.screen.renderPast();
  }

  /** Shows one step after the other, up to the present. */
  roll() {
    const timer = setTimeout(async () => {
      const next = this.beside(1);
      if (next === undefined || next >= this.screen.live.cursor) return this.leave();
      await this.show(next);
      if (this.timer === timer) this.roll();
    }, this.pause(900));
    this.timer = timer;
  }

  faster() {
    this.pace = PACES[(PACES.indexOf(this.pace) + 1) % PACES.length];
    this.screen.renderPast();
  }

  /** The buttons. */
  bar() {
    const { live, view } = this.screen;
    const running = !this.paused && (!this.looks || this.timer);
    const busy = this.looks || this.screen.queue.length > 0 || this.paused;
    const button = (name, act, disabled, label = t(`ui.step-${name}`), text = sign(name)) =>
      h(
        "button",
        { "data-tool": name, title: label, "aria-label": label, disabled, onclick: act },
        text,
      );
    const first = view.cursor === 0;
    const watched = busy || (live.turn.kind !== "over" && live.sitters.every((level) => level > 0));
    return [
      button("first", () => this.go(0), first),
      button("back", () => this.move(-1), first),
      watched && button(running ? "pause" : "play", () => this.toggle(), false),
      button("forward", () => this.move(1), !busy),
      button("last", () => this.go(null), !busy),
      watched &&
        button(
          "pace",
          () => this.faster(),
          false,
          t("ui.step-pace", { pace: this.pace }),
          `${this.pace}×`,
        ),
    ].filter(Boolean);
  }

  /** What is shown in the place of choices while an earlier step is shown. */
  actions(alone) {
    const { live, view } = this.screen;
    return [
      h(
        "p",
        { class: "how", role: "status" },
        t("ui.step-past", { step: view.cursor, count: live.cursor }),
      ),
      h(
        "button",
        { class: "main", "data-act": "live", onclick: () => this.leave() },
        t("ui.step-live"),
      ),
      alone &&
        h(
          "button",
          { "data-act": "from-here", onclick: () => this.screen.goOn(view.at) },
          t("ui.step-from"),
        ),
    ].filter(Boolean);
  }
}
