import { expect, test } from "vitest";
import { createErrorLog } from "../../../engine/error-log.ts";
import { StorageError } from "../../../engine/storage/storage-error.ts";

test("[DE35] what the disk refuses is one line a minute, a fault of the engine is written whole each time", () => {
  const entries: unknown[][] = [];
  let now = 0;
  const log = createErrorLog(
    (...entry) => entries.push(entry),
    () => now,
  );
  const full = new StorageError("disk", "Writing failed: the disk is full.");
  const line = "request failed: Writing failed: the disk is full.";
  for (now = 0; now < 60_000; now += 1000) log("request failed", full);
  expect(entries).toEqual([["1970-01-01T00:00:00.000Z", line]]);
  now = 60_000;
  log("request failed", full);
  expect(entries.at(-1)).toEqual(["1970-01-01T00:01:00.000Z", line]);
  log("job failed", full);
  expect(entries.at(-1)?.[1]).toBe(
    "job failed: Writing failed: the disk is full.",
  );
  const ours = new Error("a fault");
  log("request failed", ours);
  log("request failed", ours);
  expect(entries.slice(3)).toEqual([
    ["1970-01-01T00:01:00.000Z", "request failed", ours],
    ["1970-01-01T00:01:00.000Z", "request failed", ours],
  ]);
});
