// @ts-check

/**
 * @param {string} tag
 * @param {string} className
 * @param {...(Node | string)} children
 */
export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

/**
 * Reads HTML once, to be cloned as often as it is needed.
 * @param {string} html one element, written in a module with nothing in it from elsewhere; its lines may be indented
 * @returns {() => HTMLElement} makes a clone
 */
export function template(html) {
  const made = document.createElement("template");
  made.innerHTML = html.replaceAll(/\n\s*/g, "");
  const [original] = made.content.children;
  return () => /** @type {HTMLElement} */ (document.importNode(original, true));
}

/**
 * @param {string} selector
 * @param {ParentNode} within
 * @returns {HTMLElement}
 */
export function found(selector, within = document) {
  const element = within.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
  return element;
}
