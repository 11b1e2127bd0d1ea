/**
 * Timestamps on the wire: nanoseconds since the epoch as base64 of eight little-endian bytes. Internally they are
 * microseconds. Source: the client's `u64ToLong`, `longToU64`.
 */
import type { Timestamp } from "../values/json.ts";

const NANOS_PER_MICRO = 1000n;
const U64 = /^[A-Za-z0-9+/]{11}=$/;

let lastTs: Timestamp = -1;
let lastText = "";

/** Caches the last answer: one timestamp goes to thousands of sockets. */
export function encodeTs(ts: Timestamp): string {
  if (ts === lastTs) return lastText;
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64LE(BigInt(ts) * NANOS_PER_MICRO);
  lastTs = ts;
  lastText = bytes.toString("base64");
  return lastText;
}

/** Microseconds, rounded up so that a foreign nanosecond is never taken for an earlier time; null when malformed. */
export function decodeTs(text: unknown): Timestamp | null {
  if (typeof text !== "string" || !U64.test(text)) return null;
  const nanos = Buffer.from(text, "base64").readBigUInt64LE();
  return Number((nanos + NANOS_PER_MICRO - 1n) / NANOS_PER_MICRO);
}
