/** Ids that look real and are the same on every run with the same seed. */
import { createHmac } from "node:crypto";
import type { State } from "./state.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 24;

/** Cannot be guessed without the seed, because the address of a checkout page is enough to open it. */
export function nextId(state: State, prefix: string): string {
  return prefix + next(state, prefix, LENGTH);
}

export function nextUuid(state: State): string {
  const hex = digest(state, "uuid").toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

function next(state: State, prefix: string, length: number): string {
  const bytes = digest(state, prefix);
  return Array.from(bytes.subarray(0, length), (byte) =>
    DIGITS.charAt(byte % DIGITS.length),
  ).join("");
}

function digest(state: State, kind: string): Buffer {
  const count = (state.made[kind] ?? 0) + 1;
  state.made[kind] = count;
  return createHmac("sha256", state.seed).update(`${kind}${count}`).digest();
}
