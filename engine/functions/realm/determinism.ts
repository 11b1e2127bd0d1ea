/**
 * Makes a realm deterministic: time stands still, randomness is seeded, and there are no timers or requests. Evaluated
 * inside the realm, see host.ts. Source: npm-packages/udf-runtime/src/{setup,02_timers,26_fetch,27_performance}.ts of
 * get-convex/convex-backend.
 */
import type { RealmHost } from "./host.ts";

export function setUpDeterminism(host: RealmHost): void {
  const define = (name: string, value: unknown) => {
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  };

  const RealDate = Date;
  function FrozenDate(this: unknown, ...args: unknown[]): unknown {
    if (new.target === undefined) return new RealDate(host.now()).toString();
    const given = args.length === 0 ? [host.now()] : args;
    const target = new.target as unknown;
    return Reflect.construct(
      RealDate,
      given,
      target === FrozenDate ? RealDate : (target as typeof Date),
    );
  }
  Object.defineProperties(FrozenDate, {
    name: { value: "Date" },
    length: { value: 7 },
    now: { value: () => host.now(), writable: true, configurable: true },
    parse: { value: RealDate.parse, writable: true, configurable: true },
    UTC: { value: RealDate.UTC, writable: true, configurable: true },
    prototype: { value: RealDate.prototype },
  });
  RealDate.prototype.constructor = FrozenDate;
  define("Date", FrozenDate);
  Math.random = () => host.random();

  define("performance", {
    now: () => 0,
    get timeOrigin() {
      return host.now();
    },
  });

  // Garbage collection is not deterministic: references are strong, callbacks never run.
  define(
    "WeakRef",
    class WeakRef {
      readonly #target: unknown;
      constructor(target: unknown) {
        this.#target = target;
      }
      deref() {
        return this.#target;
      }
    },
  );
  define(
    "FinalizationRegistry",
    class FinalizationRegistry {
      register() {}
      unregister() {}
    },
  );

  const unavailable = (description: string) => () => {
    throw new Error(host.unavailable(description));
  };
  define("fetch", async () => unavailable("fetch()")());
  define("setTimeout", unavailable("setTimeout"));
  define("setInterval", unavailable("setInterval"));
  define("setImmediate", unavailable("setImmediate"));
  define("clearTimeout", () => undefined);
  define("clearInterval", () => undefined);
  define("queueMicrotask", (callback: () => void) => {
    void Promise.resolve().then(callback);
  });

  const environment: unknown = new Proxy(
    {},
    {
      get: (_target, name) =>
        typeof name === "string" ? host.env(name) : undefined,
      // As on Convex, code may write, without effect.
      set: () => true,
    },
  );
  define("process", { env: environment });
  define("self", globalThis);
  define("global", undefined);
  // These would let code wait for another thread.
  define("SharedArrayBuffer", undefined);
  define("Atomics", undefined);
}
