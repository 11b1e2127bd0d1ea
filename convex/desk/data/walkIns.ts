/** Tickets for people without a phone, taken at the desk. */
import type { Doc } from "../../_generated/dataModel";
import { refuse } from "../../base/rules/errors";
import { activePeople } from "../../queue/rules/lineState";
import { plans } from "../../base/rules/plans";
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
) {
  if (!(await isSubscribed(ctx, ctx.business._id))) {
    return refuse("notTakingCustomers");
  }
  const read = readPerson(given, ctx.business.country);
  if (!read.ok) return read;
  const line = openAsStaff(ctx, await lineOf(ctx, queue._id), now);
  const full = await refusalIfFull(ctx, line);
  if (full !== null) return full;
  const person = { ...read.person, secretHash: null };
  const taken = await takeTicket(ctx, line, person);
  await closeLine(ctx, line, offer(taken.eventId, "join", taken, line));
  return { ok: true as const, ...taken };
}

/** Whether the plan has no room. Unchecked suspicious joins do not count, so that they cannot block the desk. */
export async function refusalIfFull(ctx: CounterCtx, line: OpenLine) {
  const limit = plans[line.business.plan].peoplePerQueue;
  const active = activePeople(line.state);
  const isFull =
    active >= limit && active - (await inCrowds(ctx, line.row)) >= limit;
  return isFull ? refuse("queueFull", { limit }) : null;
}
