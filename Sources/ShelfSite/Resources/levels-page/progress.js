// @ts-check
/** Which levels of a pack were solved on this device, by their ids, since a level's place may change. */

export class Progress {
  #name;
  /** @type {Set<string>} */
  solved;

  /** @param {string} pack */
  constructor(pack) {
    this.#name = `shelflife-solved-${pack}`;
    this.solved = new Set(kept(this.#name));
  }

  /** @param {string} id */
  add(id) {
    this.solved.add(id);
    try {
      localStorage.setItem(this.#name, JSON.stringify([...this.solved]));
    } catch {
      // Where nothing can be kept, it is known for as long as the page is open.
    }
  }
}

/**
 * @param {string} name
 * @returns {string[]}
 */
function kept(name) {
  try {
    const ids = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}
