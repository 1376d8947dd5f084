// @ts-check
/** What players read of invitations and refusals. */

/** @typedef {import("../shelf-invitations.js").LinkLook} LinkLook */
/** @typedef {import("../shelf-invitations.js").ReceivedInvitation} ReceivedInvitation */
/** @typedef {import("../shelf-invitations.js").SentInvitation} SentInvitation */

/** @type {Record<string, string>} */
const REFUSALS = {
  match_full: "All places of this match are taken. Ask for an invitation to another one.",
  match_closed: "This match is closed. Start a new one, or ask for an invitation to another.",
  match_conflict: "Another move came first. The board shows the match as it is now; look at it and move again.",
  inviter_gone: "Who invited you has left the match, or has taken the invitation back. Ask for a new one.",
  invitation_superseded: "A newer invitation has taken the place of this one. Look for it in your inbox.",
  invitation_expired: "This invitation was good for a time only, and that is over. Ask for a new one.",
  not_found: "This is no longer there. It was ended or taken back; ask for a new one.",
};

/** @type {Record<string, string>} */
const RECEIVED = {
  accepted: "Accepted",
  declined: "Declined",
  expired: "Expired. Ask for a new one if you want to play",
  superseded: "Replaced by a newer one",
  full: "All places are taken",
  closed: "The match is closed",
  inviter_gone: "Taken back",
};

/** @type {Record<SentInvitation["state"], string>} */
const SENT = {
  sent: "Sent",
  accepted: "Accepted",
  declined: "Declined",
  cancelled: "Taken back",
  superseded: "Replaced by a newer one",
  expired: "Expired without an answer",
};

/** @type {Record<string, string>} */
const LINKS = {
  full: "All places of the match are taken. Ask for a link to another one.",
  closed: "The match is closed. Ask for a link to another one.",
  inviter_gone: "Who made this link has ended it, or has left the match. Ask for a new one.",
  expired: "This link was good for a time only, and that is over. Ask for a new one.",
};

/** @param {unknown} error @returns {string} */
export function refusal(error) {
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (error instanceof Error ? error : {});
  return REFUSALS[code ?? ""] ?? message ?? String(error);
}

/** @param {ReceivedInvitation} one */
export function receivedInWords({ state, size, free, expiresAtMs }) {
  return state === "open" ? `${room(size, free)} Good until ${time(expiresAtMs)}.` : `${RECEIVED[state] ?? state}.`;
}

/** @param {SentInvitation} one */
export function sentInWords({ state, atMs, expiresAtMs }) {
  return state === "sent" ? `Sent at ${time(atMs)}, good until ${time(expiresAtMs)}.` : `${SENT[state] ?? state}.`;
}

/** @param {LinkLook} look */
export function lookInWords({ state, size, free, expiresAtMs }) {
  return state === "open" ? `${room(size, free)} Good until ${time(expiresAtMs)}.` : (LINKS[state] ?? LINKS.closed);
}

/** @param {number | null} size @param {number | null} free */
function room(size, free) {
  return `A match for ${size ?? "some"}; ${free === 1 ? "1 place is" : `${free ?? "no"} places are`} free.`;
}

/** @param {number} ms @returns {string} a time of today, or a day with its time */
export function time(ms) {
  const [date, today] = [new Date(ms), new Date()];
  const hours = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit" });
  if (date.toDateString() === today.toDateString()) return date.toLocaleTimeString("en-GB", hours);
  return date.toLocaleString("en-GB", { day: "numeric", month: "short", ...hours });
}

/** @param {string} code as a person types it @returns {string} as two codes can be compared */
export function plainCode(code) {
  return code.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
}
