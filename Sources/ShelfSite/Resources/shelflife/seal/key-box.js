// @ts-check
/** Opens boxes: in a store with an app secret, keys are sent encrypted in boxes. */

import { ascii, be64, concat } from "./bytes.js";
import { derivedKey, unsealed } from "./crypto.js";
import { AppSecretError } from "./errors.js";

const INFO = ascii("shelflife/v1/box");
const NONCE_LENGTH = 12;

/**
 * @param {Uint8Array} box
 * @param {Uint8Array | null} appSecret
 * @param {Uint8Array} chainId
 * @param {number} slot
 * @returns {Promise<Uint8Array>} the slot's key
 */
export async function openBox(box, appSecret, chainId, slot) {
  if (!appSecret) throw new AppSecretError("missing");
  const key = await derivedKey(appSecret, chainId, INFO);
  const nonce = concat(new Uint8Array(4), be64(slot));
  const named = box.subarray(0, NONCE_LENGTH).every((byte, index) => byte === nonce[index]);
  const opened = named && (await unsealed(key, nonce, concat(chainId, be64(slot)), box.subarray(NONCE_LENGTH)));
  if (!opened) throw new AppSecretError("wrong");
  return opened;
}
