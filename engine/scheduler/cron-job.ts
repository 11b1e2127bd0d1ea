/**
 * The rows of `_cron_jobs`, and their changes by deploys and runs, inside the caller's transaction. Schedules are in
 * cron-schedule.ts, runs in cron-executor.ts.
 */
import type { JsonDocument, JsonObject } from "../values/json.ts";
import type { Transaction } from "../transactions/transaction-types.ts";
import { nextRun, type CronSpec } from "./cron-schedule.ts";

export type CronJob = CronSpec & {
  readonly id: string;
  /** Path of its component; "" is the app. */
  readonly component: string;
  /** ms since the epoch */
  readonly nextRun: number;
  /** True while an action runs. If true at start, the run was interrupted and counts as over. */
  readonly running: boolean;
};

/** A push's report; identifiers in order. */
export type CronDiff = {
  readonly added: string[];
  readonly updated: string[];
  readonly deleted: string[];
};

/**
 * Replaces the crons of the app, or of a component, by `specs`. A cron keeps its next run unless its schedule changed.
 */
export function applyCrons(
  transaction: Transaction,
  table: number,
  specs: readonly CronSpec[],
  now: number,
  component = "",
): CronDiff {
  const diff: CronDiff = { added: [], updated: [], deleted: [] };
  const wanted = new Map(specs.map((spec) => [spec.identifier, spec]));
  for (const job of listCronJobs(transaction, table)) {
    if (job.component !== component) continue;
    const spec = wanted.get(job.identifier);
    wanted.delete(job.identifier);
    if (spec === undefined) {
      transaction.remove(table, job.id);
      diff.deleted.push(job.identifier);
    } else if (isOtherSpec(job, spec)) {
      const sameSchedule =
        JSON.stringify(job.schedule) === JSON.stringify(spec.schedule);
      const next = sameSchedule ? job.nextRun : nextRun(spec, null, now);
      transaction.put(
        table,
        job.id,
        fieldsOf({ ...spec, component }, next, job.running),
        "Replace",
      );
      diff.updated.push(job.identifier);
    }
  }
  for (const spec of wanted.values()) {
    const next = nextRun(spec, null, now);
    transaction.insert(table, fieldsOf({ ...spec, component }, next, false));
    diff.added.push(spec.identifier);
  }
  return diff;
}

/** Every cron, in order of creation. */
export function listCronJobs(
  transaction: Transaction,
  table: number,
): CronJob[] {
  const all = { lower: "", upper: null };
  const scan = transaction.scan({ table, name: "by_id" }, all, "asc");
  const jobs: CronJob[] = [];
  for (let row = scan.next(); row !== null; row = scan.next())
    jobs.push(parseCronJob(row.document));
  return jobs;
}

export function parseCronJob(document: JsonDocument): CronJob {
  return {
    id: document._id,
    component: (document["component"] as string | undefined) ?? "",
    identifier: document["identifier"] as string,
    path: document["path"] as string,
    args: (document["args"] as [JsonObject])[0],
    schedule: document["schedule"] as JsonObject,
    nextRun: document["nextRun"] as number,
    running: document["running"] as boolean,
  };
}

/** Marks an action as running. @returns false when a deploy or another run changed the job meanwhile. */
export function beginCronRun(
  transaction: Transaction,
  table: number,
  expected: CronJob,
): boolean {
  const job = reread(transaction, table, expected);
  if (job === null) return false;
  transaction.put(table, job.id, fieldsOf(job, job.nextRun, true), "Replace");
  return true;
}

/** True if the job is still due as `expected`. Reads it, so that a change is a conflict. */
export function isStillDue(
  transaction: Transaction,
  table: number,
  expected: CronJob,
): boolean {
  return reread(transaction, table, expected) !== null;
}

/** The clock may be set back this far, ms, without another run for the same time. */
const SET_BACK = 60_000;

/** The next run of a cron that waits for a later one, since the clock was ahead when it ran; null for any other. */
export function earlierRun(job: CronJob, now: number): number | null {
  const next = nextRun(job, job.nextRun, now + SET_BACK);
  return next < job.nextRun ? next : null;
}

/** Sets the next run, unless a deploy or a run changed the job meanwhile. */
export function moveCronRun(
  transaction: Transaction,
  table: number,
  expected: CronJob,
  next: number,
): void {
  const job = reread(transaction, table, expected);
  if (job !== null)
    transaction.put(table, job.id, fieldsOf(job, next, false), "Replace");
}

/** Sets the next run, skipping missed ones, unless the job was deleted or rescheduled. */
export function endCronRun(
  transaction: Transaction,
  table: number,
  ran: CronJob,
  now: number,
): void {
  const document = transaction.get(table, ran.id);
  if (document === null) return;
  const job = parseCronJob(document);
  // The clock may have been set back during the run.
  const after = Math.max(now, ran.nextRun);
  const next =
    job.nextRun === ran.nextRun
      ? nextRun(job, ran.nextRun, after)
      : job.nextRun;
  transaction.put(table, job.id, fieldsOf(job, next, false), "Replace");
}

function reread(
  transaction: Transaction,
  table: number,
  expected: CronJob,
): CronJob | null {
  const document = transaction.get(table, expected.id);
  const job = document && parseCronJob(document);
  return job?.nextRun === expected.nextRun && !job.running ? job : null;
}

function fieldsOf(
  spec: CronSpec & Pick<CronJob, "component">,
  next: number,
  running: boolean,
): JsonObject {
  return {
    ...(spec.component === "" ? {} : { component: spec.component }),
    identifier: spec.identifier,
    path: spec.path,
    args: [spec.args],
    schedule: spec.schedule,
    nextRun: next,
    running,
  };
}

function isOtherSpec(job: CronSpec, spec: CronSpec): boolean {
  const text = ({ path, args, schedule }: CronSpec) =>
    JSON.stringify([path, args, schedule]);
  return text(job) !== text(spec);
}
