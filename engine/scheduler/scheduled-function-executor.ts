/**
 * Runs what `_scheduled_functions` holds when it is due: mutations exactly once, actions at most once, eight at a time.
 * Wakes by one alarm at the earliest due time and by commits that touch the table. Crons are in cron-executor.ts.
 */
import type { Catalog, WriteSet } from "../storage/storage-types.ts";
import type { JobFunctions } from "../functions/functions.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { Alarm, type Clock } from "./alarm.ts";
import { jobTables, tableOfJob, type JobTable } from "./job-tables.ts";
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
  /** Faults of the engine itself; failures of user code are results. */
  readonly logError: (what: string, error: unknown) => void;
};

/** The real backend's default on one machine. */
const PARALLEL = 8;
/** Waits after a fault of the engine (a full disk, say), ms: doubled up to the second. */
const FIRST_BACKOFF = 500;
const LAST_BACKOFF = 15_000;
/** Contract h: said of an action that was running when the engine stopped, or that a fault of the engine ended. */
const INTERRUPTED = "Transient error while executing action";

export class ScheduledFunctionExecutor {
  readonly #context: SchedulerContext;
  readonly #alarm: Alarm;
  /** Null until asked for, and again when tables have come into being. */
  #tables: readonly JobTable[] | null = null;
  readonly #running = new Map<string, Promise<void>>();
  /** Jobs that are over but whose end the disk refused: it is written before anything else is run. */
  readonly #unrecorded = new Map<string, JobState>();
  #stopListening: (() => void) | null = null;
  #backoff = 0;

  constructor(context: SchedulerContext) {
    this.#context = context;
    this.#alarm = new Alarm(context.clock, () => this.#startDue());
  }

  /** Fails the actions a crash interrupted. Before anybody is served, so that nobody sees them still running. */
  async recover(): Promise<void> {
    const failed: JobState = { kind: "failed", error: INTERRUPTED };
    const transaction = this.#context.database.begin();
    for (const { index } of this.#jobTables) {
      const scan = transaction.scan(index, startingWith(["inProgress"]), "asc");
      for (let row = scan.next(); row !== null; row = scan.next())
        this.#unrecorded.set(row.document._id, failed);
      scan.close();
    }
    try {
      for (const [id, state] of [...this.#unrecorded])
        await this.#end(id, state);
    } catch (error) {
      // A full disk is no reason to serve nobody.
      this.#retryLater("recording interrupted actions failed", error);
    }
  }

  /** How many run now. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Jobs that are due and not over, actions under way left out, with the time, in ms since the epoch, at which the first of them was due.
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

  /** Begins to run what is due. */
  start(): void {
    this.#stopListening = this.#context.database.onCommit((commit) => {
      if (this.#concerns(commit)) this.#wake();
    });
    this.#wake();
  }

  /** Starts nothing more and waits for what runs. Jobs still pending are run by the next start. */
  async stop(): Promise<void> {
    this.#stopListening?.();
    this.#stopListening = null;
    this.#alarm.clear();
    await Promise.all(this.#running.values());
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
      const now = this.#context.clock.now();
      for (const job of this.#pending()) {
        if (this.#running.size >= PARALLEL) return;
        if (job.scheduledTime > now) {
          this.#alarm.set(job.scheduledTime);
          return;
        }
        if (!this.#running.has(job.id) && !this.#unrecorded.has(job.id))
          this.#track(job.id, job.name, this.#run(job));
      }
    } catch (error) {
      this.#retryLater("reading the scheduled functions failed", error);
    }
  }

  /** Of all, the earliest due first. */
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
    this.#running.set(
      id,
      run.finally(() => {
        this.#running.delete(id);
        this.#wake();
      }),
    );
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
    // Its transaction is gone, and with it the mark of having begun.
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
    // At most once: the mark must survive a crash before anything outside is touched.
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
