// @ts-check
/**
 * Ends the session on the page when the server ends it, so that nothing of it stays on a screen that was left alone.
 */

/** @typedef {import("./desk-api.js").Session} Session */

export class SessionClock {
  #end;
  #idleMs = 0;
  /** When the session ends, on the page's own clock. */
  #latestMs = 0;
  #idleEndMs = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => void} end */
  constructor(end) {
    this.#end = end;
    document.addEventListener("visibilitychange", () => this.#timer !== undefined && this.#check());
  }

  /** @param {Session} session */
  start({ idleMs, nowMs, endsMs }) {
    this.#idleMs = idleMs;
    this.#latestMs = Date.now() + endsMs - nowMs;
    this.used();
  }

  /** The session was used, so its idle time begins anew. */
  used() {
    this.#idleEndMs = Date.now() + this.#idleMs;
    this.#wait();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  get #endMs() {
    return Math.min(this.#latestMs, this.#idleEndMs);
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), Math.max(0, this.#endMs - Date.now()));
  }

  #check() {
    if (Date.now() < this.#endMs) return this.#wait();
    this.stop();
    this.#end();
  }
}
