// @ts-check
/** The file that says from which version the files beside it were made, as the commands read and write it. */

import { DeskError } from "../frame/desk-error.js";
import { VERSIONS } from "../frame/versions.js";

/** @typedef {import("../frame/desk-api.js").DeskAPI} DeskAPI */
/** @typedef {import("../frame/versions.js").Version} Version */

export const BASE_NAME = ".shelflife-base";

/**
 * @param {Version} version
 * @returns {string} the file beside what was made from it
 */
export function baseText({ number, digest }) {
  return `${number} ${digest}\n`;
}

/**
 * @param {DeskAPI} api
 * @param {File} file
 * @returns {Promise<number>} the version that the files beside it were made from
 */
export async function baseIn(api, file) {
  const lines = (await file.text()).split("\n").filter((line) => line.trim()).map((line) => line.trim().split(" "));
  for (const [text, digest] of lines) {
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < 1) throw new DeskError(`${BASE_NAME} must have the number of a version and its digest in each line. Leave it out to publish without it.`);
    if (!digest || await digestOf(api, number) === digest) return number;
  }
  throw new DeskError(`${BASE_NAME} names no version of this server: the files come from another one. Leave it out to publish without it.`);
}

/**
 * @param {DeskAPI} api
 * @param {number} number a version's
 * @returns {Promise<string | undefined>} `undefined` where the server doesn't have it
 */
async function digestOf(api, number) {
  try {
    return (await api.get(`${VERSIONS}/${number}`)).digest;
  } catch (error) {
    if (error instanceof DeskError && error.code === "not_found") return undefined;
    throw error;
  }
}
