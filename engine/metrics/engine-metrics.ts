/** The content of /metrics: the calls, and the engine's current state. Reads figures kept elsewhere. */
import type { Functions } from "../functions/deployed/functions.ts";
import type { MemoryBudget } from "../memory/memory-budget.ts";
import type { CronExecutor } from "../scheduler/cron-executor.ts";
import type { ScheduledFunctionExecutor } from "../scheduler/scheduled-function-executor.ts";
import type { ArchiveFigures } from "../snapshots/archive/archiver.ts";
import type { Store } from "../storage/storage-types.ts";
import type { SyncServer } from "../sync/sync-server.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { archiveFamilies } from "./archive-families.ts";
import type { CallMetrics } from "./call-metrics.ts";
import { diskFigures, type DiskFigures } from "./disk-figures.ts";
import type { EventLoopLag, Lag } from "./event-loop.ts";
import { counter, exposition, gauge, type Family } from "./exposition.ts";

export type MetricsSources = {
  readonly calls: CallMetrics;
  readonly lag: EventLoopLag;
  readonly database: Database;
  readonly store: Pick<Store, "unwritten" | "damage" | "lastScan" | "found">;
  readonly functions: Pick<Functions, "actions">;
  readonly scheduled: Pick<ScheduledFunctionExecutor, "running" | "due">;
  readonly crons: Pick<CronExecutor, "failing">;
  readonly sync: Pick<SyncServer, "connections" | "subscriptions">;
  readonly memory: Pick<MemoryBudget, "held">;
  readonly folder: string;
  readonly archive: () => ArchiveFigures | null;
  /** As in /health. */
  readonly trouble: () => string | null;
  /** Of Convex. */
  readonly version: string;
};

/** Due jobs are counted up to this number, which stands for all larger ones. */
const MAX_DUE = 1000;

/** @returns a function that returns the current text */
export function engineMetrics(sources: MetricsSources): () => Promise<string> {
  let commits = 0;
  sources.database.onCommit(() => void commits++);
  return async () =>
    exposition([
      ...sources.calls.families(),
      ...workFamilies(sources, commits),
      ...connectionFamilies(sources),
      ...diskFamilies(await diskFigures(sources.folder)),
      ...damageFamilies(sources.store),
      ...archiveFamilies(sources.archive()),
      ...processFamilies(sources, sources.lag.last),
    ]);
}

function workFamilies(
  { database, store, functions, scheduled, crons }: MetricsSources,
  commits: number,
): Family[] {
  const { running, waiting } = functions.actions;
  const due = scheduled.due(MAX_DUE);
  const overdue = due.since === null ? 0 : Date.now() - due.since;
  return [
    counter("engine_commits_total", "Commits.", commits),
    counter(
      "engine_mutation_conflicts_total",
      "Retries of mutations because another commit touched what they had read.",
      database.conflicts,
    ),
    gauge(
      "engine_mutations_waiting",
      "Mutations waiting for their turn.",
      database.waiting,
    ),
    gauge(
      "engine_commits_unwritten",
      "Commits on their way to the disk.",
      store.unwritten,
    ),
    gauge(
      "engine_actions_running",
      "Actions and HTTP actions in progress.",
      running,
    ),
    gauge(
      "engine_actions_waiting",
      "Of these, those that no worker has room for.",
      waiting,
    ),
    gauge(
      "engine_scheduled_running",
      "Scheduled functions in progress.",
      scheduled.running,
    ),
    gauge(
      "engine_scheduled_due",
      `Scheduled functions that are due and not finished, without actions in progress; ${MAX_DUE} means that many or more.`,
      due.count,
    ),
    gauge(
      "engine_scheduled_overdue_seconds",
      "How long the first of them has been due.",
      Math.max(0, overdue) / 1000,
    ),
    gauge(
      "engine_crons_failing",
      "Crons whose last run failed; /health names them.",
      crons.failing.length,
    ),
  ];
}

function connectionFamilies({ sync, memory }: MetricsSources): Family[] {
  const { cache } = sync.subscriptions;
  return [
    gauge("engine_sockets", "WebSockets that are open.", sync.connections),
    gauge(
      "engine_subscriptions",
      "Queries that sockets watch, counted once per watcher.",
      cache.watchers,
    ),
    gauge("engine_live_queries", "Distinct queries among them.", cache.size),
    gauge(
      "engine_caller_memory_bytes",
      "What callers sent and the engine keeps.",
      memory.held,
    ),
  ];
}

function damageFamilies(store: MetricsSources["store"]): Family[] {
  const { damage, lastScan, found } = store;
  const { isRunning, documents, finishedAt } = lastScan;
  return [
    gauge(
      "engine_damage_found",
      "Damaged places found in the database since the start; the log names them.",
      damage.count,
    ),
    gauge(
      "engine_journal_records_lost",
      "1 if the start skipped an incomplete last record of the journal; the log says more.",
      found.lost === null ? 0 : 1,
    ),
    gauge(
      "engine_scan_running",
      "1 while the database is being scanned for damage.",
      isRunning ? 1 : 0,
    ),
    gauge(
      "engine_scan_documents",
      "Documents that this scan, or the last one, has checked.",
      documents,
    ),
    {
      ...gauge(
        "engine_last_scan_timestamp_seconds",
        "When the last scan finished.",
        0,
      ),
      samples: finishedAt === null ? [] : [{ value: finishedAt / 1000 }],
    },
  ];
}

function diskFamilies(disk: DiskFigures): Family[] {
  return [
    gauge("engine_database_bytes", "Size of the database.", disk.database),
    gauge(
      "engine_journal_bytes",
      "Size of the log beside the database.",
      disk.log,
    ),
    gauge(
      "engine_disk_free_bytes",
      "Free space on the disk of the data folder.",
      disk.free,
    ),
    gauge("engine_disk_size_bytes", "Size of that disk.", disk.size),
    {
      ...gauge(
        "engine_last_backup_timestamp_seconds",
        "When last-backup in the data folder was touched.",
        0,
      ),
      samples: disk.backupAt === null ? [] : [{ value: disk.backupAt }],
    },
  ];
}

/** Uses the names of Prometheus' own clients where they exist. */
function processFamilies(
  { trouble, version }: MetricsSources,
  lag: Lag,
): Family[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    gauge(
      "engine_healthy",
      "1, or 0 while /health says what is wrong.",
      trouble() === null ? 1 : 0,
    ),
    {
      ...gauge("engine_info", "Versions.", 1),
      samples: [
        { labels: { convex: version, node: process.version }, value: 1 },
      ],
    },
    gauge(
      "nodejs_eventloop_lag_p50_seconds",
      "Median of the last ten seconds.",
      lag.p50,
    ),
    gauge(
      "nodejs_eventloop_lag_p99_seconds",
      "99th percentile of the last ten seconds.",
      lag.p99,
    ),
    gauge(
      "nodejs_eventloop_lag_max_seconds",
      "Longest of the last ten seconds.",
      lag.max,
    ),
    gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", heapUsed),
    gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    counter(
      "process_cpu_seconds_total",
      "Processor time, user and system.",
      (user + system) / 1e6,
    ),
    gauge(
      "process_start_time_seconds",
      "When the process started, seconds since the epoch.",
      performance.timeOrigin / 1000,
    ),
  ];
}
