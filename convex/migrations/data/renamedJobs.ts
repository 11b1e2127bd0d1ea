/**
 * Renames scheduled jobs of earlier versions. One that comes due between the deploy and this step is lost, as after
 * a crash; maintenance then finds its row.
 */
import { makeFunctionReference, type PaginationOptions } from "convex/server";
import type { MutationCtx } from "../../_generated/server";

/** Files whose functions wait as jobs, by their names before convex/ was split into parts. Never remove one. */
const MOVED: Readonly<Record<string, string>> = {
  account: "account/current",
  admins: "admin/admins",
  alerts: "messages/alerts",
  billing: "billing/payments",
  calendarSync: "calendar/sync",
  credentials: "account/credentials",
  erase: "privacy/erase",
  exports: "privacy/exports",
  google: "calendar/googleCalls",
  mails: "upkeep/mails",
  maintenance: "upkeep/maintenance",
  push: "messages/push",
  signIns: "account/signIns",
  subscriptions: "billing/subscriptions",
  textSending: "messages/smsSending",
  timers: "upkeep/timers",
  viewing: "admin/viewing",
};

const BATCH = 100;

/** The current name of a job's function; null if unchanged. @param name "timers:pauseOver"; on Convex "timers.js:…" */
export function newNameOf(name: string): string | null {
  const [, file = "", exported] = /^(\w+)(?:\.js)?:(\w+)$/.exec(name) ?? [];
  const moved = Object.hasOwn(MOVED, file) ? MOVED[file] : undefined;
  return moved === undefined ? null : `${moved}:${exported}`;
}

/** Renames one batch of jobs. @returns where the next batch begins; null at the end */
export async function renameJobs(
  ctx: MutationCtx,
  cursor: PaginationOptions["cursor"],
): Promise<string | null> {
  const { page, isDone, continueCursor } = await ctx.db.system
    .query("_scheduled_functions")
    .paginate({ cursor, numItems: BATCH });
  for (const { _id, name, args, scheduledTime, state } of page) {
    const newName = newNameOf(name);
    if (newName === null || state.kind !== "pending") continue;
    const [given = {}] = args as [Record<string, never>?];
    // Only the type of an action's reference differs.
    const job = makeFunctionReference<"mutation">(newName);
    await ctx.scheduler.runAt(scheduledTime, job, given);
    await ctx.scheduler.cancel(_id);
  }
  return isDone ? null : continueCursor;
}
