// @ts-check
/** One level in play, with all of its moves. */

import { inPlace, moved, readMap } from "./warehouse.js";

/** @typedef {import("./warehouse.js").Standing} Standing */

export class Game {
  #room;
  /** @type {{ standing: Standing, pushes: number }[]} */
  #moves;

  /**
   * @param {Uint8Array} map
   * @returns {Game | null} null when the map can't be played
   */
  static of(map) {
    const read = readMap(map);
    return read && new Game(read.room, read.start);
  }

  /**
   * @param {import("./warehouse.js").Room} room
   * @param {Standing} start
   */
  constructor(room, start) {
    this.#room = room;
    this.#moves = [{ standing: start, pushes: 0 }];
  }

  get room() {
    return this.#room;
  }

  get #now() {
    return this.#moves[this.#moves.length - 1];
  }

  get standing() {
    return this.#now.standing;
  }

  get moves() {
    return this.#moves.length - 1;
  }

  get pushes() {
    return this.#now.pushes;
  }

  /** How many crates stand on goals. */
  get inPlace() {
    return inPlace(this.#room, this.standing);
  }

  get isSolved() {
    return this.inPlace === this.standing.crates.length;
  }

  /**
   * @param {import("./warehouse.js").Way} way
   * @returns {boolean} whether something has moved; in a solved level nothing does
   */
  move(way) {
    const step = this.isSolved ? null : moved(this.#room, this.standing, way);
    if (step) this.#moves.push({ standing: step.standing, pushes: this.pushes + Number(step.pushes) });
    return step !== null;
  }

  /** Takes the last move back. */
  undo() {
    if (this.moves > 0) this.#moves.pop();
  }

  restart() {
    this.#moves.length = 1;
  }
}
