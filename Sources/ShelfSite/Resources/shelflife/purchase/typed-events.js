// @ts-check
/** An `EventTarget` whose types of events are known, so that TypeScript knows what a listener is given. */

/**
 * @template {Event} Told
 * @typedef {((event: Told) => unknown) | { handleEvent(event: Told): unknown } | null} Listener
 */

/**
 * Takes no type but those of its events. `EventTarget` isn't a part of it, whose methods take any text.
 * @template {object} Events by type
 * @typedef {{
 *   addEventListener<Type extends keyof Events>(type: Type, listener: Listener<Extract<Events[Type], Event>>,
 *     options?: boolean | AddEventListenerOptions): void,
 *   removeEventListener<Type extends keyof Events>(type: Type, listener: Listener<Extract<Events[Type], Event>>,
 *     options?: boolean | EventListenerOptions): void,
 *   dispatchEvent(event: Event): boolean,
 * }} TypedTarget
 */

/**
 * @template {Record<string, Event>} Events
 * @returns {new () => TypedTarget<Events>} `EventTarget`
 */
export function typedTarget() {
  return /** @type {any} */ (EventTarget);
}
