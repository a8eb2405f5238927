// The tables, and the requests about them.

import { memory } from "./dom.js";
import { listen, request } from "./transport.js";

const post = (path, body) => request(path, "POST", body);

let known;
/** The games with their options. They are requested once and kept. */
export const games = () =>
  (known ??= request("games").catch((error) => {
    known = undefined;
    throw error;
  }));
/** The address at which other devices reach the server. */
export const address = () => request("address");
export const create = (wanted) => post("tables", wanted);

/** A table, with the rights of a token. */
export class Seat {
  constructor(id, token, language) {
    Object.assign(this, { id, token, language, player: null });
  }

  query() {
    const player = this.player === null ? "" : `&player=${this.player}`;
    return `token=${this.token}&lang=${this.language}${player}`;
  }

  /**
   * Acts at a version of the table. Where the action means the same at any version, and the table
   * has moved on, it is sent once more.
   */
  async act(action, version) {
    const send = (to) => post(`tables/${this.id}?${this.query()}`, { ...action, version: to });
    try {
      return await send(version);
    } catch (error) {
      if (!error.table || !["name", "seat", "go", "look"].includes(action.do)) throw error;
      return send(error.table.version);
    }
  }

  show() {
    return request(`tables/${this.id}?${this.query()}`);
  }

  /** The table after a number of steps, with the same eyes. */
  at(step) {
    return request(`tables/${this.id}?${this.query()}&at=${step}`);
  }

  hint() {
    return request(`tables/${this.id}/hint?${this.query()}`);
  }

  course() {
    return request(`tables/${this.id}/course?${this.query()}`);
  }

  /** The reason why a cell or a card cannot be chosen, after another cell if there is one. */
  why(stop, from) {
    const after = from === undefined ? "" : `&from=${encodeURIComponent(from)}`;
    const query = `stop=${encodeURIComponent(stop)}${after}&${this.query()}`;
    return request(`tables/${this.id}/why?${query}`);
  }

  /** The loss of a move against the best one, and the best line. */
  weigh(text) {
    return request(`tables/${this.id}/weigh?move=${encodeURIComponent(text)}&${this.query()}`);
  }

  threats() {
    return request(`tables/${this.id}/threats?${this.query()}`);
  }

  /** The game as a file of records. */
  record() {
    return request(`tables/${this.id}/record?${this.query()}`);
  }

  /** Makes an analysis of the game. */
  analysis() {
    return post(`tables/${this.id}/analysis?${this.query()}`, {});
  }

  remove() {
    return request(`tables/${this.id}?${this.query()}`, "DELETE");
  }

  /** Brings the table back that was removed. */
  restore() {
    return post(`tables/${this.id}/restore?${this.query()}`, {});
  }

  /** Takes the seat that the link offers. The answer has the token of the seat. */
  take() {
    return post(`tables/${this.id}/seat?${this.query()}`, {});
  }

  /** Gives the seat back. The answer has the token of the link. */
  leave() {
    return request(`tables/${this.id}/seat?${this.query()}`, "DELETE");
  }

  /** Makes the table of the next game, unless somebody has made it. */
  again() {
    return post(`tables/${this.id}/again?${this.query()}`, {});
  }

  /** Listens to changes of the table. */
  listen(hear) {
    return listen(this.id, () => this.query(), hear);
  }
}

/** The tables that this browser has tokens for, the latest first. */
export const mine = () => memory.get("tables", []);

/** Remembers a table. */
export function keep(id, token, title) {
  const others = mine().filter((entry) => entry.id !== id || entry.token !== token);
  memory.set("tables", [{ id, token, title, when: Date.now() }, ...others].slice(0, 200));
}

/** Forgets a table. */
export function forget(id) {
  memory.set(
    "tables",
    mine().filter((entry) => entry.id !== id),
  );
}
