/**
 * Transactions over a store: tracks the read sets of open ones, commits valid ones, retries the others.
 *
 * Each commit marks the open transactions that have read what it touches. Later reads see its effects. So an unmarked
 * transaction has always read one consistent state: the newest. Past states are in past-moments.ts.
 */
import type {
  WriteSet,
  SessionRequest,
  Store,
} from "../storage/storage-types.ts";
import type { Timestamp } from "../values/json.ts";
import { CreationClock } from "./creation-clock.ts";
import { PastMoments } from "./past-moments.ts";
import { MutationQueue } from "./mutation-queue.ts";
import { Priority } from "./priority.ts";
import { mine, OpenTransaction } from "./transaction.ts";
import type {
  CommitListener,
  Database,
  ReadSet,
  Transaction,
} from "./transaction-types.ts";

/** Attempts that run beside others; the next one has priority. */
const SHARED_ATTEMPTS = 4;

type Attempt<T> = (
  transaction: Transaction,
) => Promise<{ value: T; request?: SessionRequest }>;

export type DatabaseOptions = {
  /** Wall clock in milliseconds; a test passes its own. */
  readonly now?: () => number;
  /** Runs first in each mutation and each query on the newest state. All of them depend on what it reads. */
  readonly beforeRun?: (transaction: Transaction) => void;
};

export function openDatabase(
  store: Store,
  options: DatabaseOptions = {},
): Database {
  return new StoreDatabase(store, options);
}

class StoreDatabase implements Database {
  readonly #store: Store;
  readonly #creationTimes: CreationClock;
  readonly #beforeRun: (transaction: Transaction) => void;
  readonly #mutations = new MutationQueue();
  readonly #open = new Set<OpenTransaction>();
  readonly #listeners = new Set<CommitListener>();
  readonly #past = new PastMoments();
  #conflicts = 0;
  /** Mutations that wait for priority. */
  #inLine = 0;
  readonly #priority: Priority;
  #lastInLine: Promise<unknown> = Promise.resolve();

  constructor(store: Store, options: DatabaseOptions) {
    const { now = Date.now, beforeRun = () => undefined } = options;
    this.#store = store;
    this.#priority = new Priority(store);
    this.#beforeRun = beforeRun;
    this.#creationTimes = new CreationClock(store.lastTs / 1000, now);
    store.onWithdrawal((writeSet) => this.#announce(writeSet, true));
    store.onCatalogChange((writeSet) => this.#announce(writeSet));
  }

  get lastTs(): Timestamp {
    return this.#store.lastTs;
  }

  get waiting(): number {
    return this.#mutations.waiting + this.#inLine;
  }

  get conflicts(): number {
    return this.#conflicts;
  }

  begin(): Transaction {
    return this.#begin();
  }

  read<T>(use: (transaction: Transaction) => T): T {
    const transaction = this.#begin();
    try {
      return use(transaction);
    } finally {
      this.#finish(transaction);
    }
  }

  abandon(transaction: Transaction): void {
    this.#finish(mine(transaction));
  }

  isValid(transaction: Transaction): boolean {
    return !mine(transaction).isStale;
  }

  commit(transaction: Transaction, request?: SessionRequest): Timestamp | null {
    const own = mine(transaction);
    if (own.isFinished) throw new Error("The transaction is over already");
    this.#finish(own);
    if (own.isStale) return null;
    const writes = own.writes();
    // Nothing is kept for a transaction that wrote nothing, not even its answer: a repeated request runs again.
    if (writes.length === 0) return this.#store.lastTs;
    if (this.#priority.conflictsWith(own)) {
      own.isStale = true;
      return null;
    }
    const writeSet = this.#store.apply(writes, request, own.isStamped);
    this.#past.push(writeSet.ts, writes);
    this.#announce(writeSet);
    return writeSet.ts;
  }

  async runMutation<T>(
    attempt: Attempt<T>,
  ): Promise<{ value: T; ts: Timestamp }> {
    for (let i = 0; i < SHARED_ATTEMPTS; i++) {
      const done = await this.#mutations.run(() =>
        this.#try(attempt, this.#begin()),
      );
      if (done) return done;
    }
    this.#inLine++;
    const turn = this.#lastInLine.then(() => {
      this.#inLine--;
      return this.#runWithPriority(attempt);
    });
    this.#lastInLine = turn.catch(() => undefined);
    return turn;
  }

  atOnce<T>(work: () => T): Promise<T> {
    const turn = this.#lastInLine.then(work);
    this.#lastInLine = turn.catch(() => undefined);
    return turn;
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastInLine.then(() => this.#priority.run(null, work));
    this.#lastInLine = turn.catch(() => undefined);
    return turn;
  }

  keepPresent(): Timestamp {
    const ts = this.#store.lastTs;
    this.#past.keep(ts);
    return ts;
  }

  async runQuery<T>(
    read: (transaction: Transaction) => Promise<T>,
    at?: Timestamp,
  ): Promise<{ value: T; ts: Timestamp; reads: ReadSet }> {
    for (let isFirst = true; ; isFirst = false) {
      const asked = at === undefined ? null : this.#past.open(this.#new(at));
      const newest = this.#begin();
      const repeated =
        isFirst || asked !== null ? null : this.#past.stay(this.#new());
      const transaction = asked ?? repeated ?? newest;
      try {
        if (asked === null) this.#beforeRun(newest);
        const value = await read(transaction);
        if (!newest.isStale && !transaction.isStale) {
          const { beginTs, reads } = transaction;
          const ts = transaction === newest ? this.#store.lastTs : beginTs;
          return { value, ts, reads };
        }
      } catch (error) {
        if (!newest.isStale && !transaction.isStale) throw error;
      } finally {
        for (const one of [newest, transaction]) this.#finish(one);
      }
    }
  }

  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  whenDurable(ts: Timestamp): Promise<void> {
    return this.#store.whenDurable(ts);
  }

  /** One attempt; null when it must be repeated. */
  async #try<T>(
    attempt: Attempt<T>,
    transaction: OpenTransaction,
  ): Promise<{ value: T; ts: Timestamp } | null> {
    try {
      this.#beforeRun(transaction);
      const { value, request } = await attempt(transaction);
      while (!transaction.isStale && this.#priority.conflictsWith(transaction))
        await this.#priority.over;
      const ts = this.commit(transaction, request);
      if (ts !== null) return { value, ts };
    } catch (error) {
      if (!transaction.isStale) throw error;
    } finally {
      this.#finish(transaction);
    }
    this.#conflicts++;
    return null;
  }

  /** Only a withdrawal by the disk can make this transaction stale. */
  async #runWithPriority<T>(
    attempt: Attempt<T>,
  ): Promise<{ value: T; ts: Timestamp }> {
    for (;;) {
      const transaction = this.#begin();
      transaction.hasPriority = true;
      const done = await this.#priority.run(transaction, () =>
        this.#try(attempt, transaction),
      );
      if (done) return done;
    }
  }

  #announce(writeSet: WriteSet, isWithdrawal = false): void {
    if (writeSet.all || isWithdrawal) this.#past.forget();
    for (const transaction of this.#open) transaction.observe(writeSet);
    for (const listener of this.#listeners) listener(writeSet);
  }

  #finish(transaction: OpenTransaction): void {
    transaction.isFinished = true;
    this.#open.delete(transaction);
    this.#past.close(transaction);
  }

  #begin(): OpenTransaction {
    const transaction = this.#new();
    this.#open.add(transaction);
    return transaction;
  }

  #new(at?: Timestamp): OpenTransaction {
    return new OpenTransaction(this.#store, this.#creationTimes, at);
  }
}
