/**
 * What `npx convex dev` and `logs` poll for. Function logs go to the clients that called and to the engine's own output,
 * not here: each poll waits its time and answers that there is nothing new.
 */
import { setTimeout } from "node:timers/promises";

/** Half of what the real backend holds a poll. */
const HOLD = 30_000;

export class LogStream {
  readonly #stopping = new AbortController();

  /** @param cursor as the last poll gave it. */
  async poll(
    cursor: number,
  ): Promise<{ readonly entries: never[]; readonly newCursor: number }> {
    await setTimeout(HOLD, undefined, {
      signal: this.#stopping.signal,
      ref: false,
    }).catch(() => undefined);
    return { entries: [], newCursor: cursor };
  }

  /** Answers everyone who waits. */
  stop(): void {
    this.#stopping.abort();
  }
}
