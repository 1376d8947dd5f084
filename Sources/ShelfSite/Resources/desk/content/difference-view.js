// @ts-check
/** What differs between two versions. */

import { element } from "../frame/element.js";
import { counted, percent } from "../frame/format.js";
import { packChanges } from "../frame/pack-changes.js";
import { table } from "../frame/table.js";

/** @typedef {import("../frame/versions.js").Difference} Difference */
/** @typedef {import("../frame/versions.js").Entry} Entry */
/** @typedef {import("../frame/versions.js").Shift} Shift */
/** @typedef {import("../frame/versions.js").PackEntry} PackEntry */

const MILLION = 1_000_000;
/** How many items the server names for each store. */
const ITEMS_NAMED = 20;

/**
 * @param {Difference} difference
 * @returns {HTMLElement}
 */
export function differenceView(difference) {
  return element("section", { class: "panel difference", "aria-label": "Difference" },
    element("h2", { tabindex: -1 }, `From version ${difference.from} to version ${difference.to}`),
    ...differenceParts(difference));
}

/** @param {Difference} difference */
export function differenceParts(difference) {
  const { title, order, items, stores, shifts, packs = [] } = difference;
  const parts = [
    ...(title ? [element("p", {}, `The title changes from “${title.before ?? ""}” to “${title.after ?? ""}”.`)] : []),
    ...(order ? [element("p", {}, `The order of the stores changes from ${order.before} to ${order.after}.`)] : []),
    ...entries("Stores", stores), ...entries("Items", items), ...packs.flatMap(packEntry), ...shares(shifts),
  ];
  const sums = summary(difference);
  return parts.length ? [...(sums ? [element("p", { class: "difference-summary" }, sums)] : []), ...parts] : [element("p", {}, "They have the same items, prices, rules and level packs.")];
}

/**
 * How many changes there are of each kind, since their rows may be hundreds.
 * @param {Difference} difference
 * @returns {string} such as: 5 planned appearances, 175 prices. Empty where only shares and the order differ
 */
function summary({ items, stores, packs = [] }) {
  const of = (/** @type {Entry[]} */ entries, /** @type {string} */ kind) => entries.filter((entry) => entry.kind === kind);
  const fields = of([...items, ...stores], "changed").flatMap((entry) => entry.fields);
  const plan = fields.filter(({ name }) => name === "plan");
  const prices = of(items, "changed").flatMap((entry) => entry.fields).filter(({ name }) => name === "price");
  const counts = /** @type {[number, string][]} */ ([
    [plan.filter(({ after }) => after !== undefined).length, "planned appearance"],
    [plan.filter(({ after }) => after === undefined).length, "dropped appearance"],
    [prices.length, "price"],
    [of(items, "added").length, "new item"], [of(items, "removed").length, "removed item"],
    [of(stores, "added").length, "new store"], [of(stores, "removed").length, "removed store"],
    [packs.length, "level pack"], [fields.length - plan.length - prices.length, "other change"],
  ]);
  const texts = counts.filter(([count]) => count).map(([count, what]) => counted(count, what));
  return texts.length ? `${texts.join(", ")}.` : "";
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

/** @param {PackEntry} pack */
function packEntry({ pack, kind, ...changes }) {
  const about = packChanges(`Levels of the pack ${pack}`, changes);
  const isSaid = kind === "changed" && about.length > 0;
  return [...(isSaid ? [] : [element("p", {}, `The level pack ${pack} is ${kind}.`)]), ...about];
}

/**
 * @param {number} before
 * @param {number} after
 */
function changeOf(before, after) {
  return after > before ? "more often" : after < before ? "less often" : "as often";
}

/** @param {Shift[]} shifts */
function shares(shifts) {
  if (shifts.length === 0) return [];
  const lines = shifts.map(({ store, set, item, before, after, byWeights }) =>
    [`${item ?? set} in ${store}`, `${changeOf(before, after)}${byWeights ? ", by weight" : ""}`,
      percent(before / MILLION), percent(after / MILLION)]);
  const limit = "Of a day that is drawn with another seed than the store’s; moves that may be chance are left out. For each store: every set, "
    + `and the ${ITEMS_NAMED} items that changed rules name or that move most.`
    + (shifts.some(({ byWeights }) => byWeights) ? " To draw what is marked “by weight” would take too long; those shares leave noRepeat and the plan out." : "");
  return [table("Expected shares of all listings", ["What", "Change", "Before", "After"], lines),
    element("p", { class: "quiet" }, limit)];
}
