// @ts-check
/** What a card, an owned item or a past purchase says of its picture, and where the picture is. */

import { fromBase64url, toBase64url } from "../seal/base64url.js";

/**
 * @typedef {object} Picture
 * @property {string} name 22 characters of base64url
 * @property {Uint8Array} thumbHash what to draw until the picture is there
 */

/** How many pixels wide the server keeps each picture. A picture that is narrower answers with its own width. */
export const PICTURE_WIDTHS = [96, 192, 288, 480, 720];
const NAME_BYTES = 16;
const HASH_LEAST_BYTES = 5;
const HASH_MOST_BYTES = 25;

/**
 * @param {unknown} text the `picture` of a card, an owned item or a past purchase
 * @returns {Picture | null} null where there is none, or one that can't be read; then show the glyph
 */
export function readPicture(text) {
  const bytes = fromBase64url(/** @type {string} */ (text));
  const hashBytes = (bytes?.length ?? 0) - NAME_BYTES;
  if (!bytes || hashBytes < HASH_LEAST_BYTES || hashBytes > HASH_MOST_BYTES) return null;
  return { name: toBase64url(bytes.subarray(0, NAME_BYTES)), thumbHash: bytes.subarray(NAME_BYTES) };
}

/**
 * @param {string} server where the server is, such as the `url` of a `ShelfServer`
 * @param {string} name a picture's
 * @param {number} width one of `PICTURE_WIDTHS`
 * @returns {string}
 */
export function pictureAddress(server, name, width) {
  return `${server.replace(/\/+$/, "")}/v1/pictures/${name}/${width}.webp`;
}

/**
 * @param {string} server as in `pictureAddress`
 * @param {string} name a picture's
 * @returns {string} all widths of a picture, for the `srcset` of an `img`. Its `sizes` says how wide the page shows it.
 */
export function pictureSources(server, name) {
  return PICTURE_WIDTHS.map((width) => `${pictureAddress(server, name, width)} ${width}w`).join(", ");
}
