/** A log that keeps its records. */
import type { Level, Log, LogRecord } from "../../log/log.ts";

export function recordLog(level: Level = "debug"): {
  readonly records: LogRecord[];
  readonly log: Log;
} {
  const records: LogRecord[] = [];
  return {
    records,
    log: { level, write: (record) => void records.push(record) },
  };
}
