// Draws a state with the scripts of the page, on a stand-in for the browser's document. The scripts
// import this file's neighbours by the names that they have in the page's folder.

/** An element: as much of the browser's as the drawing scripts use. */
class Element {
  constructor(tag) {
    Object.assign(this, { tag, attributes: new Map(), children: [], dataset: {} });
    this.classList = { add() {}, remove() {}, toggle() {}, contains: () => false };
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  append(...children) {
    this.children.push(...children);
  }

  replaceChildren(...children) {
    this.children = children;
  }

  addEventListener() {}

  contains() {
    return false;
  }

  /** The elements below this one, in their order. */
  *below() {
    for (const child of this.children) {
      if (!(child instanceof Element)) continue;
      yield child;
      yield* child.below();
    }
  }

  get textContent() {
    return this.children
      .map((child) => (child instanceof Element ? child.textContent : String(child)))
      .join("");
  }

  is(name) {
    return (this.attributes.get("class") ?? "").split(" ").includes(name);
  }
}

const { view, turn, texts, packs, sheets, size, label } = JSON.parse(globalThis.request);
globalThis.document = {
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
  documentElement: {},
  activeElement: null,
};
// Pieces do not move.
globalThis.matchMedia = () => ({ matches: true });
// The answer of the stand-in for the page's `transport.js`.
globalThis.answer = texts;

const { Board } = await import("./board.js");
const { s, speak } = await import("./dom.js");
const { die } = await import("./panel.js");
const buteur = await import("./games/buteur.js");
const kind = await import(`./games/${view.name}.js`);

const escape = (text) =>
  String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** For people and programs that use the board, not for a picture. */
const LEFT_OUT = /^(aria-.*|role|tabindex|data-.*)$/;

/** The text of an element. */
function written(node) {
  if (!(node instanceof Element)) return escape(node);
  const attributes = [...node.attributes]
    .filter(([name]) => !LEFT_OUT.test(name))
    .map(([name, value]) => ` ${name}="${escape(value)}"`);
  const inner = node.children.map(written).join("");
  return `<${node.tag}${attributes.join("")}${inner ? `>${inner}</${node.tag}>` : "/>"}`;
}

/** Properties that set the place of an element on the page. */
const PLACING = /^(width|height|max-height|display|animation|transition|cursor|outline|user-select)$/;

/**
 * The rules of the page's style sheets that match elements of the picture. They apply to the picture
 * only, although a notebook contains it as a part of the whole document.
 */
function style(root) {
  const used = new Set(["table", view.name]);
  for (const node of root.below()) {
    (node.attributes.get("class") ?? "").split(" ").forEach((name) => used.add(name));
  }
  const rules = [];
  // Rules for small screens, dark themes and animations are in blocks that begin with `@`.
  const plain = sheets.replace(/\/\*.*?\*\//gs, "").replace(/@[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "");
  for (const [, heads, body] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const matching = heads
      .split(",")
      .map((head) => head.trim())
      .filter((head) => {
        const names = [...head.matchAll(/\.([\w-]+)/g)].map(([, name]) => name);
        return head === ":root" || (names.length && !head.includes(":") && names.every((name) => used.has(name)));
      })
      .map((head) => (head === ":root" ? ".fbg" : `.fbg ${head}`));
    const kept = body
      .split(";")
      .map((property) => property.trim().replace(/\s+/g, " "))
      .filter((property) => property && !PLACING.test(property.split(":")[0]));
    if (matching.length && kept.length) rules.push(`${matching.join(",")}{${kept.join(";")}}`);
  }
  return rules.join("\n");
}

const TITLE = "font-size:.34px;font-weight:600;fill:var(--ink)";

/** The hands of Buteur as a picture: the cards of the page's hands, in rows below the board. */
function hands([left, top, width, height]) {
  const none = { next: new Set(), chosen: [], hinted: [] };
  const drawn = buteur.hands(view, none, () => {});
  const rows = [...drawn.below()].filter((node) => node.is("handbox"));
  const parts = rows.map((row, index) => {
    const y = top + height + index * 1.75;
    const cards = [...row.below()].filter((node) => node.is("face") || node.is("back"));
    const wide = Math.min(0.95, width / Math.max(cards.length, 1));
    const [title] = [...row.below()].filter((node) => node.tag === "h3");
    return s(
      "g",
      {},
      s("text", { x: left + 0.1, y: y + 0.3, style: TITLE }, title.textContent),
      cards.map((card, place) => {
        const x = left + 0.1 + place * wide;
        if (card.is("back")) {
          const at = { x, y: y + 0.42, width: wide - 0.08, height: 1.2, rx: 0.1 };
          return s("rect", { ...at, fill: "#1f5f4a", stroke: "#0e3b2b", "stroke-width": 0.04 });
        }
        Object.entries({ x, y: y + 0.42, width: wide - 0.08, height: 1.2 }).forEach(([name, value]) =>
          card.setAttribute(name, value),
        );
        return card;
      }),
    );
  });
  return { parts, box: [left, top, width, height + rows.length * 1.75] };
}

/** The die of Maîtres as it lies, beside the board. */
function rolled([left, top, width, height]) {
  const shown = view.steps.filter(({ chance }) => chance).at(-1);
  const number = view.turn.kind === "player" && (shown?.text.slice(3) ?? view.position.split(" ")[3]);
  const parts = [];
  if (/^[1-6]$/.test(number)) {
    const drawn = die(Number(number));
    Object.entries({ x: left + width, y: 4, width: 1, height: 1 }).forEach(([name, value]) =>
      drawn.setAttribute(name, value),
    );
    parts.push(drawn);
  }
  return { parts, box: [left, top, width + 1.2, height] };
}

await speak("en");
buteur.know(packs);
const layout = kind.layout(view, turn);
const last = view.steps.filter(({ chance }) => !chance).at(-1);
const holder = new Element("div");
const board = new Board(holder, () => {}, { lifts: () => false });
board.draw(layout, {
  label,
  game: view.name,
  last: last ? kind.ways(last.text, null, null).flat() : [],
  animate: false,
});
const extra = { buteur: hands, maitres: rolled }[view.name] ?? ((box) => ({ parts: [], box }));
const { parts, box } = extra(layout.box);
const [left, top, width, height] = box;
const table = s(
  "g",
  { class: `table ${view.name}` },
  s("rect", { x: left, y: top, width, height, style: "fill:var(--ground)" }),
  s("g", { class: `board ${view.name}` }, board.svg.children),
  parts,
);
const root = s(
  "svg",
  {
    xmlns: "http://www.w3.org/2000/svg",
    class: "fbg",
    viewBox: box.join(" "),
    width: size,
    height: Math.round((size * height) / width),
  },
  s("title", {}, label),
  s("style", {}, ""),
  table,
);
root.children[1].children = [style(root)];
globalThis.drawn = written(root);
