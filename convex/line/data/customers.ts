/** What customers can do with their own tickets. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../base/rules/errors";
import { FEEDBACK_MS } from "../../reports/rules/feedback";
import { type Refused } from "../../base/rules/refusals";
import { saidServed } from "../../queue/rules/ticketState";
import { businessOf } from "../../business/data/businesses";
import { findLine } from "../../queue/data/lines";
import { moveDetached, moveTicket } from "./moves";
import { closeLine, openWork, openLine } from "./openLine";

/** Gives up the place. Succeeds if the customer has left already. */
export async function leave(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  now: number,
): Promise<{ ok: true } | Refused<"alreadyEnded">> {
  if (ticket.state.endReason === "left") return { ok: true };
  return await moveByCustomer(ctx, ticket, "leave", "alreadyEnded", now);
}

/** Says "I'm on my way". Succeeds if the customer has said so already. */
export async function acknowledge(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  now: number,
): Promise<{ ok: true } | Refused<"notCalledNow">> {
  const { status, acknowledgedAt } = ticket.state;
  if (status === "called" && acknowledgedAt !== null) return { ok: true };
  const refusal = "notCalledNow";
  return await moveByCustomer(ctx, ticket, "acknowledge", refusal, now);
}

/** Answers 'Were you served?'. Repeating the answer succeeds. Works without a line, which may be deleted or reset. */
export async function wasServed(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  served: boolean,
  now: number,
): Promise<{ ok: true } | Refused<"notAsked">> {
  const { servedAssumed, endedAt } = ticket.state;
  if (saidServed(servedAssumed) === served) return { ok: true };
  // Guard untested: null plus the limit is long ago, so it is refused anyway; the null check is for the type.
  if (endedAt === null || now >= endedAt + FEEDBACK_MS)
    return refuse("notAsked");
  const business = await businessOf(ctx, ticket);
  const customer = { kind: "customer" } as const;
  const work = openWork(business, ticket.queueId, customer, now);
  const kind = served ? "confirmServed" : "denyServed";
  return (await moveDetached(ctx, work, ticket, kind))
    ? { ok: true }
    : refuse("notAsked");
}

async function moveByCustomer<Code extends "alreadyEnded" | "notCalledNow">(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  kind: "leave" | "acknowledge",
  refusal: Code,
  now: number,
): Promise<{ ok: true } | Refused<Code>> {
  const row = await findLine(ctx, ticket.queueId);
  if (row === null) return refuse(refusal);
  const business = await businessOf(ctx, ticket);
  const line = openLine(business, row, { kind: "customer" }, now);
  if ((await moveTicket(ctx, line, ticket, { kind })) === null) {
    return refuse(refusal);
  }
  await closeLine(ctx, line);
  return { ok: true };
}
