/** Faults of the engine while it serves, for its log. Not the reasons why it cannot start: fault.ts. */
import { StorageError } from "../storage/storage-error.ts";
import { createFew } from "./few.ts";
import type { Log, LogRecord } from "./log.ts";

/** Causes of causes that are told. */
const DEPTH = 3;

/** `most` entries a minute; `cause` tells what counts together. */
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

/** What the machine refuses is one line a minute; faults of the engine are five of each place. */
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
  // Messages may hold what a caller sent; the place does not.
  const cause = `${what}: ${error.name} ${stack[0] ?? ""}`;
  return { cause, record: { level, message: `${what}: ${message}`, stack } };
}

/** The error and what caused it. */
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
 * A text with frames at its end, as errors have it.
 * @param head characters that are no frames, whatever they look like
 */
function parts(text: string, head = 0): Parts {
  const lines = text.slice(head).trimEnd().split("\n");
  const first = lines.findLastIndex((line) => !/^ +at /.test(line)) + 1;
  return {
    message: text.slice(0, head) + lines.slice(0, first).join("\n"),
    stack: lines.slice(first).map((line) => line.trim()),
  };
}
