/** What the engine writes to stderr about faults while it serves. Not the reasons why it cannot start: fault.ts. */
import { StorageError } from "./storage/storage-error.ts";

/** How long a cause is counted, ms, and how many of its entries are written whole in that time. */
const WINDOW = 60_000;
const WRITTEN = 5;

/** `most` entries a minute; `cause` tells what counts together. */
type Entry = {
  readonly cause: string;
  readonly parts: readonly unknown[];
  readonly most: number;
};

/**
 * Strangers may be able to cause an entry, and the log may be on the disk that is full: of each cause the first few
 * entries of a minute are written, and after it how many more there were. What the machine refuses is one line, once;
 * faults of the engine are written whole.
 * @param write gets each entry, with the time before it
 */
export function createErrorLog(
  write: (...entry: unknown[]) => void,
): (what: string, error: unknown) => void {
  const seen = new Map<string, number>();
  const writeNow = (...entry: readonly unknown[]): void =>
    write(new Date().toISOString(), ...entry);
  const count = (cause: string, most: number): number => {
    const before = seen.get(cause) ?? 0;
    seen.set(cause, before + 1);
    if (before > 0) return before;
    setTimeout(() => {
      const more = (seen.get(cause) ?? 0) - most;
      seen.delete(cause);
      if (more > 0) writeNow(`${more} more within a minute of: ${cause}`);
    }, WINDOW).unref();
    return 0;
  };
  return (what, error) => {
    const { cause, parts, most } = entryOf(what, error);
    if (count(cause, most) < most) writeNow(...parts);
  };
}

function entryOf(what: string, error: unknown): Entry {
  if (error instanceof StorageError) {
    const line = `${what}: ${error.message}`;
    return { cause: line, parts: [line], most: 1 };
  }
  const parts = [what, error];
  if (!(error instanceof Error))
    return { cause: `${what}: ${String(error)}`, parts, most: WRITTEN };
  // Messages may hold what a caller sent; the place does not.
  const place = /^ +at .*/m.exec(error.stack ?? "")?.[0] ?? "";
  return { cause: `${what}: ${error.name}${place}`, parts, most: WRITTEN };
}
