/**
 * `AbortController` and `AbortSignal` of a realm. There are no timers, so `AbortSignal.timeout` is refused as
 * `setTimeout` is. Evaluated inside the realm, see host.ts. https://dom.spec.whatwg.org/#aborting-ongoing-activities
 */
import type { RealmEvents } from "./event.ts";
import type { RealmTargets } from "./event-target.ts";
import type { RealmHost } from "./host.ts";
import type { RealmTools } from "./tools.ts";

export function setUpAbort(
  host: Pick<RealmHost, "unavailable">,
  { DOMException, define }: RealmTools,
  { Event }: RealmEvents,
  { EventTarget, signals }: RealmTargets,
): void {
  let abort: (signal: AbortSignal, reason: unknown) => void;

  // As in the backend, code can construct one, which never aborts.
  class AbortSignal extends EventTarget {
    #aborted = false;
    #reason: unknown = undefined;
    onabort: ((event: unknown) => void) | null = null;
    static {
      abort = (signal, reason) => {
        if (signal.#aborted) return;
        signal.#aborted = true;
        signal.#reason =
          reason === undefined
            ? new DOMException("This operation was aborted", "AbortError")
            : reason;
        signal.dispatchEvent(new Event("abort"));
      };
    }
    constructor() {
      super();
      Object.defineProperty(this, "onabort", { enumerable: false });
      signals.add(this);
    }
    /** Unlike errors of listeners, errors of `onabort` propagate, as in the backend. */
    override dispatchEvent(event: object) {
      if ((event as { type?: unknown }).type === "abort") this.onabort?.(event);
      return super.dispatchEvent(event);
    }
    get aborted() {
      return this.#aborted;
    }
    get reason() {
      return this.#reason;
    }
    throwIfAborted() {
      if (this.#aborted) throw this.#reason;
    }
    static abort(reason?: unknown) {
      const signal = new AbortSignal();
      abort(signal, reason);
      return signal;
    }
    static any(signals: Iterable<AbortSignal>) {
      const any = new AbortSignal();
      for (const signal of signals) {
        if (signal.aborted) abort(any, signal.reason);
        else
          signal.addEventListener("abort", () => abort(any, signal.reason), {
            once: true,
          });
      }
      return any;
    }
    static timeout(): never {
      throw new Error(host.unavailable("setTimeout"));
    }
    get [Symbol.toStringTag]() {
      return "AbortSignal";
    }
  }

  class AbortController {
    readonly #signal = new AbortSignal();
    get signal() {
      return this.#signal;
    }
    abort(reason?: unknown) {
      abort(this.#signal, reason);
    }
    get [Symbol.toStringTag]() {
      return "AbortController";
    }
  }

  define("AbortSignal", AbortSignal);
  define("AbortController", AbortController);
}
