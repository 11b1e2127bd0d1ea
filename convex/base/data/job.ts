/**
 * Jobs of the maintenance. A job is a kind of row that has something to be
 * done with it by the clock; upkeep/data/jobs.ts lists them all. upkeep/maintenance.ts
 * takes one step of each job in turn, each in a transaction of its own, until
 * no job has more to do; where it was cut off, the next run goes on.
 *
 * To add a job, write it where its table is written, and give it its line in
 * upkeep/data/jobs.ts. What is only deleted when it is old is one line there:
 *
 *     rateLimits: deleteOld("rateLimits", "by_at", "at", BUCKET_MS),
 *
 * Everything else says which rows are due and what is done with one of them:
 *
 *     export const emptyAccounts = job<Doc<"users">>({
 *       due: (ctx, at, page) =>
 *         ctx.db
 *           .query("users")
 *           .withIndex("by_creation_time", (q) =>
 *             q.lt("_creationTime", at - WEEK_MS),
 *           )
 *           .paginate(page),
 *       work: eachRow(async (ctx, user, { now }) => {
 *         if (await isEmpty(ctx, user)) await endUser(ctx, user._id, now);
 *       }),
 *       rows: 50, // with at most ten database calls for each of them
 *       everyMs: HOUR_MS,
 *     });
 *
 * A row whose work needs more than some hundred database calls does a part of
 * it and returns "again". A step that throws has no effect; it is tried with
 * fewer rows, and a single row that throws is passed over, counted, and tried
 * again later.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Id, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/**
 * What came of a step: "done" with all rows; "again": some have more to do,
 * which another pass does; "full": rows of the page are left, and the next
 * step takes the same page with fewer rows. What was done must not be due any
 * more then.
 */
export type Outcome = "done" | "again" | "full";

/** Of a step. `at`: when its pass began, ms. */
export type Moment = { readonly now: number; readonly at: number };

type Page = Pick<PaginationOptions, "cursor" | "numItems">;

/** What is said of one kind of work. `Row` may be anything with an id. */
type Spec<Row extends { _id: string }> = {
  /** A page of what is due at `at`; the same query for all pages of a pass. */
  readonly due: (
    ctx: MutationCtx,
    at: number,
    page: Page,
  ) => Promise<
    Pick<PaginationResult<Row>, "page" | "isDone" | "continueCursor">
  >;
  /** What is done with the rows of a page, of which there is at least one. */
  readonly work: (
    ctx: MutationCtx,
    rows: readonly Row[],
    moment: Moment,
  ) => Promise<Outcome>;
  /** At the end of a pass, in the transaction of its last step. `isClean`: no row was passed over. */
  readonly end?: (
    ctx: MutationCtx,
    at: number,
    isClean: boolean,
  ) => Promise<void>;
  /** Rows of one step, at most; a hundred if not said. */
  readonly rows?: number;
  /** From the beginning of a pass to that of the next one, at least, ms. */
  readonly everyMs?: number;
};

/** Of a job: a page of the rows that are due. */
export type Due<Row extends { _id: string }> = Spec<Row>["due"];

/** One kind of work, whatever its rows are: made by `job`. */
export type Job = Spec<{ _id: string }>;

/** An eighth of what Convex allows one transaction, so that the row after that has as much. */
const ROOM = {
  databaseQueries: 512,
  documentsRead: 4_000,
  bytesRead: 2 ** 21,
  documentsWritten: 2_000,
  bytesWritten: 2 ** 21,
  functionsScheduled: 125,
} as const;

/** One kind of work. Its rows are known to itself alone. */
export function job<Row extends { _id: string }>(spec: Spec<Row>): Job {
  return spec as unknown as Job;
}

/** Whether this transaction has used so little that one more row fits. */
export async function hasRoom(ctx: MutationCtx): Promise<boolean> {
  const used = await ctx.meta.getTransactionMetrics();
  const limits = Object.entries(ROOM) as [keyof typeof ROOM, number][];
  return limits.every(([name, most]) => used[name].used < most);
}

/** One row after the other, as long as there is room. The work of a row gives "again" when it has more to do. */
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

/** The job that deletes what is older than it is kept, by an index of this one field. */
export function deleteOld(
  table: TableNames,
  index: string,
  field: string,
  keptMs = 0,
): Job {
  return job<{ _id: Id<TableNames> }>({
    // Tables are data here, which the types of `withIndex` do not follow.
    due: (ctx, at, page) =>
      ctx.db
        .query(table)
        .withIndex(index as never, (q) =>
          q.lt(field as never, (at - keptMs) as never),
        )
        .paginate(page),
    work: eachRow(async (ctx, { _id }) => await ctx.db.delete(table, _id)),
  });
}
