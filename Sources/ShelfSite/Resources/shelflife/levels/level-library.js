// @ts-check
/** The levels of a pack in a page: none at first, and then those that its channel points at. */

import { typedTarget } from "../purchase/typed-events.js";
import { fromBase64url } from "../seal/base64url.js";
import { importPublicKey } from "../seal/crypto.js";
import { checkStorage, described, isObject, OptionError } from "../store/option-error.js";
import { LevelProblem, PackFault } from "./level-problem.js";
import { levelServer } from "./level-server.js";
import { begun, newState, withFailed, withoutPartial, withoutRelease, withPartial, withSeen, withTaken } from "./level-state.js";
import { browserLevelStore } from "./level-store.js";
import { checkPack, digestOf, emptyPack, isDigest, isPackId, MOST_BYTES, packContent } from "./pack-content.js";
import { appliedDelta, readDelta } from "./pack-delta.js";
import { MOST_DOCUMENT_BYTES, readDocument } from "./pack-document.js";
import { releaseFor } from "./rollout.js";

/**
 * @typedef {import("./level-fields.js").Level & { release: string }} Level a level, with the name of the release that it
 *   is in, for `report`
 */
/** @typedef {import("./level-state.js").LevelState} LevelState */
/** @typedef {import("./level-server.js").ByteRange} ByteRange */
/** @typedef {import("./level-store.js").LevelChange} LevelChange */
/** @typedef {import("./pack-content.js").Pack} Pack */
/** @typedef {import("./pack-document.js").PackFile} PackFile */
/** @typedef {import("./pack-document.js").PackRelease} PackRelease */
/** @typedef {{ content: string, pack: Pack }} Release its content is its name */
/**
 * @typedef {object} LevelOptions
 * @property {string | URL} server where documents and files are, such as "https://shop.example"
 * @property {string} pack
 * @property {string} channel such as `stable`, or the word of one that isn't public
 * @property {string} publicKey the key that documents are signed with, base64url; it belongs into the app
 * @property {number} engine the version of the game's engine
 * @property {import("./level-store.js").LevelStore} [store] where releases are kept, IndexedDB unless given
 * @property {import("./level-server.js").LevelSource} [source] where bytes come from, in place of the server's
 */
/**
 * @typedef {object} LevelStatus
 * @property {string} release names the release that is there: SHA-256 of all that is in it, in hexadecimal
 * @property {number} count how many levels it has
 * @property {LevelProblem | null} problem the last one; null after an update without one
 * @property {number} goodUntilMs until when the channel's newest document is good. After that nobody knows whether the
 *   levels are the newest, and they are played on. 0 before the first update.
 */
/**
 * @typedef {{ kind: "unchanged" } | { kind: "running" } | { kind: "updated", bytes: number } | { kind: "failed",
 *   problem: LevelProblem }} LevelUpdate
 *   `unchanged`: the release is the newest for this device; `running`: another update is running; `updated`: another
 *   release is there, for which this number of bytes was fetched; `failed`: the release that was there stays
 */
/** @typedef {{ release: string, former: string }} ReleaseChange what took the place of what */
/** @typedef {{ change: CustomEvent<ReleaseChange> }} LevelEvents */

/** @type {new () => import("../purchase/typed-events.js").TypedTarget<LevelEvents>} */
const LevelTarget = typedTarget();
/** Of a file: the maps, and what stands around them. */
const MOST_FILE_BYTES = 2 * MOST_BYTES;
/** So much of a long file is asked for at once, and lost at most when a download is broken off. */
const PART_BYTES = 256 * 1024;
const KEY_LENGTH = 256 / 8;

/**
 * It works offline. Levels are read from the release that is there, and an update replaces it when the next one is whole
 * and checked. The release before is kept, and comes back by itself when the new one can't be read or the app reports
 * that it failed. A `change` event comes whenever another release is there.
 */
export class LevelLibrary extends LevelTarget {
  #pack;
  #channel;
  #key;
  #seenKey;
  #engine;
  #name;
  #store;
  #source;
  #empty;
  /** @type {Release} */
  #release;
  /** @type {LevelState} */
  #state;
  /** @type {LevelProblem | null} */
  #problem = null;
  #isUpdating = false;

  /**
   * Opens the library. It waits for no network. Where the store can't be read, it begins with the empty pack, and
   * `status.problem` says so.
   * @param {LevelOptions} options
   * @returns {Promise<LevelLibrary>}
   * @throws {OptionError | import("../seal/errors.js").InsecureOriginError | import("../seal/errors.js").OldBrowserError}
   */
  static async open(options) {
    const { server, keyBytes } = checked(options);
    const key = await importPublicKey(keyBytes);
    const pack = emptyPack(options.pack);
    const library = new LevelLibrary(options, server, key, { content: await packContent(pack), pack });
    await library.#begin();
    return library;
  }

  /**
   * Use `LevelLibrary.open`.
   * @param {LevelOptions} options
   * @param {string} server
   * @param {CryptoKey} key
   * @param {Release} empty
   */
  constructor(options, server, key, empty) {
    super();
    this.#pack = options.pack;
    this.#channel = options.channel;
    this.#engine = options.engine;
    this.#key = key;
    /** What was seen of another channel, or signed by another key, says nothing of this one's. */
    this.#seenKey = `${options.channel} ${options.publicKey}`;
    this.#name = `${server} ${options.pack} ${options.channel}`;
    this.#store = options.store ?? browserLevelStore();
    this.#source = options.source ?? levelServer(server);
    this.#empty = this.#release = empty;
    this.#state = newState(options.engine);
  }

  /** How many levels there are. */
  get count() {
    return this.#release.pack.levels.length;
  }

  /** @returns {LevelStatus} the release that is there now, and what is known of newer ones */
  get status() {
    const goodUntilMs = this.#state.seen[this.#seenKey]?.goodUntilMs ?? 0;
    return { release: this.#release.content, count: this.count, problem: this.#problem, goodUntilMs };
  }

  /**
   * A level. What was returned doesn't change with an update.
   * @param {number | string} which its place, from 1 on, or its id
   * @returns {Readonly<Level> | null} null when there is none
   */
  level(which) {
    const place = typeof which === "string" ? this.place(which) : which;
    const level = place === null ? undefined : this.#release.pack.levels[place - 1];
    if (!level) return null;
    const { content: release } = this.#release;
    return Object.freeze({ ...level, release, tags: Object.freeze([...level.tags]), map: level.map.slice() });
  }

  /**
   * @param {string} id a level's
   * @returns {number | null} its place, from 1 on; null when there is none
   */
  place(id) {
    const index = this.#release.pack.levels.findIndex((level) => level.id === id);
    return index < 0 ? null : index + 1;
  }

  /**
   * Asks what the channel points at, and fetches that release if it is another one. Call it at the start and from time
   * to time. It never rejects.
   * @param {number} [nowMs] the device's time, in milliseconds since the epoch
   * @returns {Promise<LevelUpdate>}
   */
  async update(nowMs = Date.now()) {
    if (this.#isUpdating) return { kind: "running" };
    this.#isUpdating = true;
    try {
      const bytes = await this.#fetchNewest(nowMs);
      return bytes === null ? { kind: "unchanged" } : { kind: "updated", bytes };
    } catch (error) {
      const problem = error instanceof LevelProblem ? error : new LevelProblem("failed", { why: String(error), cause: error });
      this.#problem = problem;
      return { kind: "failed", problem };
    } finally {
      this.#isUpdating = false;
    }
  }

  /**
   * Goes back to the release before, because the app can't play this one. It isn't taken again before the channel points
   * at another one, or `engine` is another one. From the empty pack nothing goes back. It never rejects.
   * @param {string} release the `release` of the level that failed, or that of `status`. A report of one that isn't there
   *   any more changes nothing, so several reports of one failure go back once.
   * @param {string} [failure] why, for `status.problem`
   */
  async report(release, failure = "the app can't play them") {
    if (release !== this.#release.content || release === this.#empty.content) return;
    let problem = new LevelProblem("failed", { why: failure });
    try {
      await this.#change((state) => ({ state: withFailed(state, release, failure) }));
    } catch (error) {
      // It goes back all the same, for as long as the page is there.
      this.#state = withFailed(this.#state, release, failure);
      problem = storageProblem(error);
    }
    this.#problem = problem;
    await this.#openNewest();
  }

  async #begin() {
    try {
      await this.#change((kept) => ({ state: kept }));
    } catch (error) {
      this.#problem = storageProblem(error);
    }
    await this.#openNewest();
  }

  /**
   * Changes the state, also as another tab has left it.
   * @param {(state: LevelState) => LevelChange} decide
   * @throws {LevelProblem} `storage`, or what `decide` throws
   */
  async #change(decide) {
    try {
      // A state that isn't kept yet begins as this library's own.
      const own = this.#state;
      this.#state = await this.#store.change(this.#name, (kept) => decide(kept ? begun(kept, this.#engine) : own));
    } catch (error) {
      throw error instanceof LevelProblem ? error : storageProblem(error);
    }
  }

  /** Opens what the state names, or what it can go back to. */
  async #openNewest() {
    for (let { current } = this.#state; current !== null; { current } = this.#state) {
      const pack = await this.#kept(current);
      // Another one may have been taken meanwhile, or this one reported.
      if (current !== this.#state.current) continue;
      if (pack) return this.#use(await this.#playable({ content: current, pack }));
      // It may be fetched again: what is kept, and not the release, is at fault.
      const lost = current;
      this.#problem ??= new LevelProblem("failed", { why: "what was kept of them is damaged or gone" });
      await this.#change((state) => ({ state: withoutRelease(state, lost) })).catch(() => {
        this.#state = withoutRelease(this.#state, lost);
      });
    }
    this.#use(this.#empty);
  }

  /**
   * A release for a later engine is there where another tab has a later version of the game. That one goes on with it.
   * @param {Release} release
   * @returns {Promise<Release>} it, or what this version of the game can play
   */
  async #playable(release) {
    if (release.pack.engine <= this.#engine) return release;
    this.#problem = new LevelProblem("needsEngine", { engine: release.pack.engine });
    const { former } = this.#state;
    const pack = former === null ? null : await this.#kept(former);
    return former !== null && pack && pack.engine <= this.#engine ? { content: former, pack } : this.#empty;
  }

  /**
   * @param {string} content
   * @returns {Promise<Pack | null>} a release that is kept; null unless it is whole
   */
  async #kept(content) {
    try {
      const pack = await this.#store.release(this.#name, content);
      if (!pack || pack.id !== this.#pack) return null;
      checkPack(pack);
      return (await packContent(pack)) === content ? pack : null;
    } catch {
      return null;
    }
  }

  /** @param {Release} release */
  #use(release) {
    const former = this.#release.content;
    this.#release = release;
    if (release.content === former) return;
    this.dispatchEvent(new CustomEvent("change", { detail: { release: release.content, former } }));
  }

  /**
   * @param {number} nowMs
   * @returns {Promise<number | null>} how many bytes were fetched; null when the release is there already
   */
  async #fetchNewest(nowMs) {
    const document = await this.#document();
    await this.#change((kept) => {
      const state = withSeen(kept, this.#seenKey, document);
      if (!state) throw new LevelProblem("refused", { why: "the document is older than one that was seen" });
      return { state };
    });
    if (nowMs > document.goodUntilMs) throw new LevelProblem("stale", { untilMs: document.goodUntilMs });
    const release = releaseFor(document, fromBase64url(this.#state.device) ?? new Uint8Array());
    const { content } = release;
    this.#checkFailed(this.#state, content);
    if (content === this.#release.content) {
      this.#problem = null;
      return null;
    }
    if (release.engine > this.#engine) throw new LevelProblem("needsEngine", { engine: release.engine });
    if (content === this.#empty.content) {
      await this.#install(null, this.#empty);
      return 0;
    }
    if (!isDigest(content)) throw new LevelProblem("refused", { why: "the document has no digest" });
    const kept = await this.#kept(content);
    const { pack, bytes } = kept ? { pack: kept, bytes: 0 } : await this.#fetch(release);
    await this.#install(content, { content, pack });
    return bytes;
  }

  /**
   * @param {LevelState} state
   * @param {string} content
   */
  #checkFailed({ failed }, content) {
    if (Object.hasOwn(failed, content)) throw new LevelProblem("failed", { why: failed[content] });
  }

  async #document() {
    const bytes = await this.#bytes(`v1/packs/${this.#pack}/${this.#channel}`, MOST_DOCUMENT_BYTES);
    try {
      return await readDocument(bytes, { pack: this.#pack, channel: this.#channel, publicKey: this.#key });
    } catch (cause) {
      throw new LevelProblem("refused", { why: "the document is not what the app's key has signed", cause });
    }
  }

  /**
   * Makes a release by the delta from what is there, else by the one from the empty pack.
   * @param {PackRelease} release
   * @returns {Promise<{ pack: Pack, bytes: number }>} the release, and how many bytes were fetched
   */
  async #fetch({ content, deltas }) {
    const there = this.#release;
    const whole = deltas.find(({ from }) => from === this.#empty.content);
    const step = deltas.find(({ from }) => from === there.content);
    let bytes = 0;
    if (step && step !== whole && (!whole || step.file.bytes < whole.file.bytes)) {
      try {
        const file = await this.#file(step.file);
        bytes += file.length;
        return { pack: await applied(file, there.pack, content), bytes };
      } catch (error) {
        if (!whole) throw refusal(error);
      }
    }
    if (!whole) throw new LevelProblem("refused", { why: "the document names no delta from the empty pack" });
    const file = await this.#file(whole.file);
    try {
      return { pack: await applied(file, this.#empty.pack, content), bytes: bytes + file.length };
    } catch (error) {
      throw refusal(error);
    }
  }

  /**
   * @param {PackFile} file
   * @returns {Promise<Uint8Array>}
   * @throws {LevelProblem} also when the bytes are others than the document says
   */
  async #file({ sha256, bytes: length }) {
    if (!isDigest(sha256) || length < 1 || length > MOST_FILE_BYTES) {
      throw new LevelProblem("refused", { why: "the document names no file" });
    }
    const path = `v1/pack-files/${sha256}`;
    const bytes = await (length > PART_BYTES ? this.#parts(path, sha256, length) : this.#bytes(path, length));
    if (bytes.length === length && (await digestOf(bytes)) === sha256) return bytes;
    // Whichever part is at fault, the next attempt begins anew.
    await this.#change((state) => ({ state: withoutPartial(state, sha256) })).catch(() => {});
    throw new LevelProblem("refused", { why: "a file has other bytes than the document says" });
  }

  /**
   * Fetches a long file part by part, from where an earlier attempt was broken off.
   * @param {string} path
   * @param {string} file its SHA-256
   * @param {number} length
   * @returns {Promise<Uint8Array>}
   */
  async #parts(path, file, length) {
    const bytes = new Uint8Array(length);
    for (let number = 0; number * PART_BYTES < length; number++) {
      const [from, to] = [number * PART_BYTES, Math.min((number + 1) * PART_BYTES, length)];
      const kept = await this.#keptPart(file, number);
      const part = kept?.length === to - from ? kept : await this.#bytes(path, length, { from, to });
      // The source gives files whole only.
      if (part.length === length) return part;
      if (part.length !== to - from) throw new LevelProblem("refused", { why: "a part of a file has another length" });
      if (part !== kept) await this.#change((state) => ({ state: withPartial(state, file), part: { file, number, bytes: part } }));
      bytes.set(part, from);
    }
    return bytes;
  }

  /**
   * @param {string} file
   * @param {number} number
   * @returns {Promise<Uint8Array | null>} null where it isn't kept
   */
  async #keptPart(file, number) {
    try {
      return (await this.#store.part?.(this.#name, file, number)) ?? null;
    } catch {
      return null;
    }
  }

  /**
   * @param {string} path
   * @param {number} most
   * @param {ByteRange} [range]
   */
  async #bytes(path, most, range) {
    try {
      return await this.#source(path, most, range);
    } catch (error) {
      throw new LevelProblem("unreachable", { why: error instanceof Error ? error.message : String(error), cause: error });
    }
  }

  /**
   * @param {string | null} content of the release; null for the empty pack
   * @param {Release} release
   */
  async #install(content, release) {
    await this.#change((state) => {
      // It may have been reported while it was fetched.
      this.#checkFailed(state, release.content);
      return { state: withTaken(state, content), ...(content === null ? {} : { release }) };
    });
    this.#problem = null;
    this.#use(release);
  }
}

/**
 * @param {Uint8Array} file
 * @param {Pack} before
 * @param {string} content
 * @returns {Promise<Pack>}
 */
async function applied(file, before, content) {
  const delta = await readDelta(file);
  if (delta.to !== content) throw new PackFault("otherContent");
  return appliedDelta(delta, before);
}

/** @param {unknown} error */
function refusal(error) {
  if (!(error instanceof PackFault)) return error;
  return new LevelProblem("refused", { why: `the delta: ${error.message}`, cause: error });
}

/** @param {unknown} error */
function storageProblem(error) {
  if (error instanceof LevelProblem) return error;
  const why = error instanceof Error ? error.message || error.name : String(error);
  return new LevelProblem("storage", { why, cause: error });
}

/**
 * @param {LevelOptions} options
 * @returns {{ server: string, keyBytes: Uint8Array }}
 * @throws {OptionError}
 */
function checked(options) {
  if (!isObject(options)) throw new OptionError("options", `A library's options are an object, and ${described(options)} was given.`);
  const { server, pack, channel, publicKey, engine } = options;
  for (const [name, id] of [["pack", pack], ["channel", channel]]) {
    if (!isPackId(id)) throw new OptionError("options", `${described(id)} is no ${name}. It is 1 to 64 of a-z, 0-9 and -.`);
  }
  if (!Number.isSafeInteger(engine) || engine < 1) {
    throw new OptionError("options", `${described(engine)} is no version of an engine. Versions are numbers from 1 on.`);
  }
  const keyBytes = fromBase64url(publicKey);
  if (keyBytes?.length !== KEY_LENGTH) {
    const told = "The public key isn't 32 bytes in base64url. `shelflife pack channels` prints a server's.";
    throw new OptionError("publicKey", told);
  }
  if (!options.store) checkStorage("the levels", "store", "memoryLevelStore");
  return { server: address(server), keyBytes };
}

/**
 * @param {unknown} server
 * @returns {string} written in one way, because releases are kept by it
 */
function address(server) {
  try {
    const { protocol, username, password, search, hash, href } = new URL(String(server));
    const isPlain = username + password + search + hash === "";
    if (isPlain && ["http:", "https:"].includes(protocol)) return href.replace(/\/+$/, "");
  } catch {
    // The error below covers what isn't an address at all.
  }
  throw new OptionError("address", `The server's address can't be right. Write it like https://shop.example.`);
}
