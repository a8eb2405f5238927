// The people at a table: a seat that can be taken, those who are connected, the clocks, and the
// way to the next game.

import { keep } from "./api.js";
import { asks } from "./asks.js";
import { h, pair, playerName, refusal, t, toast } from "./dom.js";
import { clocks } from "./clocks.js";
import { chip } from "./offer.js";
import { local } from "./transport.js";

/**
 * Shows the people at the table of a screen. The clocks, a free seat and a proposal are above the
 * board, where they are also seen on a phone.
 */
export function people(screen) {
  const box = screen.part("people");
  if (!box) return;
  const { view } = screen;
  follow(screen);
  const asked = asks(view, (action) => screen.act(action));
  const proposals = asked.length > 0 && h("div", { class: "asks" }, asked);
  const place = seat(screen);
  const free = place?.matches(".invited");
  const fill = (part, nodes) => part.replaceChildren(...nodes.filter(Boolean));
  fill(screen.part("call"), [clocks(view, screen.kind), free && place, view.ask && proposals]);
  fill(box, [end(view), !free && place, list(screen), !view.ask && proposals, next(screen)]);
}

/** The reason of an end that the rules do not know. */
function end(view) {
  if (!view.ended) return null;
  const { why, player } = view.ended;
  const named = player === null ? {} : { player: playerName(view, player) };
  return h("p", { "data-part": "ended" }, t(`people.ended-${why}`, named));
}

/** Goes to the same table with another token. */
function enter(screen, token) {
  const { view } = screen;
  keep(view.id, token, view.name);
  location.replace(`#/t/${view.id}/${token}`);
}

const button = (name, act, main = false) =>
  h("button", { "data-act": name, class: main ? "main" : null, onclick: act }, t(`people.${name}`));

/** A seat that the page's link offers, or the own one, which can be given back. */
function seat(screen) {
  const { view } = screen;
  if (local) return null;
  const change = (request) => async () => {
    try {
      enter(screen, (await request()).token);
    } catch (error) {
      toast(refusal(error));
    }
  };
  if (view.invited !== null && view.turn.kind !== "over") {
    const player = playerName(view, view.invited);
    const take = change(() => screen.seat.take());
    return h(
      "div",
      { class: "invited" },
      h("p", {}, chip(screen.kind, view.seats[view.invited]), t("people.invited", { player })),
      h(
        "button",
        { "data-act": "take", class: "main", onclick: take },
        t("people.take", { player }),
      ),
    );
  }
  if (!view.host && !view.own.length) {
    return h("p", { class: "faint", "data-part": "looking" }, t("people.looking"));
  }
  if (view.host || view.turn.kind === "over") return null;
  const leave = change(() => screen.seat.leave());
  return h(
    "p",
    { class: "seated" },
    t("people.seated", { player: playerName(view, view.own[0]) }),
    " ",
    button("leave", () => confirm(t("people.leave-sure")) && leave()),
  );
}

/** The people who are connected, if there is more than one at the table. */
function list({ view, present, kind }) {
  if (!present || view.analysis) return null;
  const persons = view.players.map((_, player) => player).filter((player) => !view.sitters[player]);
  const others = view.taken.some(Boolean) || persons.some((player) => !view.own.includes(player));
  if (!others && !present.watchers) return null;
  const state = (player) =>
    !view.taken[player] ? "free" : present.players[player] ? "here" : "away";
  const row = (player) =>
    h(
      "li",
      { class: `${state(player)} ${present.players[player] ? "on" : ""}`, "data-player": player },
      h("span", { class: "dot", "aria-hidden": "true" }),
      chip(kind, view.seats[player]),
      pair(
        playerName(view, player),
        view.own.includes(player) ? t("people.you") : t(`people.${state(player)}`),
      ),
    );
  return h(
    "div",
    { class: "present" },
    h("ul", { "aria-label": t("people.title") }, persons.map(row)),
    present.watchers > 0 &&
      h("p", { class: "faint" }, t("people.watchers", { count: present.watchers })),
  );
}

/** Somebody has begun the next game: those who play go there, others get a link. */
function follow(screen) {
  const { view } = screen;
  const known = screen.following;
  screen.following = view.next;
  if (known === undefined || known || !view.next || !view.own.length) return;
  toast(t("people.followed"));
  go(screen);
}

function go({ view, seat }) {
  keep(view.next, seat.token, view.name);
  location.hash = `#/t/${view.next}/${seat.token}`;
}

function next(screen) {
  return screen.view.next && button("next", () => go(screen), true);
}
