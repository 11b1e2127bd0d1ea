/** Faults of the engine while it serves, for its log. Not the reasons why it cannot start: fault.ts. */
import { StorageError } from "../storage/storage-error.ts";
import type { Log } from "./log.ts";

/** How long a cause is counted, ms, and how many of its entries are written whole in that time. */
const WINDOW = 60_000;
const WRITTEN = 5;
/** Causes of causes that are told. */
const DEPTH = 3;

/** `most` entries a minute; `cause` tells what counts together. */
type Entry = {
  readonly cause: string;
  readonly message: string;
  readonly stack?: readonly string[];
  readonly most: number;
};

/**
 * Strangers may be able to cause an entry, and the log may be on the disk that is full: of each cause the first few
 * entries of a minute are written, and after it how many more there were. What the machine refuses is one line, once;
 * faults of the engine are written whole.
 */
export function createErrorLog(
  log: Log,
): (what: string, error: unknown) => void {
  const seen = new Map<string, number>();
  const count = (cause: string, most: number): number => {
    const before = seen.get(cause) ?? 0;
    seen.set(cause, before + 1);
    if (before > 0) return before;
    setTimeout(() => {
      const more = (seen.get(cause) ?? 0) - most;
      seen.delete(cause);
      const message = `${more} more within a minute of: ${cause}`;
      if (more > 0) log.write({ level: "error", message });
    }, WINDOW).unref();
    return 0;
  };
  return (what, error) => {
    const { cause, most, ...entry } = entryOf(what, error);
    if (count(cause, most) < most) log.write({ level: "error", ...entry });
  };
}

function entryOf(what: string, error: unknown): Entry {
  if (error instanceof StorageError) {
    const line = `${what}: ${error.message}`;
    return { cause: line, message: line, most: 1 };
  }
  if (!(error instanceof Error)) {
    const { message, stack } = parts(String(error));
    const line = `${what}: ${message}`;
    return { cause: line, message: line, stack, most: WRITTEN };
  }
  const { message, stack } = chainOf(error);
  // Messages may hold what a caller sent; the place does not.
  const place = stack[0] ?? "";
  return {
    cause: `${what}: ${error.name} ${place}`,
    message: `${what}: ${message}`,
    stack,
    most: WRITTEN,
  };
}

/** The error and what caused it. */
function chainOf(error: Error): ReturnType<typeof parts> {
  const all = [error];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    if (all.length > DEPTH) break;
    all.push(cause);
  }
  const chain = all.map((one) => parts(one.stack ?? String(one)));
  return {
    message: chain.map(({ message }) => message).join("; caused by "),
    stack: chain.flatMap(({ stack }) => stack),
  };
}

/** A text with frames at its end, as errors have it. */
function parts(text: string): {
  readonly message: string;
  readonly stack: readonly string[];
} {
  const lines = text.trimEnd().split("\n");
  const isFrame = (line: string) => /^ +at /.test(line);
  return {
    message: lines.filter((line) => !isFrame(line)).join("\n"),
    stack: lines.filter(isFrame).map((line) => line.trim()),
  };
}
