// @ts-check
/** The desk's rooms, in the order of the navigation. A new room is a folder, a line here, and one in desk.css. */

import { auditRoom } from "./audit/audit-room.js";
import { contentRoom } from "./content/content-room.js";
import { levelsRoom } from "./levels/levels-room.js";
import { numbersRoom } from "./numbers/numbers-room.js";
import { planRoom } from "./plan/plan-room.js";

/** @type {import("./frame/room.js").Room[]} */
export const rooms = [planRoom, contentRoom, levelsRoom, numbersRoom, auditRoom];
