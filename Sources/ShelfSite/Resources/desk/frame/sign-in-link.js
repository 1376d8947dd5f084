// @ts-check

const PREFIX = "#code=";

/**
 * Takes the code of a sign-in link out of the page's address, so that it stays neither there nor in the history.
 * @returns {string} empty where the address has none
 */
export function takeCode() {
  if (!location.hash.startsWith(PREFIX)) return "";
  const code = location.hash.slice(PREFIX.length);
  history.replaceState(null, "", location.pathname);
  return code;
}
