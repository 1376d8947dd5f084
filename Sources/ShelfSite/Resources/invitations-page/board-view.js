// @ts-check
/** The match in play: its board, whose turn it is, and what can be done with it. */

import { asksFirst } from "./acts.js";
import { element, found } from "./element.js";
import { outcome, readGame, signOf, squares, turn } from "./noughts.js";

/** @typedef {import("../shelf-invitations.js").Match} Match */
/** @typedef {import("./noughts.js").Game} Game */
/** @typedef {import("./noughts.js").Sign} Sign */

const PLACES = 2;
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };
const NAMES = { X: "cross", O: "nought" };

export class BoardView {
  /** @type {HTMLElement[]} */
  #squares;

  /** @param {{ play: (square: number) => void, again: () => void, withSame: (button: HTMLElement) => void, leave: () => void }} listener */
  constructor({ play, again, withSame, leave }) {
    this.#squares = Array.from({ length: 9 }, (_, square) => {
      const made = element("button", "square");
      made.setAttribute("type", "button");
      made.addEventListener("click", () => play(square));
      made.addEventListener("keydown", (event) => this.#pressed(event, square));
      return made;
    });
    found(".board").append(...this.#squares);
    found(".again").addEventListener("click", again);
    found(".with-same").addEventListener("click", () => withSame(found(".with-same")));
    asksFirst(found(".leave"), "Really leave?", leave);
  }

  /**
   * @param {Match | null} match
   * @param {Game | null} pending a move of this player that the server hasn't judged yet
   */
  show(match, pending) {
    found(".turn").textContent = match ? words(match, pending) : "You have no match yet. Start one, then invite a friend to it.";
    found(".start").hidden = match !== null;
    for (const name of [".board", ".again", ".with-same", ".leave", ".invite"]) found(name).hidden = true;
    if (!match) return;
    const game = readGame(match.payload);
    const shown = pending ?? game;
    found(".board").hidden = !shown;
    if (shown) this.#draw(shown, pending !== null, mayPlay(match, game) && pending === null);
    found(".again").hidden = !(game && outcome(game) && isPlayed(match) && pending === null);
    found(".with-same").hidden = !otherPlace(match);
    found(".leave").hidden = match.place === null;
    found(".invite").hidden = match.state !== "open" || match.place === null || !hasRoom(match);
  }

  /**
   * @param {Game} game
   * @param {boolean} isPending
   * @param {boolean} mayPlay
   */
  #draw(game, isPending, mayPlay) {
    const line = outcome(game)?.line ?? [];
    squares(game).forEach((sign, square) => {
      const button = this.#squares[square];
      const where = `row ${Math.floor(square / 3) + 1}, column ${(square % 3) + 1}`;
      button.textContent = sign === "X" ? "✕" : sign === "O" ? "◯" : "";
      button.dataset.sign = sign ?? "";
      button.setAttribute("aria-label", `${where}, ${sign ? NAMES[sign] : "free"}`);
      button.setAttribute("aria-disabled", String(!mayPlay || sign !== null));
      button.classList.toggle("is-won", line.includes(square));
      button.classList.toggle("is-pending", isPending && square === game.moves.at(-1));
    });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} square
   */
  #pressed(event, square) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = square + step;
    const isInRow = Math.abs(step) > 1 || Math.floor(next / 3) === Math.floor(square / 3);
    if (isInRow) this.#squares[next]?.focus();
  }
}

/** @param {Match} match @param {Game | null} game @returns {boolean} whether it is this player's turn */
export function mayPlay(match, game) {
  if (!game || match.place === null || !isPlayed(match) || outcome(game)) return false;
  return turn(game) === signOf(match.place, game);
}

/** @param {Match} match @returns {number | null} the place of the other one, who may have left */
export function otherPlace({ place, places }) {
  return places.find((one) => one.place !== place && one.state !== "free")?.place ?? null;
}

/** @param {Match} match @returns {boolean} whether somebody can join, also in the place of one who has left */
function hasRoom({ places }) {
  return places.some(({ state }) => state !== "taken");
}

/** @param {Match} match @returns {boolean} whether both are there */
function isPlayed({ state, size, places }) {
  return state !== "ended" && size === PLACES && places.every((one) => one.state === "taken");
}

/**
 * @param {Match} match
 * @param {Game | null} pending
 */
function words(match, pending) {
  const game = readGame(match.payload);
  if (match.state === "ended") return "This match is over.";
  if (match.place === null) return "You have left this match.";
  if (!game || match.size !== PLACES) return "This page can’t draw this match. Reload the page; if that doesn’t help, start a new one.";
  if (pending) return "Your move is on its way.";
  const own = signOf(match.place, game);
  if (match.places.some(({ state }) => state === "left")) return "Your friend has left the match. Invite somebody, or leave it, too.";
  if (!isPlayed(match)) return `You have ${named(own)}. The other place is free: invite a friend.`;
  const end = outcome(game);
  if (end) return end.winner === null ? "A draw." : end.winner === own ? "You have won!" : "Your friend has won.";
  return turn(game) === own ? `Your turn, you have ${named(own)}.` : `Your friend’s turn, you have ${named(own)}.`;
}

/** @param {Sign} sign */
function named(sign) {
  return sign === "X" ? "the crosses" : "the noughts";
}
