/** The admins' figures of the server, read from the engine's /metrics. Fetching is in services/engine.ts. */
import { v, type Infer } from "convex/values";
import { quantile, samplesOf, type Sample } from "./exposition";

const functionFigures = v.object({
  name: v.string(),
  kind: v.string(),
  calls: v.number(),
  /** Calls that ended with a bug of ours, a fault of the engine or a full disk. */
  failed: v.number(),
  p99Ms: v.nullable(v.number()),
});

export const serverFigures = v.object({
  /** What is wrong, in the engine's own words; null when all is well. */
  trouble: v.nullable(v.string()),
  failingCrons: v.array(v.string()),
  startedAt: v.number(),
  /** When a backup was last reported; null: never. */
  backupAt: v.nullable(v.number()),
  databaseBytes: v.number(),
  journalBytes: v.number(),
  freeBytes: v.number(),
  diskBytes: v.number(),
  memoryBytes: v.number(),
  sockets: v.number(),
  subscriptions: v.number(),
  mutationsWaiting: v.number(),
  actionsRunning: v.number(),
  actionsWaiting: v.number(),
  jobsDue: v.number(),
  /** How long the first of these has been due. */
  jobsLateMs: v.number(),
  /** The event loop's delay within ten seconds. */
  loopP99Ms: v.number(),
  loopMaxMs: v.number(),
  /** Since the start. */
  calls: v.number(),
  failed: v.number(),
  /** Those that failed most, then the slowest. */
  functions: v.array(functionFigures),
});
export type ServerFigures = Infer<typeof serverFigures>;
export type FunctionFigures = Infer<typeof functionFigures>;

const TOLD = 10;

/** @param trouble, failingCrons what /health reports @throws Error for a text of /metrics that lacks a figure */
export function readServerFigures(
  metrics: string,
  trouble: string | null,
  failingCrons: string[],
): ServerFigures {
  const samples = samplesOf(metrics);
  const found = (name: string) =>
    samples.find((sample) => sample.name === name)?.value ?? null;
  const of = (name: string) => {
    const value = found(name);
    if (value === null) throw new Error(`The engine reports no ${name}.`);
    return value;
  };
  const backup = found("engine_last_backup_timestamp_seconds");
  const functions = functionsIn(samples);
  return {
    ...{ trouble, failingCrons },
    startedAt: of("process_start_time_seconds") * 1000,
    backupAt: backup === null ? null : backup * 1000,
    databaseBytes: of("engine_database_bytes"),
    journalBytes: of("engine_journal_bytes"),
    freeBytes: of("engine_disk_free_bytes"),
    diskBytes: of("engine_disk_size_bytes"),
    memoryBytes: of("process_resident_memory_bytes"),
    sockets: of("engine_sockets"),
    subscriptions: of("engine_subscriptions"),
    mutationsWaiting: of("engine_mutations_waiting"),
    actionsRunning: of("engine_actions_running"),
    actionsWaiting: of("engine_actions_waiting"),
    jobsDue: of("engine_scheduled_due"),
    jobsLateMs: of("engine_scheduled_overdue_seconds") * 1000,
    loopP99Ms: of("nodejs_eventloop_lag_p99_seconds") * 1000,
    loopMaxMs: of("nodejs_eventloop_lag_max_seconds") * 1000,
    calls: functions.reduce((sum, { calls }) => sum + calls, 0),
    failed: functions.reduce((sum, { failed }) => sum + failed, 0),
    functions: functions.toSorted(worstFirst).slice(0, TOLD),
  };
}

function worstFirst(a: FunctionFigures, b: FunctionFigures): number {
  return b.failed - a.failed || (b.p99Ms ?? 0) - (a.p99Ms ?? 0);
}

function functionsIn(samples: readonly Sample[]): FunctionFigures[] {
  const groups = Map.groupBy(
    samples.filter(({ name }) => name.startsWith("engine_call")),
    ({ labels }) => `${labels["kind"]} ${labels["function"]}`,
  );
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const outcomes = all.filter(({ name }) => name === "engine_calls_total");
    const total = (of: readonly Sample[]) =>
      of.reduce((sum, { value }) => sum + value, 0);
    const buckets = all
      .filter(({ name }) => name === "engine_call_duration_seconds_bucket")
      .map(({ labels, value }) => ({
        end: Number(String(labels["le"]).replace("Inf", "Infinity")),
        count: value,
      }));
    const p99 = quantile(buckets, 0.99);
    return [
      {
        name: String(first.labels["function"]),
        kind: String(first.labels["kind"]),
        calls: total(outcomes),
        failed: total(
          outcomes.filter(({ labels }) =>
            ["failed", "fault"].includes(labels["outcome"] ?? ""),
          ),
        ),
        p99Ms: p99 === null ? null : p99 * 1000,
      },
    ];
  });
}
