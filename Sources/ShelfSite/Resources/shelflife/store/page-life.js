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
      globalThis.addEventListener("pageshow", look);
      globalThis.addEventListener("pagehide", () => listener.hidden());
    },
  };
}

/**
 * Tells when the kind of network changes. Browsers also fire `change` when they only measure the same network anew.
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
