// @ts-check
/** Whether anybody looks at the page. */

/** @typedef {{ shown: () => void, hidden: () => void, online: () => void }} PageLifeListener */
/** @typedef {{ visible: () => boolean, watch: (listener: PageLifeListener) => void }} PageLife */

/** @returns {PageLife} outside a document (in a worker) it is always visible */
export function browserPageLife() {
  const page = globalThis.document;
  return {
    visible: () => !page || page.visibilityState === "visible",
    watch: (listener) => {
      if (!page) return;
      const look = () => (page.visibilityState === "visible" ? listener.shown() : listener.hidden());
      page.addEventListener("visibilitychange", look);
      page.addEventListener("freeze", () => listener.hidden());
      page.addEventListener("resume", look);
      globalThis.addEventListener("pageshow", look);
      globalThis.addEventListener("pagehide", () => listener.hidden());
      globalThis.addEventListener("online", () => listener.online());
    },
  };
}
