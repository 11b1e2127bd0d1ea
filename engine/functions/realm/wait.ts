/**
 * Waits for promises of the host. Evaluated inside the realm, see host.ts. A realm's microtask queue runs only while
 * the engine runs the realm, so code that awaited a host's promise directly would never continue.
 */
import type { RealmHost } from "./host.ts";
import type { RealmTools } from "./tools.ts";

export type Wait = <T>(begin: () => Promise<T>) => Promise<T>;

export function createWait(
  host: Pick<RealmHost, "wait">,
  { own }: Pick<RealmTools, "own">,
): Wait {
  return (begin) =>
    new Promise((resolve, reject) => {
      host.wait(begin, resolve, (error) => reject(own(error) as Error));
    });
}
