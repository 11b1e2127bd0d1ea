/**
 * How much of what callers sent may be in memory: by account (a socket, a request), by network and for the process.
 * Without a bound a few strangers end the process for everybody. Counts only; what is counted, and what whoever is over it
 * hears, is for sync/ and http/.
 *
 * Who holds little is always let through, so that nobody notices others who hold much. When the process has no room, the
 * account that holds most makes it; when that is the one that asks, it is refused.
 */

export type MemoryLimits = {
  /** Bytes for all accounts of one network (values/network.ts), and for all together. */
  readonly network: number;
  readonly process: number;
};

/** Whose limit is in the way. */
export type Refusal = "account" | "network" | "process";

/** An account up to this size, bytes, is never in anybody's way: ordinary callers are far below. */
export const SMALL = 64 * 1024;
/** Small accounts may go beyond what the process has, up to so many times: they may be many. */
const OVERDRAFT = 2;

export class MemoryBudget {
  readonly limits: MemoryLimits;
  readonly #networks = new Map<string, number>();
  /** Accounts that can make room, looked through only when there is none. */
  readonly #large = new Set<MemoryAccount>();
  #held = 0;

  constructor(limits: MemoryLimits) {
    this.limits = limits;
  }

  /** Bytes of all accounts. */
  get held(): number {
    return this.#held;
  }

  /**
   * @param network null for this machine's own, which has no limit but the process's
   * @param limit bytes of this account
   * @param evict makes the account give back what it can, at once; null where nothing can be taken back
   */
  open(
    network: string | null,
    limit: number,
    evict: (() => void) | null,
  ): MemoryAccount {
    return new MemoryAccount(this, network, limit, evict);
  }

  /** Called by accounts only. @returns what is in the way of `bytes` more, null when nothing is */
  refusalOf(
    account: MemoryAccount,
    bytes: number,
    slack: number,
  ): Refusal | null {
    const { network, process } = this.limits;
    const wanted = account.held + bytes;
    if (wanted > account.limit + slack) return "account";
    if (this.#held + bytes > process * OVERDRAFT) return "process";
    if (wanted <= SMALL) return null;
    const others = this.#heldBy(account) - account.held;
    // One large request of a caller is served whatever its size: the account's own limit is meant for it.
    if (others > 0 && others + wanted > network) return "network";
    return this.#makeRoom(account, bytes) ? null : "process";
  }

  /** Called by accounts only, after their own count changed by `bytes`. */
  count(account: MemoryAccount, bytes: number): void {
    this.#held += bytes;
    if (account.held > SMALL) this.#large.add(account);
    else this.#large.delete(account);
    if (account.network === null) return;
    const held = this.#heldBy(account) + bytes;
    if (held > 0) this.#networks.set(account.network, held);
    else this.#networks.delete(account.network);
  }

  #heldBy({ network }: MemoryAccount): number {
    return network === null ? 0 : (this.#networks.get(network) ?? 0);
  }

  #makeRoom(asking: MemoryAccount, bytes: number): boolean {
    while (this.#held + bytes > this.limits.process) {
      if (this.#held === asking.held) return true;
      let largest: MemoryAccount | null = null;
      for (const one of this.#large)
        if (one.canEvict && one.held > (largest?.held ?? 0)) largest = one;
      if (largest === null || largest.held <= asking.held + bytes) return false;
      largest.evict();
    }
    return true;
  }
}

export class MemoryAccount {
  readonly network: string | null;
  /** Bytes; changes when the caller becomes known. */
  limit: number;
  readonly #budget: MemoryBudget;
  #evict: (() => void) | null;
  #held = 0;

  constructor(
    budget: MemoryBudget,
    network: string | null,
    limit: number,
    evict: (() => void) | null,
  ) {
    this.#budget = budget;
    this.network = network;
    this.limit = limit;
    this.#evict = evict;
  }

  get held(): number {
    return this.#held;
  }

  get canEvict(): boolean {
    return this.#evict !== null;
  }

  /**
   * @param slack bytes that the account may have beyond its limit this time
   * @returns null when `bytes` more are counted from now on, else why not
   */
  take(bytes: number, slack = 0): Refusal | null {
    const refusal = this.#budget.refusalOf(this, bytes, slack);
    if (refusal === null) this.#change(bytes);
    return refusal;
  }

  /** What was taken is not held any more. */
  give(bytes: number): void {
    this.#change(-bytes);
  }

  /** Once only: what it cannot give back then, it gives back when it is done with it. */
  evict(): void {
    const evict = this.#evict;
    this.#evict = null;
    evict?.();
  }

  #change(bytes: number): void {
    if (bytes === 0) return;
    this.#held += bytes;
    this.#budget.count(this, bytes);
  }
}

/** Bytes that a text takes in memory: one a character, or two when not all are Latin. */
export function weightOf(text: string): number {
  const { length } = text;
  return Buffer.byteLength(text) === length ? length : 2 * length;
}
