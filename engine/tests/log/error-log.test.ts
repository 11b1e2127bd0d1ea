import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createErrorLog } from "../../log/error-log.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { recordLog } from "./record-log.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function openLog() {
  const { records, log } = recordLog();
  const messages = () => records.map(({ message }) => message);
  return { records, messages, report: createErrorLog(log) };
}

test("[DE35] a refusal of the disk is logged once a minute, and then how many were left out", () => {
  const { records, messages, report } = openLog();
  const full = new StorageError("disk", "Writing failed: the disk is full.");
  const line = "request failed: Writing failed: the disk is full.";
  for (let second = 0; second < 60; second++) {
    report("request failed", full);
    vi.advanceTimersByTime(999);
  }
  expect(records).toEqual([{ level: "error", message: line, isOwn: true }]);
  report("job failed", full);
  expect(messages()[1]).toBe("job failed: Writing failed: the disk is full.");
  vi.advanceTimersByTime(60_000);
  expect(messages().slice(2)).toEqual([`59 more within a minute of: ${line}`]);
  report("request failed", full);
  expect(messages()[3]).toBe(line);
});

test("[DE35] engine faults are logged with their frames, five a minute for each cause, whatever their texts", () => {
  const { records, messages, report } = openLog();
  const faultAt = (text: string) =>
    new Error(`cannot read ${text}`, { cause: new RangeError("too far") });
  for (let i = 0; i < 1000; i++) report("request failed", faultAt(String(i)));
  report("request failed", new TypeError("another place"));
  expect(records).toHaveLength(6);
  expect(messages()[0]).toBe(
    "request failed: Error: cannot read 0; caused by RangeError: too far",
  );
  expect(records[0]?.stack?.[0]).toMatch(/^at faultAt .*error-log\.test\.ts:/);
  expect(messages()[5]).toBe("request failed: TypeError: another place");
  vi.advanceTimersByTime(60_000);
  expect(records).toHaveLength(7);
  expect(messages()[6]).toMatch(
    /^995 more within a minute of: request failed: Error at /,
  );
});

test("[DE35] an error whose causes form a circle is logged", () => {
  const { messages, report } = openLog();
  const error = new Error("round");
  error.cause = error;
  report("request failed", error);
  report("request failed", "a text\n    at handler (../convex/a.ts:1:2)");
  expect(messages()[0]).toBe(
    `request failed: ${Array(4).fill("Error: round").join("; caused by ")}`,
  );
  expect(messages()[1]).toBe("request failed: a text");
});

test("[OB8] text from a caller is not taken for a frame or for another cause", () => {
  const { records, messages, report } = openLog();
  const forged = (i: number) => `odd ${i}\n    at forged (x.ts:1:${i})`;
  const faultAt = (i: number) => new Error(forged(i));
  for (let i = 0; i < 100; i++) report("request failed", faultAt(i));
  for (let i = 0; i < 100; i++) report("job failed", `odd ${i}`);
  expect(records).toHaveLength(10);
  expect(messages()[0]).toBe(`request failed: Error: ${forged(0)}`);
  expect(records[0]?.stack?.[0]).toMatch(/^at faultAt /);
  for (let i = 0; i < 1000; i++) report(`${i} failed`, "odd");
  expect(records.length).toBeLessThan(10 + 200 + 5);
});
