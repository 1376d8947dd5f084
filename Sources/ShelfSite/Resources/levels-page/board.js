// @ts-check
/** Draws a room once, and then moves what moves in it. */

import { drawn } from "./element.js";

/** @typedef {import("./game.js").Game} Game */

/** The SVG's units a cell. */
const CELL = 32;

export class Board {
  #holder;
  /** @type {Game | null} */
  #game = null;
  /** @type {SVGElement[]} */
  #crates = [];
  /** @type {SVGElement | null} */
  #player = null;

  /** @param {HTMLElement} holder */
  constructor(holder) {
    this.#holder = holder;
  }

  /** @param {Game} game */
  show(game) {
    const { width, height, goals, floor } = game.room;
    this.#game = game;
    const place = (/** @type {number} */ cell) => ({ x: (cell % width) * CELL, y: Math.floor(cell / width) * CELL });
    const tiles = (/** @type {Iterable<number>} */ cells, /** @type {string} */ name) =>
      Array.from(cells, (cell) => drawn("rect", { class: name, ...place(cell), width: CELL, height: CELL }));
    const rings = Array.from(goals, (cell) => {
      const { x, y } = place(cell);
      return drawn("circle", { class: "goal", cx: x + CELL / 2, cy: y + CELL / 2, r: 6 });
    });
    this.#crates = game.standing.crates.map(() => crate());
    this.#player = player();
    const sides = { viewBox: `0 0 ${width * CELL} ${height * CELL}`, role: "img" };
    const all = [...tiles(floor, "floor"), ...tiles(seenWalls(game.room), "wall"), ...rings, ...this.#crates, this.#player];
    const picture = drawn("svg", sides, ...all);
    picture.style.setProperty("--columns", String(width));
    picture.style.setProperty("--rows", String(height));
    this.#holder.replaceChildren(picture);
    this.update();
  }

  clear() {
    this.#holder.replaceChildren();
  }

  /** Shows where everything stands now. */
  update() {
    const game = this.#game;
    if (!game) return;
    const { room, standing } = game;
    this.#crates.forEach((crate, index) => {
      const cell = standing.crates[index];
      put(crate, cell, room.width);
      crate.classList.toggle("in-place", room.goals.has(cell));
    });
    if (this.#player) put(this.#player, standing.player, room.width);
    this.#holder.firstElementChild?.setAttribute("aria-label", described(game));
  }
}

/**
 * @param {import("./warehouse.js").Room} room
 * @returns {number[]} the walls that stand around the floor
 */
function seenWalls({ width, height, walls, floor }) {
  const isFloor = (/** @type {number} */ row, /** @type {number} */ column) =>
    row >= 0 && row < height && column >= 0 && column < width && floor.has(row * width + column);
  const around = [-1, 0, 1];
  return [...walls].filter((cell) => {
    const [row, column] = [Math.floor(cell / width), cell % width];
    return around.some((down) => around.some((right) => isFloor(row + down, column + right)));
  });
}

/**
 * @param {SVGElement} mover
 * @param {number} cell
 * @param {number} width
 */
function put(mover, cell, width) {
  mover.style.transform = `translate(${(cell % width) * CELL}px, ${Math.floor(cell / width) * CELL}px)`;
}

/**
 * Where everything is, for those who don't see it.
 * @param {Game} game
 */
function described({ room, standing }) {
  const { width, height, goals } = room;
  const named = (/** @type {number} */ cell) => `column ${(cell % width) + 1}, row ${Math.floor(cell / width) + 1}`;
  const crates = standing.crates.map((cell) => `${named(cell)}${goals.has(cell) ? " in place" : ""}`).join("; ");
  const free = [...goals].filter((cell) => !standing.crates.includes(cell)).map(named).join("; ");
  const size = `Room of ${width} by ${height}. You are at ${named(standing.player)}. Crates: ${crates}.`;
  return free === "" ? size : `${size} Free goals: ${free}.`;
}

function crate() {
  return drawn(
    "g",
    { class: "crate" },
    drawn("rect", { class: "crate-box", x: 3, y: 3, width: 26, height: 26, rx: 4 }),
    drawn("path", { class: "crate-boards", d: "M4 11.7h24M4 20.3h24" }),
    drawn("path", { class: "crate-check", d: "m10 16.5 4.3 4.3 8-9" }),
  );
}

function player() {
  return drawn(
    "g",
    { class: "player" },
    drawn("circle", { class: "player-body", cx: 16, cy: 16, r: 11.5 }),
    drawn("circle", { class: "player-eye", cx: 12.2, cy: 14, r: 1.9 }),
    drawn("circle", { class: "player-eye", cx: 19.8, cy: 14, r: 1.9 }),
    drawn("path", { class: "player-smile", d: "M11.5 19.2q4.5 3.6 9 0" }),
  );
}
