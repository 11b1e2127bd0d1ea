/**
 * Codes for a forgotten password. Whether an address has an account shows
 * neither in an answer nor in the time it takes: the request only counts and
 * schedules, and the code is made later, by an action that nobody waits for.
 */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { callerNetwork } from "../model/addresses";
import { resetsPerCaller, resetsPerEmail } from "../model/rateLimit";
import { accountOf, setHash } from "./accounts";
import { countCaller, countTry, forgetDevices, type Attempt } from "./attempts";
import { takeFrom } from "./rateLimits";
import { endSessions } from "./sessions";

const LIFE_MS = 10 * 60_000;
const TRIES = 5;

/** Counts a request and has the code made and sent; says what to answer, the same for every address. */
export async function requestReset(
  ctx: MutationCtx,
  email: string,
  ip: string | null,
  now: number,
): Promise<"sent" | "wait" | "tooMany"> {
  if (!(await countCaller(ctx, ip, now))) return "tooMany";
  const network = ip === null ? null : callerNetwork(ip);
  const caller = `reset:${email}:${network ?? ""}`;
  if (!(await takeFrom(ctx, caller, resetsPerCaller, now))) return "wait";
  const counted = await takeFrom(ctx, `reset:${email}`, resetsPerEmail, now);
  if (!counted) return "tooMany";
  await ctx.scheduler.runAfter(0, internal.account.sendReset, { email });
  return "sent";
}

/** Keeps a new code in place of the last; false, and nothing kept, if the address has no account. */
export async function keepCode(
  ctx: MutationCtx,
  email: string,
  codeHash: string,
  now: number,
): Promise<boolean> {
  if ((await accountOf(ctx, email)) === null) return false;
  const before = await resetOf(ctx, email);
  if (before !== null) await ctx.db.delete("passwordResets", before._id);
  const expiresAt = now + LIFE_MS;
  const row = { email, codeHash, tries: 0, expiresAt };
  await ctx.db.insert("passwordResets", row);
  return true;
}

/** Counts one try at the code, existing or not, and gives what it is checked against. Null: too many tries. */
export async function tryCode(
  ctx: MutationCtx,
  attempt: Attempt,
  now: number,
): Promise<{
  resetId: Id<"passwordResets"> | null;
  codeHash: string | null;
  bucket: string;
} | null> {
  const counted = await countTry(ctx, attempt, now);
  if (counted === null) return null;
  const { bucket } = counted;
  const row = await resetOf(ctx, attempt.email);
  if (row === null || row.tries >= TRIES || now >= row.expiresAt) {
    return { resetId: null, codeHash: null, bucket };
  }
  const tries = row.tries + 1;
  await ctx.db.patch("passwordResets", row._id, { tries });
  return { resetId: row._id, codeHash: row.codeHash, bucket };
}

/**
 * The code was right: sets the new password and signs everybody out. Null if
 * the code has been used or replaced since.
 */
export async function setPassword(
  ctx: MutationCtx,
  given: { resetId: Id<"passwordResets">; newHash: string },
): Promise<Id<"users"> | null> {
  const row = await ctx.db.get("passwordResets", given.resetId);
  if (row === null) return null;
  const account = await accountOf(ctx, row.email);
  if (account === null) return null;
  await ctx.db.delete("passwordResets", row._id);
  await setHash(ctx, account, given.newHash);
  await endSessions(ctx, account.userId);
  await forgetDevices(ctx, account.userId);
  return account.userId;
}

async function resetOf(
  ctx: MutationCtx,
  email: string,
): Promise<Doc<"passwordResets"> | null> {
  return await ctx.db
    .query("passwordResets")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}
