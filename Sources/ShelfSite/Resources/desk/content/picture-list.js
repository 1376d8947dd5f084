// @ts-check
/** The list of a version's pictures, `pictures/SHA256SUMS`, as `sha256sum` writes it. */

import { DeskError } from "../frame/desk-error.js";

export const PICTURE_LIST = "pictures/SHA256SUMS";

const DIGITS = 64;
/** Between a digest and its file's name. */
const GAP = "  ";

/**
 * @typedef {object} NewPicture
 * @property {string} item whose picture it becomes
 * @property {string} [former] the master of the picture that the item has; every item that has it gets the new one
 * @property {boolean} isShared whether other items have it too, which may find it by its file's name
 * @property {string} master
 * @property {string} suffix of the new file, such as `png`
 */

/**
 * @param {string} list empty where no item has a picture
 * @param {NewPicture} picture
 * @returns {string} the list with the new picture, sorted by file name
 */
export function withPicture(list, { item, former, isShared, master, suffix }) {
  const entries = list.split("\n").filter(Boolean)
    .map((line) => ({ digest: line.slice(0, DIGITS), name: line.slice(DIGITS + GAP.length) }));
  const own = { digest: master, name: `${item}.${suffix}` };
  if (former && !entries.some(({ digest }) => digest === former)) {
    throw new DeskError("Somebody has changed this picture since you opened this, so nothing was changed. Cancel, and look at it again.");
  }
  const changed = former
    ? entries.map((entry) => entry.digest !== former ? entry
      : stem(entry.name) === item && !isShared ? own : { ...entry, digest: master })
    : [...entries.filter(({ name }) => stem(name) !== item), own];
  changed.sort((one, other) => one.name < other.name ? -1 : 1);
  return changed.map(({ digest, name }) => `${digest}${GAP}${name}\n`).join("");
}

/** @param {string} name a file's */
function stem(name) {
  return name.replace(/\.[^.]*$/, "");
}
