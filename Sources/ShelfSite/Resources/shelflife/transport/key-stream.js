// @ts-check
/**
 * A store's keys and notices, pushed by the server. The stream is read from an answer of `fetch`, which pages, workers
 * and Node all have. A stream that ends is lost, and the session decides when to open the next one.
 */

import { readReleasedKey } from "../seal/released-key.js";
import { leave } from "./answer-body.js";
import { readEvents } from "./event-reader.js";
import { asRequestError, RequestError } from "./transport-errors.js";

/** @typedef {import("../seal/released-key.js").ReleasedKey} ReleasedKey */
/** @typedef {import("../seal/notice.js").SignedNotice} SignedNotice */
/** @typedef {import("./server-sent-events.js").ServerSentEvent} ServerSentEvent */
/**
 * @typedef {{ type: "stores", version: string } | { type: "window", sequence: number } | { type: "gone" }
 *   | { type: "paused", paused: boolean }} Announcement
 *   `stores`: names what the server says of its stores now; `window`: from this window on the store has other columns;
 *   `gone`: the store is closed; `paused`: whether the store sells nothing for a while
 */
/**
 * @typedef {object} KeyStreamListener
 * @property {() => void} opened
 * @property {(key: ReleasedKey) => unknown} key as with the two below, what comes next waits for the promise that it
 *   may return
 * @property {(notice: SignedNotice) => unknown} notice
 * @property {(announcement: Announcement) => unknown} announced
 * @property {(error?: import("./transport-errors.js").RequestError, silentMs?: number) => void} lost called once with
 *   why, and with how long nothing had come by then, where that is the reason
 */

/**
 * How long a stream may be silent. The server sends something every 15 seconds; when it misses three times, the
 * connection counts as broken.
 */
const SILENCE_MS = 45_000;
/** How long a stream may take to open: a line that swallows what is sent would else keep it for as long as a silent one. */
const OPENING_MS = 8_000;
/** Why a stream was closed that nobody has closed. */
const SILENT = new RequestError("The key stream is silent.");

/**
 * @param {string} url
 * @param {KeyStreamListener} listener
 * @returns {() => void} closes the stream; the listener is not called after that
 */
export function openKeyStream(url, listener) {
  const closing = new AbortController();
  const { signal } = closing;
  let silentMs = OPENING_MS;
  const opened = () => {
    silentMs = SILENCE_MS;
    listener.opened();
  };
  const ended = (/** @type {RequestError} */ error) => {
    const isSilent = signal.reason === SILENT;
    if (signal.aborted && !isSilent) return;
    closing.abort();
    listener.lost(isSilent ? SILENT : error, isSilent ? silentMs : 0);
  };
  followed(url, closing, { ...listener, opened }, () => silentMs).then(ended, (error) => ended(asRequestError(error, "The key stream has broken off.")));
  return () => closing.abort();
}

/**
 * Follows a stream to its end. It rejects when the stream breaks off, is closed or is silent for too long.
 * @param {string} url
 * @param {AbortController} closing
 * @param {KeyStreamListener} listener
 * @param {() => number} silence for how long nothing may come now
 * @returns {Promise<RequestError>} why there is no more
 */
async function followed(url, closing, listener, silence) {
  const { signal } = closing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const listen = () => {
    clearTimeout(timer);
    timer = signal.aborted ? undefined : setTimeout(() => closing.abort(SILENT), silence());
  };
  signal.addEventListener("abort", listen);
  listen();
  const asked = { credentials: /** @type {const} */ ("omit"), cache: /** @type {const} */ ("no-store"), signal };
  const response = await fetch(url, { ...asked, headers: { Accept: "text/event-stream" } }).catch((error) => {
    throw new RequestError("The server can't be reached.", null, error);
  });
  const isStream = response.ok && response.headers.get("Content-Type")?.startsWith("text/event-stream");
  if (!isStream || !response.body) {
    leave(response);
    return new RequestError(`The server gave no key stream (${response.status}).`, response.status);
  }
  if (!signal.aborted) listener.opened();
  listen();
  await readEvents(response.body, { heard: listen, event: (event) => tell(event, listener) }, signal);
  return new RequestError("The key stream has ended.");
}

/**
 * @param {ServerSentEvent} event
 * @param {KeyStreamListener} listener
 * @returns {unknown} a promise where the listener gives one
 */
function tell({ name, data }, listener) {
  if (name === "key") {
    const key = releasedKey(data);
    if (key) return listener.key(key);
  } else if (name === "notice") {
    const notice = signedNotice(data);
    if (notice) return listener.notice(notice);
  } else if (name === "stores" || name === "window" || name === "gone" || name === "paused") {
    const announcement = readAnnouncement(name, data);
    if (announcement) return listener.announced(announcement);
  }
}

/**
 * @param {Announcement["type"]} type
 * @param {string} text
 * @returns {Announcement | null}
 */
function readAnnouncement(type, text) {
  try {
    const { version, sequence, paused } = JSON.parse(text);
    if (type === "stores") return typeof version === "string" ? { type, version } : null;
    if (type === "window") return Number.isSafeInteger(sequence) ? { type, sequence } : null;
    if (type === "paused") return typeof paused === "boolean" ? { type, paused } : null;
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
