/**
 * Request bodies in the process's memory budget. Each request is an account, from its first byte to its answer, and can
 * be evicted until its body is complete.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { MemoryAccount, MemoryBudget } from "../memory/memory-budget.ts";
import { HttpError } from "./http-error.ts";

const accounts = new WeakMap<IncomingMessage, MemoryAccount>();

/**
 * @param network the network that the body counts against; null for this machine's own, which is never evicted
 * @param refuse answers that there is no room. The connection ends after it: its client may never send the rest.
 */
export function countBody(
  response: ServerResponse,
  memory: MemoryBudget,
  network: string | null,
  refuse: () => void,
): void {
  const { req: request } = response;
  const giveWay = () => {
    if (request.complete || response.headersSent) return;
    account.give(account.held);
    response.once("finish", () => request.destroy());
    refuse();
  };
  const account = memory.open(
    network,
    Infinity,
    network === null ? null : giveWay,
  );
  accounts.set(request, account);
}

/** The account of a request to the server; undefined for any other. */
export function accountOf(request: IncomingMessage): MemoryAccount | undefined {
  return accounts.get(request);
}

/** The network that the request counts against; null for this machine's own. */
export function networkBehind(request: IncomingMessage): string | null {
  return accountOf(request)?.network ?? null;
}

/** The caller is known: bodies of anonymous callers are evicted for this one. */
export function preferBody(request: IncomingMessage): void {
  const account = accounts.get(request);
  if (account !== undefined) account.isKnown = true;
}

/**
 * Counts the bytes of the body held so far, packed or unpacked.
 * @param bytes all that the request takes now; less than before changes nothing
 * @returns false, and nothing counted, when there is no room
 */
export function holdBody(request: IncomingMessage, bytes: number): boolean {
  const account = accounts.get(request);
  if (account === undefined || bytes <= account.held) return true;
  return account.take(bytes - account.held) === null;
}

/** Called when the request has been answered, or is gone. */
export function releaseBody(request: IncomingMessage): void {
  const account = accounts.get(request);
  account?.give(account.held);
}

/** There is no room for a body. */
export function tooManyBodies(): HttpError {
  return new HttpError(
    503,
    "TooManyLargeBodies",
    "Too much is being sent at once. Try again.",
  );
}
