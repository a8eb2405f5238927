// The place of the keyboard's focus. When the focused element disappears with an act, the focus
// goes to the same element of the new state, or to the place of the next act.

const MARKS = ["data-act", "data-stop", "data-tool", "data-branch", "data-name", "data-step"];
const ITEMS = "button, a[href], input, select, summary";

const usable = (node) => node && !node.disabled && node.getClientRects().length > 0;

/** The description of an element by which it is found again after its part was drawn anew. */
function describe(node) {
  const mark = MARKS.find((name) => node.hasAttribute(name));
  const part = node.closest("[data-part]");
  return {
    mark: mark && `[${mark}="${CSS.escape(node.getAttribute(mark))}"]`,
    part: part?.dataset.part,
    index: part ? [...part.querySelectorAll(ITEMS)].indexOf(node) : -1,
  };
}

/** Keeps the focus on a table's screen until the given signal. */
export class Focus {
  constructor(main, signal) {
    Object.assign(this, { main, last: null, keyboard: false, kind: null, waits: false });
    const on = (target, name, hear) =>
      target.addEventListener(name, hear, { capture: true, signal });
    on(main, "focusin", ({ target }) => (this.last = describe(target)));
    on(document, "keydown", () => (this.keyboard = true));
    on(document, "pointerdown", () => (this.keyboard = false));
    const watch = new MutationObserver(() => this.soon());
    const attributeFilter = ["class", "disabled"];
    watch.observe(main, { childList: true, subtree: true, attributes: true, attributeFilter });
    signal.addEventListener("abort", () => watch.disconnect());
  }

  /** Several changes of one moment are looked at once. */
  soon() {
    if (this.waits) return;
    this.waits = true;
    setTimeout(() => {
      this.waits = false;
      this.settle();
    });
  }

  find(selector) {
    return [...this.main.querySelectorAll(selector)].find(usable);
  }

  /** The place of the next act, if there is one. */
  place() {
    const board = this.main.querySelector(".boardside");
    if (!board || board.querySelector("[data-part=actions]")?.inert) return null;
    const cell = () =>
      this.find(".board .cell.on") && this.main.querySelector(".board .cell[tabindex='0']");
    const places = [
      ["look", () => this.find("[data-act=look]")],
      ["roll", () => this.find("[data-act=roll]")],
      ["chance", () => this.find(".actions .chance")],
      ["card", () => this.find(".hands .playing.on")],
      ["board", cell],
      ["button", () => this.find(".actions [data-stop]")],
      ["over", () => this.find("[data-act=rematch], [data-act=home]")],
    ];
    for (const [kind, look] of places) {
      const node = look();
      if (node) return { kind, node };
    }
    return null;
  }

  /** The element that was focused last, as it is now. */
  same() {
    const { mark, part, index } = this.last;
    const found = mark && this.find(mark);
    if (found || ["actions", "hands", "board"].includes(part)) return found;
    const items = [
      ...(this.main.querySelector(`[data-part=${part}]`)?.querySelectorAll(ITEMS) ?? []),
    ];
    return items.filter(usable)[Math.min(index, items.length - 1)];
  }

  settle() {
    const active = document.activeElement;
    const place = this.place();
    const go = (node) => node.focus({ preventScroll: !this.keyboard });
    if (!active || active === document.body || active.disabled) {
      const next = this.last && (this.same() ?? place?.node);
      if (next) go(next);
    } else if (
      this.keyboard &&
      place &&
      place.kind !== this.kind &&
      active.closest(".boardside") &&
      !active.closest("dialog")
    ) {
      go(place.node);
    }
    if (place) this.kind = place.kind;
  }
}
