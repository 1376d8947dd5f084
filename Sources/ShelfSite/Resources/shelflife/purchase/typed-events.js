// @ts-check
/** An `EventTarget` whose types of events are known, so that TypeScript knows what a listener is given. */

/**
 * @template {Record<string, Event>} Events by type
 * @typedef {{
 *   addEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => unknown, options?:
 *   boolean | AddEventListenerOptions): void, removeEventListener<Type extends keyof Events>(type: Type, listener:
 *   (event: Events[Type]) => unknown, options?: boolean | EventListenerOptions): void, } & EventTarget} TypedTarget
 */

/**
 * @template {Record<string, Event>} Events
 * @returns {new () => TypedTarget<Events>} `EventTarget`
 */
export function typedTarget() {
  return /** @type {any} */ (EventTarget);
}
