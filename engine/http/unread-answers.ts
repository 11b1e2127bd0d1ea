/**
 * Counts unread answers against the process's memory budget (memory/memory-budget.ts). An answer
 * counts only while it waits for its client. Without room, the network's longest waiting answer is broken off: a client
 * that reads never waits long.
 */
import type { ServerResponse } from "node:http";
import { WINDOW } from "../functions/actions/body-channel.ts";
import type { MemoryBudget } from "../memory/memory-budget.ts";

/** Frees the memory at once and ends the answer. */
type BreakOff = () => void;

export class UnreadAnswers {
  readonly #memory: MemoryBudget;
  /** By network, the longest waiting first. */
  readonly #waiting = new Map<string | null, Set<BreakOff>>();

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
  }

  /**
   * Resolves when the written data is on its way, or the connection is closed: by the client, or here for lack of room.
   * @param network the client's network; null for this machine's own
   */
  async untilRead(
    response: ServerResponse,
    network: string | null,
  ): Promise<void> {
    const breakOff = () => {
      account.give(account.held);
      response.destroy();
    };
    const account = this.#memory.open(network, Infinity, breakOff);
    const waiting = this.#waiting.get(network) ?? new Set();
    this.#waiting.set(network, waiting.add(breakOff));
    // The written bytes, and those in flight behind them.
    const bytes = response.writableLength + WINDOW;
    while (!response.destroyed && account.take(bytes) !== null) {
      const [longest] = waiting;
      waiting.delete(longest ?? breakOff);
      longest?.();
    }
    await drained(response);
    account.give(account.held);
    waiting.delete(breakOff);
    if (waiting.size === 0) this.#waiting.delete(network);
  }
}

function drained(response: ServerResponse): Promise<void> {
  if (response.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}
