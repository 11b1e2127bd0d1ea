/** Sessions, as rows of the auth library. Without its row, a session's token is worthless. */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refreshesPerSession } from "../../base/rules/rateLimit";
import { endAdminSession } from "./adminSessions";
import { takeFrom } from "../../base/data/rateLimits";

/** As the library's. */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000;
/** Per user: few enough to end all at once. */
const SESSIONS = 100;
/** Per session. Remaining tokens belong to no session and are deleted when they are old. */
const TOKENS = 10;

/** The session of the caller's token; null if it has ended, or belongs to another user. */
export async function currentSession(ctx: QueryCtx) {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) return null;
  // @convex-dev/auth writes the subject as 'user|session'.
  const [user = "", session = ""] = identity.subject.split("|");
  const userId = ctx.db.normalizeId("users", user);
  const sessionId = ctx.db.normalizeId("authSessions", session);
  if (userId === null || sessionId === null) return null;
  const row = await ctx.db.get("authSessions", sessionId);
  return row !== null && row.userId === userId ? row : null;
}

/** Begins a session, which replaces the caller's own, after `replaced` ms: time for an open page to switch tokens. */
export async function beginSession(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
  replaced = 0,
): Promise<Id<"authSessions">> {
  const before = await currentSession(ctx);
  if (before !== null && replaced === 0) await endSession(ctx, before._id);
  if (before !== null && replaced > 0) {
    const { signIns } = internal.account;
    const args = { sessionId: before._id };
    await ctx.scheduler.runAfter(replaced, signIns.replaced, args);
  }
  const sessions = await sessionsOf(ctx, userId);
  const [oldest] = sessions;
  if (sessions.length === SESSIONS && oldest !== undefined) {
    await endSession(ctx, oldest._id);
  }
  const expirationTime = now + SESSION_MS;
  return await ctx.db.insert("authSessions", { userId, expirationTime });
}

/** Lets the caller's session last thirty days from now. Its newest refresh token is at most an hour older. */
export async function prolongSession(ctx: MutationCtx, now: number) {
  const here = await currentSession(ctx);
  const expirationTime = now + SESSION_MS;
  if (here) await ctx.db.patch("authSessions", here._id, { expirationTime });
}

/** Ends a session unless it has ended. */
export async function endReplaced(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
): Promise<void> {
  const row = await ctx.db.get("authSessions", sessionId);
  if (row !== null) await endSession(ctx, sessionId);
}

/** Signs the user out everywhere, in this transaction. @returns the ended sessions */
export async function endSessions(ctx: MutationCtx, userId: Id<"users">) {
  const sessions = await sessionsOf(ctx, userId);
  for (const { _id } of sessions) await endSession(ctx, _id);
  return sessions.map(({ _id }) => _id);
}

/** Deletes up to `count` refresh tokens of an ended session. @returns how many were found */
export async function deleteTokens(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
  count: number,
): Promise<number> {
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .order("desc")
    .take(count);
  for (const { _id } of tokens) await ctx.db.delete("authRefreshTokens", _id);
  return tokens.length;
}

/** Signs the user out everywhere except here. */
export async function endOtherSessions(ctx: MutationCtx, userId: Id<"users">) {
  const here = await currentSession(ctx);
  for (const { _id } of await sessionsOf(ctx, userId)) {
    if (_id !== here?._id) await endSession(ctx, _id);
  }
}

/** Ends the caller's portal session; the auth library ends the session itself. */
export async function endOwnAdminSession(ctx: MutationCtx): Promise<void> {
  const here = await currentSession(ctx);
  if (here !== null) await endAdminSession(ctx, here._id);
}

/** Whether `text` is a refresh token: the ids of its row and of the row's session. */
export async function isRefreshToken(ctx: QueryCtx, text: string) {
  const [token = "", session = "", ...rest] = text.split("|");
  const tokenId = ctx.db.normalizeId("authRefreshTokens", token);
  const sessionId = ctx.db.normalizeId("authSessions", session);
  if (tokenId === null || rest.length > 0) return false;
  const row = await ctx.db.get("authRefreshTokens", tokenId);
  return row?.sessionId === sessionId;
}

/** Counts one refresh; false: too many. Each leaves a row until the session ends: a reused token reveals a theft. */
export async function countRefresh(
  ctx: MutationCtx,
  refreshToken: string,
  now: number,
): Promise<boolean> {
  const [, sessionId = ""] = refreshToken.split("|");
  const key = `refresh:${sessionId}`;
  return await takeFrom(ctx, key, refreshesPerSession, now);
}

/** Ends the session of a valid refresh token (isRefreshToken), if it still exists. */
export async function endSessionOf(ctx: MutationCtx, refreshToken: string) {
  const [, session = ""] = refreshToken.split("|");
  const sessionId = ctx.db.normalizeId("authSessions", session);
  if (sessionId !== null) await endReplaced(ctx, sessionId);
}

/** Oldest first. Returns all, because the limit bounds them. */
async function sessionsOf(ctx: MutationCtx, userId: Id<"users">) {
  return await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(SESSIONS);
}

async function endSession(ctx: MutationCtx, sessionId: Id<"authSessions">) {
  await deleteTokens(ctx, sessionId, TOKENS);
  await endAdminSession(ctx, sessionId);
  await ctx.db.delete("authSessions", sessionId);
}
