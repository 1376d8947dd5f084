// @ts-check
/** The list of a version's pictures, `pictures/SHA256SUMS`, as `sha256sum` writes it. */

import { DeskError } from "../frame/desk-error.js";

/** @typedef {import("../frame/catalogue.js").Item} Item */
/** @typedef {import("../frame/versions.js").ContentFile} ContentFile */

export const PICTURE_LIST = "pictures/SHA256SUMS";
/** Where a master is sent to, before its digest. */
export const MASTERS = "/v1/admin/masters/";

const DIGITS = 64;
/** Between a digest and its file's name. */
const GAP = "  ";

/** @typedef {{ digest: string, name: string }} Line */

/**
 * @typedef {object} NewPicture
 * @property {Item} item whose picture it becomes
 * @property {string} master
 * @property {string} suffix of the new file, such as `png`
 */

/**
 * @param {ContentFile[]} files a version's
 * @returns {string} its list; empty where no item has a picture
 */
export function listOf(files) {
  return files.find(({ path }) => path === PICTURE_LIST)?.text ?? "";
}

/**
 * @param {string} list
 * @param {Item[]} items
 * @param {Item} item
 * @returns {Item[]} what else changes when the item gets another picture: what has the same without a file of its own
 */
export function alsoChanging(list, items, item) {
  const lines = linesWith(item.master, linesOf(list));
  if (changing(lines, items, item).length === 0) return [];
  const owners = new Set(lines.map(({ name }) => stem(name)));
  return items.filter(({ id, master }) => id !== item.id && master === item.master && !owners.has(id));
}

/**
 * @param {string} list
 * @param {Item[]} items
 * @param {Item} item
 * @returns {string | undefined} another item's own file that this one's line in the catalogue names
 */
export function borrowed(list, items, item) {
  const lines = linesWith(item.master, linesOf(list));
  return changing(lines, items, item).length ? undefined : lines[0]?.name;
}

/**
 * @param {string} list
 * @param {Item[]} items
 * @param {NewPicture} picture
 * @returns {string} the list with the new picture, sorted by file name
 */
export function withPicture(list, items, { item, master, suffix }) {
  const lines = linesOf(list);
  const present = linesWith(item.master, lines);
  if (item.master && present.length === 0) {
    throw new DeskError("Somebody has changed this picture since you opened this, so nothing was changed. Cancel, and look at it again.");
  }
  const changed = changing(present, items, item);
  const own = { digest: master, name: `${item.id}.${suffix}` };
  // What others have, too, they may find by its file's name.
  const keepsName = changed.some(({ name }) => stem(name) !== item.id) || alsoChanging(list, items, item).length > 0;
  const added = keepsName ? changed.map(({ name }) => ({ digest: master, name })) : [own];
  const all = [...lines.filter((line) => !changed.includes(line) && (keepsName || stem(line.name) !== item.id)), ...added];
  all.sort((one, other) => one.name < other.name ? -1 : 1);
  return all.map(({ digest, name }) => `${digest}${GAP}${name}\n`).join("");
}

/**
 * Files with the same bytes have the same digest, and belong to different items nevertheless.
 *
 * @param {Line[]} lines those with the item's digest
 * @param {Item[]} items
 * @param {Item} item
 * @returns {Line[]} the item's own, or else those that are no other item's own
 */
function changing(lines, items, item) {
  const own = lines.filter(({ name }) => stem(name) === item.id);
  const ids = new Set(items.map(({ id }) => id));
  return own.length ? own : lines.filter(({ name }) => !ids.has(stem(name)));
}

/**
 * @param {string} list
 * @returns {Line[]}
 */
function linesOf(list) {
  return list.split("\n").filter(Boolean).map((line) => ({ digest: line.slice(0, DIGITS), name: line.slice(DIGITS + GAP.length) }));
}

/**
 * @param {string | undefined} master
 * @param {Line[]} lines
 */
function linesWith(master, lines) {
  return lines.filter(({ digest }) => digest === master);
}

/** @param {string} name a file's */
function stem(name) {
  return name.replace(/\.[^.]*$/, "");
}
