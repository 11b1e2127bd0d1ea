/** What a customer does with their own ticket. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { refuse } from "../model/errors";
import { type Refused } from "../model/refusals";
import { businessOf } from "./businesses";
import { findLine } from "./lines";
import { closeLine, moveTicket, openLine } from "./moves";

/** Gives the place up. Having left already is no failure. */
export async function leave(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  now: number,
): Promise<{ ok: true } | Refused<"alreadyEnded">> {
  if (ticket.state.endReason === "left") return { ok: true };
  return await moveByCustomer(ctx, ticket, "leave", "alreadyEnded", now);
}

/** Says "I'm on my way". Having said so already is no failure. */
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
