/**
 * Native password hashing for functions: scrypt on libuv's threads, few at once, so that sign-ins neither block the
 * engine's thread nor use up its memory.
 */
import { scrypt, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import { UserError } from "../values/user-error.ts";
import { FairQueue } from "../memory/fair-queue.ts";

export type ScryptParameters = {
  /** Cost: a power of two. */
  readonly N: number;
  /** Block size. */
  readonly r: number;
  /** Parallelization. */
  readonly p: number;
  /** Bytes wanted. */
  readonly dkLen: number;
  /** Path for fair sharing: waiting hashes take turns by group, and in each group by member. */
  readonly share?: readonly string[];
};

/** Two of libuv's four threads: the others are for files and DNS. */
const AT_ONCE = 2;
/** About ten seconds of work: later callers would give up before their turn. */
const MAX_WAITING = 100;
const MAX_MEMORY = 256 << 20;
const MAX_LENGTH = 1024;
/** Groups within groups. */
const MAX_DEPTH = 4;

const scryptAsync = promisify<
  Uint8Array,
  Uint8Array,
  number,
  ScryptOptions,
  Uint8Array
>(scrypt);

type Turn = {
  readonly share: string;
  readonly take: () => void;
  readonly refuse: () => void;
};

/** The share of calls without one. */
const NOBODY = "[]";
/** Shares whose keys are being derived. */
const running: string[] = [];
const waiting = new FairQueue<Turn>(MAX_WAITING);

/**
 * @throws UserError when a parameter is out of range, or too many are waiting: then its data is `{ code: "Overloaded"
 * }`.
 */
export async function deriveKey(
  password: Uint8Array,
  salt: Uint8Array,
  parameters: ScryptParameters,
): Promise<Uint8Array> {
  // Read the caller's objects here, once and before anything begins: reading them may run code that throws.
  const input = [bytesOf(password), bytesOf(salt)] as const;
  if (typeof parameters !== "object" || parameters === null)
    throw new UserError("crypto.scrypt: the parameters are no object.");
  const { N, r, p, dkLen, share } = parameters;
  const path = pathOf(share);
  const memory = 128 * N * r;
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 1;
  if (
    ![N, r, p, dkLen].every(isCount) ||
    memory > MAX_MEMORY ||
    p > 16 ||
    dkLen > MAX_LENGTH
  )
    throw new UserError(
      `Invalid scrypt parameters: 128 * N * r must be at most ${MAX_MEMORY} bytes, p at most 16, dkLen at most ${MAX_LENGTH}`,
    );
  const own = JSON.stringify(path);
  if (mayRun(own)) running.push(own);
  else await turnOf(path, own);
  try {
    // Node requires more than the algorithm needs.
    const maxmem = 2 * memory + (1 << 20);
    return new Uint8Array(
      await scryptAsync(...input, dkLen, { N, r, p, maxmem }),
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`Invalid scrypt parameters: ${reason}`);
  } finally {
    running.splice(running.indexOf(own), 1);
    const next = waiting.next(({ share }) => mayRun(share));
    if (next) {
      running.push(next.share);
      next.take();
    }
  }
}

/** One hash at a time per share, so that a second share never waits for the first. */
function mayRun(share: string): boolean {
  const isFree = share === NOBODY || !running.includes(share);
  return isFree && running.length < AT_ONCE;
}

/** A copy: the caller's memory may change meanwhile. Copying a view calls no code of the caller. */
function bytesOf(value: Uint8Array): Uint8Array {
  if (!ArrayBuffer.isView(value))
    throw new UserError("crypto.scrypt: password and salt must be bytes.");
  return new Uint8Array(value);
}

/** Reads only names; any other property of the caller's list is ignored. */
function pathOf(share: unknown): string[] {
  const path: string[] = [];
  if (!Array.isArray(share)) return path;
  const names: readonly unknown[] = share;
  while (path.length < MAX_DEPTH) {
    const name = names[path.length];
    if (name === undefined) break;
    if (typeof name !== "string")
      throw new UserError("crypto.scrypt: `share` must be a list of names.");
    path.push(name);
  }
  return path;
}

/** Resolves when it is this one's turn. @throws UserError when it is evicted. */
function turnOf(path: readonly string[], share: string): Promise<void> {
  return new Promise((take, reject) => {
    const refuse = () => reject(overloaded());
    waiting.add(path, { share, take, refuse })?.refuse();
  });
}

function overloaded(): UserError {
  return new UserError(
    "Too many password hashes are waiting. Try again later.",
    { code: "Overloaded" },
  );
}
