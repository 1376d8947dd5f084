// @ts-check
/** What a room is to the frame. */

/** @typedef {import("./desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("./desk-api.js").Session} Session */
/** @typedef {import("./messages.js").Messages} Messages */

/**
 * @typedef {object} Room
 * @property {string} id what the page's address names it by
 * @property {string} title
 * @property {string} scope what a token must allow for the room to be shown
 * @property {(place: Place) => RoomView} open
 */

/**
 * Where a room is drawn, and what it draws with.
 * @typedef {object} Place
 * @property {HTMLElement} root
 * @property {DeskAPI} api
 * @property {Session} session
 * @property {Messages} messages
 * @property {(work: () => Promise<void>) => Promise<void>} trying does what somebody has asked for: what went wrong before
 *   is no longer told, and what goes wrong is
 * @property {() => void} refresh draws the room anew
 * @property {() => number} nowMs the server's time, as well as the page knows it
 * @property {() => Promise<void>} renewStores reads the session's stores anew, which a version may have changed
 * @property {(path: string[]) => void} setPath writes what the room shows into the page's address
 * @property {unknown} [draft] what the same person had typed in this room, and not saved, when the last session ended
 */

/**
 * @typedef {object} RoomView
 * @property {(path: string[]) => Promise<void>} show draws what the address names: when the room opens, when the
 *   address changes, and when somebody asks for fresh data. What it throws is shown to the person.
 * @property {() => void} [close] ends what goes on beside
 * @property {() => unknown} [draft] what somebody has typed and not saved; `undefined` where there is nothing
 */

export {};
