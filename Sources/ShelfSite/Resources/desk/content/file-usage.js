// @ts-check
/** What takes the shop's space for files. */

import { element } from "../frame/element.js";
import { counted, number, percent, size } from "../frame/format.js";
import { table } from "../frame/table.js";

/** @typedef {import("../frame/room.js").Place} Place */
/**
 * @typedef {object} Usage
 * @property {{ kind: string, files: number, bytes: number }[]} kinds
 * @property {number} takenBytes by all kinds together
 * @property {number} mostBytes how much space there is in all
 * @property {boolean} isNearlyFull
 * @property {number} databaseBytes the files, and all else
 * @property {number} [picturesNamed] by the content in force
 * @property {number} [picturesMissing] how many of them aren't made
 */

const FILES = "/v1/admin/files";
const HEADS = ["Needed for", "Files", "Size"];
const NAMES = /** @type {Record<string, string>} */ ({
  pictures: "pictures",
  packs: "releases of packs, with their deltas",
  versions: "packs’ bundles, of versions and drafts",
  unused: "nothing, or nothing yet",
});

export class FileUsage {
  #place;
  #figures = element("div");

  /** @param {Place} place */
  constructor(place) {
    this.#place = place;
    this.element = element("section", { class: "panel usage", "aria-label": "Space for files" }, element("h2", {}, "Space for files"),
      element("p", { class: "quiet" }, "Pictures and packs are files, and a shop has space for 1 GiB of them. What nothing needs is deleted a day after it was sent."),
      this.#figures);
  }

  async show() {
    /** @type {Usage} */
    const { kinds, takenBytes, mostBytes, isNearlyFull, databaseBytes, picturesNamed = 0, picturesMissing = 0 } = await this.#place.api.get(FILES);
    const lines = kinds.map(({ kind, files, bytes }) => [NAMES[kind] ?? kind, number(files), size(bytes)]);
    const share = percent(Math.floor(100 * takenBytes / mostBytes) / 100);
    const doubt = isNearlyFull ? [element("p", { class: "fault" }, "The space is nearly full. Once it is, pictures and packs are refused.")] : [];
    const missing = picturesMissing ? [element("p", {}, `${number(picturesMissing)} of the ${counted(picturesNamed, "picture")} that the content names `
      + `${picturesMissing === 1 ? "isn’t" : "aren’t"} made. Those that the server is still making are here soon; of the others its log says why.`)] : [];
    this.#figures.replaceChildren(...doubt, ...missing,
      table(`${size(takenBytes)} of ${size(mostBytes)} are taken, ${share}.`, HEADS, lines),
      element("p", { class: "quiet" }, `The whole database takes ${size(databaseBytes)}. What it has besides, such as purchases, takes nothing of this space.`));
  }
}
