/**
 * Counts unread answers against the process's memory budget (memory/memory-budget.ts). An answer
 * counts only while it waits for its client. Without room, the network's longest waiting answer is broken off: a client
 * that reads never waits long.
 */
import type { ServerResponse } from "node:http";
import { WINDOW } from "../functions/actions/body-channel.ts";
import type { MemoryBudget } from "../memory/memory-budget.ts";
import { accountOf } from "./body-memory.ts";

/** Frees the memory at once and ends the answer. */
type BreakOff = () => void;

/** By network, the longest waiting first. */
type Waiting = Map<string | null, Set<BreakOff>>;

const waitingIn = new WeakMap<MemoryBudget, Waiting>();

/** Resolves when the written data is on its way, or the connection is closed: by the client, or here for lack of room. */
export async function untilRead(response: ServerResponse): Promise<void> {
  const request = accountOf(response.req);
  if (request === undefined) return drained(response);
  const { budget, network } = request;
  const breakOff = () => {
    account.give(account.held);
    response.destroy();
  };
  const account = budget.open(network, Infinity, breakOff);
  const networks: Waiting = waitingIn.get(budget) ?? new Map();
  waitingIn.set(budget, networks);
  const waiting = networks.get(network) ?? new Set();
  networks.set(network, waiting.add(breakOff));
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
  if (waiting.size === 0 && networks.get(network) === waiting)
    networks.delete(network);
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
