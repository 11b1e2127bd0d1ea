/**
 * Jobs that wait under the names that functions had in earlier versions. An
 * upgrade sets each again under today's name, for the same time and with the
 * same arguments; the old one would only fail. A job whose time comes between
 * the deploy and this is lost, as after a crash: maintenance finds it by its
 * row.
 */
import { makeFunctionReference, type PaginationOptions } from "convex/server";
import type { MutationCtx } from "../../_generated/server";

/** Files whose functions wait as jobs, by the names they had before convex/ was sorted into parts. None is ever removed. */
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

/** Jobs looked at in one transaction. */
const BATCH = 100;

/** @param name of a job's function, "timers:pauseOver"; on Convex "timers.js:pauseOver" @returns today's; null where it has no other */
export function newNameOf(name: string): string | null {
  const [, file = "", exported] = /^(\w+)(?:\.js)?:(\w+)$/.exec(name) ?? [];
  const moved = Object.hasOwn(MOVED, file) ? MOVED[file] : undefined;
  return moved === undefined ? null : `${moved}:${exported}`;
}

/** One batch of jobs. @returns where the next begins; null at the end */
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
    // An action's reference differs in its type alone.
    const job = makeFunctionReference<"mutation">(newName);
    await ctx.scheduler.runAt(scheduledTime, job, given);
    await ctx.scheduler.cancel(_id);
  }
  return isDone ? null : continueCursor;
}
