// @ts-check
/**
 * Reads a stream's events to its end, with turns for the page in between: a stream that always has more would else leave
 * no task its turn, because reads that are ready and promises that are kept go on in the same one.
 */

import { ServerSentEvents } from "./server-sent-events.js";
import { StreamPace } from "./stream-pace.js";
import { FloodError } from "./transport-errors.js";

/** @typedef {import("./server-sent-events.js").ServerSentEvent} ServerSentEvent */
/**
 * @typedef {object} EventListener
 * @property {() => void} heard something has come, be it a comment
 * @property {(ms: number) => void} [retry] so long the server wants a client to wait before the next stream
 * @property {(event: ServerSentEvent) => unknown} event takes one event; the next is read once the promise that it
 *   returns is kept, so that no more waits here than has come at once
 */

/** After so much work the page has its turn. */
const TURN_MS = 8;
/** So many characters are looked at between two looks at the time. */
const PIECE_LENGTH = 4096;

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {EventListener} listener
 * @param {AbortSignal} signal ends it
 * @returns {Promise<void>} rejects when the stream breaks off
 * @throws {FloodError} when the stream brings more than a true one can
 * @throws {RangeError} when a line or an event is longer than any that a Shelflife server sends
 */
export async function readEvents(body, listener, signal) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events = new ServerSentEvents();
  const pace = new StreamPace(performance.now());
  /** @type {number | null} */
  let retryMs = null;
  let turnAtMs = performance.now();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    listener.heard();
    const text = decoder.decode(part.value, { stream: true });
    for (let from = 0; from < text.length; from += PIECE_LENGTH) {
      const linesBefore = events.lines;
      const found = events.read(text.slice(from, from + PIECE_LENGTH));
      if (!pace.take(events.lines - linesBefore, performance.now())) throw new FloodError();
      if (events.retryMs !== retryMs && events.retryMs !== null) listener.retry?.((retryMs = events.retryMs));
      for (const event of found) {
        if (signal.aborted) return;
        await listener.event(event);
        turnAtMs = await turned(turnAtMs);
      }
      turnAtMs = await turned(turnAtMs);
    }
  }
}

/**
 * @param {number} sinceMs when the page had its turn last
 * @returns {number | Promise<number>} when it had it last now
 */
function turned(sinceMs) {
  if (performance.now() - sinceMs < TURN_MS) return sinceMs;
  return new Promise((resolve) => setTimeout(() => resolve(performance.now())));
}
