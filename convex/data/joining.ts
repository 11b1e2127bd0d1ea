/** New tickets: at the counter and from phones. Check and write are one transaction. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appError } from "../model/errors";
import { withJoin } from "../model/days";
import { activePeople, lineAfter } from "../model/lineState";
import { callerNetwork } from "../model/addresses";
import { cleanText } from "../model/names";
import { cleanPhone } from "../model/phone";
import { orderAtEnd } from "../model/places";
import { plans } from "../model/plans";
import { joinsPerAddress, joinsPerQueue } from "../model/rateLimit";
import { hashSecret, isClientSecret } from "../model/secrets";
import { texts } from "../model/texts";
import { newTicketState, staleAt } from "../model/tickets";
import { wallClock } from "../model/timezones";
import { businessOf } from "./businesses";
import { insertEvent } from "./events";
import { findLine } from "./lines";
import {
  closeLine,
  countOn,
  eventOf,
  memberOf,
  openLine,
  type OpenLine,
} from "./moves";
import { takeFrom } from "./rateLimits";
import { isSubscribed } from "./subscriptions";

type Person = { name?: string; phone?: string };
type JoinRefusal =
  "queueFull" | "queueClosed" | "unknownQueue" | "tooMany" | "notTaking";
type JoinAnswer =
  | { ok: true; number: number }
  | { ok: false; reason: JoinRefusal; message: string };

/**
 * A phone joins a queue. The caller has made sure that no ticket has this
 * secret yet.
 * @throws InvalidInput for a secret or phone number of no known form
 */
export async function joinQueue(
  ctx: MutationCtx,
  args: Person & { queueId: string; secret: string; ip: string | null },
  now: number,
): Promise<JoinAnswer> {
  if (!isClientSecret(args.secret)) throw appError("InvalidInput");
  const row = await findLine(ctx, args.queueId);
  if (row === null) return refuse("unknownQueue", texts.selectQueue);
  if (!row.isActive) return refuse("queueClosed", texts.selectQueue);
  const business = await businessOf(ctx, row);
  if (!(await isSubscribed(ctx, business._id))) {
    return refuse("notTaking", texts.notTakingCustomers);
  }
  const limit = plans[business.plan].peoplePerQueue;
  if (activePeople(row.state) >= limit) {
    return refuse("queueFull", texts.queueFull(limit));
  }
  if (!(await mayJoin(ctx, row, limit, args.ip, now))) {
    return refuse("tooMany", texts.tooManyJoins);
  }
  const line = openLine(business, row, { kind: "customer" }, now);
  const secretHash = await hashSecret(args.secret);
  const { number } = await takeTicket(ctx, line, { ...args, secretHash });
  await closeLine(ctx, line);
  return { ok: true, number };
}

/**
 * The next number for one more person at the end of the line. The caller has
 * checked the limit and closes the line.
 * @throws InvalidInput for a phone number of no known form
 */
export async function takeTicket(
  ctx: MutationCtx,
  line: OpenLine,
  person: Person & { secretHash: string | null },
): Promise<{ ticketId: Id<"tickets">; number: number }> {
  const { at, business, queueId } = line;
  const number = line.state.lastNumber + 1;
  const state = newTicketState(orderAtEnd(at, line.state.lastOrderAt), false);
  const ticket: Omit<Doc<"tickets">, "_id" | "_creationTime"> = {
    businessId: business._id,
    queueId,
    generation: line.state.generation,
    number,
    name: cleanText(person.name),
    phone: cleanPhone(person.phone),
    secretHash: person.secretHash,
    joinedAt: at,
    scheduledTime: null,
    staleAt: staleAt(at, null),
    state,
  };
  const ticketId = await ctx.db.insert("tickets", ticket);
  const row = { ...ticket, _id: ticketId, _creationTime: at };
  const member = memberOf(row, business.timezone);
  const last = line.state.waitingCount;
  line.state = lineAfter(line.state, member, null, state, last);
  const { hour } = wallClock(at, business.timezone);
  countOn(line, at, (counts) => withJoin(counts, hour));
  await insertEvent(ctx, {
    ...eventOf(line, row),
    kind: "join",
    before: null,
    after: state,
  });
  return { ticketId, number };
}

function refuse(reason: JoinRefusal, message: string): JoinAnswer {
  return { ok: false, reason, message };
}

async function mayJoin(
  ctx: MutationCtx,
  row: Doc<"lines">,
  peoplePerQueue: number,
  ip: string | null,
  now: number,
): Promise<boolean> {
  const perQueue = joinsPerQueue(peoplePerQueue);
  if (!(await takeFrom(ctx, `join:${row.queueId}`, perQueue, now))) {
    return false;
  }
  const network = ip === null ? null : callerNetwork(ip);
  if (network === null) return true;
  const key = `join:${row.businessId}:${network}`;
  return await takeFrom(ctx, key, joinsPerAddress, now);
}
