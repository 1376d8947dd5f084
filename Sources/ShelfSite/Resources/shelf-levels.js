// @ts-check
/**
 * Levels that change over the air: a pack that keeps itself up to date, for pages and for Node. docs/javascript.md
 * describes it. It is apart from shelflife.js, so that a page which only has a store doesn't load it.
 *
 * @typedef {import("./shelflife/levels/level-library.js").Level} Level
 * @typedef {import("./shelflife/levels/level-library.js").LevelEvents} LevelEvents
 * @typedef {import("./shelflife/levels/level-library.js").LevelOptions} LevelOptions
 * @typedef {import("./shelflife/levels/level-problem.js").LevelProblemCode} LevelProblemCode
 * @typedef {import("./shelflife/levels/level-server.js").LevelSource} LevelSource
 * @typedef {import("./shelflife/levels/level-library.js").LevelStatus} LevelStatus
 * @typedef {import("./shelflife/levels/level-store.js").LevelStore} LevelStore
 * @typedef {import("./shelflife/levels/level-library.js").LevelUpdate} LevelUpdate
 * @typedef {import("./shelflife/errors/every-error.js").ShelfErrorCode} ShelfErrorCode
 */

export { LevelLibrary } from "./shelflife/levels/level-library.js";
export { ShelfError } from "./shelflife/errors/every-error.js";
export { LevelProblem } from "./shelflife/levels/level-problem.js";
export { browserLevelStore, memoryLevelStore } from "./shelflife/levels/level-store.js";
export { PICTURE_WIDTHS, pictureAddress } from "./shelflife/pictures/picture.js";
