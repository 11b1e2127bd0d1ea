/** The demo barbershop: its accounts, queues, and the people waiting now. Its past is in history.ts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { DEMO_ADMIN, DEMO_OWNER } from "../rules/logins";
import { DEMO_QUEUES, demoHours, demoName } from "../rules/day";
import { must } from "../../base/rules/errors";
import type { Actor } from "../../queue/rules/events";
import { dayKey, weekdayOf } from "../../base/rules/timezones";
import { pastSamples } from "../../queue/rules/waitSamples";
import {
  createUser,
  emailProven,
  isProven,
  userByEmail,
} from "../../account/data/accounts";
import {
  businessOf,
  businessOfOwner,
  insertBusiness,
} from "../../business/data/businesses";
import { takeTicket } from "../../line/data/joining";
import { lineOf } from "../../queue/data/lines";
import { moveTicket } from "../../line/data/moves";
import { closeLine, openLine } from "../../line/data/openLine";
import { plantBookings } from "./bookings";
import { plantTexts } from "./sms";
import { createQueue, listQueues } from "../../queue/data/queues";
import { grantPlan, subscriptionOf } from "../../billing/data/subscriptions";
import { firstWaiting } from "../../queue/data/tickets";
import { plantSamples } from "../../queue/data/waits";

const MINUTE = 60_000;
const NAME = "Fade & Fortune";

export async function demoBusiness(ctx: MutationCtx) {
  const ownerId = await userByEmail(ctx, DEMO_OWNER.email);
  return ownerId === null ? null : await businessOfOwner(ctx, ownerId);
}

/** Creates accounts, business and queues; returns the existing business on later calls. */
export async function plantBusiness(
  ctx: MutationCtx,
  hashes: { ownerHash: string; adminHash: string },
  now: number,
): Promise<Id<"businesses">> {
  const existing = await demoBusiness(ctx);
  if (existing !== null) {
    await furnish(ctx, existing, now);
    return existing._id;
  }
  const { email } = DEMO_OWNER;
  const ownerId = must(
    await createUser(ctx, email, hashes.ownerHash),
    "demo owner",
  );
  const adminId = await createUser(ctx, DEMO_ADMIN.email, hashes.adminHash);
  if (adminId !== null)
    await ctx.db.insert("admins", { userId: adminId, grantedBy: null });
  const timezone = "Europe/London";
  const businessId = await insertBusiness(ctx, {
    ownerId,
    name: NAME,
    email,
    timezone,
  });
  await ctx.db.patch("businesses", businessId, {
    phone: "+44 20 7946 0123",
    description: "Barbers. This is a demo: nobody here is real.",
    operatingHours: demoHours(weekdayOf(dayKey(now, timezone))),
  });
  await furnish(ctx, await businessOf(ctx, { businessId }), now);
  const business = await businessOf(ctx, { businessId });
  for (const { name, description } of DEMO_QUEUES)
    await createQueue(ctx, business, name, description, now);
  return businessId;
}

/** Also for an older demo without them. */
async function furnish(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  now: number,
): Promise<void> {
  if (business.setupCompletedAt === undefined)
    await ctx.db.patch("businesses", business._id, { setupCompletedAt: now });
  // The server made these accounts itself, so their addresses count as proven.
  for (const { email } of [DEMO_OWNER, DEMO_ADMIN]) {
    const userId = await userByEmail(ctx, email);
    if (userId !== null && !(await isProven(ctx, userId)))
      await emailProven(ctx, userId, now);
  }
  const row = await subscriptionOf(ctx, business._id);
  if (row === null) await grantPlan(ctx, business, "pro", "demo", now);
}

/** A person being served and a few waiting in each queue; bookings in the first. Then marks the shop as complete. */
export async function plantPresent(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  now: number,
): Promise<void> {
  const queues = await listQueues(ctx, business._id);
  for (const [index, queue] of queues.entries()) {
    const called = await plantPeople(ctx, business, queue._id, index, now);
    if (index > 0) continue;
    await plantBookings(ctx, business, queue, now);
    await plantTexts(ctx, business, queue, called, now);
  }
  await ctx.db.patch("businesses", business._id, { isDemo: true });
}

export function demoLines(businessId: Id<"businesses">, siteUrl: string) {
  return [
    `Demo owner:     ${DEMO_OWNER.email} / ${DEMO_OWNER.password}`,
    `Demo admin:     ${DEMO_ADMIN.email} / ${DEMO_ADMIN.password}`,
    `Demo join page: ${siteUrl}/join?b=${businessId}`,
  ];
}

/** @returns the called tickets, newest last */
async function plantPeople(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  queueId: Id<"queues">,
  index: number,
  now: number,
): Promise<Doc<"tickets">[]> {
  const customer: Actor = { kind: "customer" };
  const staff: Actor = { kind: "staff", userId: business.ownerId };
  const people = 9 - index;
  const joins: number[] = [];
  const calls: number[] = [];
  const called: Doc<"tickets">[] = [];
  for (let i = 0; i < people; i += 1) {
    const at = now - (people - i) * 7 * MINUTE;
    const line = openLine(business, await lineOf(ctx, queueId), customer, at);
    const name = demoName(index * 9 + i);
    const phone = phoneOf(index, i);
    await takeTicket(ctx, line, { name, phone, secretHash: null });
    joins.push(at);
    await closeLine(ctx, line);
  }
  const kinds =
    index === 0
      ? (["complete", "complete", "complete", "serve", null] as const)
      : (["complete", "complete", "complete", "serve"] as const);
  for (const [i, then] of kinds.entries()) {
    const at = now - ((kinds.length - 1 - i) * 9 + 1) * MINUTE;
    const line = openLine(business, await lineOf(ctx, queueId), staff, at);
    const ticket = must((await firstWaiting(ctx, line, 1))[0], "demo customer");
    const by = business.ownerId;
    calls.push(at);
    called.push(ticket);
    await moveTicket(ctx, line, ticket, { kind: "call", by, graceMs: 0 });
    if (then !== null) {
      const there = must(await ctx.db.get("tickets", ticket._id), "ticket");
      await moveTicket(ctx, line, there, { kind: then });
    }
    await closeLine(ctx, line);
  }
  const samples = pastSamples({ joins, calls }, business.timezone, now);
  await plantSamples(ctx, await lineOf(ctx, queueId), samples);
  return called;
}

/** Some waiting customers have a phone number, from Ofcom's range for drama, which is never assigned. */
function phoneOf(queueIndex: number, index: number): string | null {
  return index > 4 && index % 2 === 0
    ? `+4477009003${queueIndex}${index}`
    : null;
}
