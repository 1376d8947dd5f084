// @ts-check
/** The keys of a sealed store, pushed. EventSource gives up on some errors, so it is told to never try again itself. */

import { readReleasedKey } from "./released-key.js";

/** @typedef {import("./released-key.js").ReleasedKey} ReleasedKey */
/** @typedef {{ opened: () => void, key: (key: ReleasedKey) => void, lost: () => void }} KeyStreamListener */

/**
 * @param {string} url
 * @param {KeyStreamListener} listener
 * @returns {() => void} closes the stream, after which the listener hears nothing
 */
export function openKeyStream(url, listener) {
  const source = new EventSource(url);
  source.addEventListener("open", () => listener.opened());
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.OPEN) return;
    source.close();
    listener.lost();
  });
  source.addEventListener("key", (event) => {
    const key = releasedKey(event.data);
    if (key) listener.key(key);
  });
  return () => source.close();
}

/** @param {string} text */
function releasedKey(text) {
  try {
    return readReleasedKey(JSON.parse(text));
  } catch {
    return null;
  }
}
