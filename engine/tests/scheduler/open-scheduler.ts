/** The scheduler over a real database, with closures as functions and a clock that only `advance` moves. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobFunctions } from "../../functions/deployed/functions.ts";
import type { UdfType } from "../../functions/function-types.ts";
import { ScheduledFunctionCleanUp } from "../../scheduler/clean-up.ts";
import type { Clock } from "../../scheduler/alarm.ts";
import { applyCrons } from "../../scheduler/cron-job.ts";
import { CronExecutor } from "../../scheduler/cron-executor.ts";
import type { CronSpec } from "../../scheduler/cron-schedule.ts";
import { ScheduledFunctionExecutor } from "../../scheduler/scheduled-function-executor.ts";
import { createSchedulerPort } from "../../scheduler/port.ts";
import {
  CRON_JOBS,
  SCHEDULED_FUNCTIONS,
  SCHEDULER_TABLES,
} from "../../scheduler/scheduler-tables.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { openStore } from "../../storage/store.ts";
import { openDatabase } from "../../transactions/database.ts";
import type { Transaction } from "../../transactions/transaction-types.ts";
import type { JsonDocument, JsonObject } from "../../values/json.ts";
import { must } from "../../values/user-error.ts";

/** A function of the toy deployment. A mutation gets its transaction. */
export type ToyFunction = {
  readonly udfType: UdfType;
  readonly run: (
    args: JsonObject,
    scheduledId: string | null,
    transaction: Transaction | null,
  ) => void | Promise<void>;
};

export class FakeClock implements Clock {
  #now = Date.UTC(2026, 10, 21, 10);
  readonly #alarms = new Set<{ at: number; run: () => void }>();

  now(): number {
    return this.#now;
  }

  at(at: number, run: () => void): () => void {
    const alarm = { at, run };
    this.#alarms.add(alarm);
    setImmediate(() => this.#ring());
    return () => this.#alarms.delete(alarm);
  }

  /** Moves time and runs the alarms that are due, or all when it moves back. */
  advance(ms: number): void {
    this.#now += ms;
    this.#ring(ms < 0 ? Infinity : this.#now);
  }

  /** When the next alarm is due; Infinity without one. */
  get next(): number {
    return Math.min(...[...this.#alarms].map(({ at }) => at));
  }

  #ring(until = this.#now): void {
    for (const alarm of [...this.#alarms])
      if (alarm.at <= until && this.#alarms.delete(alarm)) alarm.run();
  }
}

export type OpenScheduler = Awaited<ReturnType<typeof openScheduler>>;

export async function openScheduler(
  functions: Record<string, ToyFunction>,
  options: { folder?: string; clock?: FakeClock; start?: boolean } = {},
) {
  const folder =
    options.folder ?? (await mkdtemp(join(tmpdir(), "engine-scheduler-")));
  const store = openStore({ folder });
  await store.changeCatalog({
    tables: [...SCHEDULER_TABLES, { name: "notes", indexes: [] }],
  });
  const { catalog } = store;
  const database = openDatabase(store);
  const clock = options.clock ?? new FakeClock();
  const errors: unknown[] = [];
  const table = (name: string) =>
    must(catalog.table(name), `no table ${name}`).number;
  const jobs: JobFunctions = {
    udfTypeOf: (path) => functions[path]?.udfType,
    async runMutation(path, args, scheduledId, around) {
      const toy = must(functions[path], `no function ${path}`);
      try {
        const { ts } = await database.runMutation(async (transaction) => {
          if (around.before(transaction)) {
            await toy.run(args, scheduledId, transaction);
            around.after(transaction);
          }
          return { value: null };
        });
        await database.whenDurable(ts);
        return { ok: true };
      } catch (error) {
        return failureOf(error);
      }
    },
    async runAction(path, args, scheduledId) {
      const toy = must(functions[path], `no function ${path}`);
      try {
        await toy.run(args, scheduledId, null);
        return { ok: true };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
  const context = {
    database,
    catalog,
    runner: jobs,
    clock,
    logError: (_: string, error: unknown) => void errors.push(error),
  };
  const executor = new ScheduledFunctionExecutor(context);
  const crons = new CronExecutor(context);
  const cleanUp = new ScheduledFunctionCleanUp(context);
  const port = createSchedulerPort(catalog, () => clock.now());
  const change = async <T>(write: (transaction: Transaction) => T) => {
    const { value, ts } = await database.runMutation((transaction) =>
      Promise.resolve({ value: write(transaction) }),
    );
    await database.whenDurable(ts);
    return value;
  };
  if (options.start !== false) {
    await executor.recover();
    executor.start();
  }
  const self = {
    folder,
    clock,
    errors,
    executor,
    crons,
    cleanUp,
    port,
    change,
    database,
    /** Schedules a function `delay` ms from now. */
    schedule: (
      path: string,
      delay = 0,
      args: JsonObject = {},
      parent: string | null = null,
    ) =>
      change((transaction) =>
        port.schedule(transaction, {
          component: "",
          path,
          args,
          at: clock.now() + delay,
          parent,
        }),
      ),
    cancel: (id: string) =>
      change((transaction) => port.cancel(transaction, id)),
    deploy: (specs: CronSpec[]) =>
      change((transaction) =>
        applyCrons(transaction, table(CRON_JOBS), specs, clock.now()),
      ),
    job: (id: string) => store.get(table(SCHEDULED_FUNCTIONS), id),
    stateOf: (id: string) => self.job(id)?.["state"],
    cronRows: () => rows(database.begin(), table(CRON_JOBS)),
    notes: () =>
      rows(database.begin(), table("notes")).map((row) => row["text"]),
    note: (transaction: Transaction, text: string) =>
      void transaction.insert(table("notes"), { text }),
    count: () => rows(database.begin(), table(SCHEDULED_FUNCTIONS)).length,
    async close(keep = false) {
      await Promise.all([executor.stop(), crons.stop(), cleanUp.stop()]);
      await store.close();
      if (!keep) await rm(folder, { recursive: true, force: true });
    },
  };
  return self;
}

/** An error that is not the function's fault. */
export function engineFault(): never {
  throw new StorageError("disk", "The engine's own fault.");
}

function rows(transaction: Transaction, table: number): JsonDocument[] {
  const all = { lower: "", upper: null };
  const scan = transaction.scan({ table, name: "by_id" }, all, "asc");
  const found: JsonDocument[] = [];
  for (let row = scan.next(); row !== null; row = scan.next())
    found.push(row.document);
  return found.sort((a, b) => a._creationTime - b._creationTime);
}

/** An error of a function is its result. A refusal of the disk is thrown. */
function failureOf(error: unknown) {
  if (error instanceof StorageError) throw error;
  const why = error instanceof Error ? error.message : String(error);
  return {
    ok: false as const,
    message: `[Request ID: 0123456789abcdef] Server Error\nUncaught Error: ${why}\n`,
    logLines: [],
  };
}
