/** Limits repeated log entries: callers may be able to cause them, and the log may be on a full disk. */
import type { Log, LogRecord } from "./log.ts";

/** How long a cause is counted, ms, and how many of its records are written in that time. */
const WINDOW = 60_000;
const WRITTEN = 5;
/** Causes that are counted separately; all others count as one. */
const CAUSES = 200;

/** @param most records of this cause a minute, five unless given */
export type WriteFew = (
  cause: string,
  record: LogRecord,
  most?: number,
) => void;

/**
 * Writes the first few records of each cause per minute, then one with the number of the others. A cause contains
 * nothing that a caller can choose.
 */
export function createFew(log: Log): WriteFew {
  const seen = new Map<string, number>();
  return (given, record, most = WRITTEN) => {
    const isKnown = seen.has(given) || seen.size < CAUSES;
    const cause = isKnown ? given : "other causes";
    const before = seen.get(cause) ?? 0;
    seen.set(cause, before + 1);
    if (before < most) log.write(record);
    if (before > 0) return;
    setTimeout(() => {
      const more = (seen.get(cause) ?? 0) - most;
      seen.delete(cause);
      const message = `${more} more within a minute of: ${cause}`;
      if (more > 0) log.write({ level: record.level, message });
    }, WINDOW).unref();
  };
}
