// @ts-check

/**
 * @param {Blob} bytes
 * @returns {Promise<string>} their SHA-256 in hexadecimal digits
 */
export async function digest(bytes) {
  const hash = await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
