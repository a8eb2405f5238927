// Whose turn it is: in words, in the title of the tab, and as a sound or a notice if wanted.

import { announce, memory, pair, t } from "./dom.js";
import { stand } from "./stand.js";

let before = null;
let voice = null;

/** A short sound of two tones. */
function sound() {
  try {
    voice ??= new AudioContext();
    const now = voice.currentTime;
    for (const [index, tone] of [660, 880].entries()) {
      const [source, volume] = [voice.createOscillator(), voice.createGain()];
      source.frequency.value = tone;
      volume.gain.setValueAtTime(0.12, now + 0.12 * index);
      volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12 * index + 0.3);
      source.connect(volume).connect(voice.destination);
      source.start(now + 0.12 * index);
      source.stop(now + 0.12 * index + 0.3);
    }
  } catch {
    // A browser may have no sound.
  }
}

/** Asks the browser whether the page may show notices. */
export function askForNotices() {
  if (memory.get("notices", false)) globalThis.Notification?.requestPermission?.();
}

function notice(title, body) {
  try {
    if (Notification.permission === "granted") new Notification(title, { body, tag: title });
  } catch {
    // Some browsers show notices only from a service worker.
  }
}

/** Tells of a new turn: to screen readers, in the title, and as the user wishes. */
export function attend(view) {
  const [words, title] = [stand(view), t(`${view.name}.title`)];
  const over = view.turn.kind === "over";
  const mine = !over && view.may_act && view.own.includes(view.turn.player);
  document.title = `${mine ? "● " : ""}${pair(title, words)}`;
  const state = { id: view.id, mine, over, words };
  const old = before;
  before = state;
  if (old?.id !== state.id) return;
  if ((mine || over) && old.words !== words) announce(words);
  if ((mine && !old.mine) || (over && !old.over)) {
    if (memory.get("sound", false)) sound();
    if (memory.get("notices", false) && document.hidden) notice(title, words);
  }
}

/** The table is left: the tab has the title of the page again. */
export function relax() {
  before = null;
  document.title = t("ui.title");
}
