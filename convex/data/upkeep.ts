/**
 * The maintenance in steps. A job is a kind of row that has something to be
 * done with it by the clock; data/upkeepJobs.ts lists them all. maintenance.ts
 * takes one step of each job in turn, each in a transaction of its own, until
 * no job has more to do; where it was cut off, the next run goes on.
 *
 * To add a job, write it where its table is written, and give it its line in
 * data/upkeepJobs.ts. What is only deleted when it is old is one line there:
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
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { DAY_MS, HOUR_MS, waitAfter } from "../model/upkeep";

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

const ROWS = 100;
/** A chain of steps that has been still for so long was cut. */
const STILL_MS = 30_000;
/** Rows passed over and not met again that are forgotten at the end of a pass. */
const UNMET = 50;

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

/**
 * The next step of a job. Nothing while another chain of steps is at it, or
 * when its time has not come.
 * @param isFirst of a chain
 * @returns whether there is more to do at once
 */
export async function takeStep(
  ctx: MutationCtx,
  name: string,
  { rows: most = ROWS, everyMs = 0, ...job }: Job,
  isFirst: boolean,
  now: number,
): Promise<boolean> {
  const row = await rowOf(ctx, name);
  if (row !== null && isFirst && !mayBegin(row, everyMs, now)) return false;
  const { at, cursor, again } = passOf(row, now);
  const numItems = Math.min(row?.rows ?? most, most);
  const found = await job.due(ctx, at, { cursor, numItems });
  const passed = await passedAmong(ctx, name, found.page);
  const waiting = passed.filter(({ nextAt }) => isAhead(nextAt, now, DAY_MS));
  const waits = new Set(waiting.map(({ key }) => key));
  const rows = found.page.filter(({ _id }) => !waits.has(_id));
  const outcome =
    rows.length === 0 ? "done" : await job.work(ctx, rows, { now, at });
  const isThrough = outcome !== "full" && found.isDone;
  const goesOn = again || outcome === "again";
  if (outcome !== "full") {
    for (const { _id, key } of passed) {
      if (!waits.has(key)) await ctx.db.delete("upkeepPassed", _id);
    }
  }
  if (isThrough) {
    await forgetUnmet(ctx, name, at);
    await job.end?.(ctx, at, !(await hasPassed(ctx, name)));
  }
  const next = outcome === "full" ? cursor : found.continueCursor;
  const pass = isThrough
    ? goesOn
      ? { at: now, cursor: null, again: false }
      : null
    : { at, cursor: next, again: goesOn };
  const wasIdle = (row?.pass ?? null) === null && found.page.length === 0;
  const isSame = wasIdle && pass === null && (row?.failures ?? 0) === 0;
  // What runs by itself at each run says so only when there was something.
  if (isSame && everyMs === 0) return false;
  await save(ctx, name, row, {
    pass,
    steppedAt: now,
    nextAt: pass === null ? at + everyMs : (row?.nextAt ?? 0),
    rows:
      outcome === "full"
        ? Math.max(1, Math.floor(numItems / 2))
        : Math.min(most, numItems * 2),
    failures: isThrough ? 0 : (row?.failures ?? 0),
  });
  return pass !== null;
}

/** After a step that threw: the next one takes half as many rows. @returns false if it was one row already */
export async function takeFewer(
  ctx: MutationCtx,
  name: string,
  job: Job,
  now: number,
): Promise<boolean> {
  const row = await rowOf(ctx, name);
  const tried = Math.min(row?.rows ?? Infinity, job.rows ?? ROWS);
  if (tried <= 1) return false;
  await save(ctx, name, row, {
    pass: passOf(row, now),
    steppedAt: now,
    nextAt: row?.nextAt ?? 0,
    rows: Math.floor(tried / 2),
    failures: row?.failures ?? 0,
  });
  return true;
}

/**
 * After a step of one row that threw: the row is passed over and tried again
 * later. @throws if it cannot even be read
 */
export async function passOver(
  ctx: MutationCtx,
  name: string,
  job: Job,
  now: number,
): Promise<boolean> {
  const row = await rowOf(ctx, name);
  const { at, cursor, again } = passOf(row, now);
  const found = await job.due(ctx, at, { cursor, numItems: 1 });
  const [poison] = found.page;
  if (poison === undefined) throw new Error("no row to pass over");
  const [known] = await passedAmong(ctx, name, found.page);
  const failures = (known?.failures ?? 0) + 1;
  const tried = { failures, nextAt: now + waitAfter(failures, DAY_MS) };
  if (known !== undefined) {
    await ctx.db.patch("upkeepPassed", known._id, tried);
  } else {
    const row = { job: name, key: poison._id, ...tried };
    await ctx.db.insert("upkeepPassed", row);
  }
  if (found.isDone) await job.end?.(ctx, at, false);
  const pass = found.isDone
    ? again
      ? { at: now, cursor: null, again: false }
      : null
    : { at, cursor: found.continueCursor, again };
  await save(ctx, name, row, {
    pass,
    steppedAt: now,
    nextAt: pass === null ? at + (job.everyMs ?? 0) : (row?.nextAt ?? 0),
    rows: 1,
    failures: row?.failures ?? 0,
  });
  return pass !== null;
}

/** The job cannot go on: it begins anew later, each time a longer while. */
export async function giveUp(
  ctx: MutationCtx,
  name: string,
  job: Job,
  now: number,
): Promise<void> {
  const row = await rowOf(ctx, name);
  const failures = (row?.failures ?? 0) + 1;
  await save(ctx, name, row, {
    pass: null,
    steppedAt: now,
    nextAt: now + waitAfter(failures, HOUR_MS),
    rows: job.rows ?? ROWS,
    failures,
  });
}

/** Whether a pass of this job is under way. */
export async function isUnderWay(
  ctx: Pick<QueryCtx, "db">,
  name: string,
): Promise<boolean> {
  return ((await rowOf(ctx, name))?.pass ?? null) !== null;
}

type Standing = Omit<Doc<"upkeep">, "_id" | "_creationTime" | "job">;

async function rowOf(
  ctx: Pick<QueryCtx, "db">,
  name: string,
): Promise<Doc<"upkeep"> | null> {
  return await ctx.db
    .query("upkeep")
    .withIndex("by_job", (q) => q.eq("job", name))
    .first();
}

async function save(
  ctx: MutationCtx,
  name: string,
  row: Doc<"upkeep"> | null,
  standing: Standing,
): Promise<void> {
  if (row !== null) await ctx.db.patch("upkeep", row._id, standing);
  else await ctx.db.insert("upkeep", { job: name, ...standing });
}

/** Of the pass under way, or of a new one. One that began in the future is none: the clock was set back. */
function passOf(
  row: Doc<"upkeep"> | null,
  now: number,
): NonNullable<Standing["pass"]> {
  const pass = row?.pass ?? null;
  return pass !== null && pass.at <= now
    ? pass
    : { at: now, cursor: null, again: false };
}

function mayBegin(
  { pass, steppedAt, nextAt, failures }: Standing,
  everyMs: number,
  now: number,
): boolean {
  const isGoing = pass !== null && isAhead(steppedAt + STILL_MS, now, STILL_MS);
  return !isGoing && !isAhead(nextAt, now, failures > 0 ? HOUR_MS : everyMs);
}

/** What is further ahead than anything waits was written by a clock that was ahead: it is due. */
function isAhead(at: number, now: number, mostMs: number): boolean {
  return at > now && at <= now + mostMs;
}

async function hasPassed(
  ctx: Pick<QueryCtx, "db">,
  name: string,
): Promise<boolean> {
  const one = await ctx.db
    .query("upkeepPassed")
    .withIndex("by_job_and_key", (q) => q.eq("job", name))
    .first();
  return one !== null;
}

/** What a whole pass has not met though its time had come is not due any more. */
async function forgetUnmet(
  ctx: MutationCtx,
  name: string,
  at: number,
): Promise<void> {
  const unmet = await ctx.db
    .query("upkeepPassed")
    .withIndex("by_job_and_nextAt", (q) => q.eq("job", name).lte("nextAt", at))
    .take(UNMET);
  for (const { _id } of unmet) await ctx.db.delete("upkeepPassed", _id);
}

/** Those of these rows that were passed over before. */
async function passedAmong(
  ctx: Pick<QueryCtx, "db">,
  name: string,
  page: readonly { _id: string }[],
): Promise<Doc<"upkeepPassed">[]> {
  if (page.length === 0 || !(await hasPassed(ctx, name))) return [];
  const found: Doc<"upkeepPassed">[] = [];
  for (const { _id: key } of page) {
    const row = await ctx.db
      .query("upkeepPassed")
      .withIndex("by_job_and_key", (q) => q.eq("job", name).eq("key", key))
      .first();
    if (row !== null) found.push(row);
  }
  return found;
}
