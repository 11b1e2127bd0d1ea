/**
 * Removes the constructors that turn strings into code from the function prototypes of this realm. The realms of
 * queries and mutations wrap some of its classes (realm/url.ts). If one leaked, `URL.constructor("return process")()`
 * would reach the process. This hardens, but is not a sandbox: see realm/host.ts. Realms made later and worker threads
 * keep theirs.
 * (`--disallow-code-generation-from-strings` would do the same; better-sqlite3 does not run with it.)
 */

/** Call once at start, in the engine's own process. */
export function hideConstructors(): void {
  for (const example of [
    () => undefined,
    async () => undefined,
    function* () {},
    async function* () {},
  ])
    Reflect.deleteProperty(
      Object.getPrototypeOf(example) as object,
      "constructor",
    );
}
