// @ts-check
/** The shop's name, and the links between its pages: as the storefront has them, which knows what there is. */

/** Shows them on another page. Where the storefront can't be had, the page keeps its link to the stores. */
export async function showPlaces() {
  const answer = await fetch("/", { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) return;
  const storefront = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of [".wordmark", ".places"]) {
    const theirs = storefront.querySelector(part);
    if (theirs) document.querySelector(part)?.replaceWith(theirs);
  }
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".places a"))) {
    if (isHere(link)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** @param {HTMLAnchorElement} link */
function isHere({ pathname, hash }) {
  return pathname === location.pathname && (hash === "" || hash === location.hash);
}
