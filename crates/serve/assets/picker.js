// Choosing a move step by step: what has been chosen, and what can come next. A move is a list of
// stops: cells, cards, directions, buttons. What it means is the game's affair.

/** A choice among moves, each with its text and its stops. */
export class Picker {
  constructor(moves) {
    this.moves = moves;
    this.chosen = [];
  }

  /** The moves that go on from what is chosen. */
  open() {
    return this.moves.filter(({ stops }) =>
      this.chosen.every((stop, index) => stops[index] === stop),
    );
  }

  /** The stops that can come next. */
  next() {
    const at = this.chosen.length;
    return new Set(
      this.open()
        .map(({ stops }) => stops[at])
        .filter((stop) => stop !== undefined),
    );
  }

  /** The move that is chosen, if it may end here. */
  whole() {
    if (!this.chosen.length) return null;
    return this.open().find(({ stops }) => stops.length === this.chosen.length)?.text ?? null;
  }

  /**
   * Takes a stop; gives the text of a move that is whole and cannot go on. What fits nowhere begins
   * anew.
   */
  take(stop) {
    if (this.chosen.at(-1) === stop && !this.next().has(stop)) {
      // The last stop again: this is all, or nothing.
      const whole = this.whole();
      if (whole) return whole;
      this.chosen.pop();
      return null;
    }
    if (!this.next().has(stop)) this.chosen = [];
    if (!this.next().has(stop)) return null;
    this.chosen.push(stop);
    const open = this.open();
    const whole = this.whole();
    return whole && open.every(({ text }) => text === whole) ? whole : null;
  }

  /**
   * Whether moves go on from a stop, from here or from the beginning: a piece there can be lifted.
   */
  leads(stop) {
    const on = (moves, at) =>
      moves.some(({ stops }) => stops[at] === stop && stops.length > at + 1);
    return on(this.open(), this.chosen.length) || on(this.moves, 0);
  }

  /**
   * The stops that lead to one in the moves that fit, by the shortest way; of several such ways
   * what they have in common.
   */
  way(stop, fits) {
    const at = this.chosen.length;
    const ways = this.open()
      .filter(fits)
      .map(({ stops }) => stops.slice(at, stops.indexOf(stop, at) + 1))
      .filter((way) => way.length);
    const least = Math.min(...ways.map((way) => way.length));
    const short = ways.filter((way) => way.length === least);
    const [first = []] = short;
    const parted = first.findIndex((step, index) => short.some((way) => way[index] !== step));
    return parted < 0 ? first : first.slice(0, parted);
  }

  clear() {
    this.chosen = [];
  }
}
