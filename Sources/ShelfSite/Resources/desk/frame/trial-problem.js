// @ts-check

import { element } from "./element.js";

/**
 * @param {{ isWarning: boolean, text: string }} problem what the server says of a change before it is made
 */
export function trialProblem({ isWarning, text }) {
  const word = isWarning ? "warning" : "error";
  return element("p", { class: `trial-problem is-${word}` }, element("strong", {}, word), ` ${text}`);
}
