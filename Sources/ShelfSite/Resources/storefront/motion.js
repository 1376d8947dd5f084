// @ts-check
/**
 * All animations. Each is started once for a listing, at the point where it is by the server's clock; then the compositor
 * runs it without any script.
 */

import { ARRIVING_MS, LEAVING_MS } from "../shelflife/playback/playback.js";

/** @typedef {import("../shelflife/playback/playback.js").ShelfPosition} ShelfPosition */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

const ARRIVE = [
  { opacity: 0, transform: "translateY(10px) scale(0.94)" },
  { opacity: 1, transform: "none" },
];
const LEAVE = [
  { opacity: 1, transform: "none" },
  { opacity: 0, transform: "translateY(-8px) scale(0.97)" },
];
const DRAIN = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }];
/** The bar has about this many pixels, so more steps couldn't be seen. */
const BAR_STEPS = 480;

export function motionIsReduced() {
  return reduced.matches;
}

/** @param {() => void} changed */
export function watchMotion(changed) {
  reduced.addEventListener("change", changed);
}

/**
 * @param {HTMLElement} bar
 * @param {ShelfPosition} shown
 */
export function drain(bar, shown) {
  stop(bar);
  bar.style.transform = `scaleX(${1 - shown.progress})`;
  if (reduced.matches || !shown.listing) return;
  const timing = { duration: shown.endMs - shown.startMs, easing: `steps(${BAR_STEPS})`, fill: /** @type {const} */ ("both") };
  bar.animate(DRAIN, timing).currentTime = timing.duration - shown.remainingMs;
}

/**
 * @param {HTMLElement} face
 * @param {ShelfPosition} shown
 */
export function fade(face, shown) {
  stop(face);
  if (reduced.matches) return;
  const { phase, startMs, endMs, remainingMs } = shown;
  if (phase === "arriving") run(face, ARRIVE, ARRIVING_MS, endMs - startMs - remainingMs, "cubic-bezier(.2,.9,.3,1.2)");
  if (phase === "leaving") run(face, LEAVE, LEAVING_MS, LEAVING_MS - remainingMs, "ease-in");
}

/**
 * @param {HTMLElement} face
 * @param {Keyframe[]} keyframes
 * @param {number} duration
 * @param {number} elapsed
 * @param {string} easing
 */
function run(face, keyframes, duration, elapsed, easing) {
  face.animate(keyframes, { duration, easing, fill: "both" }).currentTime = elapsed;
}

/** @param {HTMLElement} moving */
export function stop(moving) {
  for (const animation of moving.getAnimations()) animation.cancel();
}
