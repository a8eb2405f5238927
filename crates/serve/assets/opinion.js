// The engine's opinion: a bar, lines that can be played, and a graph of the game.

import { h, playerName, s, stepText, t } from "./dom.js";

const percent = (share) => `${Math.round(100 * share)} %`;

/** The name of a seat, from the names of its players. */
function seatName(view, seat) {
  return view.seats
    .map((of, player) => (of === seat ? playerName(view, player) : null))
    .filter(Boolean)
    .join(" + ");
}

/** The expected share of each seat, as a bar. */
export function bar(view, shares) {
  return h(
    "div",
    {
      class: "bar",
      role: "img",
      "aria-label": shares
        .map((share, seat) => `${seatName(view, seat)} ${percent(share)}`)
        .join(", "),
    },
    shares.map((share, seat) =>
      h(
        "span",
        { class: `part side${seat}`, "data-share": share },
        share > 0.14 ? h("span", {}, `${seatName(view, seat)} ${percent(share)}`) : null,
      ),
    ),
  );
}

/** Sets widths once the bar is in the page, since the page's policy forbids inline styles. */
export function spread(root) {
  root.querySelectorAll("[data-share]").forEach((part) => {
    part.style.flexGrow = Math.max(0.02, part.dataset.share);
  });
}

/**
 * The best lines. A click plays the first move; in an analysis it plays all moves up to the clicked
 * one.
 */
export function lines(opinion, kind, whole, play) {
  return h(
    "ol",
    { class: "lines" },
    opinion.lines.map(({ share, moves }) =>
      h(
        "li",
        {},
        h("strong", {}, percent(share)),
        " ",
        moves.slice(0, 6).map((mv, index) =>
          whole || index === 0
            ? h(
                "button",
                {
                  class: "link",
                  title: kind.words?.(mv),
                  onclick: () => play(moves.slice(0, index + 1)),
                },
                stepText(mv),
              )
            : ` ${stepText(mv)}`,
        ),
      ),
    ),
  );
}

/** A sign for the loss of a move. */
export function sign(loss) {
  return loss >= 0.2 ? "??" : loss >= 0.1 ? "?" : loss >= 0.05 ? "?!" : "";
}

/** For each step: its loss, and the change of the expected result of its seat. */
export function costs(view, { shares, losses, better = [] }) {
  return view.steps.slice(0, losses.length).map((step, index) => {
    const seat = view.seats[step.player];
    return {
      ...step,
      index,
      seat,
      change: shares[index + 1][seat] - shares[index][seat],
      loss: losses[index],
      better: better[index] ?? [],
    };
  });
}

/** Marks the shown position in a graph. */
export function mark(root, view, { shares: course }) {
  const x = (300 * view.cursor) / Math.max(1, course.length - 1);
  const seats = course[0].length === 2 ? [0] : course[0].map((_, seat) => seat);
  const dots = (course[view.cursor] ? seats : []).map((seat) =>
    s("circle", { class: "dot", cx: x, cy: 100 - 100 * course[view.cursor][seat], r: 3.5 }),
  );
  root
    .querySelector(".marker")
    ?.replaceChildren(s("path", { class: "now", d: `M${x} 0v100` }), ...dots);
}

/**
 * The course of the game: the expected share of each seat, with its turning points and the better
 * lines. `go` shows a step, `point` shows a move on the board.
 */
export function graph(view, given, go, point) {
  const { shares: course } = given;
  const width = Math.max(1, course.length - 1);
  const path = (seat) =>
    course
      .map(
        (shares, index) =>
          `${index ? "L" : "M"}${((index * 300) / width).toFixed(1)} ${(100 - 100 * shares[seat]).toFixed(1)}`,
      )
      .join("");
  const found = costs(view, given);
  const worst = found
    .filter(({ loss }) => loss >= 0.05)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, 5)
    .sort((a, b) => a.index - b.index);
  const sums = course[0].map((_, seat) =>
    found
      .filter((step) => step.seat === seat)
      .reduce(
        (sum, step) => {
          if (step.chance) sum.luck += step.change;
          else sum.skill -= step.loss;
          return sum;
        },
        { luck: 0, skill: 0 },
      ),
  );
  const chance = found.some((step) => step.chance);
  const seats = course[0].map((_, seat) => seat);
  const shown = seats.length === 2 ? [0] : seats;
  const sum = (value) =>
    `${value > 0 ? "+" : value < 0 ? "\u2212" : ""}${Math.round(Math.abs(100 * value))}\u00a0%`;
  return h(
    "div",
    { class: "course" },
    s(
      "svg",
      {
        viewBox: "-34 -8 344 125",
        class: "graph",
        role: "img",
        "aria-label": t("ui.expected", {
          player: shown.map((seat) => seatName(view, seat)).join(", "),
          share: Math.round(100 * course.at(-1)[0]),
        }),
      },
      [0, 50, 100].map((share) => [
        s("path", { class: "even", d: `M0 ${100 - share}h300` }),
        s("text", { x: -4, y: 103 - share, "text-anchor": "end" }, `${share} %`),
      ]),
      [0, Math.round(width / 2), width]
        .filter((step, index, all) => all.indexOf(step) === index)
        .map((step) =>
          s("text", { x: (300 * step) / width, y: 114, "text-anchor": "middle" }, step),
        ),
      shown.map((seat) => s("path", { class: `line side${seat}`, d: path(seat) })),
      s("g", { class: "marker" }),
    ),
    h(
      "p",
      { class: "legend" },
      shown.map((seat) => h("span", { class: `key side${seat}` }, seatName(view, seat))),
    ),
    chance &&
      h(
        "table",
        {},
        h(
          "tbody",
          {},
          seats.map((seat) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, seatName(view, seat)),
              h("td", {}, `${t("ui.luck")} ${sum(sums[seat].luck)}`),
              h("td", {}, `${t("ui.skill")} ${sum(sums[seat].skill)}`),
            ),
          ),
        ),
      ),
    worst.length > 0 && h("h3", {}, t("ui.turning")),
    h(
      "ul",
      {},
      worst.map((step) =>
        h(
          "li",
          {},
          h(
            "button",
            { class: "link", onclick: () => go(step.index) },
            `${step.index + 1}. ${stepText(step.text)} ${sign(step.loss)}`,
          ),
          ` ${t("ui.lost-sharply", { move: "", share: Math.round(100 * step.loss) }).trim()}`,
          step.better.length > 0 &&
            h(
              "button",
              {
                class: "link better",
                onclick: async () => {
                  await go(step.index);
                  point(step.better[0]);
                },
              },
              t("ui.better", { line: step.better.slice(0, 4).map(stepText).join(" ") }),
            ),
        ),
      ),
    ),
  );
}
