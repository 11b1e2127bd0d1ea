/**
 * Takes the constructors that make code of strings off the prototypes of this realm's functions. The realms of queries and
 * mutations wrap some of its classes (realm/url.ts); were one handed on, `URL.constructor("return process")()` would lead from
 * there to the process. It hardens, it is no wall: see realm/host.ts. Realms made later and worker threads keep theirs.
 * (`--disallow-code-generation-from-strings` would do the same; better-sqlite3 does not run with it.)
 */

/** For the engine's own process, once, at start. */
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
