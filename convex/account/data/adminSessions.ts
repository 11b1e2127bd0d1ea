/** Sessions of the portal (product.md O10). A row exists only while its session lasts, so queries need no clock. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { ADMIN_SESSION_MS, CONFIRMED_MS } from "../rules/adminSession";
import { ownEmail } from "./accounts";
import { record } from "../../audit/data/log";
import { dueAfter, eachRow, job } from "../../base/data/job";
import { rowBy, rowsBy } from "../../base/data/rowBy";

/** The most sessions one user can have (sessions.ts). */
const SESSIONS = 100;

/** The portal session of a session. Null if none was opened, or it has ended. */
export const adminSessionOf = rowBy("adminSessions", "sessionId");

/** Begins or extends the session by an hour, after the password was given. Records a new one. */
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
  let adminSessionId = before?._id;
  if (adminSessionId === undefined) {
    const row = { sessionId, userId, ...fields };
    adminSessionId = await ctx.db.insert("adminSessions", row);
    const actor = { kind: "admin", userId } as const;
    const event = { actor, action: "adminSignedIn", businessId: null } as const;
    await record(ctx, { ...event, subject: await ownEmail(ctx, userId) }, now);
  } else await ctx.db.patch("adminSessions", adminSessionId, fields);
  const args = { adminSessionId, until };
  await ctx.scheduler.runAt(until, internal.admin.admins.sessionOver, args);
}

/** Ends the session when its hour is over, unless it was extended since. */
export async function endAdminSessionAt(
  ctx: MutationCtx,
  adminSessionId: Id<"adminSessions">,
  until: number,
): Promise<void> {
  const row = await ctx.db.get("adminSessions", adminSessionId);
  if (row?.until === until) await end(ctx, row);
}

/** Ends the portal session together with its session. */
export async function endAdminSession(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
): Promise<void> {
  const row = await adminSessionOf(ctx, sessionId);
  if (row !== null) await end(ctx, row);
}

export async function endAdminSessionsOf(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  for (const row of await adminSessionsOf(ctx, userId)) await end(ctx, row);
}

/** Sets whether this user's portal sessions require setting up a second factor. */
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

/** Shifts the time of the password back by `ms`, and ends sessions that are then over. */
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

/** Ends sessions whose job was lost. */
export const overAdminSessions = job<Doc<"adminSessions">>({
  due: dueAfter("adminSessions", "until"),
  work: eachRow(async (ctx, row) => await end(ctx, row)),
});

/** Ends a session. Any view as owner ends too, and that is recorded. */
async function end(
  ctx: MutationCtx,
  { _id, userId, viewing: businessId }: Doc<"adminSessions">,
): Promise<void> {
  await ctx.db.delete("adminSessions", _id);
  if (businessId === undefined) return;
  const ended = { userId, businessId };
  await ctx.scheduler.runAfter(0, internal.admin.viewing.over, ended);
}

const adminSessionsOf = rowsBy("adminSessions", "userId", SESSIONS);
