/**
 * Globals that functions replace while they run, as a workflow's runner does with the clock. Each run sees the realm's
 * own, or what it put there itself: on Convex each has a realm for itself.
 */

/** Those that code replaces. Changes to others stay, like module variables. */
const NAMES = [
  ...["process", "crypto", "Date", "Math", "console", "performance"],
  ...["fetch", "setTimeout", "setInterval", "clearTimeout", "clearInterval"],
] as const;

/** What one run has put there; null for nothing. */
export type Replaced = { values: unknown[] | null };

export class ReplacedGlobals {
  readonly #global: object;
  /** The realm's own, with what modules replaced at their import. */
  #own: readonly unknown[] | null = null;
  /** Whose are in place; null before the first run. */
  #owner: Replaced | null = null;

  constructor(global: object) {
    this.#global = global;
  }

  /** Puts the globals of `owner` in place, and keeps those of the one before. */
  give(owner: Replaced): void {
    if (owner === this.#owner) return;
    const now = this.#read();
    const own = (this.#own ??= now);
    const before = this.#owner;
    this.#owner = owner;
    const isOwn = now.every((value, i) => value === own[i]);
    if (before !== null) before.values = isOwn ? null : now;
    if (isOwn && owner.values === null) return;
    this.#put(owner.values ?? own, now);
  }

  /** Runs what imports a module: what it replaces stays for all. */
  import(evaluate: () => void): void {
    const owner = this.#owner;
    if (owner === null) return evaluate();
    this.give({ values: null });
    evaluate();
    this.#own = this.#read();
    this.give(owner);
  }

  /** Without running a getter that code has put there. */
  #read(): unknown[] {
    return NAMES.map(
      (name) =>
        Reflect.getOwnPropertyDescriptor(this.#global, name)?.value as unknown,
    );
  }

  #put(values: readonly unknown[], now: readonly unknown[]): void {
    const place = { writable: true, configurable: true, enumerable: false };
    for (const [i, name] of NAMES.entries())
      if (values[i] !== now[i])
        Reflect.defineProperty(this.#global, name, {
          ...place,
          value: values[i],
        });
  }
}
