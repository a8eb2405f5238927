// The page: the choice of the screen, the language and the theme.

import { h, memory, refusal, speak, t, toast } from "./dom.js";
import { home } from "./home.js";
import { fault, news } from "./transport.js";

const icon = new URL("icon.svg", import.meta.url).href;

const codes = ["en", "fr"];
let language = memory.get("language", (navigator.language ?? "en").slice(0, 2));
if (!codes.includes(language)) language = "en";
let leave = () => {};

function theme(chosen) {
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}

function flipTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  memory.set("theme", next);
  theme(next);
}

function head() {
  const change = async (event) => {
    language = event.target.value;
    memory.set("language", language);
    await start();
  };
  const select = h(
    "select",
    { "aria-label": "Language / Langue", onchange: change, id: "language" },
    h("option", { value: "en", selected: language === "en" }, "English"),
    h("option", { value: "fr", selected: language === "fr" }, "Français"),
  );
  document
    .getElementById("head")
    .replaceChildren(
      h(
        "a",
        { href: "#", class: "brand" },
        h("img", { src: icon, alt: "", width: 28, height: 28 }),
        h("span", {}, t("ui.title")),
      ),
      h("span", { class: "space" }),
      select,
      h(
        "button",
        { class: "round", title: t("ui.theme"), "aria-label": t("ui.theme"), onclick: flipTheme },
        "◐",
      ),
    );
}

/** The text of the position in a link. */
function position() {
  const [, text = null] = location.hash.match(/^#\/p\/(.+)/) ?? [];
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function show() {
  leave();
  leave = () => {};
  const main = document.getElementById("main");
  const [, id, token] = location.hash.match(/^#\/t\/([0-9a-f]+)\/([0-9a-f]+)/) ?? [];
  try {
    const code = fault();
    if (code) throw { code };
    const { table } = id ? (await import("./later.js")).later : {};
    const text = position();
    leave = (id ? await table(main, id, token, language) : await home(main, text)) ?? (() => {});
    // A new screen is shown from its top. On a phone the pressed button was far below. While a
    // screen is loading, Firefox scrolls back to that button, so this comes at the end.
    if (!text) scrollTo(0, 0);
  } catch (error) {
    main.replaceChildren(
      h(
        "p",
        { class: "card" },
        refusal(error),
        " ",
        h("button", { onclick: () => location.reload() }, t("ui.again")),
      ),
    );
  }
}

async function start() {
  await speak(language);
  head();
  await show();
}

/** Tells once that the page works offline, and each time that a new version of it can be loaded. */
function tell(word, act) {
  if (act) {
    const load = h("button", { "data-act": "update", onclick: act }, t("ui.news-load"));
    document.getElementById("news").replaceChildren(h("span", {}, t(`ui.news-${word}`)), load);
  } else if (!memory.get(word, false)) {
    memory.set(word, true);
    toast(t(`ui.news-${word}`));
  }
}

theme(memory.get("theme", null));
addEventListener("hashchange", show);
start().then(() => news(tell));
