/** The steps of a maintenance job; its row in `upkeep` stores the progress. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { must } from "../rules/errors";
import { DAY_MS, HOUR_MS, waitAfter } from "../rules/job";
import type { Job } from "./job";
import { rowBy, rowsBy } from "./rowBy";

/** Default rows per step. */
const ROWS = 100;
/** After this long without a step, a chain of steps counts as interrupted. */
const STILL_MS = 30_000;
/** Most skipped rows forgotten at the end of a pass because they are no longer due. */
const UNMET = 50;

/**
 * Takes the next step of a job, unless another chain of steps works on it or its time has not come. `isFirst`: of a
 * chain. Returns whether there is more to do at once.
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
  const going = { at, cursor: next, again: goesOn };
  const pass = isThrough ? passAfter(going, now) : going;
  const wasIdle = (row?.pass ?? null) === null && found.page.length === 0;
  const isSame = wasIdle && pass === null && (row?.failures ?? 0) === 0;
  // A job without `everyMs` begins at each run, so an idle run writes nothing.
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

/** After a step that threw: halves the rows of the next step. @returns false if it was one row already */
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

/** After a step of one row that threw: skips the row and retries it later. @throws if it cannot be read */
export async function passOver(
  ctx: MutationCtx,
  name: string,
  job: Job,
  now: number,
): Promise<boolean> {
  const row = await rowOf(ctx, name);
  const { at, cursor, again } = passOf(row, now);
  const found = await job.due(ctx, at, { cursor, numItems: 1 });
  const poison = must(found.page[0], "row to pass over");
  const [known] = await passedAmong(ctx, name, found.page);
  const failures = (known?.failures ?? 0) + 1;
  const tried = { failures, nextAt: now + waitAfter(failures, DAY_MS) };
  const skipped = { job: name, key: poison._id, ...tried };
  if (known !== undefined) {
    await ctx.db.patch("upkeepPassed", known._id, tried);
  } else await ctx.db.insert("upkeepPassed", skipped);
  if (found.isDone) await job.end?.(ctx, at, false);
  const going = { at, cursor: found.continueCursor, again };
  const pass = found.isDone ? passAfter(going, now) : going;
  await save(ctx, name, row, {
    pass,
    steppedAt: now,
    nextAt: pass === null ? at + (job.everyMs ?? 0) : (row?.nextAt ?? 0),
    rows: 1,
    failures: row?.failures ?? 0,
  });
  return pass !== null;
}

/** Stops a job that cannot continue. It restarts later, after a growing delay. @returns false: nothing is left to do */
export async function giveUp(
  ctx: MutationCtx,
  name: string,
  job: Job,
  now: number,
): Promise<boolean> {
  const row = await rowOf(ctx, name);
  const failures = (row?.failures ?? 0) + 1;
  await save(ctx, name, row, {
    pass: null,
    steppedAt: now,
    nextAt: now + waitAfter(failures, HOUR_MS),
    rows: job.rows ?? ROWS,
    failures,
  });
  return false;
}

export async function isUnderWay(ctx: QueryCtx, name: string) {
  return ((await rowOf(ctx, name))?.pass ?? null) !== null;
}

type Standing = Omit<Doc<"upkeep">, "_id" | "_creationTime" | "job">;

const rowOf = rowBy("upkeep", "job");
const passedBy = rowBy("upkeepPassed", "job_and_key");
const firstPassed = rowsBy("upkeepPassed", "job_and_key", 1);

async function save(
  ctx: MutationCtx,
  name: string,
  row: Doc<"upkeep"> | null,
  standing: Standing,
): Promise<void> {
  if (row !== null) await ctx.db.patch("upkeep", row._id, standing);
  else await ctx.db.insert("upkeep", { job: name, ...standing });
}

type Pass = NonNullable<Standing["pass"]>;

/** The pass in progress, or a new one. Ignores a pass that began in the future, because the clock was set back. */
function passOf(row: Doc<"upkeep"> | null, now: number): Pass {
  const pass = row?.pass ?? null;
  return pass !== null && pass.at <= now ? pass : newPass(now);
}

function newPass(now: number): Pass {
  return { at: now, cursor: null, again: false };
}

/** After the last page of a pass. */
function passAfter({ again }: Pass, now: number): Pass | null {
  return again ? newPass(now) : null;
}

function mayBegin(
  { pass, steppedAt, nextAt, failures }: Standing,
  everyMs: number,
  now: number,
): boolean {
  const isGoing = pass !== null && isAhead(steppedAt + STILL_MS, now, STILL_MS);
  return !isGoing && !isAhead(nextAt, now, failures > 0 ? HOUR_MS : everyMs);
}

/** A time further ahead than any wait comes from a clock that was ahead; treat it as past. */
function isAhead(at: number, now: number, maxMs: number): boolean {
  return at > now && at <= now + maxMs;
}

async function hasPassed(ctx: QueryCtx, name: string) {
  return (await firstPassed(ctx, name)).length > 0;
}

/** Skipped rows that the pass did not meet when their retry was due need none. */
async function forgetUnmet(ctx: MutationCtx, name: string, at: number) {
  const unmet = await ctx.db
    .query("upkeepPassed")
    .withIndex("by_job_and_nextAt", (q) => q.eq("job", name).lte("nextAt", at))
    .take(UNMET);
  for (const { _id } of unmet) await ctx.db.delete("upkeepPassed", _id);
}

/** Those of these rows that were skipped before. */
async function passedAmong(
  ctx: QueryCtx,
  name: string,
  page: readonly { _id: string }[],
): Promise<Doc<"upkeepPassed">[]> {
  if (page.length === 0 || !(await hasPassed(ctx, name))) return [];
  const found: Doc<"upkeepPassed">[] = [];
  for (const { _id: key } of page) {
    const row = await passedBy(ctx, name, key);
    if (row !== null) found.push(row);
  }
  return found;
}
