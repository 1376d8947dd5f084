// @ts-check
/** A store's theme: an icon and a few colours for light and dark, each with a default. */

/** @typedef {import("../shelflife/transport/transport.js").Theme} Theme */

const ICONS = ["star", "tent", "hourglass", "gift", "bolt", "leaf", "crown", "cart", "flame", "gem"];
const LIGHT = { from: "#ff8a00", to: "#e52e71", accent: "#c2255c", shadow: "#e52e7166" };
const DARK = { from: "#ffa94d", to: "#ff5c9d", accent: "#ff8cb8", shadow: "#ff5c9d66" };

/**
 * @param {HTMLElement} target
 * @param {Theme | undefined} theme
 */
export function applyTheme(target, theme) {
  const light = { ...LIGHT, ...theme?.light };
  const dark = { ...DARK, ...theme?.dark };
  for (const part of /** @type {const} */ (["from", "to", "accent", "shadow"])) {
    target.style.setProperty(`--${part}`, `light-dark(${light[part]}, ${dark[part]})`);
  }
}

/**
 * @param {HTMLElement} target
 * @param {Theme | undefined} theme
 */
export function applyIcon(target, theme) {
  const name = theme?.icon && ICONS.includes(theme.icon) ? theme.icon : ICONS[0];
  target.dataset.icon = name;
}
