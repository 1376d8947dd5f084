// @ts-check
/**
 * A store's keys and notices, pushed by the server. EventSource retries after some errors and gives up after others, so each
 * error closes it here, and the session decides when to open the next one.
 */

import { readReleasedKey } from "../seal/released-key.js";

/** @typedef {import("../seal/released-key.js").ReleasedKey} ReleasedKey */
/** @typedef {import("../seal/notice.js").SignedNotice} SignedNotice */
/**
 * @typedef {{ type: "stores", version: string } | { type: "window", sequence: number } | { type: "gone" }} Announcement
 *   `stores`: names what the server says of its stores now; `window`: from this window on the store has other columns;
 *   `gone`: the store is closed
 */
/**
 * @typedef {object} KeyStreamListener
 * @property {() => void} opened
 * @property {(key: ReleasedKey) => void} key
 * @property {(notice: SignedNotice) => void} notice
 * @property {(announcement: Announcement) => void} announced
 * @property {() => void} lost
 */

/**
 * @param {string} url
 * @param {KeyStreamListener} listener
 * @returns {() => void} closes the stream; the listener is not called after that
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
  for (const type of /** @type {const} */ (["stores", "window", "gone"])) {
    source.addEventListener(type, (event) => {
      const announcement = readAnnouncement(type, event.data);
      if (announcement) listener.announced(announcement);
    });
  }
  source.addEventListener("notice", (event) => {
    const notice = signedNotice(event.data);
    if (notice) listener.notice(notice);
  });
  return () => source.close();
}

/**
 * @param {Announcement["type"]} type
 * @param {string} text
 * @returns {Announcement | null}
 */
function readAnnouncement(type, text) {
  try {
    const { version, sequence } = JSON.parse(text);
    if (type === "stores") return typeof version === "string" ? { type, version } : null;
    if (type === "window") return Number.isSafeInteger(sequence) ? { type, sequence } : null;
    return { type };
  } catch {
    return null;
  }
}

/** @param {string} text */
function releasedKey(text) {
  try {
    return readReleasedKey(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * @param {string} text
 * @returns {SignedNotice | null}
 */
function signedNotice(text) {
  try {
    const { bytes, signature } = JSON.parse(text);
    return { bytes, signature };
  } catch {
    return null;
  }
}
