// The tables in the browser's store (IndexedDB). A change is stored as a whole or not made. Changes
// of several tabs follow each other.

import { refusal } from "./engines.js";

const NAME = "french-board-games";
let opened;

/** The refusal for an error of the store. */
const reason = (error) => refusal(error?.name === "QuotaExceededError" ? "full" : "store");

function database() {
  opened ??= new Promise((resolve, reject) => {
    let opening;
    try {
      opening = indexedDB.open(NAME, 1);
    } catch {
      return reject(refusal("store"));
    }
    opening.onupgradeneeded = () => opening.result.createObjectStore("tables", { keyPath: "id" });
    opening.onerror = () => reject(reason(opening.error));
    opening.onsuccess = () => {
      // The browser may close it, for example if the user deletes its data.
      opening.result.onclose = () => (opened = undefined);
      resolve(opening.result);
    };
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/**
 * Runs a transaction. `work` gets the tables and returns a function that gives the result. After a
 * transaction for which the store was too full, Firefox only allows the next one to delete. So that
 * one is run again.
 */
const transaction = (mode, work) =>
  run(mode, work).catch((error) => {
    if (error.name !== "InvalidStateError") throw error;
    return run(mode, work);
  });

async function run(mode, work) {
  const base = await database();
  return new Promise((resolve, reject) => {
    let failure;
    const running = base.transaction("tables", mode, { durability: "strict" });
    const guarded = (step) => (event) => {
      try {
        step(event.target.result);
      } catch (error) {
        failure = error;
        running.abort();
      }
    };
    const result = work(running.objectStore("tables"), guarded);
    running.onabort = () => {
      reject(failure ?? reason(running.error));
    };
    running.oncomplete = () => {
      try {
        resolve(result());
      } catch (error) {
        reject(error);
      }
    };
  });
}

/** A table with its record. */
export const read = (id) =>
  transaction("readonly", (tables) => {
    const asked = tables.get(id);
    return () => {
      if (!asked.result) throw refusal("not_found");
      return asked.result;
    };
  });

/** Stores a new table. */
export const add = (table) =>
  transaction("readwrite", (tables) => {
    tables.add(table);
    return () => table;
  });

/**
 * Changes a table. `change` gets it as it is stored, and returns an answer. If the answer has a new
 * record, that is stored before the answer is returned.
 */
export const change = (id, change) =>
  transaction("readwrite", (tables, guarded) => {
    let answer;
    tables.get(id).onsuccess = guarded((table) => {
      if (!table) throw refusal("not_found");
      answer = change(table);
      if (answer.record) tables.put({ ...table, record: answer.record });
    });
    return () => answer;
  });

/** Deletes a table. */
export const remove = (id) =>
  transaction("readwrite", (tables) => {
    tables.delete(id);
    return () => null;
  });
