/**
 * Second factors (product.md O12). An action checks a code, because only actions can open the secret; the transaction
 * that needs the code uses it up, so of two parallel uses one succeeds.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { callerBehind } from "../../base/rules/addresses";
import {
  secondFactorTries,
  secondFactorTriesOfAll,
} from "../../base/rules/rateLimit";
import type { Sealed } from "../../base/rules/sealed";
import { STRANGERS, type Proof } from "../rules/secondFactor";
import type { Proven } from "./access";
import { isAdmin } from "./admins";
import { needSecondFactor } from "./adminSessions";
import type { Counted } from "./attempts";
import { record, recordOwn } from "../../audit/data/log";
import { isProven, ownEmail } from "./accounts";
import { workplaceOf } from "../../business/data/members";
import {
  giveBack,
  takeFromAll,
  type Buckets,
  type Wait,
} from "../../base/data/rateLimits";
import { rowBy } from "../../base/data/rowBy";

/** The second factor that guards a user's account; null if there is none. */
export async function factorOf(ctx: QueryCtx, userId: Id<"users">) {
  const row = await rowOf(ctx, userId);
  return row?.confirmedAt === undefined ? null : row;
}

/** Stores a secret until its first code is given, and replaces an unconfirmed one. False if a confirmed one exists. */
export async function keepSecret(
  ctx: MutationCtx,
  { userId }: Proven,
  secret: Sealed,
): Promise<boolean> {
  const before = await rowOf(ctx, userId);
  if (before?.confirmedAt !== undefined) return false;
  if (before !== null) await ctx.db.delete("secondFactors", before._id);
  const row = { userId, secret, lastStep: 0, recoveryHashes: [] };
  await ctx.db.insert("secondFactors", row);
  return true;
}

/** Counts an attempt at the first code before it is checked, and returns the secret; null if none waits. */
export async function tryFirstCode(
  ctx: MutationCtx,
  userId: Id<"users">,
  now: number,
): Promise<Sealed | Wait | null> {
  const row = await rowOf(ctx, userId);
  if (row === null || row.confirmedAt !== undefined) return null;
  const key = `secondFactor:${userId}:first`;
  const wait = await takeFromAll(ctx, now, [key, secondFactorTries]);
  return wait ?? row.secret;
}

/** After the right first code: the factor guards the account. False if the secret was replaced in the meantime. */
export async function confirmFactor(
  ctx: MutationCtx,
  { userId }: Proven,
  given: { nonce: string; step: number; recoveryHashes: string[] },
  now: number,
): Promise<boolean> {
  const row = await rowOf(ctx, userId);
  const { nonce, step: lastStep, recoveryHashes } = given;
  const isIts = row?.secret.nonce === nonce && row.confirmedAt === undefined;
  if (!isIts) return false;
  const confirmed = { confirmedAt: now, lastStep, recoveryHashes };
  await ctx.db.patch("secondFactors", row._id, confirmed);
  await needSecondFactor(ctx, userId, false);
  await tell(ctx, userId, "secondFactorSet", now);
  return true;
}

/** Counts an attempt before it is checked, and returns the secret to check it with; null without a second factor. */
export async function tryFactor(
  ctx: MutationCtx,
  userId: Id<"users">,
  counted: Counted,
  now: number,
): Promise<Sealed | Wait | null> {
  const factor = await factorOf(ctx, userId);
  if (factor === null) return null;
  const wait = await takeFromAll(ctx, now, ...bucketsOf(userId, counted));
  return wait ?? factor.secret;
}

/** Uses up a right code, and gives the attempt back. True without a second factor; false without a code, or if used. */
export async function useProof(
  ctx: MutationCtx,
  userId: Id<"users">,
  { proof, counted }: { proof: Proof | null; counted: Counted },
  now: number,
): Promise<boolean> {
  const factor = await factorOf(ctx, userId);
  if (factor === null) return true;
  if (proof === null || !(await useUp(ctx, factor, proof, now))) return false;
  for (const [key, limit] of bucketsOf(userId, counted)) {
    await giveBack(ctx, key, limit, now);
  }
  return true;
}

/** Replaces all recovery codes; false without a second factor. */
export async function replaceRecovery(
  ctx: MutationCtx,
  userId: Id<"users">,
  recoveryHashes: string[],
): Promise<boolean> {
  const factor = await factorOf(ctx, userId);
  if (factor === null) return false;
  await ctx.db.patch("secondFactors", factor._id, { recoveryHashes });
  return true;
}

/** Removes the second factor. @param isNeeded the portal requires a new one */
export async function removeFactor(
  ctx: MutationCtx,
  userId: Id<"users">,
  isNeeded: boolean,
  now: number,
): Promise<void> {
  if ((await factorOf(ctx, userId)) === null) return;
  await dropFactor(ctx, userId);
  await needSecondFactor(ctx, userId, isNeeded);
  await tell(ctx, userId, "secondFactorRemoved", now);
}

/** Whether a second factor guards against a mailed reset code: only with a proven address (product.md A14). */
export async function guardsReset(ctx: QueryCtx, userId: Id<"users">) {
  return (
    (await factorOf(ctx, userId)) !== null && (await isProven(ctx, userId))
  );
}

/** Deletes the factor together with the account. */
export async function dropFactor(ctx: MutationCtx, userId: Id<"users">) {
  const row = await rowOf(ctx, userId);
  if (row !== null) await ctx.db.delete("secondFactors", row._id);
}

async function useUp(
  ctx: MutationCtx,
  { _id, userId, lastStep, recoveryHashes }: Doc<"secondFactors">,
  proof: Proof,
  now: number,
): Promise<boolean> {
  if ("step" in proof) {
    if (proof.step <= lastStep) return false;
    await ctx.db.patch("secondFactors", _id, { lastStep: proof.step });
    return true;
  }
  const { recoveryHash } = proof;
  if (!recoveryHashes.includes(recoveryHash)) return false;
  const left = recoveryHashes.filter((hash) => hash !== recoveryHash);
  await ctx.db.patch("secondFactors", _id, { recoveryHashes: left });
  await tell(ctx, userId, "recoveryCodeUsed", now);
  return true;
}

/** An owner sees the action with the other events of their account. */
async function tell(
  ctx: MutationCtx,
  userId: Id<"users">,
  action: "secondFactorSet" | "secondFactorRemoved" | "recoveryCodeUsed",
  now: number,
): Promise<void> {
  if ((await workplaceOf(ctx, userId)) !== null) {
    await recordOwn(ctx, userId, { action }, now);
    return;
  }
  if (!(await isAdmin(ctx, userId))) return;
  const subject = await ownEmail(ctx, userId);
  const actor = { kind: "admin", userId } as const;
  await record(ctx, { actor, action, businessId: null, subject }, now);
}

/** Per known browser and network (an IPv6 /48 as a whole): an attacker with the password locks out no one elsewhere. */
function bucketsOf(userId: Id<"users">, counted: Counted): Buckets {
  const key = (of: string) => `secondFactor:${userId}:${of}`;
  if ("device" in counted) return [[key(counted.device), secondFactorTries]];
  const { network, block } = callerBehind(counted.network);
  const own = [key(block ?? network), secondFactorTries] as const;
  return network === STRANGERS.network
    ? [own]
    : [own, [key("all"), secondFactorTriesOfAll]];
}

const rowOf = rowBy("secondFactors", "userId");
