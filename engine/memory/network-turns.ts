/**
 * Work for callers, in turns by network: of one so much at a time, the rest in the order it came. Nobody waits behind all
 * that somebody else asks for; nobody is refused, and nothing takes longer than the engine is busy.
 */

/** Under way for one network at a time: more than any screen begins with. */
const MOST = 64;

type Waiting = {
  readonly weight: number;
  readonly begin: () => void;
  behind?: Waiting;
};

/** A line linked one by one: what has begun is let go at once, also where somebody always waits. */
type Network = {
  underWay: number;
  waiting: number;
  first?: Waiting;
  last?: Waiting;
};

export class NetworkTurns {
  readonly #networks = new Map<string, Network>();

  /**
   * Does the work when there is room, at once if there is now.
   * @param network null for this machine's own, which waits for nothing
   * @param weight how many of those under way it counts as: of a batch, its queries; at least one
   */
  async run<T>(
    network: string | null,
    weight: number,
    work: () => Promise<T>,
  ): Promise<T> {
    if (network === null) return await work();
    const its = this.#of(network);
    // With nothing under way a network is forgotten, so whatever is counts.
    const counts = Math.max(1, weight);
    if (its.underWay < MOST) its.underWay += counts;
    else
      await new Promise<void>((begin) => {
        join(its, { weight: counts, begin });
      });
    try {
      return await work();
    } finally {
      its.underWay -= counts;
      beginNext(its);
      if (its.underWay === 0) this.#networks.delete(network);
    }
  }

  /** How many works of this network wait for their turn. */
  waitingOf(network: string | null): number {
    if (network === null) return 0;
    return this.#networks.get(network)?.waiting ?? 0;
  }

  #of(network: string): Network {
    const known = this.#networks.get(network);
    if (known !== undefined) return known;
    const fresh = { underWay: 0, waiting: 0 };
    this.#networks.set(network, fresh);
    return fresh;
  }
}

function join(its: Network, one: Waiting): void {
  if (its.last === undefined) its.first = one;
  else its.last.behind = one;
  its.last = one;
  its.waiting++;
}

function beginNext(its: Network): void {
  while (its.first !== undefined && its.underWay < MOST) {
    const next = its.first;
    if (next.behind === undefined) {
      delete its.first;
      delete its.last;
    } else its.first = next.behind;
    its.waiting--;
    its.underWay += next.weight;
    next.begin();
  }
}
