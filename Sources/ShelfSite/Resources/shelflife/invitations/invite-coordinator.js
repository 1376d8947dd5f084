// @ts-check
/**
 * Brings invites to the screen, one at a time, to the right player, and loses none. It is a value: events go in,
 * effects come out. Every invite ends once: the player closes what was presented, or `drop` says why not.
 */

/**
 * @typedef {object} Invite an invitation to a match, as far as its way to the screen is concerned
 * @property {string} id tells it from all others; the same id that comes twice is the same invite
 * @property {string} player whom it is for; it is shown to nobody else
 * @property {"accepted" | "requested"} kind the player has accepted somebody's invitation, or wants a match with others
 * @property {string[]} [recipients] the others, if it is requested
 * @property {number} [expiresMs] from then on it isn't shown any more
 */
/**
 * @typedef {{ type: "launched" } | { type: "didEnterBackground" } | { type: "willEnterForeground" }
 *   | { type: "playerChanged", player: string | null } | { type: "invited", invite: Invite }
 *   | { type: "opened", id: string } | { type: "presented", id: string } | { type: "presentationFailed", id: string }
 *   | { type: "dismissed", id: string } | { type: "matchStarted" } | { type: "matchEnded" }
 *   | { type: "cancelled", id: string } | { type: "timerDue" }} InviteEvent `opened`: the game has opened a matchmaker
 *   by itself, without an invite
 */
/**
 * @typedef {"superseded" | "expired" | "otherPlayer" | "cancelled" | "queueFull" | "presenterFailed"
 *   | "presenterSilent"} DropReason
 */
/**
 * @typedef {{ do: "setHandler" } | { do: "removeHandler" } | { do: "dismiss", id: string }
 *   | { do: "endMatch", invite: Invite } | { do: "present", invite: Invite }
 *   | { do: "drop", invite: Invite, reason: DropReason } | { do: "wake", atMs: number | null }} InviteEffect `dismiss`:
 *   without animation; `wake`: set the one timer, in place of what was set before, or stop it
 */

/** A presenter that hasn't answered for this long is given up. In the background the time stands still. */
const PATIENCE_MS = 10_000;
/** An invite that has ended isn't taken again for this long, since one delivery may come twice. */
const REPEATED_MS = 10_000;
/** How many invites wait for a player to be authenticated. */
const WAITING_AT_MOST = 8;
/** How many invites that have ended are remembered. */
const ENDED_AT_MOST = 16;
/** What ends for one of these reasons isn't taken again for a while. */
const REMEMBERED = ["superseded", "expired", "cancelled"];

export class InviteCoordinator {
  #inForeground = false;
  /** @type {string | null} who is authenticated, which isn't known in the background */
  #player = null;
  /** @type {Invite[]} not presented yet, the newest last; while a player is authenticated there is one at most */
  #waiting = [];
  /**
   * What is presented. `untilMs` is null once the presenter has answered or was given up.
   * @type {{ invite: Invite, untilMs: number | null, ended: boolean, sentAway: boolean } | null}
   */
  #presentation = null;
  /** @type {string | null} the matchmaker that the game has opened by itself */
  #opened = null;
  /** @type {{ id: string, untilMs: number, next: string | null } | null} `next` is for what the screen is cleared */
  #dismissal = null;
  #matchRunning = false;
  /** @type {string | null} the waiting invite for which the game was asked to end its match */
  #asked = null;
  /** @type {{ id: string, untilMs: number }[]} */
  #ended = [];
  /** @type {number | null} */
  #timerMs = null;

  /**
   * An event that isn't one of these, or lacks a member, has no effect, as one that doesn't fit the state.
   * @param {InviteEvent} event
   * @param {number} nowMs of a clock that the invites' `expiresMs` are of, too
   * @returns {InviteEffect[]} what to do, in this order
   */
  handle(event, nowMs) {
    const effects = this.#passTime(nowMs);
    if (isComplete(event)) effects.push(...this.#respond(event, nowMs));
    effects.push(...this.#giveUp(nowMs));
    effects.push(...this.#settle(nowMs));
    effects.push(...this.#setTimer());
    return effects;
  }

  /** @param {InviteEvent} event @param {number} nowMs @returns {InviteEffect[]} */
  #respond(event, nowMs) {
    switch (event.type) {
      case "launched":
      case "willEnterForeground":
        return this.#enterForeground(nowMs);
      case "didEnterBackground":
        this.#inForeground = false;
        return this.#setPlayer(null);
      case "playerChanged":
        return this.#inForeground ? this.#setPlayer(event.player) : [];
      case "invited":
        return this.#invited(event.invite, nowMs);
      case "opened":
        this.#opened = event.id;
        return [];
      case "presented":
        if (this.#presentation?.invite.id === event.id) this.#presentation.untilMs = null;
        return [];
      case "presentationFailed":
        return this.#presentationFailed(event.id);
      case "dismissed":
        return this.#dismissed(event.id, nowMs);
      case "matchStarted":
        this.#matchRunning = true;
        return [];
      case "matchEnded":
        this.#matchRunning = false;
        this.#asked = null;
        return [];
      case "cancelled":
        return this.#cancelled(event.id, nowMs);
      case "timerDue":
        this.#timerMs = null;
        return [];
      default:
        return [];
    }
  }

  /** @param {number} nowMs @returns {InviteEffect[]} */
  #enterForeground(nowMs) {
    if (this.#inForeground) return [];
    this.#inForeground = true;
    const untilMs = nowMs + PATIENCE_MS;
    if (this.#dismissal) this.#dismissal.untilMs = untilMs;
    if (this.#presentation && this.#presentation.untilMs !== null) this.#presentation.untilMs = untilMs;
    return [];
  }

  /** @param {string | null} player @returns {InviteEffect[]} */
  #setPlayer(player) {
    if (player === this.#player) return [];
    /** @type {InviteEffect[]} */
    const effects = this.#player === null ? [] : [{ do: "removeHandler" }];
    this.#player = player;
    if (player !== null) effects.push({ do: "setHandler" });
    return effects;
  }

  /** @param {Invite} invite @param {number} nowMs @returns {InviteEffect[]} */
  #invited(invite, nowMs) {
    const presented = this.#presentation !== null && !this.#presentation.ended ? [this.#presentation.invite] : [];
    if ([...this.#waiting, ...this.#ended, ...presented].some(({ id }) => id === invite.id)) return [];
    if (isExpired(invite, nowMs)) return [this.#drop(invite, "expired", nowMs)];
    this.#waiting.push(invite);
    if (this.#waiting.length <= WAITING_AT_MOST) return [];
    return [this.#drop(this.#waiting[0], "queueFull", nowMs)];
  }

  /** @param {string} id @returns {InviteEffect[]} */
  #presentationFailed(id) {
    const failed = this.#presentation;
    if (failed?.invite.id !== id) return [];
    this.#presentation = null;
    if (this.#dismissal?.id === id) this.#dismissal = null;
    return failed.ended ? [] : [{ do: "drop", invite: failed.invite, reason: "presenterFailed" }];
  }

  /** @param {string} id @param {number} nowMs @returns {InviteEffect[]} */
  #dismissed(id, nowMs) {
    if (this.#dismissal?.id === id) this.#dismissal = null;
    if (this.#opened === id) this.#opened = null;
    const gone = this.#presentation;
    if (gone?.invite.id !== id) return [];
    this.#presentation = null;
    if (!gone.ended) this.#remember(id, nowMs);
    return [];
  }

  /** @param {string} id @param {number} nowMs @returns {InviteEffect[]} */
  #cancelled(id, nowMs) {
    const waiting = this.#waiting.find((invite) => invite.id === id);
    if (waiting) return [this.#drop(waiting, "cancelled", nowMs)];
    return this.#presentation?.invite.id === id ? this.#endPresentation("cancelled", nowMs) : [];
  }

  /**
   * Drops what has expired, forgets what ended long ago, and shortens what a clock that went back made too long.
   * @param {number} nowMs @returns {InviteEffect[]}
   */
  #passTime(nowMs) {
    const patientMs = nowMs + PATIENCE_MS;
    const presentation = this.#presentation;
    if (presentation && presentation.untilMs !== null) {
      presentation.untilMs = Math.min(presentation.untilMs, patientMs);
    }
    if (this.#dismissal) this.#dismissal.untilMs = Math.min(this.#dismissal.untilMs, patientMs);
    this.#ended = this.#ended
      .filter(({ untilMs }) => untilMs > nowMs)
      .map(({ id, untilMs }) => ({ id, untilMs: Math.min(untilMs, nowMs + REPEATED_MS) }));
    return this.#dropWhere("expired", nowMs, (invite) => isExpired(invite, nowMs));
  }

  /**
   * Gives up presenters that don't answer. What can't be dismissed counts as on screen: nothing is presented over it,
   * and for the next invite its dismissal is asked for again.
   * @param {number} nowMs @returns {InviteEffect[]}
   */
  #giveUp(nowMs) {
    if (!this.#inForeground) return [];
    /** @type {InviteEffect[]} */
    const effects = [];
    const presentation = this.#presentation;
    if (presentation && presentation.untilMs !== null && presentation.untilMs <= nowMs) {
      presentation.untilMs = null;
      effects.push(...this.#endPresentation("presenterSilent", nowMs));
    }
    const given = this.#dismissal;
    if (!given || given.untilMs > nowMs) return effects;
    this.#dismissal = null;
    const next = this.#waiting.at(-1);
    if (!this.#matchRunning && next && next.id === given.next && next.player === this.#player) {
      effects.push(this.#drop(next, "presenterSilent", nowMs));
    }
    return effects;
  }

  /**
   * Does the next thing that the newest invite needs, if nothing is in flight.
   * @param {number} nowMs @returns {InviteEffect[]}
   */
  #settle(nowMs) {
    const effects = this.#dropUnwanted(nowMs);
    if (this.#dismissal) return effects;
    const shown = this.#presentation;
    if (shown && shown.untilMs === null && shown.ended && !shown.sentAway) {
      return [...effects, this.#dismiss(shown.invite.id, nowMs)];
    }
    const next = this.#waiting.at(-1);
    if (this.#player === null || !next || (shown && shown.untilMs !== null)) return effects;
    if (this.#matchRunning) {
      if (this.#asked === next.id) return effects;
      this.#asked = next.id;
      return [...effects, { do: "endMatch", invite: next }];
    }
    if (shown) {
      return [...effects, ...this.#endPresentation("superseded", nowMs), this.#dismiss(shown.invite.id, nowMs)];
    }
    if (this.#opened !== null) return [...effects, this.#dismiss(this.#opened, nowMs)];
    this.#waiting = [];
    this.#presentation = { invite: next, untilMs: nowMs + PATIENCE_MS, ended: false, sentAway: false };
    return [...effects, { do: "present", invite: next }];
  }

  /**
   * While a player is authenticated, only the newest of that player's invites is wanted.
   * @param {number} nowMs @returns {InviteEffect[]}
   */
  #dropUnwanted(nowMs) {
    const player = this.#player;
    if (player === null) return [];
    const effects = this.#dropWhere("otherPlayer", nowMs, (invite) => invite.player !== player);
    if (this.#presentation && this.#presentation.invite.player !== player) {
      effects.push(...this.#endPresentation("otherPlayer", nowMs));
    }
    const newest = this.#waiting.at(-1);
    return [...effects, ...this.#dropWhere("superseded", nowMs, (invite) => invite !== newest)];
  }

  /**
   * Ends what is presented; it leaves the screen as soon as it can.
   * @param {DropReason} reason @param {number} nowMs @returns {InviteEffect[]}
   */
  #endPresentation(reason, nowMs) {
    const presentation = this.#presentation;
    if (!presentation || presentation.ended) return [];
    presentation.ended = true;
    return [this.#drop(presentation.invite, reason, nowMs)];
  }

  /** @param {string} id @param {number} nowMs @returns {InviteEffect} */
  #dismiss(id, nowMs) {
    if (this.#presentation?.invite.id === id) this.#presentation.sentAway = true;
    const next = this.#player === null ? null : this.#waiting.at(-1)?.id ?? null;
    this.#dismissal = { id, untilMs: nowMs + PATIENCE_MS, next };
    return { do: "dismiss", id };
  }

  /** @param {DropReason} reason @param {number} nowMs @param {(invite: Invite) => boolean} isUnwanted */
  #dropWhere(reason, nowMs, isUnwanted) {
    return this.#waiting.filter(isUnwanted).map((invite) => this.#drop(invite, reason, nowMs));
  }

  /** @param {Invite} invite @param {DropReason} reason @param {number} nowMs @returns {InviteEffect} */
  #drop(invite, reason, nowMs) {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== invite);
    if (this.#asked === invite.id) this.#asked = null;
    if (REMEMBERED.includes(reason)) this.#remember(invite.id, nowMs);
    return { do: "drop", invite, reason };
  }

  /** @param {string} id @param {number} nowMs */
  #remember(id, nowMs) {
    this.#ended.push({ id, untilMs: nowMs + REPEATED_MS });
    if (this.#ended.length > ENDED_AT_MOST) this.#ended.shift();
  }

  /** @returns {InviteEffect[]} */
  #setTimer() {
    const expiries = this.#waiting.map(({ expiresMs }) => expiresMs);
    const moments = [this.#presentation?.untilMs, this.#dismissal?.untilMs, ...expiries];
    const nextMs = this.#inForeground ? Math.min(...moments.map((moment) => moment ?? Infinity)) : Infinity;
    const timerMs = nextMs === Infinity ? null : nextMs;
    if (timerMs === this.#timerMs) return [];
    this.#timerMs = timerMs;
    return [{ do: "wake", atMs: timerMs }];
  }
}

/** @param {Invite} invite @param {number} nowMs */
function isExpired({ expiresMs }, nowMs) {
  return expiresMs !== undefined && expiresMs <= nowMs;
}

/**
 * @param {any} event
 * @returns {event is InviteEvent} whether it is an event with all of its members
 */
function isComplete(event) {
  switch (event?.type) {
    case "playerChanged":
      return event.player === null || typeof event.player === "string";
    case "invited":
      return typeof event.invite?.id === "string" && typeof event.invite.player === "string";
    case "opened":
    case "presented":
    case "presentationFailed":
    case "dismissed":
    case "cancelled":
      return typeof event.id === "string";
    default:
      return Boolean(event?.type);
  }
}
