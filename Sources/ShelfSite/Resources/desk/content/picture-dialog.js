// @ts-check
/** Gives an item a picture: sends its master, and publishes the content in force with it. */

import { catalogue } from "../frame/catalogue.js";
import { DeskError } from "../frame/desk-error.js";
import { element, field } from "../frame/element.js";
import { counted, number } from "../frame/format.js";
import { itemPicture } from "../frame/item-picture.js";
import { ItemSearch } from "../frame/item-search.js";
import { titleOf } from "../frame/store-title.js";
import { VERSIONS, fateOf, filesOf } from "../frame/versions.js";
import { digest } from "./digest.js";
import { MASTERS, PICTURE_LIST, alsoChanging, borrowed, listOf, withPicture } from "./picture-list.js";
import { askToPublish } from "./publication-question.js";

/** @typedef {import("../frame/catalogue.js").Item} Item */
/** @typedef {import("../frame/room.js").Place} Place */
/** @typedef {import("../frame/versions.js").Publication} Publication */
/** @typedef {import("../frame/versions.js").VersionsAnswer} VersionsAnswer */

/** What the server takes, and how a file of each kind is called. */
const SUFFIXES = /** @type {Record<string, string>} */ ({ "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif" });
const MOST_BYTES = 20_000_000;
/** The box of each picture. */
const SIZE = 136;
const NAMED = 5;

/**
 * @param {Place} place
 * @param {(publication: Publication, notes: string[]) => Promise<void>} done is told what else there is to say, too
 */
export async function givePicture({ api, nowMs, session }, done) {
  /** @type {[Item[], VersionsAnswer]} */
  const [items, { versions, inForce }] = await Promise.all([catalogue(api), api.get(VERSIONS)]);
  const form = new PictureForm(items, inForce === undefined ? "" : listOf(await filesOf(api, inForce)));
  const scheduled = versions.filter((version) => fateOf(version, inForce, nowMs()) === "scheduled").map((version) => version.number);
  askToPublish({
    api,
    titleOf: (store) => titleOf(session, store),
    title: "Give an item a picture",
    text: `The content in force becomes the next version with this picture, at once. What is published already stays.${withoutIt(scheduled)}`,
    action: "Publish",
    fields: form.fields,
    propose: async () => {
      const { bytes, ...picture } = await form.picture();
      await api.send("PUT", MASTERS + picture.master, { body: bytes });
      /** @type {VersionsAnswer} */
      const { inForce } = await api.get(VERSIONS);
      if (inForce === undefined) throw new DeskError("This content is no version yet. Publish it first.");
      const files = await filesOf(api, inForce);
      const list = { path: PICTURE_LIST, text: withPicture(listOf(files), items, picture) };
      const changed = [...files.filter(({ path }) => path !== PICTURE_LIST), list];
      return { files: changed, base: inForce };
    },
    done,
  });
}

/** @param {number[]} scheduled the numbers of the versions that are scheduled */
function withoutIt(scheduled) {
  if (scheduled.length === 1) return ` Version ${scheduled[0]}, which is scheduled, has it only if you change that as well.`;
  return scheduled.length ? ` What is scheduled won’t have it: versions ${scheduled.join(", ")}.` : "";
}

/** Which item gets which file, and how both look. */
class PictureForm {
  #items;
  #list;
  #search;
  #file = element("input", { id: "picture-file", type: "file", required: true, accept: Object.keys(SUFFIXES).join() });
  #note = element("p", { class: "picture-note quiet", role: "status" });
  #present = element("div", { class: "picture-box" });
  #chosen = element("div", { class: "picture-box" });

  /**
   * @param {Item[]} items
   * @param {string} list of the version in force
   */
  constructor(items, list) {
    this.#items = items;
    this.#list = list;
    this.#search = new ItemSearch(items, "", () => this.#showItem());
    this.#file.addEventListener("change", () => this.#showFile());
    this.#showItem();
    this.#showFile();
  }

  get fields() {
    const file = field("Picture (PNG, JPEG, WebP or GIF, at most 20 MB)", this.#file);
    const pictures = element("div", { class: "picture-pair" },
      element("figure", {}, element("figcaption", { class: "quiet" }, "Now"), this.#present),
      element("figure", {}, element("figcaption", { class: "quiet" }, "New"), this.#chosen));
    return [element("div", { class: "picture-form" }, this.#search.element, file, pictures), this.#note];
  }

  /** What was chosen. */
  async picture() {
    const file = /** @type {File} */ (this.#file.files?.[0]);
    const bytes = new Blob([await file.arrayBuffer()]);
    const item = /** @type {Item} */ (this.#item);
    return { item, master: await digest(bytes), suffix: SUFFIXES[file.type], bytes };
  }

  get #item() {
    return this.#items.find(({ id }) => id === this.#search.value);
  }

  #showItem() {
    const item = this.#item;
    const none = element("span", { class: "quiet" }, item ? "No picture" : "");
    this.#present.replaceChildren(...itemPicture(item?.master, SIZE), none);
    this.#note.textContent = item ? this.#noteOn(item) : "";
  }

  /** @param {Item} item */
  #noteOn(item) {
    const file = borrowed(this.#list, this.#items, item);
    if (file) return `The catalogue names ${file}, another item’s picture, for it. It shows the new one once the column picture no longer names that file.`;
    const names = alsoChanging(this.#list, this.#items, item).map(({ name }) => name);
    const some = names.length > NAMED ? [...names.slice(0, NAMED), "…"] : names;
    return names.length
      ? `${counted(names.length, "other item")} with the same picture will change, too: ${some.join(", ")}.`
      : "";
  }

  async #showFile() {
    const file = this.#file.files?.[0];
    const fault = file ? faultOf(file) : "";
    this.#file.setCustomValidity(fault);
    this.#chosen.replaceChildren(element("span", { class: "quiet" }, fault));
    if (!file || fault) return;
    const shown = await preview(file);
    if (file === this.#file.files?.[0]) this.#chosen.replaceChildren(shown);
  }
}

/** @param {File} file */
function faultOf({ type, size }) {
  if (!SUFFIXES[type]) return "Choose a PNG, JPEG, WebP or GIF.";
  return size > MOST_BYTES ? `It has ${number(size)} bytes, and may have ${number(MOST_BYTES)}. Scale it down.` : "";
}

/**
 * The page may show no address of its own making, so the file is drawn.
 * @param {File} file
 */
async function preview(file) {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, SIZE * devicePixelRatio / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
    const canvas = element("canvas", { width, height });
    const context = canvas.getContext("2d");
    if (context) {
      context.imageSmoothingQuality = "high";
      context.drawImage(bitmap, 0, 0, width, height);
    }
    bitmap.close();
    return canvas;
  } catch {
    return element("span", { class: "quiet" }, "This browser can’t show it.");
  }
}
