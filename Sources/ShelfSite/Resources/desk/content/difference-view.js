// @ts-check
/** What differs between two versions. */

import { element } from "../frame/element.js";

/** @typedef {import("../frame/versions.js").Difference} Difference */
/** @typedef {import("../frame/versions.js").Entry} Entry */
/** @typedef {import("../frame/versions.js").Shift} Shift */

const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 2 });
const MILLION = 1_000_000;
/** How many items the server names for each store, and the smallest move that it names. */
const ITEMS_NAMED = 20;
const LEAST_MOVE = 0.0001;

/**
 * @param {Difference} difference
 * @returns {HTMLElement}
 */
export function differenceView({ from, to, title, items, stores, shifts }) {
  const parts = [
    ...(title ? [element("p", {}, `The title changes from “${title.before ?? ""}” to “${title.after ?? ""}”.`)] : []),
    ...entries("Stores", stores), ...entries("Items", items), ...shares(shifts),
  ];
  const same = element("p", {}, "They have the same items, prices and rules.");
  return element("section", { class: "panel difference", "aria-label": "Difference" },
    element("h2", { tabindex: -1 }, `From version ${from} to version ${to}`), ...(parts.length ? parts : [same]));
}

/**
 * @param {string} title
 * @param {Entry[]} all
 */
function entries(title, all) {
  if (all.length === 0) return [];
  const lines = all.flatMap(({ id, kind, fields }) => fields.length === 0
    ? [[id, kind, "", ""]]
    : fields.map(({ name, before, after }) => [id, `${kind}: ${name}`, before ?? "–", after ?? "–"]));
  return [table(title, ["Name", "Change", "Before", "After"], lines)];
}

/** @param {Shift[]} shifts */
function shares(shifts) {
  if (shifts.length === 0) return [];
  const lines = shifts.map(({ store, set, item, before, after }) =>
    [`${item ?? set} in ${store}`, after > before ? "more often" : "less often", percent.format(before / MILLION), percent.format(after / MILLION)]);
  const limit = `For each store: every set, and the ${ITEMS_NAMED} items that move most. Moves below ${percent.format(LEAST_MOVE)} are left out.`;
  return [table("Expected shares of all listings", ["What", "Change", "Before", "After"], lines), element("p", { class: "quiet" }, limit)];
}

/**
 * @param {string} title
 * @param {string[]} heads
 * @param {string[][]} lines
 */
function table(title, heads, lines) {
  const rows = lines.map((line) => element("tr", {}, ...line.map((text, index) =>
    element(index ? "td" : "th", { scope: index ? undefined : "row", "data-label": heads[index] }, text))));
  return element("table", { class: "table is-stacked" }, element("caption", {}, title),
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))), element("tbody", {}, ...rows));
}
