// @ts-check
/** Requests to the server, with the session's proof on those that change something. */

import { DeskError } from "./desk-error.js";
import { faultWords } from "./fault-words.js";

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

const UNREACHED = "The server didn’t answer. Check the network, then try again.";

export class DeskAPI {
  #listener;
  #csrfToken = "";

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
    const response = await this.#reach(path, {
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
    const isJSON = /[/+]json\b/.test(response.headers.get("Content-Type") ?? "");
    const value = isJSON ? await response.json().catch(() => null) : null;
    if (!response.ok) throw DeskAPI.#fault(response, value);
    return value;
  }

  /**
   * @param {string} path
   * @param {RequestInit} request
   */
  async #reach(path, request) {
    try {
      let response = await fetch(path, request);
      for (let tries = 0; response.status === 429 && tries < TRIES_WHEN_BUSY; tries++) {
        const seconds = Number(response.headers.get("Retry-After")) || 1;
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        response = await fetch(path, request);
      }
      this.#listener.reached(true);
      return response;
    } catch {
      this.#listener.reached(false);
      throw new DeskError(UNREACHED);
    }
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
