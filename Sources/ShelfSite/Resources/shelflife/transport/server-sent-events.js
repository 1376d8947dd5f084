// @ts-check
/** Reads Server-Sent Events (WHATWG HTML, section 9.2.6) from text that may be cut into pieces anywhere. */

/** @typedef {{ name: string, id: string, data: string }} ServerSentEvent what an event doesn't have is empty */

/** In characters: more than a notice has that brings the longest card. */
const LENGTH_AT_MOST = 131_072;

export class ServerSentEvents {
  /**
   * @type {number | null} for how many milliseconds the server wants a client to wait before it opens the next stream;
   *   null when it hasn't said
   */
  retryMs = null;
  /** How many lines have ended. */
  lines = 0;
  #line = "";
  #name = "";
  #id = "";
  #data = "";
  #hasData = false;
  #lastWasReturn = false;

  /**
   * @param {string} text what has come, without a byte order mark
   * @returns {ServerSentEvent[]} the events that it completes
   * @throws {RangeError} when a line or an event is longer than any that a Shelflife server sends
   */
  read(text) {
    if (text === "") return [];
    // A return and a new line are one end, also when a piece ends between them.
    const fresh = this.#lastWasReturn && text.startsWith("\n") ? text.slice(1) : text;
    this.#lastWasReturn = fresh.endsWith("\r");
    const lines = fresh.split(/\r\n|\n|\r/);
    lines[0] = this.#line + lines[0];
    this.#line = lines.pop() ?? "";
    this.lines += lines.length;
    const events = [];
    for (const line of lines) {
      const event = this.#take(line);
      if (event) events.push(event);
    }
    this.#checkLength(this.#line);
    return events;
  }

  /**
   * @param {string} line
   * @returns {ServerSentEvent | null} the event that it ends
   */
  #take(line) {
    if (line === "") return this.#end();
    this.#checkLength(line);
    const colon = line.indexOf(":");
    const [field, value] = colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
    if (field === "event") this.#name = value;
    if (field === "id") this.#id = value;
    if (field === "retry" && /^\d{1,15}$/.test(value)) this.retryMs = Number(value);
    if (field !== "data") return null;
    this.#data += this.#hasData ? `\n${value}` : value;
    this.#hasData = true;
    return null;
  }

  /** @returns {ServerSentEvent | null} */
  #end() {
    const event = this.#hasData ? { name: this.#name, id: this.#id, data: this.#data } : null;
    this.#name = this.#id = this.#data = "";
    this.#hasData = false;
    return event;
  }

  /** @param {string} line */
  #checkLength(line) {
    if (line.length + this.#data.length >= LENGTH_AT_MOST) throw new RangeError("An event of the stream is too long.");
  }
}
