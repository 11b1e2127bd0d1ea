/** Schedules the first runs of new queries, limited per network. Queries without watchers by then are not run. */
import { NetworkTurns } from "../memory/network-turns.ts";
import type { LiveQuery } from "./live-query.ts";

export class FirstRuns {
  readonly #run: (query: LiveQuery) => Promise<void>;
  readonly #begun = new WeakSet<LiveQuery>();
  readonly #turns = new NetworkTurns();

  /** @param run never rejects; does nothing for a query without watchers */
  constructor(run: (query: LiveQuery) => Promise<void>) {
    this.#run = run;
  }

  /** Requests the first run for a network; null for this machine's own, which never waits. Each query begins once. */
  want(query: LiveQuery, network: string | null): void {
    if (this.#begun.has(query)) return;
    void this.#turns.run({ network }, async () => {
      if (this.#begun.has(query) || query.watchers.size === 0) return;
      this.#begun.add(query);
      await this.#run(query);
    });
  }
}
