/** Removes scheduled functions a week after they ended, in bounded batches, so that the table does not keep growing. */
import { Alarm } from "./alarm.ts";
import type { SchedulerContext } from "./scheduled-function-executor.ts";
import { jobTables, tableOfJob } from "./job-tables.ts";
import { numberBelow } from "./key-range.ts";
import { BY_COMPLETION } from "./scheduler-tables.ts";

/** Contract h: kept seven days after completion. */
const KEPT = 7 * 24 * 3_600_000;
const HOUR = 3_600_000;
/** Rows one transaction removes, and the pause before the next batch, ms. */
const BATCH = 128;
const PAUSE = 50;

export class ScheduledFunctionCleanUp {
  readonly #context: SchedulerContext;
  readonly #alarm: Alarm;
  #batch: Promise<void> = Promise.resolve();
  #stopped = true;

  constructor(context: SchedulerContext) {
    this.#context = context;
    this.#alarm = new Alarm(context.clock, () => {
      this.#batch = this.#removeBatch();
    });
  }

  start(): void {
    this.#stopped = false;
    this.#alarm.set(this.#context.clock.now());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#alarm.clear();
    await this.#batch;
  }

  async #removeBatch(): Promise<void> {
    let removed = 0;
    try {
      removed = await this.#remove();
    } catch (error) {
      this.#context.logError("scheduler: clean-up failed", error);
    }
    if (this.#stopped) return;
    const pause = removed === BATCH ? PAUSE : HOUR;
    this.#alarm.set(this.#context.clock.now() + pause);
  }

  async #remove(): Promise<number> {
    const { database, catalog, clock } = this.#context;
    const { value } = await database.runMutation((transaction) => {
      const old = numberBelow(clock.now() - KEPT);
      const ids: string[] = [];
      for (const { index } of jobTables(catalog, BY_COMPLETION)) {
        const scan = transaction.scan(index, old, "asc");
        while (ids.length < BATCH) {
          const row = scan.next();
          if (row === null) break;
          ids.push(row.document._id);
        }
        scan.close();
      }
      for (const id of ids) transaction.remove(tableOfJob(id), id);
      return Promise.resolve({ value: ids.length });
    });
    return value;
  }
}
