/**
 * Limits how much of what callers sent is in memory: by account (a socket, a request), by network and for the process. Without
 * a bound, a few strangers could end the process. This only counts; sync/ and http/ decide what is counted and how a refusal is
 * answered.
 *
 * Small accounts are let in whatever others hold. When the process has no room, another account is evicted. A known caller
 * evicts strangers, and networks that hold more than its own would. A stranger evicts only strangers of such networks. So many
 * small holders cannot shut others out, and the largest holder loses first. A known caller that holds much for long counts as a
 * stranger: bytes that trickle give way to those that come.
 */

export type MemoryLimits = {
  /** Bytes for the accounts of one network (values/network.ts), and for all accounts. */
  readonly network: number;
  readonly process: number;
};

/** Which limit refuses. */
export type Refusal = "account" | "network" | "process";

/** Up to this size, in bytes, an account is small: ordinary callers are far below. */
export const SMALL = 64 * 1024;
/** Small accounts may exceed the process limit by this factor: they may be many. */
const OVERDRAFT = 2;
/** How long a known caller may hold much before it counts as a stranger, in ms. */
const SOON = 10_000;

type Share = { held: number; readonly accounts: Set<MemoryAccount> };

export class MemoryBudget {
  readonly limits: MemoryLimits;
  readonly #networks = new Map<string, Share>();
  /** Accounts above SMALL, searched only when there is no room. */
  readonly #large = new Set<MemoryAccount>();
  readonly #now: () => number;
  #held = 0;

  /** @param now for tests, ms */
  constructor(limits: MemoryLimits, now = () => performance.now()) {
    this.limits = limits;
    this.#now = now;
  }

  get held(): number {
    return this.#held;
  }

  /**
   * @param network null for this machine, which has only the limit of the process
   * @param limit bytes of this account
   * @param evict makes the account release what it can, at once; null when it can release nothing
   */
  open(
    network: string | null,
    limit: number,
    evict: (() => void) | null,
  ): MemoryAccount {
    return new MemoryAccount(this, network, limit, evict);
  }

  /** Called by accounts only. @returns the limit that refuses `bytes` more, null when none does */
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
    // A caller's only large request is served up to the account's own limit.
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

  /** Bytes of its network. Accounts of this machine have none, so each counts alone. */
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

  /** The large account to evict: of the network that holds most, its largest. */
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

  /** The account to evict in the network that holds most, if that is more than the asking one would. */
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
  readonly budget: MemoryBudget;
  readonly network: string | null;
  /** Bytes; changes when the caller becomes known. */
  limit: number;
  /** A signed-in user, or an administrator. */
  isKnown = false;
  /** When it grew above SMALL, by the budget's clock. */
  largeSince = 0;
  #evict: (() => void) | null;
  #held = 0;

  constructor(
    budget: MemoryBudget,
    network: string | null,
    limit: number,
    evict: (() => void) | null,
  ) {
    this.budget = budget;
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
   * @param slack bytes allowed above the limit this time
   * @returns null when `bytes` more are counted from now on, else why not
   */
  take(bytes: number, slack = 0): Refusal | null {
    const refusal = this.budget.refusalOf(this, bytes, slack);
    if (refusal === null) this.#change(bytes);
    return refusal;
  }

  give(bytes: number): void {
    this.#change(-bytes);
  }

  /** Works once. What cannot be released then is released when the work is done. */
  evict(): void {
    const evict = this.#evict;
    this.#evict = null;
    evict?.();
  }

  #change(bytes: number): void {
    if (bytes === 0) return;
    this.#held += bytes;
    this.budget.count(this, bytes);
  }
}

/** Bytes that a text takes in memory: one per character, or two when not all are ASCII. */
export function weightOf(text: string): number {
  const { length } = text;
  return Buffer.byteLength(text) === length ? length : 2 * length;
}
