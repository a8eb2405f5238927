// Dragging pieces with a mouse, a pen or a finger. A movement that is too short for a drag is a
// click, which the cells handle.

const SHORTEST = 6;

/**
 * Makes the pieces of a board draggable. `lifts` decides which. While `waits` says that moves are
 * still to be shown, any piece can be lifted: `hurry` shows them first. `lift` and `drop` are
 * callbacks.
 */
export class Drag {
  constructor(board, { lifts, waits, hurry, lift, drop }) {
    Object.assign(this, { board, lifts, waits, hurry, lift, drop, held: null });
    const { svg } = board;
    const on = (name, hear, options) => svg.addEventListener(name, hear, options);
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", () => this.end());
    // A finger on a piece moves the piece and does not scroll the page.
    this.still = (event) => this.held && event.cancelable && event.preventDefault();
    on("touchmove", this.still, { passive: false });
  }

  down(event) {
    this.end();
    const cell = event.target.closest(".cell")?.dataset.cell;
    if (!cell || event.button !== 0 || !event.isPrimary) return;
    if (!this.lifts(cell) && !(this.waits() && this.board.shown(cell))) return;
    this.held = { cell, x: event.clientX, y: event.clientY, moved: false };
    // The events of a finger go to the element that it has touched, also after the board was drawn
    // again, when the element is on the board no more.
    event.target.addEventListener("touchmove", this.still, { passive: false });
  }

  move(event) {
    const { held } = this;
    if (!held || !event.isPrimary) return;
    if (!held.moved) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SHORTEST) return;
      this.hurry();
      if (!this.lifts(held.cell)) return this.end();
      held.moved = true;
      this.board.svg.setPointerCapture(event.pointerId);
      this.lift(held.cell);
    }
    this.board.carry(held.cell, event.clientX, event.clientY, this.under(event));
  }

  up(event) {
    const { held } = this;
    if (!held || !event.isPrimary) return;
    this.end();
    if (held.moved) this.drop(held.cell, this.under(event));
  }

  /** The board was drawn again. A press that is no drag yet can still become one. */
  redrawn() {
    if (this.held?.moved) this.end();
  }

  /** Drops the piece. */
  end() {
    if (this.held?.moved) this.board.release(this.held.cell);
    this.held = null;
  }

  /** The cell below the pointer. */
  under({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest(".cell");
    return this.board.svg.contains(cell) ? cell.dataset.cell : null;
  }
}
