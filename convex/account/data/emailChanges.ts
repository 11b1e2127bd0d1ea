/**
 * E-mail addresses that wait for a mailed code, one per user: a new one, or the account's own (product.md A12, A14). A
 * request only counts and schedules, so neither its answer nor its timing shows whether the address is taken. Also the
 * addresses that users have left, until they are notified.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import { KEPT_MS } from "../../base/rules/kept";
import {
  emailCodesPerAddress,
  emailCodesPerUser,
} from "../../base/rules/rateLimit";
import { accountOf, emailProven, ownEmail } from "./accounts";
import { dropWaitingRole } from "./admins";
import { recordOwn } from "../../audit/data/log";
import { businessOfOwner } from "../../business/data/businesses";
import { listInDirectory } from "../../business/data/directory";
import { memberOf } from "../../business/data/members";
import { deleteCodes } from "./passwordCodes";
import { takeFromAll, type Wait } from "../../base/data/rateLimits";
import { rowsBy, type Reader } from "../../base/data/rowBy";

const { credentials } = internal.account;
/** More than a user ever has: each needs a code, and few are mailed an hour. */
const MAX_ROWS = 100;
/** Guesses per code. */
const TRIES = 5;

/** Schedules a code, or returns the wait. The row exists first: deleting it cancels the code. */
export async function requestChange(
  ctx: MutationCtx,
  given: { userId: Id<"users">; email: string },
  now: number,
): Promise<Wait | null> {
  const { userId, email } = given;
  const isOwn = email === (await ownEmail(ctx, userId));
  // Per account, so that other accounts' requests cannot use it up.
  const ofUser = isOwn ? `ownEmail:${userId}` : `newEmail:${userId}`;
  const wait = await takeFromAll(
    ctx,
    now,
    [ofUser, emailCodesPerUser],
    ...(isOwn ? [] : [[`newEmailTo:${email}`, emailCodesPerAddress] as const]),
  );
  if (wait !== null) return wait;
  await dropChange(ctx, userId);
  const expiresAt = now + KEPT_MS.codes;
  // No code has this hash.
  const row = { userId, email, codeHash: "", tries: 0, expiresAt };
  // Only its id: arguments of finished jobs stay for days, and an erased account's address must not.
  const changeId = await ctx.db.insert("emailChanges", row);
  await ctx.scheduler.runAfter(0, credentials.sendEmailCode, { changeId });
  return null;
}

/** The address of a row; null if the request was withdrawn or replaced. */
export async function waitingChange(ctx: Reader, id: Id<"emailChanges">) {
  return (await ctx.db.get("emailChanges", id))?.email ?? null;
}

/**
 * Keeps the code if its address is still requested; whether it is the user's own or new, or null if taken. A taken one's
 * is kept, too, though nobody gets it: a guess that finds no code writes nothing, so its time would show that it is taken.
 */
export async function keepChange(
  ctx: MutationCtx,
  given: { changeId: Id<"emailChanges">; codeHash: string },
  now: number,
): Promise<"own" | "new" | null> {
  const { changeId, codeHash } = given;
  const row = await ctx.db.get("emailChanges", changeId);
  if (row === null) return null;
  const { userId, email } = row;
  const made = { codeHash, tries: 0, expiresAt: now + KEPT_MS.codes };
  await ctx.db.patch("emailChanges", changeId, made);
  const account = await accountOf(ctx, email);
  if (account === null) return "new";
  return account.userId === userId ? "own" : null;
}

/** Counts one guess before it is checked, and returns the expected hash; null if no code is open. */
export async function tryChange(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
) {
  const row = await changeOf(ctx, userId);
  if (row === null || row.expiresAt <= now || row.tries >= TRIES) return null;
  const { _id: changeId, email, codeHash, tries } = row;
  await ctx.db.patch("emailChanges", changeId, { tries: tries + 1 });
  return { changeId, email, codeHash };
}

/** After the right code: sets and proves the address. False if the code was used, or the address is taken by now. */
export async function changeEmail(
  ctx: MutationCtx,
  userId: Id<"users">,
  changeId: Id<"emailChanges">,
  now: number,
): Promise<boolean> {
  const row = await ctx.db.get("emailChanges", changeId);
  if (row?.userId !== userId) return false;
  await ctx.db.delete("emailChanges", changeId);
  const { email } = row;
  const its = await accountOf(ctx, email);
  if (its !== null && its.userId !== userId) return false;
  if (its === null) await dropWaitingRole(ctx, userId, now);
  await emailProven(ctx, userId, now);
  if (its !== null) return true;
  const before = await ownEmail(ctx, userId);
  const account = must(await accountOf(ctx, before), "account");
  const renamed = { providerAccountId: email };
  await ctx.db.patch("authAccounts", account._id, renamed);
  await ctx.db.patch("users", userId, { email });
  const business = await businessOfOwner(ctx, userId);
  if (business !== null) {
    await ctx.db.patch("businesses", business._id, { email });
    await listInDirectory(ctx, business._id);
  }
  await deleteCodes(ctx, before);
  // The addresses of somebody in a team go with them (product.md R4).
  const isOfTeam = business === null && (await memberOf(ctx, userId)) !== null;
  const changed = { before: { email: before }, after: { email } };
  const facts = isOfTeam ? {} : changed;
  const event = { action: "ownerChangedEmail", ...facts } as const;
  await recordOwn(ctx, userId, event, now);
  await notifyLeft(ctx, userId, before, now);
  return true;
}

/** Schedules the mail to an address that was left. Its row stays, because arguments of finished jobs do for days. */
async function notifyLeft(
  ctx: MutationCtx,
  userId: Id<"users">,
  email: string,
  now: number,
): Promise<void> {
  const expiresAt = now + KEPT_MS.codes;
  const row = { userId, email, codeHash: "", tries: 0, expiresAt };
  const left = { ...row, isLeft: true } as const;
  const changeId = await ctx.db.insert("emailChanges", left);
  await ctx.scheduler.runAfter(0, credentials.mailLeft, { changeId });
}

export async function dropChange(ctx: MutationCtx, userId: Id<"users">) {
  const row = await changeOf(ctx, userId);
  if (row !== null) await ctx.db.delete("emailChanges", row._id);
}

/** Of a user who is being deleted. */
export async function dropAddresses(ctx: MutationCtx, userId: Id<"users">) {
  for (const { _id } of await addressesOf(ctx, userId))
    await ctx.db.delete("emailChanges", _id);
}

const addressesOf = rowsBy("emailChanges", "userId_and_isLeft", MAX_ROWS);
const changeOf = async (ctx: Reader, userId: Id<"users">) =>
  await ctx.db
    .query("emailChanges")
    .withIndex("by_userId_and_isLeft", (q) =>
      q.eq("userId", userId).eq("isLeft", undefined),
    )
    .unique();
