/** `AsyncLocalStorage` and `AsyncResource` of a realm, around the host's. Evaluated inside the realm, see host.ts. */
import type { RealmHost } from "./host.ts";
import type { RealmTools } from "./tools.ts";

type Call = (...args: readonly unknown[]) => unknown;

export function setUpAsyncStorage(
  { web }: Pick<RealmHost, "web">,
  { define, guard }: RealmTools,
): void {
  const called = (fn: unknown): Call => {
    if (typeof fn !== "function") throw new TypeError("fn must be a function");
    return fn as Call;
  };

  class AsyncLocalStorage {
    readonly #storage = new web.AsyncLocalStorage<unknown>();
    static bind(fn: Call): Call {
      const run = AsyncLocalStorage.snapshot();
      called(fn);
      return (...args) => run(fn, ...args);
    }
    static snapshot(): (fn: Call, ...args: readonly unknown[]) => unknown {
      const run = web.AsyncLocalStorage.snapshot();
      return (fn, ...args) => run(() => called(fn)(...args));
    }
    run(store: unknown, fn: Call, ...args: readonly unknown[]): unknown {
      return this.#storage.run(store, () => called(fn)(...args));
    }
    exit(fn: Call, ...args: readonly unknown[]): unknown {
      return this.run(undefined, fn, ...args);
    }
    getStore(): unknown {
      return this.#storage.getStore();
    }
    enterWith(store: unknown) {
      this.#storage.enterWith(store);
    }
    disable() {
      this.#storage.disable();
    }
  }

  class AsyncResource {
    readonly type: string;
    readonly #resource: InstanceType<typeof web.AsyncResource>;
    constructor(type: string) {
      if (typeof type !== "string")
        throw new TypeError("type must be a string");
      this.type = type;
      this.#resource = guard(() => new web.AsyncResource(type || "resource"));
    }
    runInAsyncScope(fn: Call, thisArg?: unknown, ...args: readonly unknown[]) {
      return this.#resource.runInAsyncScope(() =>
        Reflect.apply(called(fn), thisArg, args),
      );
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
}
