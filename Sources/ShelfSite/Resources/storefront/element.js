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
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function found(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
  return element;
}
