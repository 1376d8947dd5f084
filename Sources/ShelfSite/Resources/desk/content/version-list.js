// @ts-check
/** The versions, the newest first, and what can be done with each. */

import { button, element } from "../frame/element.js";
import { dateAndTime } from "../frame/format.js";
import { fateOf, originOf } from "../frame/versions.js";

/** @typedef {import("../frame/versions.js").Version} Version */

/**
 * @typedef {object} VersionActs
 * @property {(version: Version) => void} compare with the one that is in force
 * @property {(version: Version) => void} showFiles
 * @property {(version: Version) => void} rollBack
 * @property {(version: Version) => void} cancel a scheduled one
 */

export class VersionList {
  #acts;
  #nowMs;
  #rows = element("tbody");

  /**
   * @param {VersionActs} acts
   * @param {() => number} nowMs
   */
  constructor(acts, nowMs) {
    this.#acts = acts;
    this.#nowMs = nowMs;
    const heads = ["Version", "In force from", "By", "Reason", "Actions"].map((name) => element("th", { scope: "col" }, name));
    this.element = element("table", { class: "table is-stacked versions" },
      element("caption", {}, "Every version of the content. A version is never changed."),
      element("thead", {}, element("tr", {}, ...heads)), this.#rows);
  }

  /**
   * @param {Version[]} versions
   * @param {number | undefined} inForce
   * @param {{ isMore: boolean, mayRollBack: boolean, mayCancel: boolean }} how `isMore` says that they follow those that
   *   are shown
   */
  show(versions, inForce, { isMore, ...may }) {
    const rows = versions.map((version) => this.#row(version, inForce, may));
    if (isMore) this.#rows.append(...rows);
    else this.#rows.replaceChildren(...rows);
  }

  /**
   * @param {Version} version
   * @param {number | undefined} inForce
   * @param {{ mayRollBack: boolean, mayCancel: boolean }} may
   */
  #row(version, inForce, { mayRollBack, mayCancel }) {
    const isInForce = version.number === inForce;
    const fate = fateOf(version, inForce, this.#nowMs());
    const isComing = fate !== "" && fate !== "cancelled" && version.fromMs > this.#nowMs();
    const badge = fate ? [" ", element("span", { class: `state is-${isInForce ? "in-force" : fate.split(" ")[0]}` }, fate)] : [];
    const { compare, showFiles, rollBack, cancel } = this.#acts;
    const act = (/** @type {string} */ title, /** @type {(version: Version) => void} */ does) =>
      button(title, () => does(version), { "aria-label": `${title}: version ${version.number}` });
    const acts = [
      ...(isInForce || inForce === undefined ? [] : [act("Compare", compare)]), act("Files", showFiles),
      ...(mayRollBack && !isInForce && !isComing ? [act("Roll back", rollBack)] : []),
      ...(mayCancel && isComing ? [act("Cancel", cancel)] : []),
    ];
    return element("tr", {},
      element("th", { scope: "row", "data-label": "Version" }, element("span", {}, String(version.number), ...badge)),
      element("td", { "data-label": "From" }, element("time", { datetime: new Date(version.fromMs).toISOString() }, dateAndTime(version.fromMs))),
      element("td", { "data-label": "By" }, version.author),
      element("td", { "data-label": "Reason" }, element("span", {}, version.reason || "–", element("span", { class: "quiet origin" }, originOf(version)),
        ...cancellationOf(version))),
      element("td", { "data-label": "Actions" }, element("div", { class: "acts" }, ...acts)));
  }
}

/** @param {Version} version */
function cancellationOf({ cancelled }) {
  if (!cancelled) return [];
  const why = cancelled.reason ? `: ${cancelled.reason}` : "";
  return [element("span", { class: "quiet origin" }, `cancelled by ${cancelled.by} on ${dateAndTime(cancelled.atMs)}${why}`)];
}
