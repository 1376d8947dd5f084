// @ts-check
/** The player's stream: events of one player, read from an answer of `fetch`. */

import { ANSWER_BYTES_AT_MOST, jsonUpTo } from "../transport/answer-body.js";
import { readEvents } from "../transport/event-reader.js";
import { retryAfterMs } from "../transport/retry-after.js";
import { secretRequest } from "../transport/secret-request.js";
import { ProblemError, RequestError } from "../transport/transport-errors.js";

/** @typedef {import("../transport/server-sent-events.js").ServerSentEvent} ServerSentEvent */
/** @typedef {{ name: string, data: string, id: string | null }} PlayerStreamEvent */
/**
 * @typedef {object} PlayerStreamListener
 * @property {() => void} opened
 * @property {() => void} heard something has come, be it a comment
 * @property {(event: PlayerStreamEvent) => void} event
 * @property {(ms: number) => void} retry so long the server wants a client to wait before the next stream
 */

/** The server sends something every 15 seconds; when it misses three times, the connection counts as broken. */
const STREAM_SILENCE_MS = 45_000;
const SILENT = new RequestError("The player's stream is silent.");
/** An id of this stream. No other one is sent back to the server. */
const ID = /^[\w-]{1,64}$/;

/**
 * Follows a stream until it ends, which it does with its token, too.
 * @param {string} url
 * @param {{ token: string, lastId: string | null, signal: AbortSignal }} asked `lastId`: what came last
 * @param {PlayerStreamListener} listener isn't called any more once the signal has ended the stream
 * @throws {ProblemError | RequestError} when it wasn't opened, breaks off or is silent for too long
 */
export async function followPlayerStream(url, { token, lastId, signal }, listener) {
  const closing = new AbortController();
  const close = () => closing.abort(signal.reason);
  signal.addEventListener("abort", close);
  if (signal.aborted) close();
  let silence = setTimeout(() => closing.abort(SILENT), STREAM_SILENCE_MS);
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => closing.abort(SILENT), STREAM_SILENCE_MS);
    listener.heard();
  };
  try {
    const headers = new Headers({ Accept: "text/event-stream", Authorization: `Bearer ${token}` });
    if (lastId !== null) headers.set("Last-Event-ID", lastId);
    const response = await secretRequest(url, { headers, signal: closing.signal });
    await checkOpened(response);
    if (!signal.aborted) listener.opened();
    const event = (/** @type {ServerSentEvent} */ { name, id, data }) =>
      listener.event({ name, data, id: ID.test(id) ? id : null });
    await readEvents(/** @type {ReadableStream<Uint8Array>} */ (response.body), { heard, retry: listener.retry, event }, signal);
  } catch (error) {
    if (error instanceof ProblemError || error instanceof RequestError) throw error;
    throw new RequestError("The player's stream has broken off.", null, error);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", close);
    closing.abort();
  }
}

/** @param {Response} response */
async function checkOpened(response) {
  if (response.ok && response.body && response.headers.get("Content-Type")?.startsWith("text/event-stream")) return;
  const found = response.ok ? null : await jsonUpTo(response, ANSWER_BYTES_AT_MOST);
  if (typeof found?.code === "string") throw new ProblemError(found, response.status, retryAfterMs(response, found));
  throw new RequestError(`The server gave no stream (${response.status}). Something in between may have changed it.`, response.status);
}
