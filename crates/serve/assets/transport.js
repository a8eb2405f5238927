// The way to the tables: requests to the server, and its sockets. The page without a server has
// another module of this name, in `crates/serve/site`.

/** Whether the tables are in this browser, so that no other device reaches them. */
export const local = false;

/** The code of the reason why the page cannot work in this browser, if there is one. */
export const fault = () => null;

/** Reports changes of the page's own files. A server always sends the newest ones. */
export const news = () => {};

/** Sends a request. Returns the answer, or throws an error with the code of the refusal. */
export async function request(path, method = "GET", body = undefined) {
  const options = { method };
  if (body !== undefined) {
    options.headers = { "content-type": "application/json" };
    options.body = JSON.stringify(body);
  }
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

/** Listens to changes of a table. Connects again after a loss, with growing pauses. */
export function listen(id, query, hear) {
  let socket;
  let pause = 250;
  let ended = false;
  const connect = () => {
    const base = location.href
      .replace(/^http/, "ws")
      .replace(/[#?].*$/, "")
      .replace(/[^/]*$/, "");
    socket = new WebSocket(`${base}api/tables/${id}/socket?${query()}`);
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
