// The first screen: a new game, and the games that can be continued.

import { create, forget, games, keep, mine, Seat } from "./api.js";
import { emblem } from "./emblems.js";
import { h, has, memory, namesOf, pair, playerName, refusal, t, toast } from "./dom.js";
import { guided, learn } from "./guide.js";
import { sitterName } from "./levels.js";
import { asSeen, realTable, suitSeats } from "./realtable.js";
import { read } from "./records.js";
import { rules } from "./rules.js";
import { stand } from "./stand.js";
import { local } from "./transport.js";
import { chosen as given, optionsOf, preset, presetField, set, suit } from "./variants.js";

/** Shows the first screen. With the text of a position, its game is chosen and begins there. */
export async function home(main, text = null) {
  const all = await games();
  const chosen = h("section", { class: "card", "aria-live": "off" });
  const tiles = all.map((game) => tile(game, () => pick(all, game, tiles, chosen)));
  main.className = "home";
  main.replaceChildren(
    h("h1", {}, t("ui.title")),
    h("div", { class: "tiles", role: "group", "aria-label": t("ui.new") }, tiles),
    chosen,
    h("h2", {}, t("ui.continue")),
    ...(local ? [h("p", { class: "faint" }, t("ui.local"))] : []),
    await list(),
  );
  choose(
    all,
    all.find(({ name }) => name === (text?.match(/^\w+/)?.[0] ?? memory.get("chosen", ""))) ??
      all[0],
    tiles,
    chosen,
    text,
  );
  if (text) chosen.scrollIntoView();
}

function tile(game, pick) {
  return h(
    "button",
    { class: "tile", "data-game": game.name, onclick: pick, "aria-pressed": "false" },
    emblem(game.name),
    h("strong", {}, t(`${game.name}.title`)),
    h("span", {}, t(`${game.name}.about`)),
  );
}

function choose(all, game, tiles, box, text = null) {
  tiles.forEach((tile, index) => tile.setAttribute("aria-pressed", String(all[index] === game)));
  box.replaceChildren(form(game, text));
}

/** Chooses a game. On a phone the chosen game is far below, so it is scrolled into view. */
function pick(all, game, tiles, box) {
  choose(all, game, tiles, box);
  if (box.getBoundingClientRect().top > innerHeight / 2) box.scrollIntoView();
}

/** The text of an option whose value is not chosen. */
const usual = (game, { key }) => t([`${game.name}.${key}-usual`, "by.default"].find(has));

function optionField(game, option) {
  const other = `${game.name}.${option.key}-option`;
  const about = t(has(other) ? other : `${game.name}.${option.key}`);
  if (option.kind === "resource" && option.words.length < 2) return null;
  const named = { name: option.key, "data-default": option.default };
  let field;
  if (option.kind !== "count") {
    const words = option.words.includes(option.default)
      ? option.words
      : [option.default, ...option.words];
    field = h(
      "select",
      named,
      words.map((word) => {
        const key = `${game.name}.${option.key}-${word}`;
        return h(
          "option",
          { value: word, selected: word === option.default },
          option.kind === "resource" ? word : has(key) ? t(key) : usual(game, option),
        );
      }),
    );
  } else {
    const number = /^\d+$/.test(option.default);
    const most = Math.min(option.most, 100000);
    field = h("input", {
      ...named,
      type: "number",
      min: 0,
      max: most,
      value: number ? option.default : "",
      placeholder: number ? "" : usual(game, option),
    });
  }
  return withRuling(about, field);
}

/** A field with its description, and a short text of the ruling that the description names. */
function withRuling(about, field) {
  const ruling = about.match(/\b[BMREF]\d+\b/)?.[0];
  const label = h("label", { class: "field" }, h("span", {}, about), field);
  if (!has(`ruling.${ruling}`)) return label;
  field.setAttribute("aria-describedby", `ruling-${field.name}`);
  return h(
    "div",
    { class: "ruled" },
    label,
    h("p", { class: "faint ruling", id: `ruling-${field.name}` }, t(`ruling.${ruling}`)),
  );
}

function options(form, game) {
  const words = Object.entries(given(form, game)).map(([key, value]) => `${key}=${value}`);
  return words.length ? `${game.name}:${words.join(",")}` : game.name;
}

/** The number of players with the chosen options. */
function seats(form) {
  const field = form.elements.players;
  return field ? Number(field.value) : 2;
}

function seatFields(form, game) {
  const count = seats(form);
  return namesOf(game.name, ["1", "2", "3", "4"].slice(0, count)).map((name, player) => {
    const levels = Array.from({ length: 10 }, (_, index) => index + 1);
    return h(
      "label",
      { class: "field" },
      h("span", {}, name),
      h(
        "select",
        { name: `seat${player}` },
        h("option", { value: 0, selected: player === 0 }, t("ui.person")),
        levels.map((level) =>
          h("option", { value: level, selected: player > 0 && level === 3 }, sitterName(level)),
        ),
      ),
      h("input", {
        name: `name${player}`,
        maxlength: 40,
        autocomplete: "off",
        spellcheck: "false",
        placeholder: t("ui.names"),
        "aria-label": t("ui.name-of", { player: name }),
      }),
    );
  });
}

/**
 * A field for a file. The browser's own field uses the browser's language, so it is invisible and
 * lies over a button of the page.
 */
function fileField() {
  const name = h("span", { class: "faint" });
  const shown = (event) => name.replaceChildren(event.target.files[0]?.name ?? "");
  return h(
    "label",
    { class: "field wide" },
    h("span", {}, t("ui.import")),
    h(
      "span",
      { class: "file" },
      h("input", { type: "file", name: "file", accept: ".txt,.jsonl,text/plain", onchange: shown }),
      h("span", { class: "button" }, t("ui.choose-file")),
      name,
    ),
  );
}

/** The times of clocks: minutes for each person, and seconds that each move adds. */
const CLOCKS = [
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 20],
  [60, 30],
];

/** The agreements between people: clocks, and whether the engine gives advice. */
function agreements() {
  if (local) return null;
  const clock = ([minutes, seconds]) =>
    h(
      "option",
      { value: `${60 * minutes}+${seconds}` },
      t("people.clock-of", { minutes, seconds }),
    );
  return h(
    "div",
    { class: "fields" },
    h(
      "label",
      { class: "field" },
      h("span", {}, t("people.clock")),
      h(
        "select",
        { name: "clock" },
        h("option", { value: "" }, t("people.no-clock")),
        CLOCKS.map(clock),
      ),
    ),
    h(
      "label",
      { class: "field" },
      h("span", {}, t("people.hints")),
      h(
        "select",
        { name: "hints" },
        h("option", { value: "yes" }, t("people.hints-yes")),
        h("option", { value: "" }, t("people.hints-no")),
      ),
    ),
  );
}

function form(game, text) {
  const seatsBox = h("div", { class: "fields" });
  const imported = h("div", { class: "fields" });
  const rulesBox = h("div");
  const form = h(
    "form",
    { id: "new" },
    h("h2", {}, pair(t("ui.new"), t(`${game.name}.title`))),
    presetField(game),
    h("fieldset", {}, h("legend", {}, t("ui.seats")), seatsBox, agreements()),
    h(
      "details",
      { class: "options", open: Boolean(text) },
      h("summary", {}, t("ui.options")),
      h(
        "div",
        { class: "fields" },
        game.options.map((option) => optionField(game, option)),
      ),
      realTable(game),
      h(
        "label",
        { class: "field wide" },
        h("span", {}, t("ui.position")),
        h("input", { name: "position", value: text, autocomplete: "off", spellcheck: "false" }),
      ),
      fileField(),
      imported,
    ),
    h("details", { ontoggle: () => resuit() }, h("summary", {}, t("ui.rules")), rulesBox),
    h("button", { class: "main", type: "submit" }, t("ui.play")),
    guided(game.name) &&
      h(
        "button",
        { type: "button", "data-act": "learn", onclick: () => learn(game.name) },
        t("ui.learn"),
      ),
  );
  const resuit = () => {
    const count = seats(form);
    if (seatsBox.children.length !== count) seatsBox.replaceChildren(...seatFields(form, game));
    suitSeats(form, game, count);
    // The figures are drawn when the rules are opened.
    rulesBox.replaceChildren(rules(game, given(form, game), rulesBox.parentElement.open));
  };
  if (text) set(form, game, optionsOf(text));
  suit(form, game);
  resuit();
  const take = ({ text, names }) => {
    form.elements.position.value = text;
    names.forEach(
      (name, player) =>
        form.elements[`name${player}`] && (form.elements[`name${player}`].value = name),
    );
  };
  form.addEventListener("change", async (event) => {
    if (event.target.name === "preset") preset(form, game);
    suit(form, game);
    resuit();
    if (event.target.name === "file") {
      imported.replaceChildren(...offer(await event.target.files[0]?.text(), take));
    }
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const sitters = Array.from({ length: seatsBox.children.length }, (_, player) =>
      Number(form.elements[`seat${player}`].value),
    );
    const typed = Boolean(form.elements.typed?.value);
    const text =
      form.elements.position.value.trim() ||
      asSeen(form, options(form, game), sitters.length) ||
      options(form, game);
    // If all known cards are typed in, nothing is hidden from the person who types them.
    const open = typed && / (\S+\/)?\?\d/.test(text);
    const wanted = {
      game: text,
      seats: sitters,
      names: sitters.map((_, player) => form.elements[`name${player}`].value),
      typed,
      open,
      hints: Boolean(form.elements.hints?.value ?? true),
      clock: form.elements.clock?.value ? form.elements.clock.value.split("+").map(Number) : null,
    };
    try {
      const { id, token } = await create(wanted);
      keep(id, token, game.name);
      location.hash = `#/t/${id}/${token}`;
    } catch (error) {
      toast(refusal(error));
    }
  });
  return form;
}

/** Takes the first game of a file. If there are several, shows a list to choose from. */
function offer(text, take) {
  const found = read(text ?? "");
  if (!found.length) toast(t("ui.no-game"));
  else take(found[0]);
  if (found.length < 2) return [];
  const choose = (event) => take(found[event.target.value]);
  return [
    h(
      "label",
      { class: "field" },
      h("span", {}, t("ui.game-of", { count: found.length })),
      h(
        "select",
        { onchange: choose },
        found.map(({ names }, index) =>
          h("option", { value: index }, `${index + 1}. ${names.join(" – ")}`),
        ),
      ),
    ),
  ];
}

/** A game that can be continued. If it cannot be read now, its title and the reason are shown. */
async function row({ id, token, title, when }) {
  let view = null;
  let why = null;
  try {
    view = await new Seat(id, token, "en").show();
  } catch (error) {
    // The server may return later. Only a game that it does not have is removed.
    if (error.code === "not_found") {
      forget(id);
      return null;
    }
    why = refusal(error);
  }
  const name = view?.name ?? title;
  const who = view?.players
    .map(
      (_, player) =>
        playerName(view, player) +
        (view.sitters[player] ? ` (${t("ui.engine")} ${view.sitters[player]})` : ""),
    )
    .join(" – ");
  const remove = async () => {
    const game = t(`${name}.title`);
    if (!confirm(t(view?.host ? "people.delete-sure" : "people.forget-sure", { game }))) return;
    try {
      if (view?.host) await new Seat(id, token, "en").remove();
    } catch (error) {
      if (error.code !== "not_found") return toast(refusal(error));
    }
    forget(id);
    const shown = [...item.childNodes];
    const restore = async () => {
      try {
        if (view?.host) await new Seat(id, token, "en").restore();
        keep(id, token, name);
        item.replaceChildren(...shown);
      } catch (error) {
        toast(refusal(error));
      }
    };
    item.replaceChildren(
      h(
        "span",
        { class: "faint" },
        t(view?.host ? "people.deleted" : "people.forgotten", { game }),
      ),
      h("button", { "data-act": "restore", onclick: restore }, t("ui.undo")),
    );
    item.querySelector("button").focus();
  };
  const item = h(
    "li",
    { class: view ? null : "faint away" },
    h(
      "a",
      { href: `#/t/${id}/${token}` },
      emblem(name),
      h(
        "span",
        {},
        h("strong", {}, t(`${name}.title`)),
        view?.analysis && ` (${t("ui.board")})`,
        h("br"),
        who ?? why,
        view && [
          h("br"),
          h(
            "small",
            {},
            [
              stand(view),
              pair(
                t("ui.moves"),
                view.steps.slice(0, view.cursor).filter(({ chance }) => !chance).length,
              ),
              new Date(when).toLocaleString(document.documentElement.lang, {
                dateStyle: "medium",
                timeStyle: "short",
              }),
            ].join(" · "),
          ),
        ],
      ),
    ),
    h(
      "button",
      {
        class: "round",
        "aria-label": pair(t("ui.delete"), t(`${name}.title`)),
        title: t("ui.delete"),
        onclick: remove,
      },
      "✕",
    ),
  );
  return item;
}

async function list() {
  const entries = mine();
  if (!entries.length) return h("p", { class: "faint" }, t("ui.none"));
  const rows = await Promise.all(entries.slice(0, 50).map(row));
  return h("ul", { class: "games" }, rows.filter(Boolean));
}
