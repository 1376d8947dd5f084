// @ts-check
/** Whether anybody looks at the page, and whether its network changed. */

/** @typedef {{ shown: () => void, hidden: () => void, online: () => void }} PageLifeListener `online`: also on another network */
/** @typedef {{ visible: () => boolean, watch: (listener: PageLifeListener) => void }} PageLife */

/** @returns {PageLife} outside a document (in a worker) it is always visible */
export function browserPageLife() {
  const page = globalThis.document;
  return {
    visible: () => !page || page.visibilityState === "visible",
    watch: (listener) => {
      globalThis.addEventListener?.("online", () => listener.online());
      watchNetwork(() => listener.online());
      if (!page) return;
      const look = () => (page.visibilityState === "visible" ? listener.shown() : listener.hidden());
      page.addEventListener("visibilitychange", look);
      page.addEventListener("freeze", () => listener.hidden());
      page.addEventListener("resume", look);
      globalThis.addEventListener("pageshow", look);
      globalThis.addEventListener("pagehide", () => listener.hidden());
    },
  };
}

/**
 * Browsers that know the network say so whenever they think better or worse of it; only another kind is news.
 * @param {() => void} changed
 */
function watchNetwork(changed) {
  const { connection } = /** @type {any} */ (globalThis.navigator ?? {});
  const kind = () => connection.type ?? connection.effectiveType;
  let last = connection && kind();
  connection?.addEventListener?.("change", () => {
    if (kind() === last) return;
    last = kind();
    changed();
  });
}
