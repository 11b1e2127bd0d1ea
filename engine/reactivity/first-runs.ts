/**
 * When queries that nobody had yet run for the first time: at once, but of one network so many at a time. Who asks for
 * thousands of things waits behind their own, and what they have given up by then is not run at all.
 */
import type { LiveQuery } from "./live-query.ts";

/** First runs of one network under way: more than any screen begins with. */
const MOST = 64;

export class FirstRuns {
  readonly #run: (query: LiveQuery) => Promise<void>;
  readonly #begun = new WeakSet<LiveQuery>();
  /** How many are under way, by network. */
  readonly #underWay = new Map<string, number>();
  readonly #waiting = new Map<string, LiveQuery[]>();

  /** @param run never rejects; does nothing for a query that nobody watches any more */
  constructor(run: (query: LiveQuery) => Promise<void>) {
    this.#run = run;
  }

  /** Somebody of this network wants it; null for this machine's own, which waits for nothing. Begins once, whoever else wants it. */
  want(query: LiveQuery, network: string | null): void {
    if (this.#begun.has(query)) return;
    if (network === null) return void this.#begin(query);
    if (this.#countOf(network) < MOST)
      return void this.#beginFor(query, network);
    const waiting = this.#waiting.get(network) ?? [];
    waiting.push(query);
    this.#waiting.set(network, waiting);
  }

  async #beginFor(query: LiveQuery, network: string): Promise<void> {
    this.#underWay.set(network, this.#countOf(network) + 1);
    await this.#begin(query);
    const left = this.#countOf(network) - 1;
    if (left > 0) this.#underWay.set(network, left);
    else this.#underWay.delete(network);
    this.#next(network);
  }

  async #begin(query: LiveQuery): Promise<void> {
    this.#begun.add(query);
    await this.#run(query);
  }

  #next(network: string): void {
    const waiting = this.#waiting.get(network) ?? [];
    const isOver = (query: LiveQuery) =>
      query.watchers.size === 0 || this.#begun.has(query);
    const at = waiting.findIndex((query) => !isOver(query));
    const [query] = waiting
      .splice(0, at < 0 ? waiting.length : at + 1)
      .slice(-1);
    if (waiting.length === 0) this.#waiting.delete(network);
    if (query !== undefined && !isOver(query))
      void this.#beginFor(query, network);
  }

  #countOf(network: string): number {
    return this.#underWay.get(network) ?? 0;
  }
}
