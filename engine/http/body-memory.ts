/**
 * The bodies of requests in the process's memory budget: each request is an account, from its first byte to its answer. As
 * long as its body is not whole it can give way to others.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { MemoryAccount, MemoryBudget } from "../memory/memory-budget.ts";
import { HttpError } from "./http-error.ts";

const accounts = new WeakMap<IncomingMessage, MemoryAccount>();

/**
 * @param network whom the body is counted to; null for this machine's own, which gives way to nobody
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

/** Who sends it is known: strangers' bytes give way to it. */
export function preferBody(request: IncomingMessage): void {
  const account = accounts.get(request);
  if (account !== undefined) account.isKnown = true;
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

/** There is no room for what is being sent. */
export function tooManyBodies(): HttpError {
  return new HttpError(
    503,
    "TooManyLargeBodies",
    "Too much is being sent at once. Try again.",
  );
}
