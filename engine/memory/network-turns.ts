/**
 * Work for callers, in turns by network: of one so much at a time, the rest in the order it came. Nobody waits behind all
 * that somebody else asks for; nobody is refused, and nothing takes longer than the engine is busy.
 */

/** Under way for one network at a time: more than any screen begins with. */
const MOST = 64;

type Waiting = { readonly weight: number; readonly begin: () => void };
type Network = { underWay: number; waiting: Waiting[]; next: number };

export class NetworkTurns {
  readonly #networks = new Map<string, Network>();

  /**
   * Does the work when there is room, at once if there is now.
   * @param network null for this machine's own, which waits for nothing
   * @param weight how many of those under way it counts as: of a batch, its queries
   */
  async run<T>(
    network: string | null,
    weight: number,
    work: () => Promise<T>,
  ): Promise<T> {
    if (network === null) return await work();
    const its = this.#of(network);
    if (its.underWay < MOST) its.underWay += weight;
    else
      await new Promise<void>((begin) => its.waiting.push({ weight, begin }));
    try {
      return await work();
    } finally {
      its.underWay -= weight;
      beginNext(its);
      if (its.underWay === 0) this.#networks.delete(network);
    }
  }

  #of(network: string): Network {
    const known = this.#networks.get(network);
    if (known !== undefined) return known;
    const fresh = { underWay: 0, waiting: [], next: 0 };
    this.#networks.set(network, fresh);
    return fresh;
  }
}

function beginNext(its: Network): void {
  while (its.underWay < MOST) {
    const next = its.waiting[its.next];
    if (next === undefined) break;
    its.next++;
    its.underWay += next.weight;
    next.begin();
  }
  // What has begun goes as a whole: thousands may wait.
  if (its.next < its.waiting.length) return;
  its.waiting = [];
  its.next = 0;
}
