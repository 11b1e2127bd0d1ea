/**
 * Caches JWK sets by source. The Convex backend fetches them on every authentication, which is too much for one process
 * with hundreds of clients. Callers ask only for keys of configured providers.
 */
import type { Jwk } from "./signature.ts";

export type FetchedKeys = {
  readonly keys: readonly Jwk[];
  /** How the source of a discovery names itself. */
  readonly issuer?: string;
  /** How long the source allows caching, ms; null when it does not say. */
  readonly maxAge: number | null;
};

/** Bounds of the caching time, whatever the source says, ms. */
const MIN_AGE = 15_000;
const MAX_AGE = 10 * 60_000;
/** How long a failure is kept, ms: a flood of tokens must not become one of fetches. */
const FAILED_AGE = 1_000;

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
   * Checks a token with the keys of `source`, which are fetched by one caller at a time. When the cached keys do not match (an
   * unknown key id after a rotation), they are fetched again. This happens at most once in 15 s, so that invented key ids cannot
   * cause many fetches.
   */
  async check(
    source: string,
    fetchKeys: () => Promise<FetchedKeys>,
    isSigned: (keys: readonly Jwk[]) => Promise<boolean>,
  ): Promise<FetchedKeys & { readonly isSigned: boolean }> {
    const check = async (entry: Entry) => {
      const fetched = await entry.keys;
      return { ...fetched, isSigned: await isSigned(fetched.keys) };
    };
    const known = this.#entries.get(source);
    const now = this.#now();
    // If the clock was set back, it says nothing about the entry's age.
    if (
      known !== undefined &&
      known.fetchedAt <= now &&
      now < known.expiresAt
    ) {
      const checked = await check(known);
      const hasRested = this.#now() - known.fetchedAt >= MIN_AGE;
      if (checked.isSigned || !hasRested) return checked;
    }
    // Another caller may have started the same refetch meanwhile.
    const latest = this.#entries.get(source);
    const entry =
      latest !== undefined && latest !== known
        ? latest
        : this.#fetch(source, fetchKeys);
    return await check(entry);
  }

  /** Drops all keys, because configuration or environment has changed. */
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
          entry.expiresAt = this.#now() + FAILED_AGE;
          throw error;
        },
      ),
    };
    this.#entries.set(source, entry);
    return entry;
  }
}
