/** Creates tickets, at the desk and from phones. Check and write are one transaction. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError, refuse } from "../../base/rules/errors";
import { activePeople } from "../../queue/rules/lineState";
import type { Caller } from "../../base/rules/addresses";
import { toStore, type Person } from "../../queue/rules/person";
import { readPhone, textableNumber } from "../../base/rules/phone";
import { openingFrom } from "../../business/rules/opening";
import { orderAtEnd } from "../../queue/rules/places";
import { plans } from "../../base/rules/plans";
import { type Refused } from "../../base/rules/refusals";
import type { Span } from "../../base/rules/span";
import {
  newBookingState,
  newTicketState,
  staleAt,
} from "../../queue/rules/ticketState";
import { businessOf } from "../../business/data/businesses";
import { noteCrowd } from "./crowds";
import { countJoin, stopped } from "./joinGuard";
import { findLine } from "../../queue/data/lines";
import { joinedAfterLook } from "../../reports/data/looks";
import { addTicket, type NewTicket } from "./moves";
import { closeLine, openLine, type OpenLine } from "./openLine";
import { isSubscribed } from "../../billing/data/subscriptions";
import { quoteAtEnd } from "../../queue/data/waits";

export const joinRefusals = [
  "queueFull",
  "phoneInvalid",
  "notTextable",
  "closedNow",
  "queueClosed",
  "unknownQueue",
  "tooManyJoins",
  "tooManyHeld",
  "notTakingCustomers",
] as const;
type JoinAnswer =
  | { ok: true; number: number }
  | Refused<(typeof joinRefusals)[number]>;

/** A phone joins a queue. The caller has checked that the secret is new. @throws invalidInput for a malformed secret */
export async function joinQueue(
  ctx: MutationCtx,
  args: {
    queueId: string;
    person: Person;
    secretHash: string | null;
    caller: Caller;
    look?: string | undefined;
  },
  now: number,
): Promise<JoinAnswer> {
  const { secretHash } = args;
  if (secretHash === null) throw appError("invalidInput");
  const found = await findTakingQueue(ctx, args.queueId);
  if (!found.ok) return found;
  const { row, business } = found;
  const { plan } = business;
  if (business.walkInsOnlyWhenOpen) {
    const opening = openingFrom(business, now);
    if (!opening.isOpen) {
      return refuse("closedNow", { opensAt: opening.opensAt });
    }
  }
  const limit = plans[plan].peoplePerQueue;
  if (activePeople(row.state) >= limit) {
    return refuse("queueFull", { limit });
  }
  const read = readCustomer(args.person, business);
  if (!read.ok) return read;
  const { caller } = args;
  const { held, stop } = await countJoin(ctx, row, plan, caller, now);
  if (stop !== null) return stopped(stop);
  const line = openLine(business, row, { kind: "customer" }, now);
  const { network } = caller;
  const quote = quoteAtEnd(line) ?? undefined;
  const look = await joinedAfterLook(ctx, business._id, args.look);
  const facts = { secretHash, network, quote, look };
  const { number } = await takeTicket(ctx, line, { ...read.person, ...facts });
  await closeLine(ctx, line);
  await noteCrowd(ctx, line, plan, caller, held, now);
  return { ok: true, number };
}

/** The queue that a phone names, if it takes new customers at all. */
export async function findTakingQueue(
  ctx: MutationCtx,
  queueId: string,
): Promise<
  | { ok: true; row: Doc<"lines">; business: Doc<"businesses"> }
  | Refused<"unknownQueue" | "queueClosed" | "notTakingCustomers">
> {
  const row = await findLine(ctx, queueId);
  if (row === null) return refuse("unknownQueue");
  if (!row.isActive) return refuse("queueClosed");
  const business = await businessOf(ctx, row);
  const isTaking = await isSubscribed(ctx, business._id);
  return isTaking ? { ok: true, row, business } : refuse("notTakingCustomers");
}

/** The same for a customer, whose number is only for texts: one that is never texted is refused (product.md N5). */
export function readCustomer(
  person: Person,
  { country, plan }: Pick<Doc<"businesses">, "country" | "plan">,
) {
  const number = textableNumber(person.phone, country);
  const isAsked = plans[plan].smsPerMonth > 0;
  const isNever = !number.ok && number.code === "smsCountry";
  if (isAsked && isNever) return refuse("notTextable");
  return readPerson(person, country);
}

/** What the ticket keeps of a person. */
export function readPerson(given: Person, country: string | null) {
  const read = readPhone(given.phone, country);
  if (!read.ok) return read;
  const person = toStore({ ...given, phone: read.phone });
  return { ok: true as const, person };
}

export type Taken = Pick<NewTicket, "name" | "phone" | "secretHash"> &
  Partial<Pick<NewTicket, "email" | "network" | "quote" | "look">>;

/** Takes the next number. The caller has checked limit or slot and phone number, and closes the line. */
export async function takeTicket(
  ctx: MutationCtx,
  line: OpenLine,
  taken: Taken,
  slot?: Span,
) {
  const { at, business, queueId } = line;
  const number = line.state.lastNumber + 1;
  const state =
    slot === undefined
      ? newTicketState(orderAtEnd(at, line.state.lastOrderAt), false)
      : newBookingState(slot);
  const scheduledTime = slot?.start ?? null;
  const ticket: NewTicket = {
    ...{ businessId: business._id, queueId, number, state, ...taken },
    ...{ generation: line.state.generation, joinedAt: at, scheduledTime },
    staleAt: staleAt(at, scheduledTime),
  };
  return { number, ...(await addTicket(ctx, line, ticket)) };
}
