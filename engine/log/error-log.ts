/** Logs faults of the running engine. Reasons why it cannot start are in fault.ts. */
import { StorageError } from "../storage/storage-error.ts";
import { createFew } from "./few.ts";
import type { Log, LogRecord } from "./log.ts";

/** Logged causes of an error. */
const DEPTH = 3;

/** At most `most` entries a minute for the same `cause`. */
type Entry = {
  readonly cause: string;
  readonly record: LogRecord;
  readonly most?: number;
};

type Parts = {
  readonly message: string;
  /** Frames, innermost first. */
  readonly stack: readonly string[];
};

/** Storage errors are one line a minute; faults of the engine are five for each place. */
export function createErrorLog(
  log: Log,
): (what: string, error: unknown) => void {
  const writeFew = createFew(log);
  return (what, error) => {
    const { cause, record, most } = entryOf(what, error);
    writeFew(cause, record, most);
  };
}

function entryOf(what: string, error: unknown): Entry {
  const level = "error";
  if (error instanceof StorageError) {
    const message = `${what}: ${error.message}`;
    const record = { level, message, isOwn: true } as const;
    return { cause: message, record, most: 1 };
  }
  if (!(error instanceof Error)) {
    const { message: text, stack } = parts(String(error));
    const message = `${what}: ${text}`;
    const cause = [what, ...stack.slice(0, 1)].join(" ");
    return { cause, record: { level, message, stack } };
  }
  const { message, stack } = chainOf(error);
  // Messages may hold data of a caller; the place does not.
  const cause = `${what}: ${error.name} ${stack[0] ?? ""}`;
  return { cause, record: { level, message: `${what}: ${message}`, stack } };
}

function chainOf(error: Error): Parts {
  const all = [error];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    if (all.length > DEPTH) break;
    all.push(cause);
  }
  const chain = all.map(({ stack = "", message }) => {
    const at = stack.indexOf(message);
    return parts(stack, at < 0 ? 0 : at + message.length);
  });
  return {
    message: chain.map(({ message }) => message).join("; caused by "),
    stack: chain.flatMap(({ stack }) => stack),
  };
}

/**
 * Splits a text from the frames at its end.
 * @param head characters to treat as text, even if they look like frames
 */
function parts(text: string, head = 0): Parts {
  const lines = text.slice(head).trimEnd().split("\n");
  const first = lines.findLastIndex((line) => !/^ +at /.test(line)) + 1;
  return {
    message: text.slice(0, head) + lines.slice(0, first).join("\n"),
    stack: lines.slice(first).map((line) => line.trim()),
  };
}
