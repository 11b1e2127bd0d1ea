/**
 * Native password hashing for functions: scrypt on libuv's threads, few at once, so that sign-ins neither stop the
 * engine's thread nor use up its memory. Which algorithm and parameters an app chooses is the app's decision.
 */
import { scrypt, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import { UserError } from "../values/user-error.ts";
import { FairQueue } from "./fair-queue.ts";

export type ScryptParameters = {
  /** Cost: a power of two. */
  readonly N: number;
  /** Block size. */
  readonly r: number;
  /** Parallelization. */
  readonly p: number;
  /** Bytes wanted. */
  readonly dkLen: number;
  /** Whose work it is: those who wait take turns by group, and in each group by member. */
  readonly share?: readonly string[];
};

/** Two of libuv's four threads: the others are for files and DNS. */
const AT_ONCE = 2;
/** About ten seconds of work: whoever came later would have given up before the turn came. */
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

type Turn = { readonly take: () => void; readonly refuse: () => void };

let running = 0;
const waiting = new FairQueue<Turn>(MAX_WAITING);

/**
 * @throws UserError when a parameter is out of range, or too many are waiting: then its data is `{ code: "Overloaded" }`.
 */
export async function deriveKey(
  password: Uint8Array,
  salt: Uint8Array,
  parameters: ScryptParameters,
): Promise<Uint8Array> {
  const { N, r, p, dkLen } = parameters;
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
  // Copies: the caller's memory may change while the key is derived.
  const input = [Buffer.from(password), Buffer.from(salt)] as const;
  if (running >= AT_ONCE) await turnOf(parameters.share);
  else running++;
  try {
    // Node wants more than the algorithm needs.
    const maxmem = 2 * memory + (1 << 20);
    return new Uint8Array(
      await scryptAsync(...input, dkLen, { N, r, p, maxmem }),
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`Invalid scrypt parameters: ${reason}`);
  } finally {
    const next = waiting.next();
    if (next) next.take();
    else running--;
  }
}

/** Resolves when it is this one's turn. @throws UserError when it has to give way. */
function turnOf(share: ScryptParameters["share"]): Promise<void> {
  const path = Array.isArray(share)
    ? share.slice(0, MAX_DEPTH).map(String)
    : [];
  return new Promise((take, reject) => {
    const refuse = () => reject(overloaded());
    waiting.add(path, { take, refuse })?.refuse();
  });
}

function overloaded(): UserError {
  return new UserError(
    "Too many password hashes are waiting. Try again later.",
    { code: "Overloaded" },
  );
}
