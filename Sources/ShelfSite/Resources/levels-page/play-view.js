// @ts-check
/** The level in play. It stays as it was when it was chosen, whatever its pack becomes. */

import { pictureAddress } from "../shelf-levels.js";
import { Board } from "./board.js";
import { isSameLevel } from "./differences.js";
import { counted, found } from "./element.js";
import { Game } from "./game.js";
import { watchSwipes } from "./swipes.js";

/** @typedef {import("../shelf-levels.js").Level} Level */
/** @typedef {import("./warehouse.js").Way} Way */

/** @type {Record<string, Way>} */
const KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
/** One of the widths at which pictures are kept. */
const BACKGROUND_WIDTH = 720;

export class PlayView {
  /** @type {Level | null} */
  level = null;
  /** @type {Game | null} */
  #game = null;
  #area = found(".board");
  #board = new Board(found(".room"));
  #picture = found(".background");
  #solved;

  /** @param {{ solved: (id: string) => void, next: () => void, newer: () => void }} listener */
  constructor({ solved, next, newer }) {
    this.#solved = solved;
    this.#picture.addEventListener("error", () => (this.#picture.hidden = true));
    found(".undo").addEventListener("click", () => this.#undo());
    found(".restart").addEventListener("click", () => this.#restart());
    found(".next").addEventListener("click", next);
    found(".take-newer").addEventListener("click", newer);
    for (const button of document.querySelectorAll("[data-way]")) {
      button.addEventListener("click", () => this.#move(/** @type {Way} */ (/** @type {HTMLElement} */ (button).dataset.way)));
    }
    document.addEventListener("keydown", (event) => this.#pressed(event));
    watchSwipes(this.#area, (way) => this.#move(way));
  }

  /**
   * @param {Level} level
   * @param {number} place
   */
  show(level, place) {
    this.level = level;
    this.#game = Game.of(level.map);
    found("#level-title").textContent = `${place}. ${level.title}`;
    found(".level-by").textContent = [level.author && `by ${level.author}`, ...level.tags].filter(Boolean).join(" · ");
    found(".said").textContent = "";
    found(".newer").hidden = true;
    found(".no-map").hidden = this.#game !== null;
    this.#showPicture(level.background);
    if (this.#game) this.#board.show(this.#game);
    else this.#board.clear();
    this.#draw();
  }

  focus() {
    this.#area.focus({ preventScroll: true });
    // The title above the board, too.
    found(".play").scrollIntoView({ block: "nearest" });
  }

  /**
   * Tells that the pack has another level in the place of the one in play, or none, and changes nothing else.
   * @param {Level | null} newest the one with the same id
   */
  compare(newest) {
    const differs = this.level && !(newest && isSameLevel(this.level, newest));
    found(".newer").hidden = !differs;
    found(".take-newer").hidden = !newest;
    found(".newer-text").textContent = newest ? "There is a newer version of this level." : "This level is no longer in the pack.";
  }

  /** @param {string | null} name */
  #showPicture(name) {
    this.#picture.hidden = !/^[A-Za-z0-9_-]{22}$/.test(name ?? "");
    if (this.#picture.hidden) this.#picture.removeAttribute("src");
    else this.#picture.src = pictureAddress(location.origin, /** @type {string} */ (name), BACKGROUND_WIDTH);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isOurs = target === document.body || found(".play").contains(target);
    if (!isOurs || ctrlKey || metaKey || altKey || !this.#game) return;
    if (KEYS[key]) this.#move(KEYS[key]);
    else if (key.toLowerCase() === "z") this.#undo();
    else return;
    event.preventDefault();
  }

  /** @param {Way} way */
  #move(way) {
    const game = this.#game;
    if (!game?.move(way)) return;
    this.#draw();
    if (!game.isSolved || !this.level) return;
    found(".said").textContent = `Solved in ${counted(game.moves, "move")}.`;
    this.#solved(this.level.id);
  }

  #undo() {
    this.#game?.undo();
    this.#begunAgain();
  }

  #restart() {
    this.#game?.restart();
    this.#begunAgain();
  }

  #begunAgain() {
    found(".said").textContent = "";
    this.#draw();
  }

  #draw() {
    const game = this.#game;
    const crates = game?.standing.crates.length ?? 0;
    this.#board.update();
    found(".score").hidden = found(".controls").hidden = !game;
    found(".score-crates").textContent = `${game?.inPlace} of ${counted(crates, "crate")} in place`;
    found(".score-moves").textContent = game ? `${counted(game.moves, "move")}, ${game.pushes} ${game.pushes === 1 ? "push" : "pushes"}` : "";
    found(".next").hidden = !game?.isSolved;
    this.#area.classList.toggle("is-solved", Boolean(game?.isSolved));
  }
}
