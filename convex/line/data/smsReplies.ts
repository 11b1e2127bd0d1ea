/** Texts from customers (product.md N7, N8). They apply to the newest ticket that this sender texted about. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { repliesPerBusiness, textsPerNumber } from "../../base/rules/rateLimit";
import {
  isKeyword,
  replyOf,
  replyTexts,
  type Reply,
} from "../../messages/rules/smsReplies";
import { isActive } from "../../queue/rules/ticketState";
import { findBusiness } from "../../business/data/businesses";
import { acknowledge, leave } from "./ownTicket";
import { isOptedOut, setOptedOut } from "../../messages/data/smsOptOuts";
import { takeFrom } from "../../base/data/rateLimits";
import { textSettingsOf } from "../../messages/data/smsSettings";
import { newestBy, rowBy } from "../../base/data/rowBy";

export type Inbound = {
  /** Twilio's id. */
  readonly sid: string;
  /** The customer's number in E.164, and the sender that they answered. */
  readonly phone: string;
  readonly sender: string;
  readonly body: string;
  /** The hash of both numbers. */
  readonly pairHash: string;
  /** Twilio has answered STOP, START or HELP itself. */
  readonly isAnswered: boolean;
  /** The shops that use the receiving account; null for the platform's account. */
  readonly businessIds: readonly Id<"businesses">[] | null;
};

const TICKETS_LOOKED_AT = 10;

const earlier = rowBy("smsInbound", "sid");

/** Acts on a text once. @returns the reply; null for none */
export async function takeReply(
  ctx: MutationCtx,
  inbound: Inbound,
  now: number,
): Promise<string | null> {
  const reply = await replyTo(ctx, inbound, now);
  // Replies cost money, and anyone may write from any number in the world (product.md N5).
  if (reply === null || !(await wasTexted(ctx, inbound))) return null;
  // Two programs that answer each other would never end.
  const key = `reply:${inbound.pairHash}`;
  const isSaid = await takeFrom(ctx, key, textsPerNumber, now);
  return isSaid ? reply : null;
}

async function replyTo(
  ctx: MutationCtx,
  inbound: Inbound,
  now: number,
): Promise<string | null> {
  if (!(await isHeard(ctx, inbound, now))) return null;
  const { sid } = inbound;
  if ((await earlier(ctx, sid)) !== null) return null;
  await ctx.db.insert("smsInbound", { sid, at: now });
  const reply = await meant(ctx, inbound);
  if (reply === "stop" || reply === "start") {
    await setOptedOut(ctx, inbound.pairHash, reply === "stop", now);
    // Carriers answer their keywords themselves, and nothing may follow a STOP.
    const isSaid = inbound.isAnswered || isKeyword(inbound.body);
    return isSaid ? null : replyTexts.stopped;
  }
  const found = await newestTicket(ctx, inbound);
  const said =
    reply === "help"
      ? replyTexts.help(found?.shop ?? null)
      : found === null
        ? replyTexts.nobody
        : await act(ctx, found, reply, now);
  return inbound.isAnswered ? null : said;
}

/** After a STOP, carriers and Twilio take YES for START. */
async function meant(
  ctx: MutationCtx,
  { body, pairHash }: Inbound,
): Promise<Exclude<Reply, "yes"> | null> {
  const reply = replyOf(body);
  if (reply !== "yes") return reply;
  return (await isOptedOut(ctx, pairHash)) ? "start" : "coming";
}

/** A shop can sign anything with its own account's key: other senders, and texts above its limit, are ignored. */
async function isHeard(
  ctx: MutationCtx,
  { businessIds, sender }: Inbound,
  now: number,
): Promise<boolean> {
  if (businessIds === null) return true;
  for (const businessId of businessIds) {
    const settings = await textSettingsOf(ctx, businessId);
    if (settings?.twilio?.from !== sender) continue;
    const key = `replies:${businessId}`;
    return await takeFrom(ctx, key, repliesPerBusiness, now);
  }
  return false;
}

async function act(
  ctx: MutationCtx,
  { ticket, shop }: Found,
  reply: Reply | null,
  now: number,
): Promise<string> {
  if (!isActive(ticket.state.status)) return replyTexts.over(shop);
  if (reply === "coming") {
    // Who is being served has come.
    const isKnown =
      ticket.state.status === "serving" ||
      (await acknowledge(ctx, ticket, now)).ok;
    return isKnown ? replyTexts.coming(shop) : replyTexts.notCalled(shop);
  }
  if (reply === "leaving") {
    const done = await leave(ctx, ticket, now);
    return done.ok ? replyTexts.left(shop) : replyTexts.over(shop);
  }
  return replyTexts.unknown;
}

type Found = { ticket: Doc<"tickets">; shop: string };

const newestTexts = newestBy("smsMessages", "to_and_from", TICKETS_LOOKED_AT);

/** The newest texts of the receiving account from this sender to this number. */
async function textsTo(
  ctx: MutationCtx,
  { phone, sender, businessIds }: Inbound,
): Promise<Doc<"smsMessages">[]> {
  const texts = await newestTexts(ctx, phone, sender);
  return texts.filter(
    ({ businessId, via }) =>
      businessIds?.includes(businessId) ?? via === "platform",
  );
}

async function wasTexted(ctx: MutationCtx, inbound: Inbound): Promise<boolean> {
  return (await textsTo(ctx, inbound)).length > 0;
}

/** Prefers an open ticket to an ended one; the newest of each. */
async function newestTicket(
  ctx: MutationCtx,
  inbound: Inbound,
): Promise<Found | null> {
  let ended: Found | null = null;
  for (const { ticketId, businessId } of await textsTo(ctx, inbound)) {
    const ticket =
      ticketId === null ? null : await ctx.db.get("tickets", ticketId);
    const business = ticket && (await findBusiness(ctx, businessId));
    // A number that staff have corrected since is no longer the customer's.
    if (!ticket || !business || ticket.phone !== inbound.phone) continue;
    const found = { ticket, shop: business.name };
    if (isActive(ticket.state.status)) return found;
    ended ??= found;
  }
  return ended;
}
