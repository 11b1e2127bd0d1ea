/** The bodies of requests in the process's memory budget: each request is an account, from its first byte to its answer. */
import type { IncomingMessage } from "node:http";
import type { MemoryAccount, MemoryBudget } from "../memory/memory-budget.ts";

const accounts = new WeakMap<IncomingMessage, MemoryAccount>();

/** @param network whom the body is counted to; null for this machine's own */
export function countBody(
  request: IncomingMessage,
  memory: MemoryBudget,
  network: string | null,
): void {
  accounts.set(request, memory.open(network, Infinity, null));
}

/**
 * Counts what there is of the body, before and after it is unpacked.
 * @param bytes all that the request takes now; less than before changes nothing
 * @returns false, and nothing counted, when there is no room
 */
export function holdBody(request: IncomingMessage, bytes: number): boolean {
  const account = accounts.get(request);
  if (account === undefined || bytes <= account.held) return true;
  return account.take(bytes - account.held) === null;
}

/** The request has been answered, or is gone. */
export function releaseBody(request: IncomingMessage): void {
  const account = accounts.get(request);
  account?.give(account.held);
}
