// @ts-check
/** Content versions, as the admin routes answer them. */

/** @typedef {import("./desk-api.js").DeskAPI} DeskAPI */
/**
 * @typedef {object} Version
 * @property {number} number
 * @property {string} digest
 * @property {string} author
 * @property {number} atMs
 * @property {string} reason
 * @property {"files" | "published" | "rolled_back"} origin
 * @property {number} [rolledBackTo]
 * @property {number} fromMs when it takes effect
 * @property {{ by: string, atMs: number, reason: string }} [cancelled] who has kept it from taking effect
 * @property {number} [replacedBy] the version that takes effect at the same instant instead of it
 */

/**
 * @typedef {object} Ownership
 * @property {"server" | "files"} [owner] what decides which content is in force
 * @property {string} [source] where people change the files that own the content, where that is known
 */
/** @typedef {{ versions: Version[], inForce?: number, next?: number } & Ownership} VersionsAnswer */
/** @typedef {{ path: string, text: string }} ContentFile */
/** @typedef {{ version: Version, isNew: boolean, stores: { store: string, drawnUntilMs: number }[], next?: Version, warnings: { text: string }[] }} Publication */
/** @typedef {{ name: string, before?: string, after?: string }} Field */
/** @typedef {{ id: string, kind: string, fields: Field[] }} Entry */
/** @typedef {{ store: string, set?: string, item?: string, before: number, after: number, byWeights?: boolean }} Shift */
/** @typedef {import("./pack-changes.js").PackChanges} PackChanges */
/** @typedef {{ pack: string, kind: "added" | "removed" | "changed" } & PackChanges} PackEntry */
/**
 * @typedef {object} Difference
 * @property {number} from
 * @property {number} to
 * @property {Field} [title]
 * @property {Field} [order] of the stores, by their ids
 * @property {Entry[]} items
 * @property {Entry[]} stores
 * @property {Shift[]} shifts
 * @property {PackEntry[]} [packs] missing where no pack of levels differs
 */

/** @typedef {{ isWarning: boolean, text: string }} ContentProblem */
/**
 * What a publication or a roll-back would do.
 * @typedef {object} ContentTrial
 * @property {ContentProblem[]} problems
 * @property {ContentProblem[]} undone what it would undo or bring early, and what of it versions that are scheduled would undo
 * @property {number} [over] is sent by somebody who means that; missing where there is no such thing
 * @property {number} [scheduled] the scheduled version that alone would undo it, which may get the same changes
 * @property {number} [droppedAppearances] how many planned appearances would go without being meant; missing where none would
 * @property {{ store: string, drawnUntilMs: number }[]} [stores] from when on each shelf follows
 * @property {Difference} [difference] missing for content with errors, and where no version is in force
 */

export const VERSIONS = "/v1/admin/content/versions";
export const DIFFERENCE = "/v1/admin/content/difference";
export const TRY = "/v1/admin/content/try";
export const ROLL_BACK = "/v1/admin/content/roll-back";
export const CANCEL = "/v1/admin/content/cancel";
export const RELOAD = "/v1/admin/content/reload";

/**
 * @param {DeskAPI} api
 * @param {number} number a version's
 * @returns {Promise<ContentFile[]>}
 */
export async function filesOf(api, number) {
  return (await api.get(`${VERSIONS}/${number}/files`)).files;
}

/**
 * @param {Version} version
 * @param {number | undefined} inForce the number of the version in force
 * @param {number} nowMs
 * @returns {string} what has become of it, or will; empty for one that was in force
 */
export function fateOf({ number, fromMs, cancelled, replacedBy }, inForce, nowMs) {
  if (number === inForce) return "in force";
  if (cancelled) return "cancelled";
  if (replacedBy !== undefined) return `replaced by ${replacedBy} before it began`;
  return fromMs > nowMs ? "scheduled" : "";
}

/**
 * @param {Version} version
 * @returns {string} where its content came from
 */
export function originOf({ origin, rolledBackTo }) {
  if (origin === "rolled_back") return `brought back version ${rolledBackTo}`;
  return origin === "files" ? "read from the server’s files" : "published";
}

/**
 * The version that a roll-back of somebody who has read this list is made from: what takes effect last of the newest one and
 * the one in force, since a scheduled version takes effect after versions with a higher number.
 * @param {VersionsAnswer} answer
 */
export function seenIn({ versions: [newest, ...older], inForce }) {
  const present = older.find(({ number }) => number === inForce);
  return newest && present && present.fromMs > newest.fromMs ? present.number : newest?.number;
}

/**
 * @param {Ownership} ownership
 * @returns {string} why the desk can’t change the content; empty where it can
 */
export function whyFixed({ owner, source }) {
  if (owner !== "files") return "";
  return `The content of this server is made in files, so nothing is published, rolled back or planned here. Change the files${source ? ` at ${source}` : ""}.`;
}
