/**
 * Waiting for promises of the host. Evaluated inside the realm, see host.ts.
 * A realm has its own queue of microtasks, which runs only while the engine runs the realm: awaiting a host's promise
 * directly would never go on.
 */
import type { RealmHost } from "./host.ts";

export function createWait(
  host: Pick<RealmHost, "wait">,
): <T>(begin: () => Promise<T>) => Promise<T> {
  const own = (error: unknown): Error => {
    const { name, message } = error as { name: string; message: string };
    if (name === "TypeError") return new TypeError(message);
    if (name === "RangeError") return new RangeError(message);
    const copy = new Error(message);
    if (name !== "UserError") copy.name = name;
    return copy;
  };
  return (begin) =>
    new Promise((resolve, reject) => {
      host.wait(begin, resolve, (error) => reject(own(error)));
    });
}
