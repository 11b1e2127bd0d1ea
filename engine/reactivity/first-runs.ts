/** Schedules the first runs of new queries, limited per network. */
import type { LiveQuery } from "./live-query.ts";

/** Running at once for one network, whose other calls wait behind each of them. */
const AT_ONCE = 16;

type Network = { underWay: number; readonly waiting: Set<LiveQuery> };

export class FirstRuns {
  readonly #run: (query: LiveQuery, network: string | null) => Promise<void>;
  readonly #begun = new WeakSet<LiveQuery>();
  readonly #networks = new Map<string, Network>();

  /** @param run never rejects */
  constructor(
    run: (query: LiveQuery, network: string | null) => Promise<void>,
  ) {
    this.#run = run;
  }

  /** Requests the first run for a network; null for this machine's own, which never waits. Each query begins once. */
  want(query: LiveQuery, network: string | null): void {
    if (this.#begun.has(query)) return;
    if (network === null) return void this.#begin(query, null);
    const its = this.#networks.get(network) ?? {
      underWay: 0,
      waiting: new Set(),
    };
    this.#networks.set(network, its);
    its.waiting.add(query);
    this.#beginNext(network, its);
  }

  /** A watcher in this network has gone. A query that nobody else there watches leaves the line. */
  leave(query: LiveQuery, network: string | null): void {
    const its = network === null ? undefined : this.#networks.get(network);
    if (its?.waiting.has(query) !== true) return;
    for (const watcher of query.watchers)
      if (watcher.network === network) return;
    its.waiting.delete(query);
  }

  #beginNext(network: string, its: Network): void {
    for (const query of its.waiting) {
      if (its.underWay === AT_ONCE) return;
      its.waiting.delete(query);
      // It has begun for another network.
      if (this.#begun.has(query)) continue;
      its.underWay += 1;
      void this.#begin(query, network).then(() => {
        its.underWay -= 1;
        this.#beginNext(network, its);
      });
    }
    if (its.underWay === 0) this.#networks.delete(network);
  }

  #begin(query: LiveQuery, network: string | null): Promise<void> {
    this.#begun.add(query);
    return this.#run(query, network);
  }
}
