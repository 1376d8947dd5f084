// @ts-check
/** Whether the page is visible, and when its network changes. */

/** @typedef {{ shown: () => void, hidden: () => void, online: () => void }} PageLifeListener `online`: the network is back, or another one */
/** @typedef {{ visible: () => boolean, watch: (listener: PageLifeListener) => void }} PageLife */

/** @returns {PageLife} without a document, as in a worker, it counts as visible */
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
      // It comes with the first load, too, in the middle of what was begun then.
      globalThis.addEventListener("pageshow", ({ persisted }) => persisted && look());
      globalThis.addEventListener("pagehide", () => listener.hidden());
    },
  };
}

/**
 * Tells when the kind of network changes, where the browser tells kinds. Browsers also fire `change` when they only
 * measure the same network anew, which shows in all their other figures, `effectiveType` among them.
 * @param {() => void} changed
 */
function watchNetwork(changed) {
  const { connection } = /** @type {any} */ (globalThis.navigator ?? {});
  let last = connection?.type;
  connection?.addEventListener?.("change", () => {
    if (connection.type === last) return;
    last = connection.type;
    changed();
  });
}
