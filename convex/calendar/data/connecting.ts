/** Connects and disconnects Google calendars, and the flows of owners who are at Google's page (product.md K2). */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse, must } from "../../base/rules/errors";
import type { Refused } from "../../base/rules/refusals";
import type { Sealed } from "../../base/rules/sealed";
import { ensureOwner, type Proven } from "../../account/data/access";
import { dropBusy } from "./busy";
import { connectionOf } from "./connections";
import { forgetRevocations, takeBack } from "./revocations";
import { rowsBy, rowBy } from "../../base/data/rowBy";
import { FLOW_MS } from "../rules/googleFlow";
import { hashSecret } from "../../base/rules/secrets";
import { currentSession } from "../../account/data/sessions";

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
  const fresh = {
    ...account,
    isExpired: false,
    trouble: null,
    busyAskedAt: now,
  };
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
  const from = { businessId, since: now };
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

/** Records that the caller's browser goes to Google, and ends an earlier flow. @throws notSignedIn, notAllowed */
export async function beginFlow(
  ctx: MutationCtx,
  _by: Proven,
  { state, verifier }: { state: string; verifier: string },
  now: number,
): Promise<void> {
  const { business } = await ensureOwner(ctx);
  const session = must(await currentSession(ctx), "session of an owner");
  await dropFlow(ctx, business);
  await ctx.db.insert("calendarFlows", {
    businessId: business._id,
    sessionId: session._id,
    stateHash: await hashSecret(state),
    verifier,
    expiresAt: now + FLOW_MS,
  });
}

/** Ends the flow that the caller's browser began with this state, and returns its verifier, once; else null. */
export async function takeFlow(ctx: MutationCtx, state: string, now: number) {
  const { business } = await ensureOwner(ctx);
  const session = await currentSession(ctx);
  const flow = await flowOf(ctx, business._id);
  if (flow === null || flow.sessionId !== session?._id) return null;
  if (flow.stateHash !== (await hashSecret(state))) return null;
  await ctx.db.delete("calendarFlows", flow._id);
  return now < flow.expiresAt ? flow.verifier : null;
}

/** Deletes the business's flow, so that Google's answer to it is ignored. */
export async function dropFlow(ctx: MutationCtx, business: Doc<"businesses">) {
  const flow = await flowOf(ctx, business._id);
  if (flow !== null) await ctx.db.delete("calendarFlows", flow._id);
}

const flowOf = rowBy("calendarFlows", "businessId");
