/** Tickets for people without a phone, taken at the desk. */
import type { Doc, Id } from "../../_generated/dataModel";
import { refuse } from "../../base/rules/errors";
import { activePeople } from "../../queue/rules/lineState";
import { plans } from "../../base/rules/plans";
import type { Refused } from "../../base/rules/refusals";
import type { CounterCtx } from "../../account/data/access";
import { offer } from "./calling";
import { inCrowds } from "../../line/data/crowds";
import { readPerson, takeTicket } from "../../line/data/joining";
import type { Person } from "../../queue/rules/person";
import { lineOf } from "../../queue/data/lines";
import {
  closeLine,
  openAsStaff,
  type OpenLine,
} from "../../line/data/openLine";
import { isSubscribed } from "../../billing/data/subscriptions";

/** Adds a person at the desk. Closed queues accept them, full ones do not. */
export async function addWalkIn(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  given: Person,
  now: number,
): Promise<
  | {
      ok: true;
      ticketId: Id<"tickets">;
      number: number;
      eventId: Id<"ticketEvents">;
    }
  | Refused<"notTakingCustomers" | "phoneInvalid" | "queueFull">
> {
  if (!(await isSubscribed(ctx, ctx.business._id))) {
    return refuse("notTakingCustomers");
  }
  const read = readPerson(given, ctx.business.country);
  if (!read.ok) return read;
  const line = openAsStaff(ctx, await lineOf(ctx, queue._id), now);
  if (await isFull(ctx, line)) {
    return refuse("queueFull", { limit: limitOf(line) });
  }
  const person = { ...read.person, secretHash: null };
  const taken = await takeTicket(ctx, line, person);
  const { eventId } = taken;
  await closeLine(ctx, line, offer(eventId, "join", taken, line));
  return { ok: true, ...taken };
}

/**
 * Whether the plan has no room for people whom staff add. Unchecked suspicious joins do not count, so they cannot block
 * the desk.
 */
export async function isFull(
  ctx: CounterCtx,
  line: OpenLine,
): Promise<boolean> {
  const limit = limitOf(line);
  const active = activePeople(line.state);
  return active >= limit && active - (await inCrowds(ctx, line.row)) >= limit;
}

/** How many people the plan allows in one queue. */
export function limitOf({ business }: OpenLine): number {
  return plans[business.plan].peoplePerQueue;
}
