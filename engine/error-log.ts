/** What the engine writes to stderr about faults while it serves. Not the reasons why it cannot start: fault.ts. */
import { StorageError } from "./storage/storage-error.ts";

/** A full disk refuses every write; the operator needs to read it once in this time, ms. */
const QUIET = 60_000;

/**
 * What the machine refuses is one line, and the same line not more than once a minute: the log may be on the same full
 * disk. Everything else is a fault of the engine and is written whole.
 * @param write gets each entry, with the time before it
 * @param now milliseconds since the epoch
 */
export function createErrorLog(
  write: (...entry: unknown[]) => void,
  now: () => number = Date.now,
): (what: string, error: unknown) => void {
  let last = { line: "", at: -Infinity };
  return (what, error) => {
    const time = new Date(now()).toISOString();
    if (!(error instanceof StorageError)) {
      write(time, what, error);
      return;
    }
    const line = `${what}: ${error.message}`;
    if (line === last.line && now() < last.at + QUIET) return;
    last = { line, at: now() };
    write(time, line);
  };
}
