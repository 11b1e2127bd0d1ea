/**
 * Limits per kind of caller, set by options. The defaults are Convex's own, so that any project runs; a public server
 * sets smaller ones.
 */
import type { Caller } from "../functions/function-types.ts";
import type { MemoryLimits } from "../memory/memory-budget.ts";
import { formatSize } from "../values/format-size.ts";
import { hasMoreParts } from "../values/parse-json.ts";

export type CallerLimits = {
  /** Queries that one socket may watch. */
  readonly queries: number;
  /** Bytes of one message on a socket, or of the body of one call over HTTP. */
  readonly message: number;
  /** Bytes one socket may keep in memory: watched arguments, waiting calls, frames being received. */
  readonly held: number;
};

export type Limits = {
  readonly anonymous: CallerLimits;
  readonly user: CallerLimits;
  readonly admin: CallerLimits;
  /** Sockets from one IPv4 address or IPv6 /64; the loopback interface is exempt. */
  readonly sockets: number;
  readonly memory: MemoryLimits;
};

const MIB = 1024 * 1024;

/** The backend allows arguments of 16 MiB; a message adds a little around them. */
const ARGUMENTS = 16 * MIB + 2000;
const ANYBODY: CallerLimits = {
  queries: 1024,
  message: ARGUMENTS,
  held: 48 * MIB,
};

export const CONVEX_LIMITS: Limits = {
  anonymous: ANYBODY,
  user: ANYBODY,
  admin: ANYBODY,
  sockets: 256,
  memory: { network: 96 * MIB, process: 192 * MIB },
};

export function limitsOf(limits: Limits, caller: Caller): CallerLimits {
  switch (caller.kind) {
    case "anonymous":
      return limits.anonymous;
    case "user":
      return limits.user;
    case "admin":
    case "system":
      return limits.admin;
  }
}

/**
 * Parts that a caller's JSON may have (values/parse-json.ts): as many as a stranger's largest message, because anyone can
 * sign up. What is longer is long strings.
 */
export function maxParts(limits: Limits, { kind }: Caller): number {
  const isTrusted = kind === "admin" || kind === "system";
  return isTrusted ? Infinity : limits.anonymous.message;
}

/** Why a message is too much for its caller; null when it is not. */
export function excessOf(
  text: string,
  limits: Limits,
  caller: Caller,
): string | null {
  const { message } = limitsOf(limits, caller);
  // Cheap test first: a character has at most three bytes.
  if (text.length * 3 > message && Buffer.byteLength(text) > message)
    return tooLargeText(message);
  return hasMoreParts(text, maxParts(limits, caller))
    ? "The message has too many values."
    : null;
}

export function tooLargeText(limit: number): string {
  return `The message is too large (limit: ${formatSize(limit)}).`;
}
