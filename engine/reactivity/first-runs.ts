/**
 * When queries that nobody had yet run for the first time: in the turns of who wants them. What they have given up by then
 * is not run at all.
 */
import { NetworkTurns } from "../memory/network-turns.ts";
import type { LiveQuery } from "./live-query.ts";

export class FirstRuns {
  readonly #run: (query: LiveQuery) => Promise<void>;
  readonly #begun = new WeakSet<LiveQuery>();
  readonly #turns = new NetworkTurns();

  /** @param run never rejects; does nothing for a query that nobody watches any more */
  constructor(run: (query: LiveQuery) => Promise<void>) {
    this.#run = run;
  }

  /** Somebody of this network wants it; null for this machine's own, which waits for nothing. Begins once, whoever else wants it. */
  want(query: LiveQuery, network: string | null): void {
    if (this.#begun.has(query)) return;
    void this.#turns.run({ network }, async () => {
      if (this.#begun.has(query) || query.watchers.size === 0) return;
      this.#begun.add(query);
      await this.#run(query);
    });
  }
}
