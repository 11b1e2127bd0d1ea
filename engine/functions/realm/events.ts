/**
 * `Event`, `EventTarget`, `AbortController` and `AbortSignal` of a realm, written anew rather than borrowed: an error in a
 * listener of Node's own is thrown from the event loop, where it would end the engine. Evaluated inside the realm, see
 * host.ts. Nothing here waits: `AbortSignal.timeout` does not exist. https://dom.spec.whatwg.org/#events
 */
import type { RealmHost } from "./host.ts";

export function setUpEvents(
  host: Pick<RealmHost, "log" | "now" | "unavailable">,
  inspect: (value: unknown) => string,
): void {
  type Listener =
    ((event: RealmEvent) => void) | { handleEvent(event: RealmEvent): void };
  type Options = { once?: boolean; signal?: RealmSignal };
  type Entry = { listener: Listener; once: boolean };

  const report = (error: unknown) => {
    host.log("ERROR", [`Uncaught ${inspect(error)}`]);
  };

  class RealmEvent {
    readonly type: string;
    readonly bubbles: boolean;
    readonly cancelable: boolean;
    readonly timeStamp = 0;
    target: RealmTarget | null = null;
    currentTarget: RealmTarget | null = null;
    defaultPrevented = false;
    isStopped = false;
    constructor(
      type: string,
      init: { bubbles?: boolean; cancelable?: boolean } = {},
    ) {
      this.type = String(type);
      this.bubbles = init.bubbles === true;
      this.cancelable = init.cancelable === true;
    }
    preventDefault() {
      if (this.cancelable) this.defaultPrevented = true;
    }
    stopPropagation() {}
    stopImmediatePropagation() {
      this.isStopped = true;
    }
  }

  class RealmTarget {
    readonly #listeners = new Map<string, Entry[]>();

    addEventListener(
      type: string,
      listener: Listener | null,
      options: Options | boolean = {},
    ) {
      if (listener === null || listener === undefined) return;
      const { once = false, signal } =
        typeof options === "object" ? options : {};
      if (signal?.aborted === true) return;
      const entries = this.#listeners.get(type) ?? [];
      if (entries.some((entry) => entry.listener === listener)) return;
      this.#listeners.set(type, [...entries, { listener, once }]);
      signal?.addEventListener("abort", () =>
        this.removeEventListener(type, listener),
      );
    }

    removeEventListener(type: string, listener: Listener | null) {
      const entries = this.#listeners.get(type) ?? [];
      this.#listeners.set(
        type,
        entries.filter((entry) => entry.listener !== listener),
      );
    }

    dispatchEvent(event: RealmEvent): boolean {
      event.target = this;
      event.currentTarget = this;
      for (const { listener, once } of this.#listeners.get(event.type) ?? []) {
        if (once) this.removeEventListener(event.type, listener);
        try {
          if (typeof listener === "function") listener.call(this, event);
          else listener.handleEvent(event);
        } catch (error) {
          report(error);
        }
        if (event.isStopped) break;
      }
      event.currentTarget = null;
      return !event.defaultPrevented;
    }
  }

  const key = {};
  class RealmSignal extends RealmTarget {
    aborted = false;
    reason: unknown = undefined;
    onabort: ((event: RealmEvent) => void) | null = null;
    constructor(made: unknown) {
      if (made !== key) throw new TypeError("Illegal constructor");
      super();
      super.addEventListener("abort", (event) => this.onabort?.(event));
    }
    throwIfAborted() {
      if (this.aborted) throw this.reason;
    }
    static abort(reason?: unknown) {
      const controller = new RealmController();
      controller.abort(reason);
      return controller.signal;
    }
    static any(signals: Iterable<RealmSignal>) {
      const controller = new RealmController();
      for (const signal of signals) {
        if (signal.aborted) controller.abort(signal.reason);
        else
          signal.addEventListener("abort", () =>
            controller.abort(signal.reason),
          );
      }
      return controller.signal;
    }
    static timeout(): never {
      throw new Error(host.unavailable("AbortSignal.timeout()"));
    }
  }

  class RealmController {
    readonly signal = new RealmSignal(key);
    abort(reason?: unknown) {
      const { signal } = this;
      if (signal.aborted) return;
      signal.aborted = true;
      signal.reason =
        reason ?? new DOMException("This operation was aborted", "AbortError");
      signal.dispatchEvent(new RealmEvent("abort"));
    }
  }

  for (const [name, value] of [
    ["Event", RealmEvent],
    ["EventTarget", RealmTarget],
    ["AbortSignal", RealmSignal],
    ["AbortController", RealmController],
  ] as const) {
    Object.defineProperty(value, "name", { value: name });
    Object.defineProperty(value.prototype, Symbol.toStringTag, {
      value: name,
      configurable: true,
    });
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
}
