/**
 * Answers that their clients do not read, in the process's memory budget (memory/memory-budget.ts): somebody may ask for
 * many and leave them lying. Those that are read count for no longer than they are waited for. Where there is no room, the
 * one of the network breaks off that has waited longest: whoever reads has never waited long.
 */
import type { ServerResponse } from "node:http";
import { WINDOW } from "../functions/actions/body-channel.ts";
import type { MemoryBudget } from "../memory/memory-budget.ts";

/** Gives back what is held, at once, and ends the answer. */
type BreakOff = () => void;

export class UnreadAnswers {
  readonly #memory: MemoryBudget;
  /** By network, the longest waiting first. */
  readonly #waiting = new Map<string | null, Set<BreakOff>>();

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
  }

  /**
   * Returns when what was written is on its way, or the connection is closed: by the client, or here for want of room.
   * @param network whose answer it is; null for this machine's own
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
    // What was written, and what is under way behind it.
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
