// @ts-check
/**
 * Tells the storefront of what happens to the player, so that it needn't ask for the wallet every few seconds. Only the
 * page of a server with invitations loads this.
 */

import { Invitations, PlayerEvents } from "../shelf-invitations.js";

/** On which the wallets of all windows hear that they are to ask. */
const wallets = new BroadcastChannel("shelflife-wallet");
const events = new PlayerEvents(new Invitations(location.origin));
const ask = () => wallets.postMessage("changed");

events.addEventListener("wallet", ask);
events.addEventListener("anew", ask);
events.addEventListener("status", () => {
  const { dataset } = document.documentElement;
  const wasLive = dataset.news === "live";
  dataset.news = events.status.connection;
  // Without the stream the wallet is asked for again and again, as before.
  if (wasLive) ask();
});
events.start();
