// @ts-check
/**
 * Matches with friends: invitations, links, the player's stream, and what brings an invitation to the screen, for pages
 * and for Node. docs/javascript.md describes it, and docs/invitations.md the coordinator. It is apart from shelflife.js,
 * so that a page which only has a store doesn't load it.
 *
 * @typedef {import("./shelflife/invitations/invitations.js").Addressee} Addressee
 * @typedef {import("./shelflife/invitations/invitations.js").Blocked} Blocked
 * @typedef {import("./shelflife/invitations/invite-coordinator.js").DropReason} DropReason
 * @typedef {import("./shelflife/invitations/player-events.js").EventsStatus} EventsStatus
 * @typedef {import("./shelflife/invitations/match.js").Inbox} Inbox
 * @typedef {import("./shelflife/invitations/invitations.js").InvitationParts} InvitationParts
 * @typedef {import("./shelflife/invitations/invite-coordinator.js").Invite} Invite
 * @typedef {import("./shelflife/invitations/invite-coordinator.js").InviteEffect} InviteEffect
 * @typedef {import("./shelflife/invitations/invite-coordinator.js").InviteEvent} InviteEvent
 * @typedef {import("./shelflife/invitations/match.js").LinkLook} LinkLook
 * @typedef {import("./shelflife/invitations/match.js").Match} Match
 * @typedef {import("./shelflife/invitations/match.js").MatchLink} MatchLink
 * @typedef {import("./shelflife/invitations/match.js").MatchPlace} MatchPlace
 * @typedef {import("./shelflife/purchase/player-archive.js").PlayerArchive} PlayerArchive
 * @typedef {import("./shelflife/invitations/match.js").PlayerBlock} PlayerBlock
 * @typedef {import("./shelflife/invitations/player-events.js").PlayerEventTypes} PlayerEventTypes
 * @typedef {import("./shelflife/invitations/match.js").ReceivedInvitation} ReceivedInvitation
 * @typedef {import("./shelflife/invitations/invitations.js").Sending} Sending
 * @typedef {import("./shelflife/invitations/invitations.js").SendingError} SendingError
 * @typedef {import("./shelflife/invitations/match.js").SentInvitation} SentInvitation
 * @typedef {import("./shelflife/invitations/player-events.js").WalletNews} WalletNews
 * @typedef {import("./shelflife/errors/every-error.js").ShelfErrorCode} ShelfErrorCode
 */

export { Invitations } from "./shelflife/invitations/invitations.js";
export { InviteCoordinator } from "./shelflife/invitations/invite-coordinator.js";
export { PlayerEvents } from "./shelflife/invitations/player-events.js";
export { browserPlayerArchive, memoryPlayerArchive } from "./shelflife/purchase/player-archive.js";
export { NotKeptError } from "./shelflife/purchase/purchase-errors.js";
export { ShelfError } from "./shelflife/errors/every-error.js";
export { OptionError } from "./shelflife/store/option-error.js";
export { OriginError, ProblemError, RedirectError, RequestError } from "./shelflife/transport/transport-errors.js";
