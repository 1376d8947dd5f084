// @ts-check
/**
 * All animations. Each is started once for a listing, at the point where it is by the server's clock; then the
 * compositor runs it without any script.
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

/**
 * What runs on each element. Asking the browser for it would have the styles of the whole page computed, for each card.
 * @type {WeakMap<HTMLElement, Animation>}
 */
const running = new WeakMap();

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
  const durationMs = shown.endMs - shown.startMs;
  begin(bar, DRAIN, durationMs, durationMs - shown.remainingMs, `steps(${BAR_STEPS})`);
}

/**
 * @param {HTMLElement} face
 * @param {ShelfPosition} shown
 */
export function fade(face, shown) {
  stop(face);
  if (reduced.matches) return;
  const { phase, startMs, endMs, remainingMs } = shown;
  if (phase === "arriving") begin(face, ARRIVE, ARRIVING_MS, endMs - startMs - remainingMs, "cubic-bezier(.2,.9,.3,1.2)");
  if (phase === "leaving") begin(face, LEAVE, LEAVING_MS, LEAVING_MS - remainingMs, "ease-in");
}

/**
 * @param {HTMLElement} moving
 * @param {Keyframe[]} keyframes
 * @param {number} durationMs
 * @param {number} elapsedMs
 * @param {string} easing
 */
function begin(moving, keyframes, durationMs, elapsedMs, easing) {
  const animation = moving.animate(keyframes, { duration: durationMs, easing, fill: "both" });
  animation.currentTime = elapsedMs;
  running.set(moving, animation);
}

/** @param {HTMLElement} moving */
export function stop(moving) {
  running.get(moving)?.cancel();
  running.delete(moving);
}
