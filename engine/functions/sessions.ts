/**
 * One answer per request: a client that asks again, because it lost its connection, gets the answer of the first run,
 * be that committed or still under way. Answers are kept by the store, in the commit that made them.
 */
import type { Store } from "../storage/storage-types.ts";
import type { Database } from "../transactions/transaction-types.ts";
import type { Committed, Session } from "./run-mutation.ts";

export class Sessions {
  readonly #store: Pick<Store, "answered">;
  readonly #database: Database;
  readonly #underWay = new Map<string, Promise<Committed>>();

  constructor(store: Pick<Store, "answered">, database: Database) {
    this.#store = store;
    this.#database = database;
  }

  /** The answer of `session`, from `run` only if it has none yet. Failures are not kept: they left nothing behind. */
  async once(
    session: Session,
    run: () => Promise<Committed>,
  ): Promise<Committed> {
    const known = this.#store.answered(session.sessionId, session.requestId);
    if (known !== null) {
      await this.#database.whenDurable(known.ts);
      return { value: known.result, ts: known.ts, logLines: known.logLines };
    }
    const key = `${session.requestId} ${session.sessionId}`;
    const running = this.#underWay.get(key);
    if (running !== undefined) return running;
    const started = run().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, started);
    return started;
  }
}
