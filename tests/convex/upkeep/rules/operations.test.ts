/** What the figures of the server and of the background work mean. */
import { expect, test } from "vitest";
import {
  quantile,
  samplesOf,
} from "../../../../convex/upkeep/rules/exposition.ts";
import {
  troublesOf,
  type Look,
  type ProductFigures,
} from "../../../../convex/upkeep/rules/operations.ts";
import {
  readServerFigures,
  type ServerFigures,
} from "../../../../convex/upkeep/rules/serverFigures.ts";
import { HOUR, MINUTE } from "../../fake-clock.ts";

const NOW = 1_800_000_000_000;

const WELL: ServerFigures = {
  ...{ trouble: null, failingCrons: [] },
  ...{ startedAt: NOW - HOUR, backupAt: NOW - HOUR, databaseBytes: 1 },
  ...{ journalBytes: 1, freeBytes: 50e9, diskBytes: 100e9, memoryBytes: 1 },
  ...{ sockets: 1, subscriptions: 1, mutationsWaiting: 0, actionsRunning: 0 },
  ...{ actionsWaiting: 0, jobsDue: 0, jobsLateMs: 0, loopP99Ms: 1 },
  ...{ loopMaxMs: 1, calls: 1, failed: 0, functions: [] },
};
const NOTHING = { waiting: 0, lateMs: 0, failed: 0 };
const IDLE: ProductFigures = {
  ...{ waitingNow: 0, servedToday: 0, countedAt: NOW - MINUTE, mails: NOTHING },
  ...{ texts: NOTHING, calendars: NOTHING },
  ...{ alarmsLate: 0, upkeep: [] },
};

/** The troubles when all is well except for these figures. */
function troubles(
  figures: Partial<ServerFigures>,
  product: Partial<ProductFigures> = {},
): string[] {
  const server = { kind: "figures" as const, figures: { ...WELL, ...figures } };
  const seen = { at: NOW, product: { ...IDLE, ...product }, server };
  return troublesOf(seen).map(
    ({ kind, isUrgent }) => `${isUrgent ? "!" : ""}${kind}`,
  );
}

test("when all is well there are no troubles", () => {
  expect(troubles({})).toEqual([]);
});

test.each<[string[], Partial<ServerFigures>, Partial<ProductFigures>?]>([
  [["!serverUnwell"], { trouble: "the disk is full" }],
  [["!diskLow"], { freeBytes: 1e9, diskBytes: 100e9 }],
  [[], { freeBytes: 1e9, diskBytes: 5e9 }],
  [[], { freeBytes: 5e9, diskBytes: 100e9 }],
  [["serverSlow"], { loopP99Ms: 101 }],
  [["!jobsLate"], { jobsLateMs: MINUTE + 1 }],
  [[], { jobsLateMs: MINUTE, loopP99Ms: 100 }],
  [["!clockStopped"], {}, { countedAt: NOW - 3 * MINUTE - 1 }],
  [[], {}, { countedAt: null }],
  [["!alarmsLate"], {}, { alarmsLate: 1 }],
  [["!upkeepStopped"], {}, { upkeep: [{ job: "a", failures: 1, rows: 0 }] }],
  [["upkeepPassed"], {}, { upkeep: [{ job: "a", failures: 0, rows: 1 }] }],
  [["cronsFailing"], { failingCrons: ["a"] }],
  [["!mailsLate"], {}, { mails: { ...NOTHING, lateMs: 10 * MINUTE + 1 } }],
  [["!textsLate"], {}, { texts: { ...NOTHING, lateMs: 5 * MINUTE + 1 } }],
  [["calendarsLate"], {}, { calendars: { ...NOTHING, lateMs: HOUR + 1 } }],
  [["mailsFailed"], {}, { mails: { ...NOTHING, failed: 1 } }],
  [["textsFailed"], {}, { texts: { ...NOTHING, failed: 1 } }],
  [["callsFailed"], { failed: 1 }],
  [["backupOld"], { backupAt: NOW - 26 * HOUR - 1 }],
  [["backupUnknown"], { backupAt: null }],
  [
    ["!serverUnwell", "serverSlow"],
    { trouble: "the disk is full", loopP99Ms: 500 },
  ],
])("%j", (told, figures, product) => {
  expect(troubles(figures, product)).toEqual(told);
});

test("a server that does not answer is a trouble; one that is not ours to ask is none", () => {
  const at = (server: Look["server"]) =>
    troublesOf({ at: NOW, product: IDLE, server });
  expect(at({ kind: "away" })).toEqual([
    { kind: "serverAway", isUrgent: true },
  ]);
  expect(at({ kind: "elsewhere" })).toEqual([]);
});

test("samples keep their labels, even with quotation marks and line breaks in them", () => {
  const text = `# HELP a words\n# TYPE a counter\na{of="x\\"y\\\\\\n",kind="b"} 12\nb +Inf\nnonsense\n`;
  expect(samplesOf(text)).toEqual([
    { name: "a", labels: { of: 'x"y\\\n', kind: "b" }, value: 12 },
    { name: "b", labels: {}, value: Infinity },
  ]);
});

test("a percentile lies within its bucket, in proportion", () => {
  const buckets = [
    { end: Infinity, count: 100 },
    { end: 0.1, count: 100 },
    { end: 0.01, count: 90 },
  ];
  expect(quantile(buckets, 0.45)).toBeCloseTo(0.005);
  expect(quantile(buckets, 0.95)).toBeCloseTo(0.055);
  expect(quantile([{ end: 0.1, count: 0 }], 0.5)).toBeNull();
  const slow = [
    { end: 10, count: 1 },
    { end: Infinity, count: 4 },
  ];
  expect(quantile(slow, 0.99)).toBe(10);
});

/** As the engine writes it: engine/tests/metrics shows that it does. */
function metrics(backup = ""): string {
  const calls = (name: string, outcome: string, count: number) =>
    `engine_calls_total{function="${name}",kind="query",outcome="${outcome}"} ${count}`;
  const took = (name: string, le: string, count: number) =>
    `engine_call_duration_seconds_bucket{function="${name}",kind="query",le="${le}"} ${count}`;
  const gauges = [
    ...["process_start_time_seconds 1000", "engine_database_bytes 1"],
    ...["engine_journal_bytes 2", "engine_disk_free_bytes 3"],
    ...["engine_disk_size_bytes 4", "process_resident_memory_bytes 5"],
    ...["engine_sockets 6", "engine_subscriptions 7"],
    ...["engine_mutations_waiting 8", "engine_actions_running 9"],
    ...["engine_actions_waiting 10", "engine_scheduled_due 11"],
    ...["engine_scheduled_overdue_seconds 0.5"],
    ...["nodejs_eventloop_lag_p99_seconds 0.012"],
    ...["nodejs_eventloop_lag_max_seconds 0.034"],
  ];
  return [
    calls("a:fine", "success", 90),
    calls("a:fine", "refused", 10),
    calls("b:bad", "success", 1),
    calls("b:bad", "failed", 2),
    calls("b:bad", "fault", 3),
    ...[took("a:fine", "0.1", 100), took("a:fine", "+Inf", 100)],
    ...gauges,
    backup,
  ].join("\n");
}

test("the server's figures are read in our units, with the worst functions first", () => {
  const figures = readServerFigures(metrics(), "the disk is full", []);
  expect(figures).toMatchObject({
    ...{ trouble: "the disk is full", startedAt: 1_000_000, backupAt: null },
    ...{ jobsLateMs: 500, loopP99Ms: 12, loopMaxMs: 34, calls: 106, failed: 5 },
    functions: [
      { name: "b:bad", calls: 6, failed: 5, p99Ms: null },
      { name: "a:fine", kind: "query", calls: 100, failed: 0, p99Ms: 99 },
    ],
  });
  const backup = "engine_last_backup_timestamp_seconds 1700000000";
  expect(readServerFigures(metrics(backup), null, []).backupAt).toBe(1.7e12);
});

test("a text that lacks a figure is refused", () => {
  const without = metrics().replace("engine_sockets 6", "");
  expect(() => readServerFigures(without, null, [])).toThrow("engine_sockets");
});
