/** Connects and disconnects Google calendars (product.md K2). */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../base/rules/errors";
import type { Refused } from "../../base/rules/refusals";
import type { Sealed } from "../../base/rules/sealed";
import type { Proven } from "../../account/data/access";
import { dropBusy } from "./busy";
import { connectionOf } from "./connections";
import { forgetRevocations, takeBack } from "./revocations";
import { rowsBy } from "../../base/data/rowBy";

type Account = { googleId: string; email: string; token: Sealed };

const connectionsOf = rowsBy("calendarConnections", "googleId", 2);

/** Connects an account in place of the current one. Refused if another business has it: revoking would affect both. */
export async function connect(
  ctx: MutationCtx,
  _by: Proven,
  businessId: Id<"businesses">,
  account: Account,
  now: number,
): Promise<{ ok: true } | Refused<"calendarTaken">> {
  const { googleId } = account;
  const others = await connectionsOf(ctx, googleId);
  if (others.some((other) => other.businessId !== businessId))
    return refuse("calendarTaken");
  await forgetRevocations(ctx, googleId);
  const fresh = { ...account, isExpired: false, trouble: null, busyAskedAt: 0 };
  const known = await connectionOf(ctx, businessId);
  if (known !== null && known.googleId !== googleId)
    await disconnect(ctx, known, now);
  if (known?.googleId === googleId) {
    await ctx.db.patch("calendarConnections", known._id, fresh);
  } else {
    await ctx.db.insert("calendarConnections", {
      ...fresh,
      businessId,
      connectedAt: now,
      busyAsOf: null,
      writingUntil: 0,
    });
  }
  await ctx.scheduler.runAfter(0, internal.calendar.googleCalls.readBusy, {
    businessId,
  });
  const from = { businessId, queue: 0, since: now };
  await ctx.scheduler.runAfter(0, internal.calendar.sync.fill, from);
  return { ok: true };
}

/** Deletes the connection with its busy times, revokes our access, and clears its event rows. */
export async function disconnect(
  ctx: MutationCtx,
  connection: Doc<"calendarConnections">,
  now: number,
): Promise<void> {
  const { _id: connectionId, businessId } = connection;
  await takeBack(ctx, connection, now);
  await ctx.db.delete("calendarConnections", connectionId);
  await dropBusy(ctx, businessId);
  await ctx.scheduler.runAfter(0, internal.calendar.sync.clear, {
    connectionId,
  });
}
