// A game in progress: the board, the player to act, and the possible actions and questions.

import { again } from "./again.js";
import { Aids } from "./aids.js";
import { games, keep, Seat } from "./api.js";
import { Board } from "./board.js";
import {
  announce,
  h,
  memory,
  pair,
  playerName,
  refusal,
  stepsOf,
  stepText,
  t,
  toast,
} from "./dom.js";
import { captured, eventWords, happenings, moment } from "./events.js";
import * as benedictine from "./games/benedictine.js";
import * as buteur from "./games/buteur.js";
import * as etoile from "./games/etoile.js";
import * as maitres from "./games/maitres.js";
import * as plain from "./games/plain.js";
import * as ruches from "./games/ruches.js";
import { frame } from "./frame.js";
import { Past } from "./history.js";
import { chip, offer, passOn } from "./offer.js";
import { bar, costs, graph, lines, mark, sign, spread } from "./opinion.js";
import { movesList } from "./moves.js";
import { chances, help, legend, odds, seatsPanel, status } from "./panel.js";
import { people } from "./people.js";
import { Picker } from "./picker.js";
import { ballAt, cellOf, finishText, flightOf, flights, following } from "./preview.js";
import { learn, share } from "./share.js";
import { threatText, tree } from "./tree.js";

const kinds = { benedictine, maitres, ruches, etoile, buteur };

/** Shows a table. Returns a function that ends it. */
export async function table(main, id, token, language) {
  const seat = new Seat(id, token, language);
  try {
    const [view, all] = await Promise.all([seat.show(), games(), learn()]);
    buteur.know(all.find(({ name }) => name === "buteur").packs);
    keep(id, token, view.name);
    const screen = new Screen(
      main,
      seat,
      view,
      all.find(({ name }) => name === view.name),
    );
    screen.begin();
    return () => screen.end();
  } catch (error) {
    main.replaceChildren(
      h("p", { class: "card" }, refusal(error), " ", h("a", { href: "#" }, t("ui.back"))),
    );
    return null;
  }
}

class Screen {
  constructor(main, seat, view, game) {
    Object.assign(this, {
      main,
      seat,
      view,
      live: view,
      game,
      turn: 0,
      layout: null,
      opinion: null,
      course: null,
      analysing: false,
      reviewing: false,
      fresh: null,
      hinted: [],
      landings: new Map(),
      touched: null,
      staged: new Map(),
      queue: [],
      moving: null,
      anew: false,
      version: null,
    });
    this.kind = kinds[view.name] ?? plain;
    const own = view.own[0];
    // A player of the other side sees the board from there.
    if (own !== undefined && view.seats[own] > 0 && !view.own.includes(0)) {
      this.turn =
        view.name === "etoile" && view.players.length === 3 ? [0, 4, 2][view.seats[own]] : 1;
    }
    this.part = (name) => this.main.querySelector(`[data-part=${name}]`);
  }

  begin() {
    const title = t(`${this.view.name}.title`);
    this.main.className = `table ${this.view.name}`;
    this.main.replaceChildren(...frame(this, title));
    this.board = new Board(this.part("board"), (cell) => this.choose(cell), {
      lifts: (cell) => this.lifts(cell),
      waits: () => this.waits(),
      hurry: () => this.waits() && this.catchUp(),
      lift: (cell) => this.lift(cell),
      drop: (from, to) => this.drop(from, to),
    });
    this.aids = new Aids(this);
    this.past = new Past(this);
    this.update(this.view, false);
    this.listen();
  }

  end() {
    clearTimeout(this.moving);
    this.queue = [];
    this.past.end();
    this.connection.end();
    this.aids.end();
  }

  listen() {
    this.connection = this.seat.listen((message) => {
      if (message.connected === false) {
        this.anew = true;
        toast(t("ui.connection"));
      }
      if (message.connected && message.again) toast(t("ui.connected"));
      if (message.connected && this.analysing) this.connection.send({ analyse: 3 });
      if (message.error) {
        toast(refusal(message.error));
        if (this.analysing) this.analyse();
      }
      if (message.present) {
        this.present = message.present;
        people(this);
      }
      if (message.table) {
        // The server may have been started with an older copy of its tables. So the first message
        // of a connection is accepted with any number.
        this.receive(message.table, this.anew);
        this.anew = false;
      }
      if (message.opinion && message.version === this.view.version && this.view.at === null) {
        this.showOpinion(message.opinion);
      }
    });
  }

  async openAnalysis() {
    try {
      const { id, token } = await this.seat.analysis();
      location.hash = `#/t/${id}/${token}`;
    } catch (error) {
      toast(refusal(error));
    }
  }

  /** Shows the moves that win or capture at once for each player, if the user wants to see them. */
  async threats() {
    const { view } = this;
    const box = this.part("threats");
    const wanted =
      memory.get("threats", false) && !view.hides && view.at === null && view.turn.kind !== "over";
    const { threats } = wanted
      ? await this.seat.threats().catch(() => ({ threats: [] }))
      : { threats: [] };
    if (view !== this.view) return;
    const ways = (kind) =>
      threats
        .filter((threat) => threat.kind === kind)
        .flatMap(({ moves }) =>
          moves.slice(0, 3).flatMap((text) => this.kind.ways(text, this.layout, null)),
        );
    this.board.arrows(ways("capture"), "capture");
    // For a split 6: the part that takes the Master.
    this.board.arrows(
      ways("win").filter((way) => view.name !== "maitres" || this.board.holds(way.at(-1))),
      "win",
    );
    const said = threats.map((threat) =>
      h("li", {}, chip(this.kind, view.seats[threat.player]), threatText(view, threat)),
    );
    box.replaceChildren(
      ...(wanted
        ? [said.length ? h("ul", {}, said) : h("p", { class: "faint" }, t("ui.threat-none"))]
        : []),
    );
  }

  /**
   * Receives a table from the server. Tables are shown one after the other, each after the pieces
   * of the previous one have stopped.
   */
  receive(view, anew = false) {
    const { live } = this;
    const same =
      view.version === live.version && view.viewer === live.viewer && view.id === live.id;
    // An old message that arrives after a newer answer is ignored.
    if (!anew && (same || view.version < live.version)) return;
    if (anew) this.queue = [];
    this.live = view;
    this.queue.push(view);
    if (!this.moving) this.next();
  }

  /** Shows the next table. A viewer who looks back, or has paused, goes on by a button. */
  next() {
    if (this.past.looks || this.past.paused) return this.renderPast();
    const view = this.queue.shift();
    if (!view) return this.renderPast();
    const time = this.update(view, true);
    if (!time) return this.next();
    this.moving = setTimeout(() => {
      this.moving = null;
      this.next();
    }, this.past.pause(time));
  }

  /** Whether moves are still to be shown to a viewer of the present. */
  waits() {
    return this.queue.length > 0 && !this.past.looks;
  }

  /** Shows the present at once, without waiting for pieces that move. */
  catchUp() {
    clearTimeout(this.moving);
    this.moving = null;
    this.queue = [];
    const { view, live } = this;
    const news = live.steps.slice(view.cursor, live.cursor).filter(({ chance }) => !chance);
    if (view !== live) this.update(live, news.length < 3);
    else this.renderPast();
  }

  /** Goes on with the game from an earlier step. */
  async goOn(step) {
    this.past.target = null;
    this.view = { ...this.view, at: null };
    if (!(await this.act({ do: "go", step }))) this.catchUp();
  }

  refuse(error) {
    toast(refusal(error));
  }

  /** The buttons for looking back. They stay while they are the same: one may be pressed now. */
  renderPast() {
    const box = this.part("past");
    const bar = h("div", {}, this.past.bar());
    if (box && box.innerHTML !== bar.innerHTML) box.replaceChildren(...bar.childNodes);
  }

  /** Shows a table. Returns how long its moves take, in milliseconds. */
  update(view, moving) {
    const before = this.view;
    const fresh = view.at === null && view.version !== this.version;
    if (view.at === null) this.version = view.version;
    const forward = moving && view.cursor > before.cursor;
    if (fresh) {
      this.opinion = null;
      // The review stays while the user goes back and forth.
      if (JSON.stringify(view.steps) !== JSON.stringify(before.steps)) this.course = null;
      this.hinted = [];
    }
    const old = this.layout;
    this.view = view;
    stepsOf(view.game);
    this.picker = new Picker(
      view.may_act
        ? [...view.moves, ...view.routes].flatMap((text) => [
            { text, stops: this.kind.stops(text) },
            ...(this.kind.others?.(text) ?? []).map((stops) => ({ text, stops })),
          ])
        : [],
    );
    this.layout = this.kind.layout(view, this.turn);
    const news = forward ? view.steps.slice(before.cursor, view.cursor) : [];
    const move = news.filter(({ chance }) => !chance).at(-1);
    // A piece that the user has just put there does not move again.
    const ways = move ? this.unseen(this.kind.ways(move.text, old, this.layout)) : [];
    const flight = move?.ball?.length > 1 ? move.ball : null;
    if (move) this.staged = new Map();
    const last = view.steps
      .slice(0, view.cursor)
      .filter(({ chance }) => !chance)
      .at(-1);
    const marks = last ? this.kind.ways(last.text, null, null).flat() : [];
    const animate = memory.get("animation", true);
    this.board.draw(this.layout, {
      label: t("ui.board-label", { game: t(`${view.name}.title`) }),
      game: view.name,
      ways,
      last: marks,
      trail: last?.ball,
      flight,
      animate,
    });
    if (news.length) {
      const count = Math.min(news.length, view.said.length);
      announce(
        view.said
          .slice(-count)
          .map((said, index) =>
            pair(playerName(view, news[news.length - count + index].player), said),
          )
          .concat(eventWords(view, news))
          .join(". "),
      );
    }
    const struck = moving ? happenings(news).flatMap(({ pieces = [] }) => pieces) : [];
    this.board.flash(struck.map(({ cell }) => cell));
    const hold = moving ? moment(this.part("board"), view, news, this.kind) : 0;
    this.fresh = forward && memory.get("animation", true) ? this.kind.fresh?.(before, view) : null;
    this.rolling = news.some(({ text }) => /^die/.test(text));
    this.render();
    const own = move && view.at === null && view.own.includes(move.player);
    if (own && memory.get("tutor", false)) this.tutor();
    const moved = ways.length > 0 || flight ? (this.kind.time ?? 480) : 0;
    // A game between engines is shown step by step, also without motion.
    const film = animate && view.sitters.every((level) => level > 0);
    return this.board.moves || film ? Math.max(moved, hold) : 0;
  }

  /** The paths, without the parts that the user has seen as he chose them. */
  unseen(ways) {
    return ways
      .map((way) => way.slice(Math.max(0, way.indexOf(this.staged.get(way[0])))))
      .filter((way) => way.length > 1);
  }

  render() {
    const { view } = this;
    this.part("status").replaceChildren(
      ...status(view, this.kind, this.rolling && memory.get("animation", true)),
    );
    // The field of a name is not replaced while the user types in it.
    if (!document.activeElement?.matches(".seats .name")) {
      this.part("seats").replaceChildren(
        seatsPanel(
          view,
          this.kind,
          (player, sitter) => this.act({ do: "seat", player, sitter }),
          (player, name) => this.act({ do: "name", player, name }),
        ),
      );
    }
    this.part("moves").replaceChildren(
      view.analysis
        ? tree(
            view,
            (branch, step) => this.act({ do: "look", branch, step }),
            (branch) => this.act({ do: "prune", branch }),
          )
        : movesList(view, this.kind, (step) => this.past.go(step)),
    );
    this.part("captured").replaceChildren(...captured(view, this.kind));
    this.renderPast();
    this.part("offer").replaceChildren(...offer(view, (action) => this.act(action)));
    people(this);
    this.threats();
    const moves = this.part("moves");
    const current = moves.querySelector("[aria-current]");
    if (current) moves.scrollTop = current.offsetTop - moves.clientHeight / 2;
    const details = this.part("share");
    details.replaceChildren(
      details.firstChild,
      share(view, this.kind, this.seat, (error) => toast(refusal(error))),
    );
    if (view.turn.kind === "over" && this.analysing) this.analyse();
    this.enable();
    if (this.course) mark(this.part("opinion"), view, this.course);
    if (!this.opinion && !this.course && !this.reviewing) this.part("opinion").replaceChildren();
    this.offer();
    this.aids.tell(view);
  }

  /** Enables the buttons of possible questions. */
  enable() {
    const { view } = this;
    const over = view.turn.kind === "over";
    // A review and an analysis board need the whole game, so they are disabled while cards are
    // hidden.
    const told = (!view.hides && view.hints) || over;
    // The engine cannot evaluate positions with unknown cards.
    const [blind, dark] = [this.kind.unknown?.(view), this.kind.unknown?.(view, view.turn.player)];
    // If cards are hidden, advice is only for the player to act, once he looks at the screen.
    const present = view.at === null;
    const asked =
      present && !over && !dark && view.hints && (!view.hides || view.viewer === view.turn.player);
    const can = {
      undo: view.can_undo,
      redo: view.can_redo,
      hint: asked,
      analyse: asked || this.analysing,
      review: told && present && !blind && !this.reviewing,
      board: told && present,
    };
    for (const [name, free] of Object.entries(can)) {
      const tool = this.main.querySelector(`[data-tool=${name}]`);
      if (tool) tool.disabled = !free;
    }
  }

  /** Shows the stops that can be chosen now. */
  offer() {
    const { view, picker } = this;
    const next = picker.next();
    const ways = this.kind.stage?.(picker.chosen) ?? [];
    this.staged = new Map(ways);
    const found = flights(view, picker, picker.chosen);
    this.landings = new Map(
      found
        .filter(({ more }) => more.length || picker.whole())
        .map((flight) => [cellOf(flight.way.at(-1)), flight]),
    );
    this.board.offer(new Set([...next, ...this.landings.keys()]), picker.chosen);
    this.board.stage(ways, view.effects[picker.whole()]?.takes);
    this.preview(null);
    const extra = [...next].filter((stop) => /^(#|dir:)/.test(stop));
    const words = {
      "#pass": "ui.pass",
      "#oblige": "ui.oblige",
      "#goal": "ui.let-in",
      "#discard": "ui.discard",
    };
    const buttons = extra.map((stop) =>
      h(
        "button",
        {
          class: this.hinted.includes(stop) ? "main hinted" : "main",
          "data-stop": stop,
          onclick: () => this.choose(stop),
        },
        this.kind.says?.(stop) ?? (words[stop] ? t(words[stop]) : t(`say.${stop.slice(4)}`)),
      ),
    );
    if (picker.whole()) {
      buttons.push(
        h(
          "button",
          { class: "main", "data-act": "finish", onclick: () => this.play(picker.whole()) },
          finishText(view, picker, this.kind, stepText(picker.whole())),
        ),
      );
    }
    if (picker.chosen.length) {
      buttons.push(
        h(
          "button",
          {
            "data-act": "cancel",
            onclick: () => this.cancel(),
          },
          t("ui.cancel"),
        ),
      );
    }
    if (view.turn.kind === "chance" && view.may_act) {
      if (view.typed) buttons.push(...chances(view, this.kind, (text) => this.play(text)));
      else {
        buttons.push(
          h(
            "button",
            { class: "main roll", "data-act": "roll", onclick: () => this.act({ do: "roll" }) },
            t(view.name === "buteur" ? "ui.cut" : "ui.roll"),
          ),
        );
      }
    }
    buttons.push(
      ...again(view, this.kind, this.seat),
      ...passOn(view, (player) => this.look(player)),
    );
    if (view.turn.kind === "chance" && !view.typed) buttons.push(odds(view));
    if (view.at !== null) buttons.splice(0, buttons.length, ...this.past.actions(this.isAlone()));
    const how = help(view, next, picker.chosen);
    buttons.unshift(following(picker, this.kind));
    if (how) buttons.push(h("p", { class: "faint how" }, t(how)));
    buttons.push(legend(this.layout));
    this.part("actions").replaceChildren(...buttons.filter(Boolean));
    this.part("actions").inert = false;
    const hands = this.part("hands");
    if (view.name === "buteur") {
      hands.replaceChildren(
        buteur.hands(
          view,
          {
            next: new Set([...next, ...picker.instead()]),
            chosen: picker.chosen,
            hinted: this.hinted,
            touched: this.touched,
          },
          {
            pick: (stop, index, event) => this.chooseCard(stop, index, event),
            peek: (stop) => this.preview(stop),
          },
          this.fresh,
        ),
      );
    }
    this.fresh = null;
  }

  /** Shows the table to another player. */
  look(player) {
    this.seat.player = player;
    this.connection.end();
    this.listen();
  }

  /** Whether no other person plays at the table. */
  isAlone() {
    const { live } = this;
    const others = live.sitters.some((level, player) => !level && !live.own.includes(player));
    return !others && (live.host || live.own.length > 0) && !live.hides;
  }

  cancel() {
    this.picker.clear();
    this.offer();
  }

  choose(stop, looks = false) {
    if (this.waits()) this.catchUp();
    const { picker } = this;
    const flight = this.landings.get(stop);
    if (flight && !picker.next().has(stop)) return this.follow(flight);
    const chosen = [...picker.chosen];
    const whole = picker.take(stop);
    if (!whole && !picker.chosen.includes(stop) && chosen.at(-1) !== stop) this.dead(stop, chosen);
    if (!this.view.may_act || !picker.moves.length) return;
    if (whole && !looks) this.play(whole);
    else this.offer();
  }

  /** Chooses a card. The first touch shows where it sends the ball, the second plays it. */
  chooseCard(stop, index, event) {
    const { picker } = this;
    if (![...picker.chosen, ...picker.next(), ...picker.instead()].includes(stop)) return;
    this.touched = index;
    this.choose(stop, event.pointerType === "touch" && this.picker.chosen.at(-1) !== stop);
  }

  /** Says why a stop cannot be chosen. */
  dead(stop, chosen) {
    if (this.view.at === null) this.aids.dead(stop, chosen);
  }

  /** Chooses the place where the ball lands. */
  follow({ more }) {
    const { picker } = this;
    const whole = more.length ? more.map((stop) => picker.take(stop)).at(-1) : picker.whole();
    if (whole) this.play(whole);
    else this.offer();
  }

  /** Shows where the ball goes: by a card under the pointer, or by the chosen ones. */
  preview(stop) {
    const { view, picker } = this;
    const { chosen } = picker;
    const more = stop && picker.next().has(stop) ? [stop] : [];
    const ball = chosen.length ? ballAt(view, picker) : null;
    const found = more.length || chosen.length ? flights(view, picker, [...chosen, ...more]) : [];
    this.board.fly(found, ball, (flight) => !more.length && this.follow(flight));
  }

  /** Whether the piece can be put on any cell at once, such as a ball. */
  loose(cell) {
    return this.layout.pieces.some((piece) => piece.cell === cell && piece.kind === "ball");
  }

  lifts(cell) {
    const { picker } = this;
    const next = picker.next();
    if (!this.board.shown(cell)) return false;
    if (this.loose(cell)) {
      return [...next].some((stop) => this.board.nodes.has(stop) && !this.board.holds(stop));
    }
    return picker.leads(cell) || (picker.chosen.at(-1) === cell && next.size > 0);
  }

  /** A piece is lifted: the same as choosing its cell. */
  lift(cell) {
    if (!this.loose(cell) && this.picker.chosen.at(-1) !== cell) this.picker.take(cell);
    this.offer();
  }

  /** A piece is dropped: the same as choosing the cells on its path. */
  drop(from, to) {
    const fits = ({ text }) => {
      const ways = this.kind.ways(text, this.layout, null);
      return (
        !ways.length ||
        ways.some((way) => way.includes(from) && way.indexOf(to) > way.indexOf(from))
      );
    };
    const way = to && to !== from ? this.picker.way(to, fits) : [];
    if (way.length) this.board.shift(from, way.at(-1));
    for (const stop of way) {
      const whole = this.picker.take(stop);
      if (whole) {
        this.staged = new Map([...this.staged, [this.from(from), way.at(-1)]]);
        this.play(whole);
        return;
      }
    }
    this.offer();
  }

  /** The cell on which a piece began that the user has put on another cell. */
  from(cell) {
    return [...this.staged].find(([, to]) => to === cell)?.[0] ?? cell;
  }

  async play(text) {
    this.picker.clear();
    if (await this.aids.allows(text)) await this.act({ do: "step", text });
    else this.offer();
  }

  async act(action) {
    // A second press could have another effect, so the buttons wait for the answer.
    this.part("actions").inert = ["roll", "step"].includes(action.do);
    try {
      this.receive(await this.seat.act(action, this.live.version));
      return true;
    } catch (error) {
      // The table has moved on: this is how it stands now.
      if (error.table) this.receive(error.table);
      toast(
        error.code === "input" && action.do === "step"
          ? t("ui.wrong-move", { move: error.read })
          : refusal(error),
      );
      this.staged = new Map();
      this.offer();
      return false;
    }
  }

  async hint() {
    try {
      const opinion = await this.seat.hint();
      const best = opinion.lines[0]?.moves[0];
      this.showOpinion(opinion);
      if (!best) return;
      this.hinted = this.kind.stops(best);
      this.offer();
      this.point(best);
      announce(pair(t("ui.hint"), this.kind.words?.(best) ?? stepText(best)));
    } catch (error) {
      toast(refusal(error));
    }
  }

  /** Shows a move on the board: the path of its piece, or the cells to choose. */
  point(text) {
    const flight = flightOf(this.view.effects[text]);
    if (flight.length) this.board.fly(flight, null, () => {});
    const ways = this.kind.ways(text, this.layout, null);
    this.board.arrows(ways.length ? ways : this.kind.stops(text).map((stop) => [stop]));
  }

  showOpinion(opinion) {
    this.opinion = opinion;
    const box = this.part("opinion");
    box.replaceChildren(
      bar(this.view, opinion.shares),
      lines(opinion, this.kind, Boolean(this.view.analysis), (moves) =>
        moves.length > 1 ? this.act({ do: "line", texts: moves }) : this.play(moves[0]),
      ),
    );
    spread(box);
    const best = opinion.lines[0]?.moves[0];
    if (best && this.analysing) this.point(best);
  }

  analyse() {
    this.analysing = !this.analysing;
    const button = this.main.querySelector("[data-tool=analyse]");
    button.setAttribute("aria-pressed", String(this.analysing));
    button.textContent = t(this.analysing ? "ui.stop" : "ui.analyse");
    this.connection.send({ analyse: this.analysing ? 3 : 0 });
  }

  async review() {
    const { version } = this.view;
    this.busy(true);
    try {
      const course = await this.seat.course();
      // The review of an earlier state of the game is ignored.
      if (version !== this.view.version) return;
      this.course = course;
      this.part("opinion").replaceChildren(
        graph(
          this.view,
          course,
          (step) => this.past.go(step),
          (text) => this.point(text),
        ),
      );
      mark(this.part("opinion"), this.view, course);
    } catch (error) {
      toast(refusal(error));
    } finally {
      this.busy(false);
    }
  }

  /** Shows that a review is running. */
  busy(reviewing) {
    this.reviewing = reviewing;
    const box = this.part("opinion");
    box?.setAttribute("aria-busy", String(reviewing));
    if (reviewing) box.replaceChildren(h("p", { class: "faint thinking" }, t("ui.reviewing")));
    else box?.querySelector(":scope > .thinking")?.remove();
    this.enable();
  }

  /** Reports the loss of the last own move, if it is large. */
  async tutor() {
    const { version, cursor } = this.view;
    try {
      const course = await this.seat.course();
      const own = costs(this.view, course)
        .slice(0, cursor)
        .filter((step) => !step.chance && this.view.own.includes(step.player))
        .at(-1);
      if (own && sign(own.loss) && version <= this.view.version) {
        toast(
          `${sign(own.loss)} ${t("ui.lost-sharply", { move: stepText(own.text), share: Math.round(100 * own.loss) })}`,
        );
      }
    } catch {
      // While cards are hidden there is no tutor.
    }
  }

  flip() {
    this.turn = (this.turn + 1) % (this.view.name === "etoile" ? 6 : 2);
    this.update(this.view, false);
  }
}
