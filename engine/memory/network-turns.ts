/**
 * Runs work for callers in turns by network: so much at a time per network and, if wanted, of all networks; the rest waits.
 * Networks with waiting work take turns. Within one, work takes turns by line, one per function, so that callers who cannot be
 * told apart do not wait behind each other's functions. Nothing waits longer than the engine is busy.
 */
import { FairQueue } from "./fair-queue.ts";

/** Work running at once for one network: more than any screen begins with. */
const AT_ONCE = 64;

export type Turn = {
  /** Null for this machine, which waits for nothing. */
  readonly network: string | null;
  /** Called only for work that must wait. Names that callers invent are not lines. */
  readonly line?: () => string;
  /** Its share of the running work: for a batch, its queries. At least one, which is the default. */
  readonly weight?: number;
  /** Aborted when the result is no longer wanted: waiting work then leaves. */
  readonly gone?: AbortSignal;
};

type Waiting = {
  readonly weight: number;
  readonly begin: () => void;
  readonly refuse: (why: Error) => void;
};

type Network = {
  readonly name: string;
  underWay: number;
  readonly line: FairQueue<Waiting>;
};

/** Too much of its network is waiting already. Nothing has begun. */
export class TooManyWaiting extends Error {
  readonly status = 503;
  readonly code = "TooManyConcurrentRequests";
  override readonly message =
    "Too many calls are waiting from your network. Try again later.";
}

/** The caller had gone before its turn came. Nothing has begun. */
export class CallerHasGone extends Error {
  readonly status = 503;
  readonly code = "ClientDisconnected";
  override readonly message = "The client has gone.";
}

export class NetworkTurns {
  readonly #networks = new Map<string, Network>();
  /** Those that may begin more and in which work may wait, next turn first. */
  readonly #waiting = new Set<Network>();
  readonly #atOnce: number;
  readonly #atOnceOfAll: number;
  readonly #maxWaiting: number;
  #underWay = 0;

  /**
   * @param atOnce running work of one network
   * @param atOnceOfAll the same of all networks together
   * @param maxWaiting of one network; beyond it the newest of its longest line is refused
   */
  constructor({
    atOnce = AT_ONCE,
    atOnceOfAll = Infinity,
    maxWaiting = Infinity,
  } = {}) {
    this.#atOnce = atOnce;
    this.#atOnceOfAll = atOnceOfAll;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Does the work as soon as there is room. Settles as it does.
   * @throws TooManyWaiting, CallerHasGone
   */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const { network } = turn;
    if (network === null) return await work();
    // At least one, because a network whose running work counts 0 is forgotten.
    const weight = Math.max(1, turn.weight ?? 1);
    const its = this.#of(network);
    if (this.#hasRoom && its.underWay < this.#atOnce) this.#count(its, weight);
    else await this.#wait(its, weight, turn);
    try {
      return await work();
    } finally {
      this.#count(its, -weight);
      this.#takeTurns(its);
      this.#beginNext();
    }
  }

  get #hasRoom(): boolean {
    return this.#underWay < this.#atOnceOfAll;
  }

  #count(its: Network, weight: number): void {
    its.underWay += weight;
    this.#underWay += weight;
  }

  #takeTurns(its: Network): void {
    if (its.underWay < this.#atOnce) this.#waiting.add(its);
  }

  #of(network: string): Network {
    const known = this.#networks.get(network);
    if (known !== undefined) return known;
    const line = new FairQueue<Waiting>(this.#maxWaiting);
    const fresh = { name: network, underWay: 0, line };
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
    this.#takeTurns(its);
    gone?.addEventListener("abort", leave);
    if (gone?.aborted === true) leave();
    try {
      await promise;
    } finally {
      gone?.removeEventListener("abort", leave);
    }
  }

  #beginNext(): void {
    // A network goes to the end with each beginning.
    for (const its of this.#waiting) {
      if (!this.#hasRoom) return;
      this.#waiting.delete(its);
      const next = its.line.next();
      if (next !== undefined) {
        this.#count(its, next.weight);
        this.#takeTurns(its);
        next.begin();
      } else if (its.underWay === 0) this.#networks.delete(its.name);
    }
  }
}
