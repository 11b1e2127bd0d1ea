/**
 * `Event` of a realm; event-target.ts dispatches it. As in the backend there is no CustomEvent. Evaluated inside the
 * realm, see host.ts. https://dom.spec.whatwg.org/#events
 */
import type { RealmTools } from "./tools.ts";

/** The state of an event, kept outside the object, so that user code can change only what it may. */
export type EventState = {
  readonly type: string;
  readonly bubbles: boolean;
  readonly cancelable: boolean;
  readonly composed: boolean;
  readonly timeStamp: number;
  target: object | null;
  currentTarget: object | null;
  isStopped: boolean;
  isStoppedAtOnce: boolean;
  isCanceled: boolean;
  isInPassiveListener: boolean;
  isDispatched: boolean;
};

export type RealmEvents = {
  readonly Event: new (type: string) => object;
  /** Undefined when it is not an event. */
  readonly stateOf: (event: object) => EventState | undefined;
};

export function setUpEvent({
  define,
  requireArguments,
}: RealmTools): RealmEvents {
  const states = new WeakMap<object, EventState>();
  const stateOf = (event: object): EventState => {
    const state = states.get(event);
    if (state === undefined) throw new TypeError("Illegal invocation");
    return state;
  };
  const isTrusted = () => false;

  class Event {
    constructor(
      type: string,
      init?: { bubbles?: boolean; cancelable?: boolean; composed?: boolean },
    ) {
      requireArguments(arguments.length, 1, "Failed to construct 'Event'");
      states.set(this, {
        type: String(type),
        bubbles: Boolean(init?.bubbles),
        cancelable: Boolean(init?.cancelable),
        composed: Boolean(init?.composed),
        timeStamp: Date.now(),
        target: null,
        currentTarget: null,
        isStopped: false,
        isStoppedAtOnce: false,
        isCanceled: false,
        isInPassiveListener: false,
        isDispatched: false,
      });
      Object.defineProperty(this, "isTrusted", {
        enumerable: true,
        get: isTrusted,
      });
    }
    get srcElement() {
      return null;
    }
    get eventPhase() {
      return stateOf(this).isDispatched ? 2 : 0;
    }
    composedPath() {
      const { currentTarget } = stateOf(this);
      return currentTarget === null ? [] : [currentTarget];
    }
    stopPropagation() {
      stateOf(this).isStopped = true;
    }
    stopImmediatePropagation() {
      const state = stateOf(this);
      state.isStopped = true;
      state.isStoppedAtOnce = true;
    }
    get cancelBubble() {
      return stateOf(this).isStopped;
    }
    set cancelBubble(value: boolean) {
      if (value) this.stopPropagation();
    }
    preventDefault() {
      const state = stateOf(this);
      if (state.cancelable && !state.isInPassiveListener)
        state.isCanceled = true;
    }
    get defaultPrevented() {
      return stateOf(this).isCanceled;
    }
    get returnValue() {
      return !stateOf(this).isCanceled;
    }
    set returnValue(value: boolean) {
      if (!value) this.preventDefault();
    }
    get [Symbol.toStringTag]() {
      return "Event";
    }
  }
  for (const name of [
    "type",
    "bubbles",
    "cancelable",
    "composed",
    "timeStamp",
    "target",
    "currentTarget",
  ] as const)
    Object.defineProperty(Event.prototype, name, {
      enumerable: true,
      configurable: true,
      get(this: object) {
        return stateOf(this)[name];
      },
    });
  ["NONE", "CAPTURING_PHASE", "AT_TARGET", "BUBBLING_PHASE"].forEach(
    (name, value) => {
      for (const holder of [Event, Event.prototype])
        Object.defineProperty(holder, name, { value, enumerable: true });
    },
  );

  define("Event", Event);
  return { Event, stateOf: (event) => states.get(event) };
}
