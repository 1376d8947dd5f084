// @ts-check
/** Finds and makes elements. */

/**
 * @param {string} selector
 * @returns {any} the element, which is in the page
 */
export function found(selector) {
  return document.querySelector(selector);
}

/**
 * @param {string} name
 * @param {string} className
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/**
 * @param {string} key tells it from the others of its list, so that it keeps the focus
 * @param {string} label
 * @param {(button: HTMLElement) => unknown} pressed
 * @returns {HTMLElement}
 */
export function button(key, label, pressed) {
  const made = element("button", "button", label);
  made.setAttribute("type", "button");
  made.dataset.key = key;
  made.addEventListener("click", () => pressed(made));
  return made;
}

/**
 * Shows a list anew. What has the focus keeps it, where it is still there.
 * @param {HTMLElement} holder
 * @param {HTMLElement[]} entries
 */
export function showList(holder, entries) {
  const focused = /** @type {HTMLElement | null} */ (holder.contains(document.activeElement) ? document.activeElement : null)?.dataset.key;
  holder.replaceChildren(...entries);
  if (focused === undefined) return;
  const buttons = /** @type {HTMLElement[]} */ (Array.from(holder.querySelectorAll("[data-key]")));
  const next = buttons.find(({ dataset }) => dataset.key === focused) ?? buttons[0] ?? found("#match-title");
  next.focus({ preventScroll: true });
}
