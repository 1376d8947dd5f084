// @ts-check
/**
 * A match of noughts and crosses with a friend: by a link, by a friend code, and by what comes while the page is open.
 * Everything that is shown is the server's, so a reload changes nothing. `?as=2` is a second player in this browser.
 */

import { showPlaces } from "../frame/places.js";
import { Invitations, PlayerEvents, ProblemError } from "../shelf-invitations.js";
import { Acts, asksFirst, coalesced, copy } from "./acts.js";
import { BoardView, mayPlay, otherPlace } from "./board-view.js";
import { found } from "./element.js";
import { InviteView } from "./invite-view.js";
import { ListsView } from "./lists-view.js";
import { nextRound, played, readGame, written } from "./noughts.js";
import { Presenter } from "./presenter.js";
import { archiveOf, givenPlayer } from "./second-player.js";
import { lookInWords, receivedInWords, refusal } from "./words.js";

/** @typedef {import("../shelf-invitations.js").Inbox} Inbox */
/** @typedef {import("../shelf-invitations.js").Match} Match */
/** @typedef {import("../shelf-invitations.js").Sending} Sending */
/** @typedef {import("./noughts.js").Game} Game */

const NOT_FOUND = 404;
const PLACES = 2;
/** Before the secret of a link, where it stands among the ids of invitations; a number tells how often it was offered. */
const LINK = "link ";
let offered = 0;

const as = givenPlayer();
const invitations = new Invitations(location.origin, { playerArchive: archiveOf(as) });
const events = new PlayerEvents(invitations);

/** @type {Map<string, Match>} the newest first */
let matches = new Map();
/** @type {Inbox} */
let inbox = { received: [], sent: [] };
/** @type {string | null} the match in play */
let chosen = address("match");
/** @type {string | null} the secret of a link that was opened and isn't answered */
let secret = address("join");
/** @type {Game | null} a move that the server hasn't judged yet */
let pending = null;
/** What was on the screen once isn't brought there again, also after a reload. It stays in the inbox. */
const seen = new Set(JSON.parse(sessionStorage.getItem(`shelflife-seen${as}`) ?? "[]"));
/** @type {Set<string>} invitations that the presenter has been given */
const shownOrWaiting = new Set();

const say = (/** @type {string} */ text) => (found(".news").textContent = text);
const sayInDialog = (/** @type {string} */ text) => (found(".dialog-said").textContent = text);

const acts = new Acts(drawConnection);
const board = new BoardView({
  play,
  again: () => replace((game) => nextRound(game)),
  withSame,
  leave: () => chosen && leave(chosen),
});
const lists = new ListsView({
  accept: (id, pressed) => accept(id, pressed, say),
  decline: (id, pressed) => answer(id, pressed, say, (sending) => invitations.decline(id, sending)),
  block: (id, pressed) => block(id, pressed, say),
  cancel: (id, pressed) => answer(id, pressed, say, (sending) => invitations.cancel(id, sending)),
  choose: (id) => choose(id),
  unblock: (id, pressed) => acts.run(pressed, say, (sending) => invitations.unblock(id, sending)).then(readBlocks),
  look: offerLink,
});
const invite = new InviteView({ invitations, acts, say, as, sent: () => readInbox() });
const presenter = new Presenter(found(".dialog"), { show: fillDialog, dropped, closed: remember });

const readMatches = coalesced(() => reading(async (sending) => {
  const all = await invitations.matches(sending);
  matches = new Map(all.map((match) => [match.id, match]));
  if (chosen === null || !matches.has(chosen)) choose(all[0]?.id ?? null);
}));
const readInbox = coalesced(() => reading(async (sending) => {
  inbox = await invitations.inbox(sending);
  offer();
}));
const readBlocks = coalesced(() => reading(async (sending) => lists.showBlocks(await invitations.blocks(sending))));
const readCode = coalesced(() => reading(async (sending) => showCode(await invitations.friendCode(sending))));

showPlaces();
start();

async function start() {
  document.title = as ? `Invite a friend (player ${as})` : "Invite a friend";
  if (!globalThis.crypto?.subtle) return stop("Browsers let this page work by https:// and on localhost only. Open it there.");
  events.addEventListener("anew", readAll);
  events.addEventListener("invitations", () => readInbox());
  events.addEventListener("match", ({ detail }) => readMatch(detail.match));
  events.addEventListener("status", drawConnection);
  addEventListener("hashchange", opened);
  found(".new-match").addEventListener("click", () => newMatch());
  found(".copy-code").addEventListener("click", () => copy(found(".code").textContent, say, "The code is copied. Send it to a friend."));
  asksFirst(found(".renew-code"), "End the old code?", renewCode);
  found(".dialog-later").addEventListener("click", () => presenter.close());
  await readMatches();
  if (!found(".notice").hidden) return;
  found(".who").textContent = `Player ${invitations.player.id}${as ? `, number ${as} in this browser` : ""}`;
  found("main").hidden = false;
  presenter.authenticated(invitations.player.id ?? "");
  offerLink();
  await Promise.all([readInbox(), readBlocks(), readCode()]);
  events.start();
}

/** @param {string} text why nothing of this page works */
function stop(text) {
  events.stop();
  found(".notice").textContent = text;
  found(".notice").hidden = false;
}

/** @param {(sending: Sending) => Promise<void>} work reads something and draws it */
async function reading(work) {
  const told = await acts.run(null, () => {}, work);
  if (told && "refused" in told) {
    const { refused } = told;
    const isAbsent = refused instanceof ProblemError && refused.status === NOT_FOUND;
    stop(isAbsent ? "This server has no invitations. Its operator switches them on with `invitations: true` in shelflife.yaml." : refusal(refused));
  }
  draw();
}

function readAll() {
  return Promise.all([readMatches(), readInbox(), readBlocks(), readCode()]);
}

/** @param {string} id */
async function readMatch(id) {
  const told = await acts.run(null, () => {}, (sending) => invitations.match(id, sending));
  if (told && "done" in told) take(told.done, false);
}

/**
 * @param {Match} match as it is now
 * @param {boolean} isChosen whether it comes into play
 */
function take(match, isChosen) {
  const known = matches.get(match.id);
  // Of two answers the older may come later.
  const isOlder = known && (match.version < known.version || match.changedAtMs < known.changedAtMs);
  if (match.place === null) matches.delete(match.id);
  else if (known && !isOlder) matches.set(match.id, match);
  else if (!known) matches = new Map([[match.id, match], ...matches]);
  if (isChosen || chosen === null || !matches.has(chosen)) choose(isChosen ? match.id : ([...matches.keys()][0] ?? null));
  draw();
}

/** @param {string | null} id */
function choose(id) {
  chosen = id;
  pending = null;
  if (!secret) history.replaceState(null, "", `${location.pathname}${location.search}${id ? `#match=${id}` : ""}`);
  draw();
}

function draw() {
  const match = matches.get(chosen ?? "") ?? null;
  board.show(match, pending);
  invite.show(match);
  lists.showInbox(inbox, secret !== null);
  lists.showMatches([...matches.values()], chosen);
  found(".new-match").classList.toggle("button-main", !match);
  drawConnection();
}

function drawConnection() {
  const { connection, error } = events.status;
  const lost = connection === "offline" ? `News don’t come at the moment: ${error} It is tried again by itself.` : "";
  found(".connection").textContent = acts.delayed ? `Not done yet: ${acts.delayed} It is tried again by itself.` : lost;
}

/** @param {number} square */
function play(square) {
  const match = matches.get(chosen ?? "");
  if (match && mayPlay(match, readGame(match.payload))) replace((game) => played(game, square));
}

/** @param {(game: Game) => Game | null} change of the game in play */
async function replace(change) {
  const match = matches.get(chosen ?? "");
  const game = match && readGame(match.payload);
  const next = game && change(game);
  if (!match || !next || pending) return;
  pending = next;
  draw();
  const move = { version: match.version, payload: written(next) };
  const told = await acts.run(null, say, (sending) => invitations.move(match.id, move, sending));
  pending = null;
  if (told && "done" in told) take(told.done, false);
  else await readMatch(match.id);
  draw();
}

/** @param {HTMLElement} [pressed] */
async function newMatch(pressed = found(".new-match")) {
  const told = await acts.run(pressed, say, (sending) => invitations.newMatch(PLACES, sending));
  if (told && "done" in told) shown(told.done);
}

/** @param {HTMLElement} pressed */
async function withSame(pressed) {
  const match = matches.get(chosen ?? "");
  const place = match && otherPlace(match);
  if (!match || !place) return;
  const told = await acts.run(pressed, say, async (sending) => {
    const made = await invitations.newMatch(PLACES, sending);
    take(made, true);
    await invitations.invite(made.id, { match: match.id, place }, sending);
    return made;
  });
  if (!told || !("done" in told)) return;
  shown(told.done);
  say("Your friend is invited to the new match.");
  readInbox();
}

/** @param {string} id */
async function leave(id) {
  const told = await acts.run(found(".leave"), say, (sending) => invitations.leave(id, sending));
  if (told && "done" in told) {
    take({ ...told.done, place: null }, false);
    say("You have left the match.");
    found("#match-title").focus();
  }
}

/** @param {Match} match that has come into play by what the player did */
function shown(match) {
  take(match, true);
  found("#match-title").focus();
}

/**
 * @param {string} id of an invitation, or of a link
 * @param {HTMLElement} pressed
 * @param {(text: string) => void} told
 */
async function accept(id, pressed, told) {
  const isLink = id.startsWith(LINK);
  const outcome = await acts.run(pressed, told, (sending) => (isLink ? invitations.join(secretOf(id), sending) : invitations.accept(id, sending)));
  if (outcome && "done" in outcome) {
    if (isLink) forgetLink();
    else inbox = { ...inbox, received: inbox.received.map((one) => (one.id === id ? { ...one, state: "accepted" } : one)) };
    remember(id);
    presenter.close();
    shown(outcome.done);
  }
  if (!isLink) readInbox();
}

/**
 * @param {string} id of an invitation
 * @param {HTMLElement} pressed
 * @param {(text: string) => void} told
 * @param {(sending: Sending) => Promise<unknown>} work that changes the inbox
 */
async function answer(id, pressed, told, work) {
  const outcome = await acts.run(pressed, told, work);
  if (outcome && "done" in outcome) remember(id);
  await readInbox();
  return outcome !== null && "done" in outcome;
}

/**
 * @param {string} id of an invitation, which leaves the inbox then
 * @param {HTMLElement} pressed
 * @param {(text: string) => void} told
 */
async function block(id, pressed, told) {
  const outcome = await acts.run(pressed, told, (sending) => invitations.block({ invitation: id }, sending));
  if (outcome && "done" in outcome) {
    remember(id);
    presenter.close();
    say("Who sent this can’t invite you any more. You find them under “Blocked players”.");
  }
  await Promise.all([readInbox(), readBlocks()]);
}

async function renewCode() {
  const told = await acts.run(found(".renew-code"), say, (sending) => invitations.renewFriendCode(sending));
  if (told && "done" in told) {
    showCode(told.done);
    say("This is your new code. The old one has ended.");
  }
}

/** @param {string} code */
function showCode(code) {
  found(".code").textContent = code;
  invite.ownCode = code;
}

/** Brings what is open to the screen, the newest last, and takes away what isn't open any more. */
function offer() {
  const open = inbox.received.filter(({ state }) => state === "open").map(({ id }) => id);
  for (const id of shownOrWaiting) if (!open.includes(id)) presenter.withdraw(id);
  for (const id of open.reverse()) {
    if (seen.has(id)) continue;
    shownOrWaiting.add(id);
    presenter.offer(id);
  }
}

/** @param {string} id of what was answered, or has left the screen */
function remember(id) {
  if (id.startsWith(LINK)) return;
  shownOrWaiting.delete(id);
  seen.add(id);
  sessionStorage.setItem(`shelflife-seen${as}`, JSON.stringify([...seen]));
}

/**
 * @param {string} id
 * @param {import("../shelf-invitations.js").DropReason} reason
 */
function dropped(id, reason) {
  remember(id);
  if (reason === "superseded") say("A newer invitation has come. The one before waits in your inbox.");
  if (reason === "cancelled" && !id.startsWith(LINK)) say("An invitation is no longer open. Your inbox says why.");
}

/** @param {string} id of an invitation, or of a link */
function fillDialog(id) {
  const isLink = id.startsWith(LINK);
  const [yes, no, blocks] = [found(".dialog-yes"), found(".dialog-no"), found(".dialog-block")];
  const one = inbox.received.find((other) => other.id === id);
  found("#dialog-title").textContent = isLink ? "A link to a match" : "You are invited";
  found(".dialog-text").textContent = one ? receivedInWords(one) : "";
  sayInDialog("");
  yes.textContent = isLink ? "Join" : "Accept";
  no.textContent = isLink ? "Forget the link" : "Decline";
  blocks.hidden = yes.hidden = isLink;
  yes.onclick = () => accept(id, yes, sayInDialog);
  no.onclick = async () => {
    if (isLink) forgetLink();
    if (isLink || (await answer(id, no, sayInDialog, (sending) => invitations.decline(id, sending)))) presenter.close();
  };
  blocks.onclick = () => block(id, blocks, sayInDialog);
  if (isLink) look(id);
}

/** @param {string} id of a link */
async function look(id) {
  found(".dialog-text").textContent = "Looking where this link leads…";
  const told = await acts.run(null, () => {}, (sending) => invitations.look(secretOf(id), sending));
  if (!told || !found(".dialog").open || presenter.shown !== id) return;
  const isOpen = "done" in told && told.done.state === "open";
  found(".dialog-yes").hidden = !isOpen;
  if (isOpen) found(".dialog-yes").focus();
  if ("done" in told) found(".dialog-text").textContent = lookInWords(told.done);
  else if (told.refused instanceof ProblemError && told.refused.status === NOT_FOUND) {
    found(".dialog-text").textContent = "This link leads nowhere: it was ended, or a part of it is missing. Ask for a new one.";
  } else found(".dialog-text").textContent = refusal(told.refused);
}

/** @param {string} id of a link */
function secretOf(id) {
  return id.split(" ")[2];
}

function offerLink() {
  if (secret) presenter.offer(`${LINK}${offered++} ${secret}`);
}

function forgetLink() {
  secret = null;
  choose(chosen);
}

/** Another link was opened in this window, or another match. */
function opened() {
  const [link, match] = [address("join"), address("match")];
  if (match && matches.has(match)) choose(match);
  if (!link) return;
  secret = link;
  offerLink();
  draw();
}

/** @param {"match" | "join"} name @returns {string | null} what the page's address says */
function address(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}
