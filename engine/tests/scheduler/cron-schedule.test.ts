import { expect, test } from "vitest";
import {
  nextTime,
  parseCronExpression,
} from "../../scheduler/cron-expression.ts";
import { nextRun, parseCrons } from "../../scheduler/cron-schedule.ts";
import type { JsonObject } from "../../values/json.ts";

const at = (text: string) => Date.parse(`${text}Z`);
const after = (expression: string, from: string): string | null => {
  const time = nextTime(parseCronExpression(expression), at(from));
  return time === null ? null : new Date(time).toISOString().slice(0, 16);
};

test("[SC1] a cron expression is due at the next full UTC minute that fits all its fields", () => {
  const cases: [string, string, string][] = [
    ["* * * * *", "2026-11-21T10:00:00", "2026-11-21T10:01"],
    ["*/15 * * * *", "2026-11-21T10:44:59.999", "2026-11-21T10:45"],
    ["30 4 * * *", "2026-11-21T04:30", "2026-11-22T04:30"],
    ["0 0 29 2 *", "2026-11-21T00:00", "2028-02-29T00:00"],
    ["0 9-17/4 * * mon-fri", "2026-11-20T17:00", "2026-11-23T09:00"],
    ["0 0 * * 7", "2026-11-21T00:00", "2026-11-22T00:00"],
    ["0 0 * * 0-7", "2026-11-23T00:00", "2026-11-24T00:00"],
    ["0 0 * * fri-mon/2", "2026-11-22T00:00", "2026-11-27T00:00"],
    ["0 0 * * fri-sun", "2026-11-23T00:00", "2026-11-27T00:00"],
    ["0 22-4/3 * * *", "2026-11-21T22:00", "2026-11-22T01:00"],
    ["5,10 0 1 jan,jul *", "2026-11-21T00:00", "2027-01-01T00:05"],
    ["0 0 31 * *", "2026-11-21T00:00", "2026-12-31T00:00"],
    // Both day fields restricted: either one matches.
    ["0 0 13 * fri", "2026-11-21T00:00", "2026-11-27T00:00"],
    // A step restricts too.
    ["0 0 */10 * mon", "2026-11-21T00:00", "2026-11-23T00:00"],
    ["0 0 */10 * mon", "2026-11-30T00:00", "2026-12-01T00:00"],
  ];
  for (const [expression, from, due] of cases)
    expect(after(expression, from), expression).toBe(due);
});

test("[SC2] expressions that cannot be read or are never due are refused", () => {
  for (const text of ["* * * *", "* * * * * *", ""])
    expect(() => parseCronExpression(text), text).toThrow(
      "must have five fields",
    );
  for (const text of [
    "60 * * * *",
    "* 24 * * *",
    "* * 0 * *",
    "* * * 13 *",
    "* * * * 8",
    "a * * * *",
    "*/0 * * * *",
    "1-2-3 * * * *",
    "1.5 * * * *",
    "+5 * * * *",
    "5, * * * *",
    "*/x * * * *",
    "*/1.5 * * * *",
    "*/2/3 * * * *",
  ])
    expect(() => parseCronExpression(text), text).toThrow("cannot be read");
  expect(() => parseCronExpression("0 0 31 2 *")).toThrow("is never due");
});

const schedule = (fields: JsonObject) => ({
  identifier: "job",
  schedule: fields,
});

test("[SC3] an interval first runs at once, skips missed runs and keeps its beat", () => {
  const every = schedule({ type: "interval", minutes: 1 });
  expect(nextRun(every, null, 5_000)).toBe(5_000);
  expect(nextRun(every, 5_000, 5_100)).toBe(65_000);
  expect(nextRun(every, 5_000, 65_000)).toBe(125_000);
  expect(nextRun(every, 5_000, 5_000 + 10 * 60_000 + 1)).toBe(
    5_000 + 11 * 60_000,
  );
});

test("[SC4] hourly, daily, weekly and monthly crons are due at their UTC time", () => {
  const now = at("2026-11-21T10:20:00"); // a Saturday
  const due = (fields: JsonObject) =>
    new Date(nextRun(schedule(fields), null, now)).toISOString().slice(0, 16);
  expect(due({ type: "hourly", minuteUTC: 5 })).toBe("2026-11-21T11:05");
  expect(due({ type: "daily", hourUTC: 10, minuteUTC: 30 })).toBe(
    "2026-11-21T10:30",
  );
  expect(
    due({ type: "weekly", dayOfWeek: "saturday", hourUTC: 10, minuteUTC: 0 }),
  ).toBe("2026-11-28T10:00");
  expect(due({ type: "monthly", day: 1, hourUTC: 0, minuteUTC: 0 })).toBe(
    "2026-12-01T00:00",
  );
  expect(due({ type: "cron", cron: "0 12 * * *" })).toBe("2026-11-21T12:00");
});

test("[SC5] an hourly cron without a minute runs every hour at a stable offset", () => {
  const job = schedule({ type: "hourly" });
  const times: number[] = [];
  let now = at("2026-11-21T10:00:00");
  for (let run = 0; run < 5; run++) {
    now = nextRun(job, null, now);
    times.push(now);
  }
  const offsets = new Set(times.map((time) => time % 3_600_000));
  expect(offsets.size).toBe(1);
  expect(times.map((time) => Math.floor(time / 3_600_000))).toEqual(
    times.map((_, run) => Math.floor((times[0] ?? 0) / 3_600_000) + run),
  );
  const other = nextRun({ ...job, identifier: "another" }, null, now);
  expect(offsets.has(other % 3_600_000)).toBe(false);
});

test("[SC6] a wrong crons.export() is refused", () => {
  const one =
    (fields: JsonObject, identifier = "job") =>
    () =>
      parseCrons({
        [identifier]: { name: "a:b", args: [{}], schedule: fields },
      });
  expect(one({ type: "interval", seconds: 1, hours: 1 })).toThrow(
    "Exactly one of (seconds, minutes, hours) should be specified",
  );
  expect(one({ type: "interval", seconds: null })).toThrow("Exactly one of");
  for (const seconds of [0, 1.5, "1"])
    expect(one({ type: "interval", seconds })).toThrow(
      "Interval must be an integer greater than 0",
    );
  expect(one({ type: "interval", hours: Number.MAX_SAFE_INTEGER })).toThrow(
    "Interval must be shorter than 285,000 years",
  );
  for (const minuteUTC of [60, -1, 1.5])
    expect(one({ type: "hourly", minuteUTC })).toThrow(
      "minuteUTC must be 0-59 in",
    );
  expect(
    one({ type: "weekly", dayOfWeek: "someday", hourUTC: 1, minuteUTC: 1 }),
  ).toThrow("Invalid JSON");
  for (const exported of [5, null, []])
    expect(() => parseCrons(exported)).toThrow("Invalid JSON: crons");
  const hourly = { type: "hourly", minuteUTC: 0 };
  for (const job of [5, null, [], { name: 5, args: [{}], schedule: hourly }])
    expect(() => parseCrons({ job })).toThrow("Invalid JSON");
  expect(one({ type: "daily", hourUTC: 24 })).toThrow("hourUTC must be 0-23");
  expect(one({ type: "sometimes" })).toThrow("Invalid JSON");
  expect(one({ type: "interval", seconds: 1 }, "naïve")).toThrow(
    "CronIdentifier naïve has invalid character 'ï'",
  );
  expect(one({ type: "interval", hours: 2 })()).toEqual([
    {
      identifier: "job",
      path: "a:b",
      args: {},
      schedule: { type: "interval", hours: 2 },
    },
  ]);
});
