// @ts-check
/** The game's rules, and how a map in the XSB form is read. A cell is its row times the width plus its column. */

/** @typedef {"left" | "right" | "up" | "down"} Way */
/**
 * @typedef {object} Room what stays as it is
 * @property {number} width
 * @property {number} height
 * @property {Set<number>} walls
 * @property {Set<number>} goals
 * @property {Set<number>} floor the cells between the walls
 */
/** @typedef {{ player: number, crates: readonly number[] }} Standing what moves; a crate keeps its index */

const SIGNS = /^[#$.@*+ _-]*$/;
/** Larger maps aren't drawn. */
const LONGEST_SIDE = 100;

/**
 * @param {Uint8Array} bytes
 * @returns {{ room: Room, start: Standing } | null} null when it isn't a map that can be played
 */
export function readMap(bytes) {
  const lines = new TextDecoder().decode(bytes).replace(/\s+$/, "").split(/\r?\n/);
  const [width, height] = [Math.max(...lines.map((line) => line.length)), lines.length];
  if (width > LONGEST_SIDE || height > LONGEST_SIDE || !lines.every((line) => SIGNS.test(line))) return null;
  const cells = (/** @type {string} */ signs) =>
    lines.flatMap((line, row) => [...line].flatMap((sign, column) => (signs.includes(sign) ? [row * width + column] : [])));
  const [walls, goals] = [new Set(cells("#")), new Set(cells(".*+"))];
  const [players, crates] = [cells("@+"), cells("$*")];
  if (players.length !== 1 || crates.length === 0 || goals.size < crates.length) return null;
  const room = { width, height, walls, goals, floor: new Set([players[0]]) };
  for (const cell of room.floor) {
    for (const way of /** @type {Way[]} */ (["left", "right", "up", "down"])) {
      const next = neighbour(room, cell, way);
      if (next !== null) room.floor.add(next);
    }
  }
  return { room, start: { player: players[0], crates } };
}

/**
 * @param {Room} room
 * @param {number} cell
 * @param {Way} way
 * @returns {number | null} null at a wall and at the map's edge
 */
function neighbour({ width, height, walls }, cell, way) {
  const [row, column] = [Math.floor(cell / width), cell % width];
  const isAtEdge = { left: column === 0, right: column === width - 1, up: row === 0, down: row === height - 1 }[way];
  const next = cell + { left: -1, right: 1, up: -width, down: width }[way];
  return isAtEdge || walls.has(next) ? null : next;
}

/**
 * @param {Room} room
 * @param {Standing} standing
 * @param {Way} way
 * @returns {{ standing: Standing, pushes: boolean } | null} null where nothing can move
 */
export function moved(room, { player, crates }, way) {
  const next = neighbour(room, player, way);
  if (next === null) return null;
  const index = crates.indexOf(next);
  if (index < 0) return { standing: { player: next, crates }, pushes: false };
  const beyond = neighbour(room, next, way);
  if (beyond === null || crates.includes(beyond)) return null;
  return { standing: { player: next, crates: replaced(crates, index, beyond) }, pushes: true };
}

/**
 * @param {readonly number[]} cells
 * @param {number} index
 * @param {number} cell
 */
function replaced(cells, index, cell) {
  return cells.map((one, at) => (at === index ? cell : one));
}

/**
 * @param {Room} room
 * @param {Standing} standing
 * @returns {number} how many crates stand on goals
 */
export function inPlace({ goals }, { crates }) {
  return crates.filter((crate) => goals.has(crate)).length;
}
