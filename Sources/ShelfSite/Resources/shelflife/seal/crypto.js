// @ts-check
/** All access to WebCrypto, in one place, so that its absence gives one clear error. */

import { toBase64url } from "./base64url.js";
import { InsecureOriginError, OldBrowserError } from "./errors.js";

/** @returns {SubtleCrypto} */
export function subtle() {
  const found = globalThis.crypto?.subtle;
  if (!found) throw new InsecureOriginError();
  return found;
}

/**
 * Makes a random text that nobody can guess.
 * @param {number} length in bytes
 * @returns {string} base64url
 */
export function randomText(length) {
  return toBase64url(crypto.getRandomValues(new Uint8Array(length)));
}

/**
 * The key that checks windows and receipts.
 * @param {Uint8Array} bytes
 * @returns {Promise<CryptoKey>}
 */
export async function importPublicKey(bytes) {
  const cryptography = subtle();
  try {
    return await cryptography.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error instanceof Error && error.name === "NotSupportedError") throw new OldBrowserError();
    throw error;
  }
}

/**
 * @param {Uint8Array} material
 * @param {Uint8Array} salt
 * @param {Uint8Array} info
 * @returns {Promise<CryptoKey>} an AES-256-GCM key
 */
export async function derivedKey(material, salt, info) {
  return derived(material, salt, info, { name: "AES-GCM", length: 256 }, "decrypt");
}

/**
 * @param {Uint8Array} material
 * @param {Uint8Array} salt
 * @param {Uint8Array} info
 * @returns {Promise<CryptoKey>} a key of 32 bytes for `mac`
 */
export async function derivedMacKey(material, salt, info) {
  return derived(material, salt, info, { name: "HMAC", hash: "SHA-256", length: 256 }, "sign");
}

/**
 * @param {Uint8Array} material
 * @param {Uint8Array} salt
 * @param {Uint8Array} info
 * @param {AesDerivedKeyParams | HmacImportParams} kind
 * @param {KeyUsage} usage
 */
async function derived(material, salt, info, kind, usage) {
  const source = await subtle().importKey("raw", material, "HKDF", false, ["deriveKey"]);
  return subtle().deriveKey({ name: "HKDF", hash: "SHA-256", salt, info }, source, kind, false, [usage]);
}

/**
 * @param {CryptoKey} key
 * @param {Uint8Array} message
 * @returns {Promise<Uint8Array>} HMAC-SHA256, 32 bytes
 */
export async function mac(key, message) {
  return new Uint8Array(await subtle().sign("HMAC", key, message));
}

/**
 * @param {CryptoKey} key
 * @param {Uint8Array} nonce
 * @param {Uint8Array} aad
 * @param {Uint8Array} sealed ciphertext, then the tag
 * @returns {Promise<Uint8Array | null>} null when the seal doesn't hold
 */
export async function unsealed(key, nonce, aad, sealed) {
  try {
    const recipe = { name: "AES-GCM", iv: nonce, additionalData: aad };
    return new Uint8Array(await subtle().decrypt(recipe, key, sealed));
  } catch {
    return null;
  }
}
