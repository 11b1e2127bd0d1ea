/**
 * `AsyncLocalStorage` and `AsyncResource` of a realm. Evaluated inside the realm, see host.ts.
 *
 * All storages of a realm share one of the host's, which holds an immutable map of their values. A snapshot is such a
 * map, without the engine's values, such as the running call. Callbacks do not run inside the host's methods: these
 * must clean up afterwards, which terminated code skips.
 */
import type { RealmDoor, RealmHost } from "./host.ts";
import type { RealmTools } from "./tools.ts";

type Call = (...args: readonly unknown[]) => unknown;

/** @returns `begin` of RealmDoor. */
export function setUpAsyncStorage(
  { web }: Pick<RealmHost, "web">,
  { define }: RealmTools,
): RealmDoor["begin"] {
  type Values = ReadonlyMap<AsyncLocalStorage, unknown> | undefined;
  const host = new web.AsyncLocalStorage<Values>();

  const called = (fn: unknown): Call => {
    if (typeof fn !== "function") throw new TypeError("fn must be a function");
    return fn as Call;
  };
  const within = <T>(values: Values, act: () => T): T => {
    const before = host.getStore();
    host.enterWith(values);
    try {
      return act();
    } finally {
      host.enterWith(before);
    }
  };

  class AsyncLocalStorage {
    #isDisabled = false;
    static bind(fn: Call): Call {
      const run = AsyncLocalStorage.snapshot();
      called(fn);
      return (...args) => run(fn, ...args);
    }
    static snapshot(): (fn: Call, ...args: readonly unknown[]) => unknown {
      const values = host.getStore();
      return (fn, ...args) => within(values, () => called(fn)(...args));
    }
    #with(store: unknown): Values {
      this.#isDisabled = false;
      return new Map(host.getStore()).set(this, store);
    }
    run(store: unknown, fn: Call, ...args: readonly unknown[]): unknown {
      return within(this.#with(store), () => called(fn)(...args));
    }
    exit(fn: Call, ...args: readonly unknown[]): unknown {
      return this.run(undefined, fn, ...args);
    }
    getStore(): unknown {
      return this.#isDisabled ? undefined : host.getStore()?.get(this);
    }
    enterWith(store: unknown) {
      host.enterWith(this.#with(store));
    }
    disable() {
      this.#isDisabled = true;
      const values = new Map(host.getStore());
      if (values.delete(this)) host.enterWith(values);
    }
  }

  class AsyncResource {
    readonly type: string;
    readonly #values = host.getStore();
    constructor(type: string) {
      if (typeof type !== "string")
        throw new TypeError("type must be a string");
      this.type = type;
    }
    runInAsyncScope(fn: Call, thisArg?: unknown, ...args: readonly unknown[]) {
      return within(this.#values, () => called(fn).call(thisArg, ...args));
    }
    bind(fn: Call, thisArg?: unknown): Call {
      called(fn);
      const run: AsyncResource["runInAsyncScope"] = (...args) =>
        this.runInAsyncScope(...args);
      return function (this: unknown, ...args) {
        return run(fn, thisArg ?? this, ...args);
      };
    }
    static bind(fn: Call, type?: string, thisArg?: unknown): Call {
      const name = type ?? (called(fn).name || "bound-anonymous-fn");
      return new AsyncResource(name).bind(fn, thisArg);
    }
  }

  define("AsyncLocalStorage", AsyncLocalStorage);
  define("AsyncResource", AsyncResource);
  return (act) => within(undefined, act);
}
