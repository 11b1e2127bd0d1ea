/**
 * `EventTarget` of a realm. It does not wrap Node's, which throws errors of listeners from the event loop, where they
 * would end the engine. As in the backend, and unlike the standard, `dispatchEvent` throws such an error, so that a
 * mutation fails with it. As there, the global object is a target. Evaluated inside the realm, see host.ts.
 * https://dom.spec.whatwg.org/#interface-eventtarget
 */
import type { RealmEvents } from "./event.ts";
import type { RealmTools } from "./tools.ts";

/** For abort.ts; user code reaches it as a global. */
export type EventTargetClass = new () => {
  addEventListener(
    type: string,
    callback: (event: object) => void,
    options?: object,
  ): void;
  dispatchEvent(event: object): boolean;
};

export type RealmTargets = {
  readonly EventTarget: EventTargetClass;
  /** Errors in listeners of these become unhandled rejections: other listeners still run, and the call fails. */
  readonly signals: WeakSet<object>;
};

export function setUpEventTarget(
  { DOMException, define, requireArguments }: RealmTools,
  { stateOf }: RealmEvents,
): RealmTargets {
  type Listener =
    | ((event: object) => void)
    | { handleEvent?: (event: object) => void };
  type Signal = {
    readonly aborted: boolean;
    addEventListener(type: string, callback: () => void): void;
  };
  type Options = {
    capture?: boolean;
    once?: boolean;
    passive?: boolean;
    signal?: Signal;
  };
  type Entry = {
    readonly callback: Listener;
    readonly capture: boolean;
    readonly once: boolean;
    readonly passive: boolean;
    isRemoved: boolean;
  };
  const signals = new WeakSet<object>();
  const targets = new WeakMap<object, Map<string, readonly Entry[]>>();
  /** Without a target, as in `addEventListener("x", …)`, the methods use the global object. */
  const listenersOf = (target: object | undefined) => {
    const listeners = targets.get(target ?? globalThis);
    if (listeners === undefined) throw new TypeError("Illegal invocation");
    return listeners;
  };
  const isCapture = (options: Options | boolean | undefined) =>
    Boolean(typeof options === "object" ? options?.capture : options);
  const where = (method: string) =>
    `Failed to execute '${method}' on 'EventTarget'`;

  const call = (callback: Listener, target: object, event: object) => {
    try {
      if (typeof callback === "function") callback.call(target, event);
      else if (typeof callback.handleEvent === "function")
        callback.handleEvent(event);
    } catch (error) {
      if (!signals.has(target)) throw error;
      void Promise.resolve().then(() => {
        throw error;
      });
    }
  };

  class EventTarget {
    constructor() {
      targets.set(this, new Map());
    }

    addEventListener(
      type: string,
      callback: Listener | null,
      options?: Options | boolean,
    ) {
      requireArguments(arguments.length, 2, where("addEventListener"));
      const listeners = listenersOf(this);
      if (callback === null || callback === undefined) return;
      if (typeof callback !== "function" && typeof callback !== "object")
        throw new TypeError(
          `${where("addEventListener")}: parameter 2 is not of type 'EventListener'.`,
        );
      const given: Options =
        typeof options === "object" && options !== null ? options : {};
      const { once, passive, signal } = given;
      if (signal?.aborted === true) return;
      const key = String(type);
      const capture = isCapture(options);
      const entries = listeners.get(key) ?? [];
      if (
        entries.some(
          (entry) => entry.callback === callback && entry.capture === capture,
        )
      )
        return;
      const entry = {
        callback,
        capture,
        once: Boolean(once),
        passive: Boolean(passive),
        isRemoved: false,
      };
      listeners.set(key, [...entries, entry]);
      signal?.addEventListener("abort", () =>
        EventTarget.#remove(listeners, key, entry),
      );
    }

    removeEventListener(
      type: string,
      callback: Listener | null,
      options?: Options | boolean,
    ) {
      requireArguments(arguments.length, 2, where("removeEventListener"));
      const listeners = listenersOf(this);
      const key = String(type);
      const capture = isCapture(options);
      const found = listeners
        .get(key)
        ?.find(
          (entry) => entry.callback === callback && entry.capture === capture,
        );
      if (found !== undefined) EventTarget.#remove(listeners, key, found);
    }

    static #remove(
      listeners: Map<string, readonly Entry[]>,
      key: string,
      removed: Entry,
    ) {
      // A dispatch in progress iterates over the old list.
      removed.isRemoved = true;
      const others = listeners.get(key)?.filter((entry) => entry !== removed);
      if (others === undefined || others.length === 0) listeners.delete(key);
      else listeners.set(key, others);
    }

    dispatchEvent(event: object): boolean {
      requireArguments(arguments.length, 1, where("dispatchEvent"));
      const listeners = listenersOf(this);
      const target: object = this ?? globalThis;
      const state = stateOf(event);
      if (state === undefined)
        throw new TypeError(
          `${where("dispatchEvent")}: parameter 1 is not of type 'Event'.`,
        );
      if (state.isDispatched)
        throw new DOMException("Invalid event state.", "InvalidStateError");
      state.isDispatched = true;
      state.target = target;
      state.currentTarget = target;
      const entries = state.isStopped ? [] : (listeners.get(state.type) ?? []);
      try {
        for (const entry of entries) {
          if (entry.isRemoved) continue;
          if (entry.once) EventTarget.#remove(listeners, state.type, entry);
          state.isInPassiveListener = entry.passive;
          call(entry.callback, target, event);
          if (state.isStoppedAtOnce) break;
        }
      } finally {
        state.isInPassiveListener = false;
        state.isDispatched = false;
        state.isStopped = false;
        state.isStoppedAtOnce = false;
        state.currentTarget = null;
      }
      return !state.isCanceled;
    }

    get [Symbol.toStringTag]() {
      return "EventTarget";
    }
  }

  class Window extends EventTarget {
    override get [Symbol.toStringTag]() {
      return "Window";
    }
  }
  targets.set(globalThis, new Map());
  Object.setPrototypeOf(globalThis, Window.prototype);

  define("EventTarget", EventTarget);
  return { EventTarget, signals };
}
