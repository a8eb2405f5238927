// The clocks of the players. The server keeps them; the page counts on from its last message.

import { h, playerName, t } from "./dom.js";
import { chip } from "./offer.js";

const shown = (millis) => {
  const seconds = Math.ceil(millis / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  const rest = `${two(minutes)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
};

/** Less than this is little time, in milliseconds. */
const LITTLE = 20_000;

function tick() {
  for (const node of document.querySelectorAll("[data-clock].running")) {
    const left = Math.max(0, Number(node.dataset.clock) - (performance.now() - node.dataset.at));
    node.querySelector("output").textContent = shown(left);
    node.classList.toggle("short", left < LITTLE);
  }
}

let ticking;

/** The clocks of the people, if the game has clocks. */
export function clocks(view, kind) {
  if (!view.clock) return null;
  ticking ??= setInterval(tick, 200);
  const { left, running } = view.clock;
  const people = left.map((_, player) => player).filter((player) => !view.sitters[player]);
  const row = (player) =>
    h(
      "li",
      {
        "data-clock": left[player],
        "data-at": performance.now(),
        class: [running === player && "running", left[player] < LITTLE && "short"]
          .filter(Boolean)
          .join(" "),
      },
      chip(kind, view.seats[player]),
      h("span", { class: "name" }, playerName(view, player)),
      h("output", { "aria-live": "off" }, shown(left[player])),
    );
  return h("ul", { class: "clocks", "aria-label": t("people.clocks") }, people.map(row));
}
