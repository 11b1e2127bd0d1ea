/** Revokes our access at Google (product.md K2) in the background, with the sealed token, kept for up to a week. */
import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { KEPT_MS } from "../../base/rules/kept";
import { retryAfter } from "../rules/events";
import { sealedValidator } from "../../base/rules/sealed";
import { dueAfter } from "../../base/data/job";
import { outbox, toSend, type Outbox } from "../../base/data/outbox";
import { rowsBy } from "../../base/data/rowBy";

/** Longer than one try takes. */
const TRY_MS = 5 * 60_000;
/** Google itself drops unused grants. */
const BATCH = 100;

export const revocationValidator = v.object({
  businessId: v.id("businesses"),
  token: sealedValidator,
});

const revocations: Outbox<"calendarRevocations"> = outbox({
  table: "calendarRevocations",
  isDue: ({ nextAt }, now) => nextAt <= now,
  claimed: (_row, now) => ({ nextAt: now + TRY_MS }),
  action: ({ _id: revocationId }) =>
    toSend(internal.calendar.googleCalls.revoke, { revocationId }),
});

/** Schedules revoking the access of a calendar that is being disconnected. */
export async function takeBack(
  ctx: MutationCtx,
  { businessId, googleId, token }: Doc<"calendarConnections">,
  now: number,
): Promise<void> {
  const granted = { businessId, googleId, token };
  const row = { ...granted, failures: 0, nextAt: now, at: now };
  const _id = await ctx.db.insert("calendarRevocations", row);
  await revocations.send(ctx, { _id });
}

const revocationsOf = rowsBy("calendarRevocations", "googleId", BATCH);

/** Deletes pending revocations of an account that granted access again. They would end the new access too. */
export async function forgetRevocations(ctx: MutationCtx, googleId: string) {
  for (const { _id } of await revocationsOf(ctx, googleId))
    await ctx.db.delete("calendarRevocations", _id);
}

/** Claims a try; null if there is none to make. */
export async function beginRevoking(
  ctx: MutationCtx,
  revocationId: Id<"calendarRevocations">,
  now: number,
): Promise<Infer<typeof revocationValidator> | null> {
  const row = await revocations.claim(ctx, revocationId, now);
  return row && { businessId: row.businessId, token: row.token };
}

/** Stores the result of a try; a failed one is retried. */
export async function endRevoking(
  ctx: MutationCtx,
  revocationId: Id<"calendarRevocations">,
  isRevoked: boolean,
  now: number,
): Promise<void> {
  const row = await ctx.db.get("calendarRevocations", revocationId);
  if (row === null) return;
  if (isRevoked || now - row.at > KEPT_MS.revocations) {
    await ctx.db.delete("calendarRevocations", revocationId);
    return;
  }
  const failures = row.failures + 1;
  const nextAt = now + retryAfter(failures);
  await revocations.retry(ctx, row, { failures, nextAt }, nextAt);
}

/** Revocations whose try was lost in a crash. */
export const lateRevocations = revocations.resumed(
  dueAfter("calendarRevocations", "nextAt"),
);
