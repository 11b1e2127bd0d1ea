/** What a customer does with their own ticket. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { DoneOrRefused } from "../model/answers";
import { texts } from "../model/texts";
import { businessOf } from "./businesses";
import { findLine } from "./lines";
import { closeLine, moveTicket, openLine } from "./moves";

/** Gives the place up. Having left already is no failure. */
export async function leave(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  now: number,
): Promise<DoneOrRefused> {
  if (ticket.state.endReason === "left") return { ok: true };
  return await moveByCustomer(ctx, ticket, "leave", texts.alreadyEnded, now);
}

/** Says "I'm on my way". Having said so already is no failure. */
export async function acknowledge(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  now: number,
): Promise<DoneOrRefused> {
  const { status, acknowledgedAt } = ticket.state;
  if (status === "called" && acknowledgedAt !== null) return { ok: true };
  return await moveByCustomer(
    ctx,
    ticket,
    "acknowledge",
    texts.notCalledNow,
    now,
  );
}

async function moveByCustomer(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  kind: "leave" | "acknowledge",
  refusal: string,
  now: number,
): Promise<DoneOrRefused> {
  const row = await findLine(ctx, ticket.queueId);
  if (row === null) return { ok: false, message: refusal };
  const business = await businessOf(ctx, ticket);
  const line = openLine(business, row, { kind: "customer" }, now);
  if ((await moveTicket(ctx, line, ticket, { kind })) === null) {
    return { ok: false, message: refusal };
  }
  await closeLine(ctx, line);
  return { ok: true };
}
