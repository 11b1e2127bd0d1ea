/**
 * Runs due jobs of `_scheduled_functions`: mutations exactly once, actions at most once, eight at a time. Wakes at the
 * earliest due time, and by commits that touch the table.
 */
import type { Catalog, WriteSet } from "../storage/storage-types.ts";
import type { JobFunctions } from "../functions/deployed/functions.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { Alarm, type Clock } from "./alarm.ts";
import { jobTables, tableOfJob, type JobTable } from "./job-tables.ts";
import { JobChoice } from "./job-choice.ts";
import { pathOf, pendingJobs, type Job } from "./pending-jobs.ts";
import { startingWith } from "./key-range.ts";
import {
  beginScheduledFunction,
  endScheduledFunction,
  failed,
  type JobState,
} from "./scheduled-function.ts";
import { BY_STATE } from "./scheduler-tables.ts";

export type SchedulerContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly runner: JobFunctions;
  readonly clock: Clock;
  /** Receives faults of the engine; failures of user code are results. */
  readonly logError: (what: string, error: unknown) => void;
};

/** The Convex backend's default on one machine. */
const PARALLEL = 8;
/** Pauses after a fault of the engine, such as a full disk, ms: doubled from the first to the last. */
const FIRST_BACKOFF = 500;
const LAST_BACKOFF = 15_000;
/** Contract h: the error of an action interrupted by a restart or by a fault of the engine. */
const INTERRUPTED = "Transient error while executing action";

export class ScheduledFunctionExecutor {
  readonly #context: SchedulerContext;
  readonly #alarm: Alarm;
  /** Null until needed, and again after tables were created. */
  #tables: readonly JobTable[] | null = null;
  readonly #running = new Map<string, { what: string; done: Promise<void> }>();
  readonly #choice = new JobChoice(PARALLEL);
  /** Finished jobs whose end the disk refused; it is written before anything else runs. */
  readonly #unrecorded = new Map<string, JobState>();
  #stopListening: (() => void) | null = null;
  #backoff = 0;

  constructor(context: SchedulerContext) {
    this.#context = context;
    this.#alarm = new Alarm(context.clock, () => this.#startDue());
  }

  /** Fails actions that a crash interrupted. Runs before any client is served, so that none sees them as running. */
  async recover(): Promise<void> {
    const failed: JobState = { kind: "failed", error: INTERRUPTED };
    this.#context.database.read((transaction) => {
      for (const { index } of this.#jobTables) {
        const begun = startingWith(["inProgress"]);
        const scan = transaction.scan(index, begun, "asc");
        for (let row = scan.next(); row !== null; row = scan.next())
          this.#unrecorded.set(row.document._id, failed);
        scan.close();
      }
    });
    try {
      for (const [id, state] of [...this.#unrecorded])
        await this.#end(id, state);
    } catch (error) {
      // A full disk must not prevent the start.
      this.#retryLater("recording interrupted actions failed", error);
    }
  }

  get running(): number {
    return this.#running.size;
  }

  /**
   * Counts jobs that are due and not finished, without running actions, and returns when the first was due, in ms since
   * the epoch.
   * @param most where counting ends
   */
  due(most: number): { readonly count: number; readonly since: number | null } {
    const now = this.#context.clock.now();
    let count = 0;
    let since: number | null = null;
    for (const { scheduledTime } of this.#pending()) {
      if (scheduledTime > now || count === most) break;
      since ??= scheduledTime;
      count++;
    }
    return { count, since };
  }

  /** Starts to run due jobs. */
  start(): void {
    this.#stopListening = this.#context.database.onCommit((commit) => {
      if (this.#concerns(commit)) this.#wake();
    });
    this.#wake();
  }

  /** Starts nothing more and waits for running jobs. The next start runs the pending ones. */
  async stop(): Promise<void> {
    this.#stopListening?.();
    this.#stopListening = null;
    this.#alarm.clear();
    const running = [...this.#running.values()];
    await Promise.all(running.map(({ done }) => done));
  }

  get #jobTables(): readonly JobTable[] {
    return (this.#tables ??= jobTables(this.#context.catalog, BY_STATE));
  }

  #concerns(commit: WriteSet): boolean {
    if (commit.tables !== undefined) this.#tables = null;
    return this.#jobTables.some(({ index }) => commit.keys.has(index.id));
  }

  #wake(): void {
    if (this.#stopListening !== null)
      this.#alarm.set(this.#context.clock.now() + this.#backoff);
  }

  #startDue(): void {
    if (this.#stopListening === null) return;
    try {
      for (const [id, state] of this.#unrecorded)
        if (!this.#running.has(id))
          this.#track(id, "the end of a job", this.#end(id, state));
      const { start, nextAt } = this.#choice.choose(
        this.#pending(),
        [...this.#running.values()].map(({ what }) => what),
        ({ id }) => this.#running.has(id) || this.#unrecorded.has(id),
        this.#context.clock.now(),
      );
      for (const job of start) this.#track(job.id, job.name, this.#run(job));
      if (nextAt !== null) this.#alarm.set(nextAt);
    } catch (error) {
      this.#retryLater("reading the scheduled functions failed", error);
    }
  }

  /** Across all tables, the earliest due first. */
  #pending(): Generator<Job> {
    return pendingJobs(this.#context.database, this.#jobTables);
  }

  #track(id: string, what: string, work: Promise<void>): void {
    const run = work.then(
      () => {
        this.#backoff = 0;
      },
      (error: unknown) => {
        this.#retryLater(`running ${what} failed`, error);
      },
    );
    const done = run.finally(() => {
      this.#running.delete(id);
      this.#wake();
    });
    this.#running.set(id, { what, done });
  }

  #retryLater(what: string, error: unknown): void {
    this.#backoff = Math.min(
      Math.max(FIRST_BACKOFF, this.#backoff * 2),
      LAST_BACKOFF,
    );
    this.#context.logError(`scheduler: ${what}`, error);
    this.#wake();
  }

  async #run(job: Job): Promise<void> {
    const udfType = this.#context.runner.udfTypeOf(pathOf(job));
    switch (udfType) {
      case "Mutation":
        return await this.#runMutation(job);
      case "Action":
        return await this.#runAction(job);
      case undefined:
        return await this.#end(job.id, {
          kind: "failed",
          error: `Could not find function for '${job.name.replace(".js:", ":")}'. Did you forget to run \`npx convex dev\`?`,
        });
      case "Query":
      case "HttpAction":
        return await this.#end(job.id, {
          kind: "failed",
          error: `Unsupported function type. ${job.name} is defined as a ${udfType}. Only Mutation and Action can be scheduled.`,
        });
      default:
        udfType satisfies never;
    }
  }

  async #runMutation(job: Job): Promise<void> {
    const { runner, clock } = this.#context;
    const outcome = await runner.runMutation(pathOf(job), job.args, job.id, {
      before: (transaction) =>
        beginScheduledFunction(transaction, tableOfJob(job.id), job.id),
      after: (transaction) =>
        endScheduledFunction(
          transaction,
          tableOfJob(job.id),
          job.id,
          { kind: "success" },
          clock.now(),
        ),
    });
    // Its transaction was rolled back, including the mark that it began.
    if (!outcome.ok) await this.#end(job.id, failed(outcome));
  }

  async #runAction(job: Job): Promise<void> {
    const { database, runner } = this.#context;
    const { value: begun, ts } = await database.runMutation((transaction) =>
      Promise.resolve({
        value: beginScheduledFunction(transaction, tableOfJob(job.id), job.id),
      }),
    );
    if (!begun) return;
    // At most once: the mark must survive a crash before the action touches anything outside.
    await database.whenDurable(ts);
    let state: JobState = { kind: "failed", error: INTERRUPTED };
    try {
      const outcome = await runner.runAction(pathOf(job), job.args, job.id);
      state = outcome.ok ? { kind: "success" } : failed(outcome);
    } finally {
      await this.#end(job.id, state);
    }
  }

  async #end(id: string, state: JobState): Promise<void> {
    const { database, clock } = this.#context;
    this.#unrecorded.set(id, state);
    const { ts } = await database.runMutation((transaction) => {
      endScheduledFunction(transaction, tableOfJob(id), id, state, clock.now());
      return Promise.resolve({ value: null });
    });
    await database.whenDurable(ts);
    this.#unrecorded.delete(id);
  }
}
