// Requests to the server.

import { memory } from "./dom.js";

async function ask(path, options) {
  const response = await fetch(`api/${path}`, options).catch((error) => {
    throw Object.assign(error, { code: "network" });
  });
  if (response.status === 204) return null;
  if (response.headers.get("content-type") === "application/jsonl") return response.text();
  // A proxy between the page and the server may answer in another format.
  const answer = await response.json().catch(() => null);
  if (!response.ok || !answer) {
    throw Object.assign(
      new Error(answer?.error?.message ?? response.statusText),
      answer?.error ?? { code: "network" },
      { table: answer?.table },
    );
  }
  return answer;
}

const post = (path, body) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

let known;
/** The games with their options. They are requested once and kept. */
export const games = () =>
  (known ??= ask("games").catch((error) => {
    known = undefined;
    throw error;
  }));
/** The address at which other devices reach the server. */
export const address = () => ask("address");
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
    return ask(`tables/${this.id}?${this.query()}`);
  }

  hint() {
    return ask(`tables/${this.id}/hint?${this.query()}`);
  }

  course() {
    return ask(`tables/${this.id}/course?${this.query()}`);
  }

  threats() {
    return ask(`tables/${this.id}/threats?${this.query()}`);
  }

  /** The game as a file of records. */
  record() {
    return ask(`tables/${this.id}/record?${this.query()}`);
  }

  /** Makes an analysis of the game. */
  analysis() {
    return post(`tables/${this.id}/analysis?${this.query()}`, {});
  }

  remove() {
    return ask(`tables/${this.id}?${this.query()}`, { method: "DELETE" });
  }

  /** Listens to changes of the table. Connects again after a loss, with growing pauses. */
  listen(hear) {
    let socket;
    let pause = 250;
    let ended = false;
    const connect = () => {
      const base = location.href
        .replace(/^http/, "ws")
        .replace(/[#?].*$/, "")
        .replace(/[^/]*$/, "");
      socket = new WebSocket(`${base}api/tables/${this.id}/socket?${this.query()}`);
      socket.onopen = () => {
        hear({ connected: true, again: pause > 250 });
        pause = 250;
      };
      socket.onmessage = (event) => hear(JSON.parse(event.data));
      socket.onclose = () => {
        if (ended) return;
        hear({ connected: false });
        setTimeout(() => !ended && connect(), pause);
        pause = Math.min(2 * pause, 8000);
      };
    };
    connect();
    return {
      send: (wish) => socket.readyState === 1 && socket.send(JSON.stringify(wish)),
      end: () => {
        ended = true;
        socket.close();
      },
    };
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
