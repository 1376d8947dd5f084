// @ts-check
/** Tells swipes over an element. A finger that goes on moves once more for each stretch of its way. */

/** @typedef {import("./warehouse.js").Way} Way */

const STRETCH = 28;

/**
 * @param {HTMLElement} area
 * @param {(way: Way) => void} swiped
 */
export function watchSwipes(area, swiped) {
  /** @type {{ id: number, x: number, y: number } | null} */
  let from = null;
  area.addEventListener("pointerdown", ({ pointerId, clientX, clientY, isPrimary }) => {
    if (isPrimary) from = { id: pointerId, x: clientX, y: clientY };
  });
  area.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    if (from?.id !== pointerId) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    if (Math.max(Math.abs(x), Math.abs(y)) < STRETCH) return;
    from = { id: pointerId, x: clientX, y: clientY };
    if (Math.abs(x) > Math.abs(y)) swiped(x < 0 ? "left" : "right");
    else swiped(y < 0 ? "up" : "down");
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) area.addEventListener(end, () => (from = null));
}
