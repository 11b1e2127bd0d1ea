/**
 * Work for callers, in turns by network: of one so much at a time, the rest waits. What waits takes turns by line, a
 * function each, so that callers who cannot be told apart do not wait behind what others of them ask for. Nothing takes
 * longer than the engine is busy.
 */
import { FairQueue } from "./fair-queue.ts";

/** Under way for one network at a time: more than any screen begins with. */
const AT_ONCE = 64;

export type Turn = {
  /** Null for this machine's own, which waits for nothing. */
  readonly network: string | null;
  /** Asked only of what has to wait. Names that callers make up are no lines. */
  readonly line?: () => string;
  /** How many of those under way it counts as: of a batch, its queries. One when left out, and at least one. */
  readonly weight?: number;
  /** Aborted when nobody wants it any more: what waits then leaves. */
  readonly gone?: AbortSignal;
};

type Waiting = {
  readonly weight: number;
  readonly begin: () => void;
  readonly refuse: (why: Error) => void;
};

type Network = { underWay: number; readonly line: FairQueue<Waiting> };

/** Too much of its network waits already. Nothing has begun. */
export class TooManyWaiting extends Error {
  readonly status = 503;
  readonly code = "TooManyConcurrentRequests";
  override readonly message =
    "Too many calls are waiting from your network. Try again later.";
}

/** Nobody wanted it any more when its turn came. Nothing has begun. */
export class CallerHasGone extends Error {
  readonly status = 503;
  readonly code = "ClientDisconnected";
  override readonly message = "The client has gone.";
}

export class NetworkTurns {
  readonly #networks = new Map<string, Network>();
  readonly #atOnce: number;
  readonly #mostWaiting: number;

  /**
   * @param atOnce works of one network
   * @param mostWaiting of one network; beyond it the newest of its longest line is refused
   */
  constructor({ atOnce = AT_ONCE, mostWaiting = Infinity } = {}) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Does the work when there is room, at once if there is now. Settles as it does.
   * @throws TooManyWaiting, CallerHasGone
   */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const { network } = turn;
    if (network === null) return await work();
    // With nothing under way a network is forgotten, so whatever is counts.
    const weight = Math.max(1, turn.weight ?? 1);
    const its = this.#of(network);
    if (its.underWay < this.#atOnce) its.underWay += weight;
    else await this.#wait(its, weight, turn);
    try {
      return await work();
    } finally {
      its.underWay -= weight;
      this.#beginNext(its);
      if (its.underWay === 0) this.#networks.delete(network);
    }
  }

  #of(network: string): Network {
    const known = this.#networks.get(network);
    if (known !== undefined) return known;
    const line = new FairQueue<Waiting>(this.#mostWaiting);
    const fresh = { underWay: 0, line };
    this.#networks.set(network, fresh);
    return fresh;
  }

  async #wait(its: Network, weight: number, turn: Turn): Promise<void> {
    const { gone } = turn;
    const path = [turn.line?.() ?? ""];
    const {
      promise,
      resolve: begin,
      reject: refuse,
    } = Promise.withResolvers<void>();
    const one = { weight, begin, refuse };
    const leave = () => {
      if (its.line.remove(path, one)) refuse(new CallerHasGone());
    };
    its.line.add(path, one)?.refuse(new TooManyWaiting());
    gone?.addEventListener("abort", leave);
    if (gone?.aborted === true) leave();
    try {
      await promise;
    } finally {
      gone?.removeEventListener("abort", leave);
    }
  }

  #beginNext(its: Network): void {
    while (its.underWay < this.#atOnce) {
      const next = its.line.next();
      if (next === undefined) return;
      its.underWay += next.weight;
      next.begin();
    }
  }
}
