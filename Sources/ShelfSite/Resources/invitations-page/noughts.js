// @ts-check
/** Noughts and crosses: the rules, and how a game is written into a match's payload. */

/** @typedef {"X" | "O"} Sign */
/** @typedef {{ round: number, moves: readonly number[] }} Game `moves`: the squares in their order, from 0 to 8 */
/** @typedef {{ winner: Sign, line: readonly number[] } | { winner: null, line: readonly [] }} Outcome without a winner it is a draw */

const NAME = "noughts";
/** Of the form in which a game is written. */
const VERSION = 1;
const SQUARES = 9;
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
/** @type {Game} */
const FIRST = { round: 1, moves: [] };

/**
 * @param {Uint8Array} payload
 * @returns {Game | null} null when it is another game's, or of a version that this page doesn't know
 */
export function readGame(payload) {
  if (payload.length === 0) return FIRST;
  try {
    const { game, version, round, moves } = JSON.parse(new TextDecoder().decode(payload));
    if (game !== NAME || version !== VERSION || !Number.isSafeInteger(round) || !Array.isArray(moves)) return null;
    return moves.reduce((so, move) => so && played(so, move), /** @type {Game | null} */ ({ round, moves: [] }));
  } catch {
    return null;
  }
}

/** @param {Game} game */
export function written({ round, moves }) {
  return new TextEncoder().encode(JSON.stringify({ game: NAME, version: VERSION, round, moves }));
}

/**
 * @param {Game} game
 * @param {number} square
 * @returns {Game | null} null where nobody may move
 */
export function played(game, square) {
  const isFree = Number.isInteger(square) && square >= 0 && square < SQUARES && !game.moves.includes(square);
  return isFree && !outcome(game) ? { ...game, moves: [...game.moves, square] } : null;
}

/** @param {Game} game @returns {Game} */
export function nextRound({ round }) {
  return { round: round + 1, moves: [] };
}

/** @param {Game} game @returns {(Sign | null)[]} what is on each square */
export function squares({ moves }) {
  return Array.from({ length: SQUARES }, (_, square) => (moves.includes(square) ? sign(moves.indexOf(square)) : null));
}

/** @param {Game} game @returns {Sign} whose turn it is */
export function turn({ moves }) {
  return sign(moves.length);
}

/**
 * Who begins has X, and the two places begin in turn.
 * @param {number} place 1 or 2
 * @param {Game} game
 */
export function signOf(place, { round }) {
  return sign(place + round);
}

/** @param {Game} game @returns {Outcome | null} null while it goes on */
export function outcome(game) {
  const board = squares(game);
  for (const line of LINES) {
    const [winner] = line.map((square) => board[square]);
    if (winner && line.every((square) => board[square] === winner)) return { winner, line };
  }
  return game.moves.length === SQUARES ? { winner: null, line: [] } : null;
}

/** @param {number} number @returns {Sign} */
function sign(number) {
  return number % 2 === 0 ? "X" : "O";
}
