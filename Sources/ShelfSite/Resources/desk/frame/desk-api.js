// @ts-check
/** Requests to the server, with the session's proof on those that change something. */

import { DeskError } from "./desk-error.js";
import { faultWords } from "./fault-words.js";
import { waitWords } from "./wait-words.js";
import { Waits } from "./waits.js";

/**
 * @typedef {object} Session
 * @property {string} admin
 * @property {string[]} scopes
 * @property {string} csrfToken
 * @property {string} title
 * @property {{ id: string, title: string }[]} stores
 * @property {number} nowMs
 * @property {number} idleMs
 * @property {number} endsMs
 */

/**
 * @typedef {object} APIListener
 * @property {() => void} signedOut the server doesn't know the session any more
 * @property {(isReached: boolean) => void} reached whether the last request got an answer
 * @property {() => void} used the server has counted a use of the session
 */

export const SESSION = "/desk/session";

/** How often a request is sent again that the server is too busy for; then it has done nothing. */
const TRIES_WHEN_BUSY = 8;
/** The title of that refusal. One who asks too often has the same code, and isn't asked for again. */
const BUSY = "Busy";

const STOPPED = "You have stopped waiting.";
const STOPPED_CHANGE = "You have stopped waiting. The server may have done it all the same, so look before you try again.";
const STOPPED_UNDONE = "You have stopped waiting, and the server has done nothing.";
const UNREACHED = "The server didn’t answer. Check the network, then try again.";

export class DeskAPI {
  #listener;
  #csrfToken = "";
  #waits = new Waits();

  /** @param {APIListener} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  /** @returns {Promise<Session>} */
  async session() {
    return this.#keep(await this.#ask("GET", SESSION));
  }

  /**
   * @param {{ token: string } | { code: string }} how
   * @returns {Promise<Session>}
   */
  async signIn(how) {
    return this.#keep(await this.#ask("POST", "/desk/sign-in", { body: how }));
  }

  async signOut() {
    await this.#ask("POST", "/desk/sign-out");
  }

  /**
   * @param {string} path
   * @param {Record<string, string | number | undefined>} query
   * @returns {Promise<any>}
   */
  async get(path, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return this.#known(this.#ask("GET", path + (text && `?${text}`)));
  }

  /**
   * @param {"POST" | "PUT" | "DELETE"} method
   * @param {string} path
   * @param {{ body?: unknown, headers?: Record<string, string> }} what a `Blob` is sent as its bytes, anything else as
   *   JSON
   * @returns {Promise<any>}
   */
  async send(method, path, what = {}) {
    return this.#known(this.#ask(method, path, what));
  }

  /**
   * @param {Promise<any>} answer
   * @returns {Promise<any>}
   */
  async #known(answer) {
    try {
      const value = await answer;
      this.#listener.used();
      return value;
    } catch (error) {
      if (error instanceof DeskError && error.isSignedOut) this.#listener.signedOut();
      throw error;
    }
  }

  /** @param {Session} session */
  #keep(session) {
    this.#csrfToken = session.csrfToken;
    return session;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {{ body?: unknown, headers?: Record<string, string> }} what
   * @returns {Promise<any>}
   */
  async #ask(method, path, { body, headers = {} } = {}) {
    const isBytes = body instanceof Blob;
    const { response, value } = await this.#reach(path, {
      method,
      headers: {
        ...(method === "GET" ? {} : { "X-CSRF-Token": this.#csrfToken }),
        ...(body === undefined ? {} : { "Content-Type": isBytes ? "application/octet-stream" : "application/json" }),
        ...headers,
      },
      body: isBytes ? body : body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      credentials: "same-origin",
      redirect: "error",
    });
    if (!response.ok) throw DeskAPI.#fault(response, value);
    return value;
  }

  /**
   * @param {string} path
   * @param {RequestInit & { method: string }} request
   * @returns {Promise<{ response: Response, value: any }>}
   */
  async #reach(path, request) {
    return this.#waits.during(waitWords(request.method, path), async (signal, busy) => {
      let isPaused = false;
      try {
        let answer = await answered(path, { ...request, signal });
        for (let tries = 0; isBusy(answer) && tries < TRIES_WHEN_BUSY; tries++) {
          busy();
          isPaused = true;
          await pause((Number(answer.response.headers.get("Retry-After")) || 1) * 1000, signal);
          isPaused = false;
          answer = await answered(path, { ...request, signal });
        }
        this.#listener.reached(true);
        return answer;
      } catch {
        if (signal.aborted) throw new DeskError(isPaused ? STOPPED_UNDONE : request.method === "GET" ? STOPPED : STOPPED_CHANGE);
        this.#listener.reached(false);
        throw new DeskError(UNREACHED);
      }
    });
  }

  /**
   * @param {Response} response
   * @param {any} problem
   */
  static #fault({ status }, problem) {
    const message = problem?.detail ? faultWords(problem.code, problem.detail) : `The server answered with ${status}, which the desk doesn’t understand.`;
    return new DeskError(message, {
      status, code: problem?.code, problems: problem?.problems?.map((/** @type {{ text: string }} */ one) => one.text),
      over: problem?.over, scheduled: problem?.scheduled,
    });
  }
}

/**
 * @param {string} path
 * @param {RequestInit & { signal: AbortSignal }} request
 */
async function answered(path, request) {
  const response = await fetch(path, request);
  const isJSON = /[/+]json\b/.test(response.headers.get("Content-Type") ?? "");
  const value = isJSON ? await response.json().catch(() => null) : null;
  request.signal.throwIfAborted();
  return { response, value };
}

/** @param {{ response: Response, value: any }} answer */
function isBusy({ response, value }) {
  return response.status === 429 && value?.title === BUSY;
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal
 * @returns {Promise<void>} which is rejected when the signal comes first
 */
function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
