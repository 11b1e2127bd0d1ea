import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createErrorLog } from "../../../engine/error-log.ts";
import { StorageError } from "../../../engine/storage/storage-error.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function openLog() {
  const entries: unknown[][] = [];
  const log = createErrorLog((_time, ...entry) => entries.push(entry));
  return { entries, log };
}

test("[DE35] what the disk refuses is one line a minute, with the number of those left out after it", () => {
  const { entries, log } = openLog();
  const full = new StorageError("disk", "Writing failed: the disk is full.");
  const line = "request failed: Writing failed: the disk is full.";
  for (let second = 0; second < 60; second++) {
    log("request failed", full);
    vi.advanceTimersByTime(999);
  }
  expect(entries).toEqual([[line]]);
  log("job failed", full);
  expect(entries[1]).toEqual(["job failed: Writing failed: the disk is full."]);
  vi.advanceTimersByTime(60_000);
  expect(entries.slice(2)).toEqual([[`59 more within a minute of: ${line}`]]);
  log("request failed", full);
  expect(entries[3]).toEqual([line]);
});

test("[DE35] faults of the engine are written whole, five a minute of each cause, whatever their texts say", () => {
  // Canary: with the message in the cause, a stranger who is quoted in it fills the log.
  const { entries, log } = openLog();
  const faultAt = (text: string) => new Error(`cannot read ${text}`);
  for (let i = 0; i < 1000; i++) log("request failed", faultAt(String(i)));
  const other = new TypeError("another place");
  log("request failed", other);
  expect(entries).toHaveLength(6);
  expect(entries[0]?.[1]).toBeInstanceOf(Error);
  expect(entries[5]).toEqual(["request failed", other]);
  vi.advanceTimersByTime(60_000);
  expect(entries).toHaveLength(7);
  expect(String(entries[6])).toMatch(
    /^995 more within a minute of: request failed: Error +at /,
  );
});
