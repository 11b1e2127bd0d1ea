/**
 * How much of what callers sent may be in memory: by account (a socket, a request), by network and for the process.
 * Without a bound a few strangers end the process for everybody. Counts only; what is counted, and what whoever is over it
 * hears, is for sync/ and http/.
 *
 * Who holds little is let through whatever others hold. When the process has no room, somebody makes it: for callers who
 * are known a stranger, for everybody a network that holds more than the one that asks would; so there is no sum that many
 * small holders could reach to shut others out, and each of them loses most who holds most. Who is known for what takes long
 * is as a stranger: bytes that trickle give way to those that come.
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
/** Who is known may hold much for so long before it counts as a stranger's, ms. */
const SOON = 10_000;

/** What a network holds, and who for it. */
type Share = { held: number; readonly accounts: Set<MemoryAccount> };

export class MemoryBudget {
  readonly limits: MemoryLimits;
  readonly #networks = new Map<string, Share>();
  /** Accounts above SMALL, looked through only when there is no room. */
  readonly #large = new Set<MemoryAccount>();
  readonly #now: () => number;
  #held = 0;

  /** @param now for tests, ms */
  constructor(limits: MemoryLimits, now = () => performance.now()) {
    this.limits = limits;
    this.#now = now;
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
    if (wanted <= SMALL)
      return this.#makeRoom(account, bytes, process * OVERDRAFT);
    const others = this.#heldWith(account) - account.held;
    // One large request of a caller is served whatever its size: the account's own limit is meant for it.
    if (others > 0 && others + wanted > network) return "network";
    return this.#makeRoom(account, bytes, process);
  }

  /** Called by accounts only, after their own count changed by `bytes`. */
  count(account: MemoryAccount, bytes: number): void {
    this.#held += bytes;
    if (account.held <= SMALL) this.#large.delete(account);
    else if (!this.#large.has(account)) {
      this.#large.add(account);
      account.largeSince = this.#now();
    }
    const { network } = account;
    if (network === null) return;
    const share = this.#networks.get(network) ?? {
      held: 0,
      accounts: new Set(),
    };
    share.held += bytes;
    if (account.held > 0) share.accounts.add(account);
    else share.accounts.delete(account);
    if (share.accounts.size > 0) this.#networks.set(network, share);
    else this.#networks.delete(network);
  }

  /** Of its network; this machine's own have none, and stand each for themselves. */
  #heldWith({ network, held }: MemoryAccount): number {
    return network === null ? held : (this.#networks.get(network)?.held ?? 0);
  }

  #makeRoom(
    asking: MemoryAccount,
    bytes: number,
    most: number,
  ): "process" | null {
    while (this.#held + bytes > most) {
      if (this.#held === asking.held) return null;
      const one = this.#yielding(asking, bytes) ?? this.#smallOf(asking, bytes);
      if (one === null) return "process";
      one.evict();
    }
    return null;
  }

  /** The large account that has to give way; of several, of the network that holds most the one that holds most. */
  #yielding(asking: MemoryAccount, bytes: number): MemoryAccount | null {
    const isPreferred = this.#isPreferred(asking);
    const wanted = this.#heldWith(asking) + bytes;
    let found: MemoryAccount | null = null;
    for (const one of this.#large) {
      if (one === asking || !one.canEvict) continue;
      const isStranger = !this.#isPreferred(one);
      const yields = isPreferred
        ? isStranger || this.#heldWith(one) > wanted
        : isStranger && this.#heldWith(one) > wanted;
      if (yields && (found === null || this.#isMore(one, found))) found = one;
    }
    return found;
  }

  /** Of the network that holds most in small accounts, if that is more than the one that asks would. */
  #smallOf(asking: MemoryAccount, bytes: number): MemoryAccount | null {
    let most: Share | null = null;
    for (const share of this.#networks.values())
      if (share.held > (most?.held ?? this.#heldWith(asking) + bytes))
        most = share;
    const mayHave = this.#isPreferred(asking)
      ? () => true
      : (one: MemoryAccount) => !this.#isPreferred(one);
    let found: MemoryAccount | null = null;
    for (const one of most?.accounts ?? [])
      if (one.canEvict && one.held > (found?.held ?? 0) && mayHave(one))
        found = one;
    return found;
  }

  #isPreferred(account: MemoryAccount): boolean {
    if (!account.isKnown) return false;
    return account.held <= SMALL || this.#now() - account.largeSince < SOON;
  }

  #isMore(one: MemoryAccount, other: MemoryAccount): boolean {
    const more = this.#heldWith(one) - this.#heldWith(other);
    return more > 0 || (more === 0 && one.held > other.held);
  }
}

export class MemoryAccount {
  readonly network: string | null;
  /** Bytes; changes when the caller becomes known. */
  limit: number;
  /** Somebody who is signed in, or an administrator. */
  isKnown = false;
  /** When it came above SMALL, by the budget's clock. */
  largeSince = 0;
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
