/** Tickets for people without a phone, taken at the counter. */
import type { Doc, Id } from "../_generated/dataModel";
import { refuse } from "../model/errors";
import { activePeople } from "../model/lineState";
import { readPhone } from "../model/phone";
import { plans } from "../model/plans";
import type { Refused } from "../model/refusals";
import type { CounterCtx } from "./access";
import { inCrowds } from "./crowds";
import { takeTicket } from "./joining";
import { lineOf } from "./lines";
import { closeLine, openAsStaff } from "./moves";
import { isSubscribed } from "./subscriptions";

/**
 * A person takes a ticket at the counter; a closed queue still takes them, a
 * full one does not. Strangers do not fill it for the counter: a crowd that
 * the desk has yet to look at does not count.
 */
export async function addWalkIn(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  given: { name?: string; phone?: string },
  now: number,
): Promise<
  | { ok: true; ticketId: Id<"tickets">; number: number }
  | Refused<"notTakingCustomers" | "phoneInvalid" | "queueFull">
> {
  if (!(await isSubscribed(ctx, ctx.business._id))) {
    return refuse("notTakingCustomers");
  }
  const read = readPhone(given.phone, ctx.business.country);
  if (!read.ok) return read;
  const line = openAsStaff(ctx, await lineOf(ctx, queue._id), now);
  const limit = plans[ctx.business.plan].peoplePerQueue;
  const isFull =
    activePeople(line.state) >= limit &&
    activePeople(line.state) - (await inCrowds(ctx, line.row)) >= limit;
  if (isFull) {
    return refuse("queueFull", { limit });
  }
  const { name } = given;
  const { phone } = read;
  const person = { name, phone, secretHash: null };
  const taken = await takeTicket(ctx, line, person);
  await closeLine(ctx, line);
  return { ok: true, ...taken };
}
