// @ts-check
/** Lets the player's stream tell the storefront of grants, so that it needn't ask for the wallet every few seconds. */

import { Invitations, PlayerEvents } from "../shelf-invitations.js";

/**
 * @param {{ isTold: boolean, look: () => void }} wallet the storefront's, which has loaded this
 */
export function follow(wallet) {
  const events = new PlayerEvents(new Invitations(location.origin));
  const look = () => document.hidden || wallet.look();
  events.addEventListener("wallet", look);
  events.addEventListener("anew", look);
  events.addEventListener("status", () => {
    const wasTold = wallet.isTold;
    wallet.isTold = events.status.connection === "live";
    // Without the stream the wallet is asked for again and again, as before.
    if (wasTold && !wallet.isTold) look();
  });
  events.start();
}
