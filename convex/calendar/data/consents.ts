/** Flows of owners who are at Google's page to connect a calendar (product.md K2). */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import { FLOW_MS } from "../rules/googleFlow";
import { hashSecret } from "../../base/rules/secrets";
import { ensureOwner, type Proven } from "../../account/data/access";
import { currentSession } from "../../account/data/sessions";
import { rowBy } from "../../base/data/rowBy";

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
