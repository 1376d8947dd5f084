// @ts-check
/** Which release a device takes while a channel's newest one is for a part of the devices. Each decides by itself. */

import { ascii, concat } from "../seal/bytes.js";
import { sha256 } from "../seal/sha256.js";

/** @typedef {import("./pack-document.js").PackDocument} PackDocument */
/** @typedef {import("./pack-document.js").PackRelease} PackRelease */

/** A share is counted in these. */
const PARTS = 10_000n;

/**
 * The release that a device takes. It stays in a share that grows.
 * @param {Pick<PackDocument, "release" | "rollout">} document
 * @param {Uint8Array} device random bytes that no server is told
 * @returns {PackRelease}
 */
export function releaseFor({ release, rollout }, device) {
  if (!rollout) return release;
  const drawn = new DataView(sha256(concat(device, ascii(release.content))).buffer).getBigUint64(0);
  return drawn % PARTS < BigInt(rollout.share) ? release : rollout.others;
}
