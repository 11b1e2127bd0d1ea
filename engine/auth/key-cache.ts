/**
 * Remembers JWK sets by where they come from. The real backend fetches them on every authentication; one process that
 * serves hundreds of phones must not. Holds no keys of providers that are not configured: callers ask only for those.
 */
import type { Jwk } from "./signature.ts";

export type FetchedKeys = {
  readonly keys: readonly Jwk[];
  /** How long the source allows them to be kept, ms; null when it does not say. */
  readonly maxAge: number | null;
};

/** Bounds of the time a set is kept, whatever its source says, ms. */
const MIN_AGE = 15_000;
const MAX_AGE = 10 * 60_000;

type Entry = {
  readonly keys: Promise<FetchedKeys>;
  readonly fetchedAt: number;
  expiresAt: number;
};

export class KeyCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The keys of `source`, fetched at most once at a time. When `suits` refuses what is remembered (an unknown key id after
   * a rotation), they are fetched again, but never twice within 15 s, so that made-up key ids cannot cause a storm.
   */
  async get(
    source: string,
    fetchKeys: () => Promise<FetchedKeys>,
    suits: (keys: readonly Jwk[]) => Promise<boolean>,
  ): Promise<readonly Jwk[]> {
    const known = this.#entries.get(source);
    if (known !== undefined && this.#now() < known.expiresAt) {
      const { keys } = await known.keys;
      const rested = this.#now() - known.fetchedAt >= MIN_AGE;
      if (!rested || (await suits(keys))) return keys;
    }
    // Another caller may have begun the same refetch while this one awaited.
    const latest = this.#entries.get(source);
    const entry =
      latest !== undefined && latest !== known
        ? latest
        : this.#fetch(source, fetchKeys);
    return (await entry.keys).keys;
  }

  /** Forgets everything: the configuration or the environment that made the keys has changed. */
  clear(): void {
    this.#entries.clear();
  }

  #fetch(source: string, fetchKeys: () => Promise<FetchedKeys>): Entry {
    const fetchedAt = this.#now();
    const entry: Entry = {
      fetchedAt,
      expiresAt: fetchedAt + MIN_AGE,
      keys: fetchKeys().then(
        (fetched) => {
          const age = fetched.maxAge ?? MAX_AGE;
          entry.expiresAt =
            fetchedAt + Math.min(Math.max(age, MIN_AGE), MAX_AGE);
          return fetched;
        },
        (error: unknown) => {
          // A failure is not remembered: the next token tries again.
          if (this.#entries.get(source) === entry) this.#entries.delete(source);
          throw error;
        },
      ),
    };
    this.#entries.set(source, entry);
    return entry;
  }
}
