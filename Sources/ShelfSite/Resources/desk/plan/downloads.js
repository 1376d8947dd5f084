// @ts-check

import { element } from "../frame/element.js";

/**
 * The links that download a span.
 * @param {string} path of the store's future
 * @param {{ store: string, from: string, hours: number }} span
 * @returns {(Node | string)[]}
 */
export function downloads(path, { store, from, hours }) {
  const link = (/** @type {string} */ format, /** @type {string} */ title) => {
    const query = new URLSearchParams({ from, hours: String(hours), format });
    return element("a", { href: `${path}?${query}`, download: `${store}.${format}` }, title);
  };
  return ["Take this span along: ", link("csv", "as a table (CSV)"), " or ", link("ics", "as a calendar (iCalendar)"), ". What you take along is secret until it shows."];
}
