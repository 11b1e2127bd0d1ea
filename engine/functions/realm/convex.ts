/**
 * The `Convex` global through which npm convex reaches the engine, and the entry into functions. Evaluated inside the
 * realm, see host.ts.
 */
import type { RealmDoor, RealmHost } from "./host.ts";

export function setUpConvex(
  host: RealmHost,
  describe: (error: unknown) => string,
  begin: RealmDoor["begin"],
): RealmDoor {
  const errorOf = (message: string, data?: string): Error => {
    const error = new Error(message);
    if (data !== undefined)
      (error as Error & { data: unknown }).data = JSON.parse(data);
    return error;
  };

  const convex = {
    syscall(op: unknown, args: unknown): string {
      try {
        return host.syscall(String(op), String(args));
      } catch (error) {
        throw errorOf((error as Error).message);
      }
    },
    asyncSyscall(op: unknown, args: unknown): Promise<string> {
      return new Promise((resolve, reject) => {
        host.asyncSyscall(String(op), String(args), resolve, (message, data) =>
          reject(errorOf(message, data)),
        );
      });
    },
    jsSyscall(op: unknown): never {
      throw new Error(`Unknown JS syscall: ${String(op)}`);
    },
  };
  Object.defineProperty(globalThis, "Convex", {
    value: Object.freeze(convex),
    writable: false,
    configurable: false,
    enumerable: false,
  });

  return {
    begin,
    // The arrow functions matter: a reaction runs in the queue of the realm that made it.
    enter(target, method, args, done, failed) {
      const run = () =>
        (target as Record<string, (...args: readonly unknown[]) => unknown>)[
          method
        ]?.(...args);
      begin(() => Promise.resolve().then(run)).then(
        (result) => done(String(result)),
        (error: unknown) => failed(describe(error)),
      );
    },
    describe,
    errorOf,
  };
}
