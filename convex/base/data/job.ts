/**
 * Jobs of the maintenance. A job handles one kind of row that needs work at some time. upkeep/maintenance.ts takes one
 * step of each job in turn, each in its own transaction, until no job has more to do. An interrupted run is resumed.
 *
 * To add a job, write it beside its table's code (business/data/logos.ts `files` is a short one), and list it in
 * upkeep/data/jobs.ts. If a row needs more than some hundred database calls, its work does a part and returns "again".
 * A step that throws has no effect and is retried with fewer rows. A row that throws alone is skipped.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** "again": some rows need another pass. "full": the next step takes the same page; done rows must not be due then. */
export type Outcome = "done" | "again" | "full";

/** Times of a step. `at`: when its pass began, ms. */
export type Moment = { readonly now: number; readonly at: number };

type Page = Pick<PaginationOptions, "cursor" | "numItems">;
type Found<Row> = Omit<PaginationResult<Row>, "splitCursor" | "pageStatus">;

type Spec<Row extends { _id: string }> = {
  /** A page of what is due at `at`; the same query for all pages of a pass. */
  readonly due: (
    ctx: MutationCtx,
    at: number,
    page: Page,
  ) => Promise<Found<Row>>;
  /** Handles the rows of a page, at least one. */
  readonly work: (
    ctx: MutationCtx,
    rows: readonly Row[],
    moment: Moment,
  ) => Promise<Outcome>;
  /** Runs in the last step of a pass. `isClean`: no row was skipped. */
  readonly end?: (
    ctx: MutationCtx,
    at: number,
    isClean: boolean,
  ) => Promise<void>;
  /** Most rows per step; default: a hundred. */
  readonly rows?: number;
  /** Least time between the beginnings of two passes, ms. */
  readonly everyMs?: number;
};

export type Due<Row extends { _id: string }> = Spec<Row>["due"];

/** One kind of work with any rows; made by `job`. */
export type Job = Spec<{ _id: string }>;

/** An eighth of what Convex allows one transaction, so that the next row has as much. */
const ROOM = {
  databaseQueries: 512,
  documentsRead: 4_000,
  bytesRead: 2 ** 21,
  documentsWritten: 2_000,
  bytesWritten: 2 ** 21,
  functionsScheduled: 125,
} as const;

/** Defines one kind of work, and hides the type of its rows. */
export function job<Row extends { _id: string }>(spec: Spec<Row>): Job {
  return spec as unknown as Job;
}

/** Whether this transaction has room for one more row. */
export async function hasRoom(ctx: MutationCtx): Promise<boolean> {
  const used = await ctx.meta.getTransactionMetrics();
  const limits = Object.entries(ROOM) as [keyof typeof ROOM, number][];
  return limits.every(([name, most]) => used[name].used < most);
}

/** Handles rows one by one while there is room. */
export function eachRow<Row extends { _id: string }>(
  work: (
    ctx: MutationCtx,
    row: Row,
    moment: Moment,
  ) => Promise<void | "done" | "again">,
): Spec<Row>["work"] {
  return async (ctx, rows, moment) => {
    let outcome: Outcome = "done";
    for (const [nth, row] of rows.entries()) {
      if (nth > 0 && !(await hasRoom(ctx))) return "full";
      if ((await work(ctx, row, moment)) === "again") outcome = "again";
    }
    return outcome;
  };
}

/** What is due `lateMs` after the time in this field, by an index of this one field. */
export function dueAfter<Table extends TableNames>(
  table: Table,
  field: string,
  lateMs = 0,
): Due<Doc<Table>> {
  // The types of `withIndex` do not follow a table name in a variable.
  return (ctx, at, page) =>
    ctx.db
      .query(table)
      .withIndex(`by_${field}` as never, (q) =>
        q.lt(field as never, (at - lateMs) as never),
      )
      .paginate(page);
}

/** A job that deletes rows older than `keptMs`, by an index of this one field. */
export function deleteOld(table: TableNames, field: string, keptMs = 0): Job {
  return job<{ _id: Id<TableNames> }>({
    due: dueAfter(table, field, keptMs),
    work: eachRow(async (ctx, { _id }) => await ctx.db.delete(table, _id)),
  });
}
