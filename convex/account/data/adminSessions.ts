/**
 * Sessions of the portal: an admin's functions answer only in one (product.md
 * O3). A row is there while its session lasts, so that queries, which know no
 * time, need not ask for it: a job deletes it, and maintenance where the job
 * was lost. Who may have one is access.ts.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { ADMIN_SESSION_MS, CONFIRMED_MS } from "../rules/adminSession";
import { ownEmail } from "./accounts";
import { record } from "../../audit/data/log";
import { eachRow, job } from "../../base/data/job";

/** As many as one user has sessions (sessions). */
const SESSIONS = 100;

/** The portal's session that belongs to a session; null if none was opened, or it has ended. */
export async function adminSessionOf(
  ctx: Pick<QueryCtx, "db">,
  sessionId: Id<"authSessions">,
): Promise<Doc<"adminSessions"> | null> {
  return await ctx.db
    .query("adminSessions")
    .withIndex("by_sessionId", (q) => q.eq("sessionId", sessionId))
    .unique();
}

/** The password has just been given: the session begins, which is recorded, or goes on for another hour. */
export async function openAdminSession(
  ctx: MutationCtx,
  given: {
    sessionId: Id<"authSessions">;
    userId: Id<"users">;
    needsSecondFactor: boolean;
  },
  now: number,
): Promise<void> {
  const { sessionId, userId } = given;
  const until = now + ADMIN_SESSION_MS;
  const times = { until, confirmedUntil: now + CONFIRMED_MS };
  const needs = given.needsSecondFactor ? (true as const) : undefined;
  const fields = { ...times, needsSecondFactor: needs };
  const before = await adminSessionOf(ctx, sessionId);
  if (before !== null) await ctx.db.patch("adminSessions", before._id, fields);
  const adminSessionId =
    before?._id ??
    (await ctx.db.insert("adminSessions", { sessionId, userId, ...fields }));
  if (before === null) {
    const actor = { kind: "admin", userId } as const;
    const event = { actor, action: "adminSignedIn", businessId: null } as const;
    await record(ctx, { ...event, subject: await ownEmail(ctx, userId) }, now);
  }
  const args = { adminSessionId, until };
  await ctx.scheduler.runAt(until, internal.admin.admins.sessionOver, args);
}

/** Its hour is over; nothing if it has been prolonged since. */
export async function endAdminSessionAt(
  ctx: MutationCtx,
  adminSessionId: Id<"adminSessions">,
  until: number,
): Promise<void> {
  const row = await ctx.db.get("adminSessions", adminSessionId);
  if (row?.until === until) await end(ctx, row);
}

/** With the session that it belongs to. */
export async function endAdminSession(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
): Promise<void> {
  const row = await adminSessionOf(ctx, sessionId);
  if (row !== null) await end(ctx, row);
}

/** All of one user. */
export async function endAdminSessionsOf(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  for (const row of await adminSessionsOf(ctx, userId)) await end(ctx, row);
}

/** Whether the portal waits, in every session of this user, for a second factor. */
export async function needSecondFactor(
  ctx: MutationCtx,
  userId: Id<"users">,
  isNeeded: boolean,
): Promise<void> {
  const needsSecondFactor = isNeeded ? (true as const) : undefined;
  for (const { _id } of await adminSessionsOf(ctx, userId)) {
    await ctx.db.patch("adminSessions", _id, { needsSecondFactor });
  }
}

/** As if the password of one user had been given so much earlier: those whose hour is over by that end. */
export async function hurryAdminSessions(
  ctx: MutationCtx,
  userId: Id<"users">,
  ms: number,
  now: number,
): Promise<void> {
  for (const row of await adminSessionsOf(ctx, userId)) {
    const until = row.until - ms;
    const confirmedUntil = row.confirmedUntil - ms;
    await ctx.db.patch("adminSessions", row._id, { until, confirmedUntil });
    if (until <= now) await end(ctx, row);
  }
}

/** Those whose job was lost. */
export const overAdminSessions = job<Doc<"adminSessions">>({
  due: (ctx, at, page) =>
    ctx.db
      .query("adminSessions")
      .withIndex("by_until", (q) => q.lte("until", at))
      .paginate(page),
  work: eachRow(async (ctx, row) => await end(ctx, row)),
});

/** What it looked at, it looks at no more; that is recorded. */
async function end(
  ctx: MutationCtx,
  { _id, userId, viewing: businessId }: Doc<"adminSessions">,
): Promise<void> {
  await ctx.db.delete("adminSessions", _id);
  if (businessId === undefined) return;
  const ended = { userId, businessId };
  await ctx.scheduler.runAfter(0, internal.admin.viewing.over, ended);
}

async function adminSessionsOf(
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
): Promise<Doc<"adminSessions">[]> {
  return await ctx.db
    .query("adminSessions")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .take(SESSIONS);
}
