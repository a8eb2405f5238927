// Choosing a move step by step. A move is a list of stops: cells, cards, directions, buttons. The
// game defines their meaning.

/** A choice among moves. Each has a text and stops. */
export class Picker {
  constructor(moves) {
    this.moves = moves;
    this.chosen = [];
  }

  /** The moves that begin with the chosen stops. */
  open() {
    return this.moves.filter(({ stops }) =>
      this.chosen.every((stop, index) => stops[index] === stop),
    );
  }

  /** The stops that can be chosen next. */
  next() {
    const at = this.chosen.length;
    return new Set(
      this.open()
        .map(({ stops }) => stops[at])
        .filter((stop) => stop !== undefined),
    );
  }

  /** The move that is complete with the chosen stops, if there is one. */
  whole() {
    if (!this.chosen.length) return null;
    return this.open().find(({ stops }) => stops.length === this.chosen.length)?.text ?? null;
  }

  /**
   * Chooses a stop. Returns the text of a move that is complete and cannot continue. A stop that
   * does not fit takes the place of the last ones.
   */
  take(stop) {
    if (this.chosen.at(-1) === stop && !this.next().has(stop)) {
      // The last stop again completes the move, or is taken back.
      const whole = this.whole();
      if (whole) return whole;
      this.chosen.pop();
      return null;
    }
    // It follows the longest beginning of the choice that it fits.
    while (this.chosen.length && !this.next().has(stop)) this.chosen.pop();
    if (!this.next().has(stop)) return null;
    this.chosen.push(stop);
    const open = this.open();
    const whole = this.whole();
    return whole && open.every(({ text }) => text === whole) ? whole : null;
  }

  /**
   * Whether moves continue after a stop, from the present choice or from the start. Then a piece
   * there can be lifted.
   */
  leads(stop) {
    const on = (moves, at) =>
      moves.some(({ stops }) => stops[at] === stop && stops.length > at + 1);
    return on(this.open(), this.chosen.length) || on(this.moves, 0);
  }

  /**
   * The stops that lead to a stop in the matching moves, by the shortest path. If there are several
   * such paths, their common beginning.
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

  /** The stops that can take the place of the last one, if the move is complete with it. */
  instead() {
    if (!this.whole() || this.chosen.length === 0) return new Set();
    const at = this.chosen.length - 1;
    const before = (move) => this.chosen.slice(0, at).every((stop, i) => move.stops[i] === stop);
    return new Set(this.moves.filter(before).map(({ stops }) => stops[at]));
  }

  clear() {
    this.chosen = [];
  }
}
