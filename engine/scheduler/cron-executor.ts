/**
 * Runs the crons of the deployment, without identity, one run of each at a time; missed runs are skipped. A mutation's
 * run and its next time commit together. An action is first marked as running, so that it never runs twice for one
 * time.
 */
import { encodeKey } from "../values/keys.ts";
import { must } from "../values/user-error.ts";
import { inComponent } from "../functions/paths.ts";
import { Alarm } from "./alarm.ts";
import {
  beginCronRun,
  earlierRun,
  endCronRun,
  isStillDue,
  listCronJobs,
  moveCronRun,
  parseCronJob,
  type CronJob,
} from "./cron-job.ts";
import type { SchedulerContext } from "./scheduled-function-executor.ts";
import { BY_NEXT_RUN, CRON_JOBS } from "./scheduler-tables.ts";

/** A cron whose last run failed. */
export type FailingCron = {
  readonly cron: string;
  /** Consecutive failed runs since the engine started. */
  readonly runs: number;
};

/** Pause before a retry after a fault of the engine, ms. */
const BACKOFF = 5_000;

export class CronExecutor {
  readonly #context: SchedulerContext;
  readonly #alarm: Alarm;
  readonly #running = new Map<string, Promise<void>>();
  /** Finished runs whose end the disk refused; their crons do not run until it is written. */
  readonly #unrecorded = new Map<string, CronJob>();
  /** By the job's id. */
  readonly #failing = new Map<string, FailingCron>();
  #stopListening: (() => void) | null = null;

  constructor(context: SchedulerContext) {
    this.#context = context;
    this.#alarm = new Alarm(context.clock, () => this.#startDue());
  }

  /** Ends runs that a crash interrupted, then starts to run due crons. */
  async start(): Promise<void> {
    const interrupted = this.#jobs().filter((job) => job.running);
    for (const job of interrupted) this.#unrecorded.set(job.id, job);
    try {
      for (const job of interrupted) await this.#end(job);
    } catch (error) {
      // A full disk must not prevent the start.
      const what = "scheduler: recording interrupted crons failed";
      this.#context.logError(what, error);
    }
    this.#stopListening = this.#context.database.onCommit((commit) => {
      if (commit.keys.has(this.#byNextRun.id)) this.#wake(0);
    });
    this.#wake(0);
  }

  /** Existing crons whose last run failed. */
  get failing(): readonly FailingCron[] {
    return [...this.#failing.values()];
  }

  /** Starts nothing more and waits for running crons. */
  async stop(): Promise<void> {
    this.#stopListening?.();
    this.#stopListening = null;
    this.#alarm.clear();
    await Promise.all(this.#running.values());
  }

  get #table(): number {
    const { catalog } = this.#context;
    return must(catalog.table(CRON_JOBS), "the table of crons is missing")
      .number;
  }

  get #byNextRun() {
    return must(
      this.#context.catalog.index(this.#table, BY_NEXT_RUN),
      "the index of crons is missing",
    );
  }

  #wake(delay: number): void {
    if (this.#stopListening !== null)
      this.#alarm.set(this.#context.clock.now() + delay);
  }

  #startDue(): void {
    if (this.#stopListening === null) return;
    try {
      for (const job of this.#unrecorded.values())
        if (!this.#running.has(job.id)) this.#track(job, this.#end(job));
      this.#forgetDeleted();
      const now = this.#context.clock.now();
      const everything = { lower: encodeKey([]), upper: null };
      this.#context.database.read((transaction) => {
        const scan = transaction.scan(this.#byNextRun, everything, "asc");
        for (let row = scan.next(); row !== null; row = scan.next()) {
          const job = parseCronJob(row.document);
          if (this.#running.has(job.id)) continue;
          const earlier = earlierRun(job, now);
          if (job.nextRun <= now) this.#track(job, this.#run(job));
          else if (earlier !== null) this.#track(job, this.#move(job, earlier));
          else this.#alarm.set(job.nextRun);
        }
        scan.close();
      });
    } catch (error) {
      this.#context.logError("scheduler: reading the crons failed", error);
      this.#wake(BACKOFF);
    }
  }

  #track(job: CronJob, work: Promise<void>): void {
    const run = work.then(
      () => 0,
      (error: unknown) => {
        const what = `scheduler: cron "${job.identifier}" failed`;
        this.#context.logError(what, error);
        this.#countFailure(job);
        return BACKOFF;
      },
    );
    this.#running.set(
      job.id,
      run.then((delay) => {
        this.#running.delete(job.id);
        this.#wake(delay);
      }),
    );
  }

  async #run(job: CronJob): Promise<void> {
    const { runner, database, clock } = this.#context;
    const path = inComponent(job.component, job.path);
    if (runner.udfTypeOf(path) === "Action") {
      const { value: begun, ts } = await database.runMutation((transaction) =>
        Promise.resolve({
          value: beginCronRun(transaction, this.#table, job),
        }),
      );
      if (!begun) return;
      await database.whenDurable(ts);
      try {
        this.#report(job, await runner.runAction(path, job.args, null));
      } finally {
        await this.#end(job);
      }
      return;
    }
    const outcome = await runner.runMutation(path, job.args, null, {
      before: (transaction) => isStillDue(transaction, this.#table, job),
      after: (transaction) =>
        endCronRun(transaction, this.#table, job, clock.now()),
    });
    this.#report(job, outcome);
    if (!outcome.ok) await this.#end(job);
  }

  /** A cron has no caller: a failure appears in the log, and in /health until a run succeeds. */
  #report(
    job: CronJob,
    outcome: { readonly ok: boolean; readonly message?: string },
  ): void {
    if (outcome.ok) {
      this.#failing.delete(job.id);
      return;
    }
    this.#context.logError(`cron "${job.identifier}"`, outcome.message);
    this.#countFailure(job);
  }

  #countFailure({ id, identifier }: CronJob): void {
    const runs = (this.#failing.get(id)?.runs ?? 0) + 1;
    this.#failing.set(id, { cron: identifier, runs });
  }

  #jobs(): CronJob[] {
    return this.#context.database.read((transaction) =>
      listCronJobs(transaction, this.#table),
    );
  }

  #forgetDeleted(): void {
    if (this.#failing.size === 0) return;
    const there = new Set(this.#jobs().map(({ id }) => id));
    for (const id of this.#failing.keys())
      if (!there.has(id)) this.#failing.delete(id);
  }

  async #move(job: CronJob, next: number): Promise<void> {
    const { database } = this.#context;
    const { ts } = await database.runMutation((transaction) => {
      moveCronRun(transaction, this.#table, job, next);
      return Promise.resolve({ value: null });
    });
    await database.whenDurable(ts);
  }

  async #end(job: CronJob): Promise<void> {
    const { database, clock } = this.#context;
    this.#unrecorded.set(job.id, job);
    const { ts } = await database.runMutation((transaction) => {
      endCronRun(transaction, this.#table, job, clock.now());
      return Promise.resolve({ value: null });
    });
    await database.whenDurable(ts);
    this.#unrecorded.delete(job.id);
  }
}
