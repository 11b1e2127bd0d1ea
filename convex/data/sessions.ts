/** Ending sessions. They are the auth library's rows; without its row a session's token opens nothing. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** More than anybody has open; the rest ends with the next call. */
const SESSIONS = 200;
/** Of each session; what is left refers to no session and is swept when it is old. */
const TOKENS = 10;

/** Signs the user out everywhere, in this transaction. */
export async function endSessions(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(SESSIONS);
  for (const { _id } of sessions) {
    const tokens = await ctx.db
      .query("authRefreshTokens")
      .withIndex("sessionId", (q) => q.eq("sessionId", _id))
      .order("desc")
      .take(TOKENS);
    for (const token of tokens) {
      await ctx.db.delete("authRefreshTokens", token._id);
    }
    await ctx.db.delete("authSessions", _id);
  }
}
